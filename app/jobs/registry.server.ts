import { paths } from '~/addresses/paths'
import { inTransaction } from '~/database/database.server'
import { makePaper } from '~/documents/make-paper.server'
import { applyDeliveryReports } from '~/models/contact/messaging/send/delivery-reports.server'
import { dismissMessage, giveUpMessage, sendMessage } from '~/models/contact/messaging/send/send-message.server'
import { notifyResults } from '~/models/contact/messaging/tell/tell-results.server'
import { dismissMail, mailNotice } from '~/models/contact/notices/mail-notice.server'
import { sendNoticeMessages } from '~/models/contact/notices/tell-notice.server'
import type { JobKind } from '~/models/core/outbox/job-kinds'
import { type SchoolScope, schoolScope } from '~/models/core/shared/scope.server'
import { sendBreachNotices } from '~/models/entry/breaches/send.server'
import { checkImport } from '~/models/entry/imports/check-import.server'
import { findImport, stopImport } from '~/models/entry/imports/import-record.server'
import { enqueueRun } from '~/models/entry/imports/imports.server'
import { runImport } from '~/models/entry/imports/run-import.server'
import { enqueueUndo, stopUndo, undoImport } from '~/models/entry/imports/undo/undo-import.server'
import { removeScans, retryShortening, shortenAadhaar } from '~/models/entry/retention/aadhaar.server'
import { removeData } from '~/models/entry/retention/remove-data.server'
import { giveUpRestore, restoreRun } from '~/models/entry/retention/restore-run.server'
import { giveUpRun } from '~/models/entry/retention/runs.server'
import { ensureCertificateFile } from '~/models/learning/certificates/copies.server'
import { closeExpiredAttempt } from '~/models/learning/quizzes/take/close-attempt.server'
import { tellCards } from '~/models/learning/report-cards/tell-cards.server'
import { lapseOffer } from '~/models/money/hostels/decide/offer-beds.server'
import { checkPayment } from '~/models/money/ledger/online/check-payment.server'
import { sendRefund, withdrawRefund } from '~/models/money/ledger/online/provider-refunds.server'
import { ensureReceiptFile } from '~/models/money/ledger/receipts.server'
import { expireOrder } from '~/models/money/shop/orders/cancel-order.server'
import { lapse } from '~/models/people/second-person/requests.server'
import { siteUrl } from '~/services/site.server'
import { run as dueSettled } from './due-settled.server'
import { type JobHandler, type JobPayload, ofSchool, unlessDismissed } from './job.server'
import { dismiss as dropMail, run as sendMail } from './send-mail.server'

/** Handler for jobs about one record of a school, whose row id is in the payload. */
const ofThing = (name: string, work: (scope: SchoolScope, id: number) => Promise<unknown>) =>
  ofSchool(async (payload, scope) => {
    await work(scope, Number(payload[name]))
  })

/**
 * Owner of a job's paper in the queue for papers. Each job counts as an account of its own, without a limit per school,
 * because schools already take turns in the job queue.
 */
const turnOfJob = (id: unknown) => ({ owner: `job ${id}`, group: null })

/** Wraps a job that notifies many recipients; when it is dismissed, there is nothing to clean up. */
const unlessDropped = (tell: JobHandler) => unlessDismissed(tell, async () => {})

export const handlers: Record<JobKind, JobHandler> = {
  'send-mail': unlessDismissed(sendMail, dropMail),
  // Does nothing if a download has already made the receipt.
  'make-receipt': ofSchool(async ({ receiptId }, scope) => {
    await ensureReceiptFile(scope, String(receiptId), (...paperArguments) =>
      makePaper('fee-receipt', paperArguments, turnOfJob(receiptId)),
    )
  }),
  'make-certificate': ofSchool(async ({ copyId }, scope) => {
    await ensureCertificateFile(
      scope,
      String(copyId),
      (...paperArguments) => makePaper('certificate', paperArguments, turnOfJob(copyId)),
      (token) => siteUrl(paths.verify(token)),
    )
  }),
  'reconcile-payment': ofThing('paymentId', checkPayment),
  'due-settled': ofSchool(dueSettled),
  'send-refund': unlessDismissed(ofSchool(returnMoney), ofSchool(withdrawMoney)),
  'check-import': ofSchool(({ importId, pace }, scope) =>
    checkImport(scope, Number(importId), { takesLong: pace === 'long' }),
  ),
  'run-import': ofThing('importId', writeImport),
  'undo-import': ofThing('importId', takeImportBack),
  'mail-notice': unlessDismissed(ofThing('noticeId', mailNotice), ofThing('noticeId', dismissMail)),
  'expire-order': ofThing('orderId', expireOrder),
  // Does nothing if the attempt is already closed: by the student, or by a page that read it after its end.
  'close-attempt': ofThing('attemptId', closeExpiredAttempt),
  'end-bed-offer': ofThing('applicationId', lapseOffer),
  'lapse-request': ofThing('requestId', lapse),
  'send-message': unlessDismissed(
    ofSchool(({ messageId }, scope) => sendMessage(scope, String(messageId))),
    ofSchool(({ messageId }, scope) => dismissMessage(scope, String(messageId))),
  ),
  'apply-message-reports': ofSchool((_payload, scope) => applyDeliveryReports(scope)),
  'tell-results': unlessDropped(ofThing('examId', notifyResults)),
  'tell-cards': unlessDropped(
    ofSchool(({ schemeId, sectionId, termKey }, scope) =>
      tellCards(scope, { schemeId: Number(schemeId), sectionId: Number(sectionId), termKey: String(termKey) }),
    ),
  ),
  'tell-notice': unlessDropped(ofThing('noticeId', sendNoticeMessages)),
  'remove-data': ofThing('runId', removeData),
  'shorten-aadhaar': ofSchool((_, scope) => shortenAadhaar(scope)),
  'remove-scans': ofThing('staffId', removeScans),
  'restore-data': ofThing('runId', restoreRun),
  // Recipients not notified stay marked in the case, and the office can retry.
  'tell-breach': unlessDropped(ofThing('caseId', sendBreachNotices)),
}

const giveUpImport = ofThing('importId', (scope, importId) => stopImport(scope, importId, 'gave-up'))

/**
 * Handlers for jobs that were given up: an import's page shows the failure at once, a retention run waits for another
 * confirmation, and an unsent message appears in a list. Receipts need no handler, since they are made on request.
 */
export const givenUp: Partial<Record<JobKind, JobHandler>> = {
  'check-import': giveUpImport,
  'run-import': giveUpImport,
  'undo-import': ofThing('importId', (scope, importId) => stopUndo(scope, importId, 'gave-up')),
  'remove-data': ofThing('runId', giveUpRun),
  'restore-data': ofThing('runId', giveUpRestore),
  'shorten-aadhaar': ofSchool((_, scope) => retryShortening(scope)),
  // Marks the message as "not known whether sent" or allows a retry, so that the office sees a message whose worker
  // ended while sending it.
  'send-message': ofSchool(({ messageId }, scope) => giveUpMessage(scope, String(messageId))),
}

/** Requests a refund from the provider; retried later while the provider does not respond. */
async function returnMoney({ refundId }: JobPayload, scope: SchoolScope): Promise<void> {
  const outcome = await sendRefund(scope, String(refundId))
  if (!outcome.ok) throw new Error(`Refund not sent: ${outcome.reason}`)
}

/** Withdraws a refund that the operator dismissed, or books it if the provider has returned the money already. */
async function withdrawMoney({ refundId }: JobPayload, scope: SchoolScope): Promise<void> {
  const outcome = await withdrawRefund(scope, String(refundId))
  if (!outcome.ok) throw new Error(`Refund not withdrawn: ${outcome.reason}`)
}

const busySeconds = 2

/**
 * Writes a checked import on behalf of the user who started it; waits while another import of the school is written.
 */
async function writeImport(scope: SchoolScope, importId: number): Promise<void> {
  const record = await findImport(scope, { id: importId })
  if (!record) return
  const starter = schoolScope(scope.schoolId, { kind: 'staff', id: record.startedBy, name: record.startedByName })
  const answer = await runImport(starter, importId)
  if (answer === 'busy') await inTransaction(() => enqueueRun(scope, importId, busySeconds))
}

/** Undoes an import on behalf of the user who requested it; waits while another import of the school is written. */
async function takeImportBack(scope: SchoolScope, importId: number): Promise<void> {
  const record = await findImport(scope, { id: importId })
  if (!record) return
  const asker = schoolScope(scope.schoolId, { kind: 'staff', id: record.undoBy, name: record.undoByName ?? '' })
  const answer = await undoImport(asker, importId)
  if (answer === 'busy') await inTransaction(() => enqueueUndo(scope, importId, busySeconds))
}
