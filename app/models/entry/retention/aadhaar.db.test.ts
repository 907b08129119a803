import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { commitImport } from '~/models/entry/imports/imports.server'
import { runImport } from '~/models/entry/imports/run-import.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { currentSession } from '../../../../tests/factories/academics'
import { makeAdmission } from '../../../../tests/factories/admissions'
import { entriesOf } from '../../../../tests/factories/audit'
import { checkFile } from '../../../../tests/factories/imports'
import { insert } from '../../../../tests/factories/insert'
import { makeDocument } from '../../../../tests/factories/profile'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import {
  countNumbers,
  countScans,
  keepLastFour,
  listRemovedScans,
  removeScans,
  requestScanRemoval,
  shortenAadhaar,
} from './aadhaar.server'

const numbers = { father_aadhar: '234123412346', mother_aadhar: '987654321012', guardian_aadhar: null }
const names = { father_name: 'Rajesh Patel', mother_name: 'Hansa Patel', guardian_name: null }

const stored = (studentId: number) =>
  readRow<Record<string, string | null>>(
    `SELECT father_aadhar AS father, father_aadhar_end AS fatherEnd, mother_aadhar AS mother, mother_aadhar_end AS motherEnd
     FROM guardians WHERE student_id = :studentId`,
    { studentId },
  )

it('keeps full Aadhaar numbers until the school chooses last digits only, then shortens them permanently', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const { scope } = owner
  const student = await makeStudent(school)
  const other = await makeStaff(await makeSchool())
  expect((await saveSection(scope, student.publicId, 'parent', { ...names, ...numbers }, 1)).ok).toBe(true)
  expect(await countNumbers(scope)).toBe(2)
  await shortenAadhaar(scope)
  expect(await countNumbers(scope)).toBe(2)

  const key = newStorageKey('documents', 'pdf')
  const sizeBytes = await fileStore().put(key, Buffer.from('%PDF-1.4'), 'application/pdf')
  const file = { key, fileName: 'card.pdf', contentType: 'application/pdf', sizeBytes }
  await keepFile(scope, { ...file, visibility: 'student', studentId: student.id })
  await makeDocument(student, key, 'aadhar_card')
  const admission = await makeAdmission(school)
  const cardOfAdmission = newStorageKey('documents', 'pdf')
  await fileStore().put(cardOfAdmission, Buffer.from('%PDF-1.4'), 'application/pdf')
  const fileId = await keepFile(scope, { ...file, key: cardOfAdmission, visibility: 'school' })
  await insert('admission_documents', {
    school_id: school.id,
    admission_id: admission.id,
    kind: 'aadhar_card',
    position: 0,
    file_id: fileId,
    created_at: new Date(),
  })
  await execute('UPDATE files SET created_at = created_at - INTERVAL 1 DAY WHERE school_id = :id', { id: school.id })

  expect(await lastFourSince(scope)).toBeNull()
  expect((await keepLastFour(scope)).ok).toBe(true)
  expect(await keepLastFour(scope)).toEqual({ ok: false, reason: 'on-already' })
  expect(await lastFourSince(scope)).not.toBeNull()
  const ofSchool = [{ kind: 'school', id: scope.schoolId, by: 'staff', details: {} }]
  expect(await entriesOf({ id: scope.schoolId }, 'aadhaar.last-four-only')).toEqual(ofSchool)
  expect(await lastFourSince(other.scope)).toBeNull()
  await shortenAadhaar(scope)
  await shortenAadhaar(scope)
  expect(await countNumbers(scope)).toBe(0)
  expect(await stored(student.id)).toEqual({ father: null, fatherEnd: '2346', mother: null, motherEnd: '1012' })

  // A full number typed after the switch is shortened, too.
  const typed = { ...names, ...numbers, father_aadhar: '496812345675', mother_aadhar: null }
  expect((await saveSection(scope, student.publicId, 'parent', typed, 2)).ok).toBe(true)
  expect(await stored(student.id)).toEqual({ father: null, fatherEnd: '5675', mother: null, motherEnd: '1012' })

  expect(await countScans(scope)).toEqual([
    { className: '–', scans: 1 },
    { className: 'Admissions', scans: 1 },
  ])
  expect((await requestScanRemoval(scope)).ok).toBe(true)
  await removeScans(scope, owner.id)
  await removeScans(scope, owner.id)
  expect(await entriesOf({ id: scope.schoolId }, 'aadhaar.scans-removed')).toEqual(ofSchool)
  expect(await countScans(scope)).toEqual([])
  expect([await fileStore().get(key), await fileStore().get(cardOfAdmission)]).toEqual([null, null])
  expect(await listRemovedScans(scope, student.id)).toMatchObject([{ kind: 'aadhar_card', by: owner.name }])
})

it('also shortens the Aadhaar numbers that a running import writes after the switch', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const session = await currentSession(school)
  const headings =
    'First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class,Father Aadhaar'
  const row = 'Asha,Patel,F,14/06/2015,General,Rajesh Patel,Hansa Patel,9825000009,7 Shanti Nagar,6,234567890124'
  const record = await checkFile(scope, { file: `${headings}\n${row}`, sessionPublicId: session.publicId })
  expect(await commitImport(scope, record.publicId, { onlyValid: true })).toMatchObject({ ok: true })
  const jobs = () =>
    readRows<{ seconds: number }>(
      `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), run_at) AS seconds FROM jobs
       WHERE school_id = :id AND kind = 'shorten-aadhaar' AND state = 'waiting'`,
      { id: school.id },
    )
  /** Runs the job as the worker does. */
  const work = async () => {
    await execute("UPDATE jobs SET state = 'done' WHERE school_id = :id AND kind = 'shorten-aadhaar'", {
      id: school.id,
    })
    await shortenAadhaar(scope)
  }
  expect((await keepLastFour(scope)).ok).toBe(true)
  await work()
  expect((await jobs()).map(({ seconds }) => seconds > 50)).toEqual([true])
  await runImport(scope, record.id)
  expect(await countNumbers(scope)).toBe(1)
  await work()
  expect(await jobs()).toEqual([])
  expect(await countNumbers(scope)).toBe(0)
  expect(await readRows('SELECT line FROM import_rows WHERE import_id = :id', { id: record.id })).toEqual([])
})
