import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { renderCertificate } from '~/documents/certificate.server'
import { addDays } from '~/models/core/shared/calendar'
import { findCertificate } from '~/models/learning/certificates/certificates.server'
import { correctDraft, draftValues } from '~/models/learning/certificates/drafts.server'
import type { CertificateBase } from '~/models/learning/certificates/options'
import { saveCertificateSettings } from '~/models/learning/certificates/settings.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { issueDraft, makeDraft, makeKinds } from '../factories/certificates'
import { atEverywhere, inIndia } from '../factories/days'
import { insert } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { linesOfPdf } from '../factories/pdf-words'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeSubject } from '../factories/teaching'

/*
 * Compares the usual certificates of a fully registered student word for word with certificate-words/*.txt. Items that
 * the register leaves empty are filled with their own names or with distinct days, so that swapped items make the test
 * fail.
 */

const days = ['appliedOn', 'struckOffOn', 'leftOn', 'admittedOn']

async function makeLeaver() {
  const school = await makeSchool({ name: 'Saraswati Public School', email: 'office@saraswati.example' })
  await execute("UPDATE schools SET affiliation_number = '430123' WHERE id = :id", { id: school.id })
  await saveCertificateSettings(school.scope, 0, {
    affiliationLine: 'AFFILIATED TO THE CENTRAL BOARD',
    schoolCode: '13021',
    answerDays: 9,
    returnRule: 'resume',
    firstSignatory: 'Class teacher',
    secondSignatory: 'Checked by',
    thirdSignatory: 'Head of the school',
  })
  const student = await makeStudent(school, {
    firstName: 'Asha',
    lastName: 'Patel',
    fatherName: 'Rajesh Patel',
    motherName: 'Hansa Patel',
    enrollmentNumber: 'ENR-31',
    dateOfBirth: '2012-06-14',
    category: 'OBC',
  })
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(ofClass, { name: 'B' })
  await makeEnrollment(student, { session, class: ofClass, section, rollNumber: 17 })
  for (const name of ['Mathematics', 'English']) await makeSubject(school, { name, classes: [ofClass] })
  await insert('academic_infos', {
    student_id: student.id,
    school_id: school.id,
    admission_number: 'GR 45',
    admission_date: '2018-06-11',
    admission_class: 'Class 1',
    previous_school: 'Shishu Mandir, Rajkot',
    updated_at: new Date(),
  })
  await makeDue(student, { session, dueOn: '2026-09-10', amountPaise: 500_00 })
  await execute('UPDATE dues SET paid_paise = amount_paise WHERE student_id = :id', { id: student.id })
  await execute(
    "UPDATE students SET status = 'left', left_on = '2027-02-09', leaving_reason = 'The family moves' WHERE id = :id",
    { id: student.id },
  )
  return { school, student }
}

it.each<CertificateBase>(['transfer', 'leaving', 'bonafide', 'character', 'no_dues'])(
  '%s: the certificate contains its expected text word for word',
  (base) =>
    atEverywhere(inIndia('2027-02-10', '11:00:00.000'), async () => {
      const { school, student } = await makeLeaver()
      const { scope } = school
      const publicId = await makeDraft(scope, student, (await makeKinds(school))[base])
      const draft = await findCertificate(scope, publicId)
      if (!draft) throw new Error('The draft is gone')
      const filled = Object.entries(draftValues(draft)).map(([key, value], index) => {
        const unknown = days.includes(key) ? addDays('2027-01-01', index) : `(${key})`
        return [key, value ?? unknown]
      })
      expect(await correctDraft(scope, publicId, draft.version, Object.fromEntries(filled))).toEqual({ ok: true })
      const { token } = await issueDraft(scope, publicId)
      const issued = await findCertificate(scope, publicId)
      if (!issued?.view) throw new Error('It was not issued')
      const copy = { number: 0, madeOn: '2027-02-10', token: '23456789bcdf' }
      expect(token).toMatch(/^[2-9b-z]{12}$/)
      const file = await renderCertificate(
        issued.view,
        { ...copy, verifyUrl: `https://shala.test/verify/${copy.token}` },
        'en',
      )
      const text = path.join(import.meta.dirname, 'certificate-words', `${base}.txt`)
      expect(linesOfPdf(file)).toBe(readFileSync(text, 'utf8'))
    }),
)
