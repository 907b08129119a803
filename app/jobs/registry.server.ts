import { stopImport } from '~/models/imports/import-record.server'
import type { JobKind } from '~/models/outbox/enqueue.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { run as checkImport } from './check-import.server'
import { run as closeAttempt } from './close-attempt.server'
import { run as dueSettled } from './due-settled.server'
import { run as endBedOffer } from './end-bed-offer.server'
import { run as expireOrder } from './expire-order.server'
import { type JobHandler, type JobPayload, ofSchool } from './job.server'
import { run as mailNotice } from './mail-notice.server'
import { run as makeReceipt } from './make-receipt.server'
import { run as reconcilePayment } from './reconcile-payment.server'
import { run as runImport } from './run-import.server'
import { run as sendMail } from './send-mail.server'
import { run as sendRefund } from './send-refund.server'

/** What the worker does for each kind of job. */
export const handlers: Record<JobKind, JobHandler> = {
  'send-mail': sendMail,
  'make-receipt': ofSchool(makeReceipt),
  'reconcile-payment': ofSchool(reconcilePayment),
  'due-settled': ofSchool(dueSettled),
  'send-refund': ofSchool(sendRefund),
  'check-import': ofSchool(checkImport),
  'run-import': ofSchool(runImport),
  'mail-notice': ofSchool(mailNotice),
  'expire-order': ofSchool(expireOrder),
  'close-attempt': ofSchool(closeAttempt),
  'end-bed-offer': ofSchool(endBedOffer),
}

/** Who is told when a job is given up: the page of an import says so at once. A receipt is made when it is asked for, and the others are in the log. */
export const givenUp: Partial<Record<JobKind, JobHandler>> = {
  'check-import': ofSchool(giveUpImport),
  'run-import': ofSchool(giveUpImport),
}

function giveUpImport(payload: JobPayload, scope: SchoolScope): Promise<void> {
  return stopImport(scope, Number(payload.importId), 'gave-up')
}
