import { randomUUID } from 'node:crypto'
import type { Language } from '~/language/language'
import { addDays, financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { findCertificate } from '~/models/learning/certificates/certificates.server'
import { correctDraft, draftValues } from '~/models/learning/certificates/drafts.server'
import { issueFeeCertificate } from '~/models/learning/certificates/fee-certificates.server'
import { cancelCertificate, duplicateCertificate } from '~/models/learning/certificates/issue.server'
import { kinds as kindRecords } from '~/models/learning/certificates/kinds.server'
import { requestCertificate } from '~/models/learning/certificates/requests.server'
import { saveCertificateSettings } from '~/models/learning/certificates/settings.server'
import { listHeads, markHeads } from '~/models/learning/certificates/tuition-heads.server'
import { listOpenDues } from '~/models/money/ledger/counter/find-payers.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { issueDraft, makeDraft, makeKinds } from './certificates'
import type { MadeSchool, MadeStaff } from './school'
import type { MadeStudent } from './student'

/** Students of the demo school by the certificate that each receives. */
interface CertificateStudents {
  asha: MadeStudent
  gujarati: MadeStudent
  hindi: MadeStudent
  /** Pays all dues up to today and receives a fee certificate. */
  paying: MadeStudent
  leaving: MadeStudent
}

/**
 * Issues every kind of certificate at the demo school: three languages, one duplicate, one cancelled, fee certificates
 * of last year and this year; plus a draft and a pending request.
 */
export async function makeDemoCertificates(
  { scope }: MadeStaff,
  school: MadeSchool,
  { asha, gujarati, hindi, paying, leaving }: CertificateStudents,
  now: Date,
): Promise<void> {
  const today = todayInIndia(now)
  await saveCertificateSettings(scope, 0, {
    affiliationLine: 'AFFILIATED TO THE CENTRAL BOARD OF SECONDARY EDUCATION',
    schoolCode: '13021',
    firstSignatory: 'Class teacher',
    secondSignatory: 'Checked by',
    thirdSignatory: 'Principal (with seal)',
    answerDays: 7,
    returnRule: 'resume',
  })
  const kinds = await makeKinds({ ...school, scope })
  const sports = await kindRecords.create(scope, randomUUID(), {
    name: 'Sports certificate',
    base: 'own',
    prefix: 'SC',
    bookNumber: null,
    firstNumber: 1,
    items: null,
    text: {
      en: '{name} of {class} – {section} has played for the school’s kho-kho team in the academic session {session}.',
    },
    isRequestable: false,
  })
  if (!sports.ok) throw new Error(sports.reason)
  const issue = async (student: MadeStudent, kind: string, language: Language = 'en') => {
    const draft = await makeDraft(scope, student, kind, language)
    const found = await findCertificate(scope, draft)
    if (found && found.content.text === undefined) {
      const left = {
        leftOn: today,
        struckOffOn: today,
        appliedOn: addDays(today, -3),
        reason: 'The family moves to Pune',
      }
      const more = {
        ...left,
        conduct: 'Good',
        birthProof: 'Birth certificate',
        cadets: 'No',
        schoolType: 'Independent',
      }
      await correctDraft(scope, draft, found.version, { ...draftValues(found), ...more })
    }
    await issueDraft(scope, draft)
    return draft
  }
  await issue(leaving, kinds.transfer)
  await issue(leaving, kinds.leaving, 'gu')
  const bonafide = await issue(gujarati, kinds.bonafide, 'gu')
  await duplicateCertificate(scope, bonafide, {
    formKey: randomUUID(),
    reason: 'Lost on the way to the passport office',
  })
  await issue(hindi, kinds.character, 'hi')
  for (const due of await listOpenDues(scope, paying.publicId)) {
    if (due.dueOn > today) continue
    const form = { method: 'cash' as const, reference: null, remarks: null, paidOn: today, formKey: `demo-${due.id}` }
    const paid = await recordOfflinePayment(scope, { ...form, dueIds: [due.id], amountPaise: due.balancePaise })
    if (!paid.ok) throw new Error(paid.reason)
  }
  await issue(paying, kinds.no_dues)
  await issue(asha, sports.value)
  await cancelCertificate(scope, await issue(asha, kinds.bonafide), 'Wrong name of the father')
  await makeDraft(scope, asha, kinds.transfer)
  const heads = (await listHeads(scope)).map(({ head }) => head)
  await markHeads(
    scope,
    heads,
    heads.filter((head) => /tuition/i.test(head)),
  )
  for (const day of [today, addDays(today, -365)])
    await issueFeeCertificate(asha.scope, { studentId: asha.id, financialYear: financialYearOf(day), language: 'en' })
  const asked = { kind: kinds.bonafide, language: 'en', purpose: 'Passport' } as const
  const request = await requestCertificate(asha.scope, randomUUID(), asked)
  if (!request.ok) throw new Error(request.reason)
}
