import { expect, it } from 'vitest'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { updateStudent } from '~/models/entry/admissions/update-student.server'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { openAadhaar } from '../aadhaar.server'
import { type DocumentKind, documentKinds, documentRules } from '../documents.server'
import { findSections, listDocuments } from '../find-sections.server'
import { saveDocuments } from '../save-documents.server'
import { saveSection } from './save-section.server'
import { type FormSection, sectionSchemas } from './sections.server'

/** Saves a section with the typed values parsed by its form. */
const save =
  (section: Exclude<FormSection, 'student'>) =>
  (scope: Parameters<typeof saveSection>[0], id: string, typed: object, version: number) =>
    saveSection(scope, id, section, sectionSchemas[section].parse(typed), version)
const [saveAddress, saveParents, saveAcademic, saveAdditional] = [
  save('address'),
  save('parent'),
  save('academic'),
  save('additional'),
]
const saved = { ok: true, value: [] }
/** Fictitious number with a valid check digit. */
const aadhaar = '234123412346'

const home = {
  permanent_house_no: '7',
  permanent_street: 'Shanti Nagar',
  pin: '380013',
  permanent_state: 'Gujarat',
  permanent_district: 'Ahmedabad',
  permanent_post_office: 'Naranpura',
  same_as_permanent: false,
}
const parents = { father_name: 'Rajesh Patel', mother_name: 'Hansa Patel' }
const academic = {
  admission_class: '5',
  admission_date: '2024-06-10',
  admission_number: 'A-1',
  medium: 'Gujarati' as const,
}
const additional = {
  travel_mode: 'Walking' as const,
  staying_with: 'With Parents' as const,
  emergency_contact_name: 'Hansa Patel',
  emergency_contact_number: '9876543210',
}

async function office() {
  const school = await makeSchool()
  const [meenakshi, harish] = [
    await makeStaff(school, { name: 'Meenakshi' }),
    await makeStaff(school, { name: 'Harish' }),
  ]
  const student = await makeStudent(school)
  const stored = async () => (await findSections(school.scope, student.publicId))?.values ?? {}
  return { school, student, meenakshi: meenakshi.scope, harish: harish.scope, id: student.publicId, stored }
}

it('keeps only details of the chosen area type, and copies the permanent address if both are the same', async () => {
  const { school, id, stored } = await office()
  const rural = {
    ...home,
    permanent_area_type: 'rural' as const,
    permanent_village: 'Sanathal',
    permanent_panchayat: 'Sanathal',
    permanent_block: 'Sanand',
    permanent_city_name: 'left over',
    current_street: 'left over',
    same_as_permanent: true,
  }
  expect(await saveAddress(school.scope, id, rural, 1)).toEqual(saved)
  expect(await stored()).toMatchObject({
    permanent_village: 'Sanathal',
    permanent_city_name: null,
    current_village: 'Sanathal',
    current_street: 'Shanti Nagar',
    current_pincode: '380013',
    same_as_permanent: '1',
  })
  const moved = { ...home, current_house_no: '9', current_street: 'Ring Road', current_pincode: '380001' }
  expect(await saveAddress(school.scope, id, moved, 2)).toEqual(saved)
  expect(await stored()).toMatchObject({ permanent_village: null, current_street: 'Ring Road', same_as_permanent: '0' })
})

it('stores names and medium in the same place, whichever form saves them', async () => {
  const { school, id, student, stored } = await office()
  await saveParents(school.scope, id, { ...parents, father_name: 'R. Patel' }, 1)
  expect((await stored()).father_name).toBe('R. Patel')
  await saveAcademic(school.scope, id, academic, 2)
  expect((await stored()).medium).toBe('Gujarati')
  const fields = {
    first_name: student.firstName,
    last_name: student.lastName,
    mother_name: 'Hansa',
    father_name: 'Rajesh',
    address: 'New Road 1',
    gender: student.gender,
    date_of_birth: student.dateOfBirth,
    category: student.category,
    mobile_number: student.mobileNumber,
    rte: false,
    enrollment_number: student.enrollmentNumber,
    medium: 'Hindi' as const,
    religion: 'Jain' as const,
  }
  expect(await updateStudent(school.scope, id, fields, 3)).toEqual({ ok: true })
  expect(await stored()).toMatchObject({
    father_name: 'Rajesh',
    address: 'New Road 1',
    medium: 'Hindi',
    religion: 'Jain',
    admission_number: 'A-1',
  })
})

it('encrypts an Aadhaar number, shows its last digits, and keeps it when the field is blank', async () => {
  const { school, student, id, stored } = await office()
  await saveParents(school.scope, id, { ...parents, father_aadhar: aadhaar }, 1)
  await saveParents(school.scope, id, { ...parents, father_income: '3,00,000' }, 2)
  expect(await stored()).toMatchObject({
    father_aadhar_end: '2346',
    mother_aadhar_end: null,
    father_income: '3,00,000',
  })
  expect(JSON.stringify(await stored())).not.toContain(aadhaar)
  const row = await readRow<{ number: string }>(
    'SELECT father_aadhar AS number FROM guardians WHERE student_id = :id',
    { id: student.id },
  )
  expect(row?.number).not.toContain(aadhaar)
  expect(openAadhaar('father_aadhar', student.id, row?.number ?? '')).toBe(aadhaar)
  expect(() => openAadhaar('mother_aadhar', student.id, row?.number ?? '')).toThrow()
  const told = await readRows<{ text: string }>(
    'SELECT details AS text FROM audit_entries WHERE school_id = :schoolId',
    { schoolId: school.id },
  )
  const all = told.map(({ text }) => text).join('\n')
  expect(all).toContain('father_aadhar')
  expect(all).not.toMatch(/2341|2346/)
})

it('refuses an admission number used by another student of the school', async () => {
  const { school, id } = await office()
  const [sibling, stranger] = [await makeStudent(school), await makeStudent(await makeSchool())]
  await saveAcademic(school.scope, id, academic, 1)
  expect(await saveAcademic(school.scope, sibling.publicId, academic, 1)).toEqual({
    ok: false,
    reason: 'admission-number-taken',
  })
  const theirs = await makeSchool()
  expect(await saveAcademic(theirs.scope, stranger.publicId, academic, 1)).toEqual({ ok: false, reason: 'not-found' })
})

it('lets a student save only the student’s own sections', async () => {
  const { school, student, id, stored } = await office()
  const other = await makeStudent(school)
  expect(await saveAdditional(student.scope, id, additional, 1)).toEqual(saved)
  expect((await stored()).travel_mode).toBe('Walking')
  expect(await saveAdditional(student.scope, other.publicId, additional, 1)).toEqual({ ok: false, reason: 'not-found' })
})

it('increments no version and audits nothing when nothing changed', async () => {
  const { school, id, student } = await office()
  await saveParents(school.scope, id, { father_name: student.fatherName, mother_name: student.motherName }, 1)
  expect((await findSections(school.scope, id))?.version).toBe(1)
})

it('lets the second clerk save after seeing the first one’s change', async () => {
  const { meenakshi, harish, id, stored } = await office()
  await saveAdditional(meenakshi, id, additional, 1)
  await saveAdditional(meenakshi, id, { ...additional, allergies: 'Peanuts', travel_mode: 'Bicycle' }, 2)
  const typed = { ...additional, medical_conditions: 'Asthma' }
  expect(await saveAdditional(harish, id, typed, 2)).toEqual({ ok: false, reason: 'changed' })
  expect(await stored()).toMatchObject({ medical_conditions: null, allergies: 'Peanuts' })
  const decided = { ...typed, allergies: 'Peanuts', travel_mode: 'Bicycle' }
  expect(await saveAdditional(harish, id, decided, 3)).toEqual(saved)
  expect(await stored()).toMatchObject({ medical_conditions: 'Asthma', allergies: 'Peanuts', travel_mode: 'Bicycle' })
})

it('treats a form submitted twice as one save', async () => {
  const { meenakshi, id, school } = await office()
  const number = { ...parents, mother_aadhar: aadhaar }
  const outcomes = await Promise.all([1, 2, 3].map(() => saveParents(meenakshi, id, number, 1)))
  expect(outcomes).toEqual([saved, saved, saved])
  expect((await findSections(school.scope, id))?.version).toBe(2)
})

it('reports a conflict again when another save follows the change that the second clerk saw', async () => {
  const { meenakshi, harish, id } = await office()
  await saveAdditional(meenakshi, id, additional, 1)
  await saveAdditional(meenakshi, id, { ...additional, allergies: 'Dust' }, 2)
  expect(await saveAdditional(harish, id, additional, 1)).toMatchObject({ reason: 'changed' })
  expect(await saveAdditional(harish, id, { ...additional, travel_mode: 'Bicycle' }, 2)).toMatchObject({
    reason: 'changed',
  })
})

it('accepts one of two concurrent saves, and reports a conflict for the other', async () => {
  const { meenakshi, harish, id } = await office()
  const outcomes = await Promise.all([
    saveAdditional(meenakshi, id, additional, 1),
    saveAddress(harish, id, { ...home, same_as_permanent: true }, 1),
  ])
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'changed')).toHaveLength(1)
})

const pdf = Buffer.from('%PDF-1.4\n%%EOF')

async function paper(scope: Parameters<typeof receiveFile>[0], studentId: number, kind: DocumentKind, name: string) {
  const outcome = await receiveFile(scope, documentRules[kind], { name, bytes: pdf, studentId })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.value
}

const none = () => Object.fromEntries(documentKinds.map((kind) => [kind, []])) as unknown as Record<DocumentKind, []>

it('replaces a document if only one is allowed, adds up to ten marksheets, and deletes selected ones', async () => {
  const { school, student, id } = await office()
  const send = (kind: DocumentKind, name: string) => paper(school.scope, student.id, kind, name)
  const names = async () => (await listDocuments(school.scope, student)).map(({ fileName }) => fileName)
  const first = {
    ...none(),
    birth_certificate: [await send('birth_certificate', 'old.pdf')],
    marksheet: [await send('marksheet', 'm1.pdf')],
  }
  expect(await saveDocuments(school.scope, id, { files: first, remove: [] }, 1)).toEqual({ ok: true })
  const next = {
    ...none(),
    birth_certificate: [await send('birth_certificate', 'new.pdf')],
    marksheet: [await send('marksheet', 'm2.pdf')],
  }
  expect(await saveDocuments(school.scope, id, { files: next, remove: [] }, 2)).toEqual({ ok: true })
  expect(await names()).toEqual(['new.pdf', 'm1.pdf', 'm2.pdf'])
  expect(await saveDocuments(school.scope, id, { files: next, remove: [] }, 3)).toEqual({
    ok: false,
    reason: 'files-gone',
  })
  const many = {
    ...none(),
    marksheet: await Promise.all(Array.from({ length: 9 }, (_, n) => send('marksheet', `x${n}.pdf`))),
  }
  expect(await saveDocuments(school.scope, id, { files: many, remove: [] }, 3)).toEqual({
    ok: false,
    reason: 'too-many-marksheets',
  })
  const marksheet = (await listDocuments(school.scope, student)).find(({ fileName }) => fileName === 'm1.pdf')
  const other = await makeStudent(school)
  expect(
    await saveDocuments(school.scope, other.publicId, { files: none(), remove: [marksheet?.key ?? ''] }, 1),
  ).toEqual({ ok: true })
  expect(await names()).toEqual(['new.pdf', 'm1.pdf', 'm2.pdf'])
  expect(await saveDocuments(school.scope, id, { files: many, remove: [marksheet?.key ?? ''] }, 3)).toEqual({
    ok: true,
  })
  expect((await names()).length).toBe(11)
  const kept = await readRows<{ name: string }>(
    `SELECT file_name AS name FROM files WHERE school_id = :id AND state = 'kept'`,
    { id: school.id },
  )
  expect(kept).toHaveLength(11)
})
