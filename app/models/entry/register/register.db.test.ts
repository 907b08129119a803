import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { leaveSchool } from '~/models/entry/admissions/leave-school.server'
import { returnStudent } from '~/models/entry/admissions/return-student.server'
import { findCertificateSettings, saveCertificateSettings } from '~/models/learning/certificates/settings.server'
import { suggestNumbers } from '~/models/people/students/next-numbers.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { issueDraft, makeDraft, makeKinds } from '../../../../tests/factories/certificates'
import { makeLeaver } from '../../../../tests/factories/people'
import { readRows } from '../../../../tests/factories/read'
import { admit, correct } from '../../../../tests/factories/register'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { readBook } from './book.server'
import { findEntries, listEntryNumbers, listRegister, type RegisterQuery } from './entries.server'

const today = todayInIndia(new Date())

const asked = (
  query: Partial<Omit<RegisterQuery, 'filters'>> & { filters?: Partial<RegisterQuery['filters']> } = {},
) => ({
  search: '',
  sort: 'number' as const,
  descending: false,
  page: 1,
  ...query,
  filters: { session: '', state: '', from: '', to: '', ...query.filters },
})

async function makeOffice() {
  const made = await makeSchool()
  return { ...made, scope: (await makeStaff(made, { name: 'Meenakshi Joshi' })).scope }
}

async function admitted(
  school: MadeSchool,
  number: string,
  facts: Parameters<typeof makeStudent>[1] = {},
  on?: string,
) {
  const student = await makeStudent(school, facts)
  await admit(student, { number, ...(on ? { on } : {}) })
  return student
}

const numbersOf = async (school: MadeSchool, query: Parameters<typeof asked>[0] = {}) =>
  (await listRegister(school.scope, asked(query))).rows.map((row) => row.number)

describe('the list of the general register', () => {
  let school: MadeSchool
  let asha: MadeStudent
  let session: string
  beforeAll(async () => {
    school = await makeOffice()
    const year = await makeAcademicSession(school, { startsOn: '2018-04-01', endsOn: '2019-03-31' })
    session = year.publicId
    await admitted(school, '103', { firstName: 'Ravi', lastName: 'Kumar', fatherName: 'Anil Kumar' })
    asha = await admitted(school, '12', { firstName: 'Asha', lastName: 'Patel' }, '2018-06-11')
    await admitted(school, 'GR-9')
    await admitted(school, 'GR-10')
    const bare = await makeStudent(school, { enrollmentNumber: 'DV-7' })
    await makeEnrollment(bare, { session: year, class: await makeClass(school, { name: 'Class 4' }) })
    await admitted(await makeSchool(), '1')
  })

  it('sorts by number in natural order, using the enrollment number if the admission number is missing', async () => {
    expect(await numbersOf(school)).toEqual(['12', '103', 'DV-7', 'GR-9', 'GR-10'])
    expect(await numbersOf(school, { descending: true })).toEqual(['GR-10', 'GR-9', 'DV-7', '103', '12'])
    const page = await listRegister(school.scope, asked({ page: 2, pageSize: 2 }))
    expect(page).toMatchObject({ total: 5, page: 2, pages: 3 })
    expect(page.rows.map((row) => row.number)).toEqual(['DV-7', 'GR-9'])
  })

  it('filters by a range of numbers, by session of admission, and by state', async () => {
    expect(await numbersOf(school, { filters: { from: '13', to: 'GR-9' } })).toEqual(['103', 'DV-7', 'GR-9'])
    expect(await numbersOf(school, { filters: { from: 'gr-010' } })).toEqual(['GR-10'])
    // Without an admission day, the first enrollment counts.
    expect(await numbersOf(school, { filters: { session } })).toEqual(['12', 'DV-7'])
    expect(await numbersOf(school, { filters: { state: 'unnumbered' } })).toEqual(['DV-7'])
    expect(await numbersOf(school, { filters: { state: 'left' } })).toEqual([])
    expect(await numbersOf(school, { filters: { state: 'here' } })).toHaveLength(5)
  })

  it('finds a student by name, by number, and by the name before a correction', async () => {
    await correct(school.scope, asha, { last_name: 'Shah' })
    expect(await numbersOf(school, { search: 'shah asha' })).toEqual(['12'])
    expect(await numbersOf(school, { search: 'Asha Patel' })).toEqual(['12'])
    expect(await numbersOf(school, { filters: { state: 'corrected' } })).toEqual(['12'])
    const { rows } = await listRegister(school.scope, asked({ search: 'Asha Patel' }))
    expect(rows[0]).toMatchObject({
      name: 'Asha Shah',
      birthWords: 'Fourteenth June Two Thousand Twelve',
      admittedOn: '2018-06-11',
      admissionClass: 'Class 1',
      leftOn: null,
    })
    expect(rows[0]?.remarks).toBe(
      'Name corrected from Asha Patel to Asha Shah on the authority of District Education Officer, Rajkot, no. DEO/2026/114, dated 12 Jan 2026: As in the birth certificate.',
    )
  })

  it('reports gaps and duplicate numbers only on the first page of the unfiltered list', async () => {
    const { trouble } = await listRegister(school.scope, asked())
    expect(trouble).toMatchObject({ gapCount: 1, gaps: [{ from: '13', to: '102', count: 90 }], unnumbered: 1 })
    expect((await listRegister(school.scope, asked({ search: 'asha' }))).trouble).toBeNull()
    expect((await listRegister(school.scope, asked({ page: 2, pageSize: 2 }))).trouble).toBeNull()
    const other = await makeOffice()
    await makeStudent(other, { enrollmentNumber: '7' })
    await makeStudent(other, { enrollmentNumber: '9' })
    expect((await listRegister(other.scope, asked())).trouble).toMatchObject({ unnumbered: 0, gapCount: 1 })
    await admitted(other, '8', { enrollmentNumber: '8' })
    expect((await listRegister(other.scope, asked())).rows.map(({ remarks }) => remarks)).toEqual(['', '', ''])
    expect((await listRegister((await makeSchool()).scope, asked())).trouble).toBeNull()
  })
})

describe('a student who left, in the general register', () => {
  it('is listed with the leaving day, class, reason and issued certificate, not a draft or a cancelled one', async () => {
    const school = await makeOffice()
    const { transfer, bonafide } = await makeKinds(school)
    const ofClass = await makeClass(school, { name: 'Class 6' })
    const student = await makeLeaver(school, { class: ofClass, section: await makeSection(ofClass) })
    await admit(student, { number: '7' })
    await issueDraft(school.scope, await makeDraft(school.scope, student, bonafide))
    await makeDraft(school.scope, student, transfer)
    const before = (await findEntries(school.scope, student.publicId))[0]
    expect(before).toMatchObject({
      leftOn: addDays(today, -1),
      leavingReason: 'Family moved to Surat',
      certificateNumber: null,
    })
    const { number } = await issueDraft(school.scope, await makeDraft(school.scope, student, transfer))
    expect((await findEntries(school.scope, student.publicId))[0]).toMatchObject({
      certificateNumber: number,
      certificateOn: today,
    })
    await execute(`UPDATE certificates SET state = 'cancelled' WHERE number_text = :number AND school_id = :id`, {
      number,
      id: school.id,
    })
    expect((await findEntries(school.scope, student.publicId))[0]).toMatchObject({ certificateNumber: null })
    expect(await findEntries((await makeSchool()).scope, student.publicId)).toEqual([])
  })
})

describe('a return, in the general register', () => {
  async function makeGone(rule: 'resume' | 'new_entry') {
    const school = await makeOffice()
    await saveCertificateSettings(school.scope, 0, {
      ...(await findCertificateSettings(school.scope)),
      returnRule: rule,
    })
    const { transfer, leaving } = await makeKinds(school)
    const student = await makeStudent(school, { firstName: 'Nisha', lastName: 'Rathod' })
    await admit(student, { number: '45', lastSchool: 'Shishu Mandir' })
    const session = await makeAcademicSession(school, { startsOn: addDays(today, -200), endsOn: addDays(today, 100) })
    const ofClass = await makeClass(school, { name: 'Class 5' })
    const section = await makeSection(ofClass)
    const enrollment = await makeEnrollment(student, { session, class: ofClass, section })
    await leaveSchool(school.scope, student.publicId, { leftOn: addDays(today, -30), reason: 'Moved', cancelDues: [] })
    const { number } = await issueDraft(school.scope, await makeDraft(school.scope, student, transfer))
    const seat = { enrollment: enrollment.publicId, section: section.publicId }
    const back = (
      register: { returnedOn: string; newNumber: string | null; lastSchool?: string } | { mistake: string },
      seats = [seat],
    ) =>
      returnStudent(school.scope, student.publicId, {
        seats,
        reopenDues: [],
        register: 'mistake' in register ? register : { lastSchool: null, ...register },
      })
    return { school, session, student, certificate: number, back, transfer, leaving }
  }

  it('resumes the old number, and shows both periods with the certificate at the first period', async () => {
    const { school, student, certificate, back, transfer } = await makeGone('resume')
    expect(await back({ returnedOn: addDays(today, 1), newNumber: null })).toEqual({ ok: false, reason: 'future-date' })
    expect(await back({ returnedOn: addDays(today, -31), newNumber: null })).toEqual({
      ok: false,
      reason: 'before-leaving',
    })
    expect(await back({ returnedOn: today, newNumber: null })).toMatchObject({ ok: true })
    const [entry, ...others] = await findEntries(school.scope, student.publicId)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ number: '45', leftOn: null, certificateNumber: null, admittedOn: '2019-06-10' })
    expect(entry?.periods).toMatchObject([
      {
        leftOn: addDays(today, -30),
        leavingClass: 'Class 5',
        leavingReason: 'Moved',
        certificateNumber: certificate,
        returnedOn: today,
        returnedClass: 'Class 5',
      },
    ])
    // A second withdrawal gets its own certificate.
    await leaveSchool(school.scope, student.publicId, { leftOn: today, reason: 'Moved again', cancelDues: [] })
    const { number } = await issueDraft(school.scope, await makeDraft(school.scope, student, transfer))
    expect((await findEntries(school.scope, student.publicId))[0]).toMatchObject({
      certificateNumber: number,
      periods: [{ certificateNumber: certificate }],
    })
  })

  it('creates a new entry with a new number, and leaves the old one unchanged', async () => {
    const { school, session, student, certificate, back } = await makeGone('new_entry')
    await admitted(school, '46')
    expect(await suggestNumbers(school.scope)).toMatchObject({ admission: '47' })
    expect(await back({ returnedOn: today, newNumber: null })).toEqual({ ok: false, reason: 'number-missing' })
    // Refuses another student's number and the student's own former number, in any notation.
    for (const newNumber of ['46', '45', '045'])
      expect(await back({ returnedOn: today, newNumber })).toEqual({ ok: false, reason: 'admission-number-taken' })
    const lastSchool = 'Navjeevan Vidyalaya'
    expect(await back({ returnedOn: today, newNumber: '47', lastSchool })).toMatchObject({ ok: true })
    expect(await numbersOf(school)).toEqual(['45', '46', '47'])
    const [now, before] = await findEntries(school.scope, student.publicId)
    expect(now).toMatchObject({
      number: '47',
      admittedOn: today,
      admissionClass: 'Class 5',
      isClosed: false,
      previousSchool: lastSchool,
      otherNumbers: ['45'],
    })
    expect(before).toMatchObject({
      number: '45',
      admittedOn: '2019-06-10',
      admissionClass: 'Class 1',
      leftOn: addDays(today, -30),
      isClosed: true,
      previousSchool: 'Shishu Mandir',
      leavingClass: 'Class 5',
      certificateNumber: certificate,
      otherNumbers: ['47'],
    })
    expect(await numbersOf(school, { filters: { state: 'left' } })).toEqual(['45'])
    expect(await numbersOf(school, { search: '45' })).toContain('45')
    expect(await numbersOf(school, { search: '45/46' })).toEqual([])
    // Another student cannot return under the number of the closed entry.
    const other = await makeLeaver(school, { session })
    const input = { seats: [], reopenDues: [], register: { returnedOn: today, newNumber: '45', lastSchool: null } }
    expect(await returnStudent(school.scope, other.publicId, input)).toEqual({
      ok: false,
      reason: 'admission-number-taken',
    })
    const told = await readRows<{ details: string }>(
      `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'student.returned'`,
      { id: school.id },
    )
    expect(told.map(({ details }) => JSON.parse(details))).toMatchObject([{ returnedOn: today, admissionNumber: '47' }])
  })

  it('shows a corrected number only at the entry that has it, and a corrected name at both entries', async () => {
    const { school, student, back } = await makeGone('new_entry')
    await correct(school.scope, student, { admission_number: '44', last_name: 'Rathore' })
    expect(await back({ returnedOn: today, newNumber: '47' })).toMatchObject({ ok: true })
    await correct(school.scope, { ...student, lastName: 'Rathore' }, { admission_date: addDays(today, -1) })
    const entries = await findEntries(school.scope, student.publicId)
    expect(entries.map(({ number, corrections }) => [number, corrections.map(({ field }) => field).sort()])).toEqual([
      ['47', ['admission_date', 'name']],
      ['44', ['admission_number', 'name']],
    ])
  })

  it('creates an entry for a return without a section, and shows the class of the next enrollment', async () => {
    const { school, student, back } = await makeGone('new_entry')
    const next = await makeAcademicSession(school, {
      name: 'Next',
      startsOn: addDays(today, 101),
      endsOn: addDays(today, 460),
    })
    expect(await back({ returnedOn: today, newNumber: '46' }, [])).toMatchObject({ ok: true })
    expect((await findEntries(school.scope, student.publicId))[0]).toMatchObject({
      number: '46',
      admittedOn: today,
      admissionClass: null,
      previousSchool: null,
    })
    await makeEnrollment(student, { session: next, class: await makeClass(school, { name: 'Class 8' }) })
    expect((await findEntries(school.scope, student.publicId))[0]).toMatchObject({ admissionClass: 'Class 8' })
  })

  it('shows at a past period the later of the two certificates issued for its end', async () => {
    const { school, student, back, leaving } = await makeGone('resume')
    const { number } = await issueDraft(school.scope, await makeDraft(school.scope, student, leaving))
    expect(await back({ returnedOn: today, newNumber: null })).toMatchObject({ ok: true })
    const [entry] = await findEntries(school.scope, student.publicId)
    expect(entry).toMatchObject({ certificateNumber: null, periods: [{ certificateNumber: number }] })
  })

  it('refuses a leaving date before the day of return', async () => {
    const { school, student, back } = await makeGone('resume')
    expect(await back({ returnedOn: addDays(today, -10), newNumber: null })).toMatchObject({ ok: true })
    const leave = (leftOn: string) =>
      leaveSchool(school.scope, student.publicId, { leftOn, reason: 'Moved again', cancelDues: [] })
    expect(await leave(addDays(today, -11))).toEqual({ ok: false, reason: 'before-enrolled' })
    expect(await leave(addDays(today, -10))).toMatchObject({ ok: true })
  })

  it('undoes a mistaken departure without a trace, but only once its certificate is cancelled', async () => {
    const { school, student, back, certificate } = await makeGone('new_entry')
    const mistake = { mistake: 'Another student was meant' }
    expect(await back(mistake)).toEqual({ ok: false, reason: 'certificate-issued' })
    expect((await findEntries(school.scope, student.publicId))[0]).toMatchObject({ certificateNumber: certificate })
    await execute(`UPDATE certificates SET state = 'cancelled' WHERE number_text = :certificate AND school_id = :id`, {
      certificate,
      id: school.id,
    })
    expect(await back(mistake)).toMatchObject({ ok: true })
    expect(await findEntries(school.scope, student.publicId)).toMatchObject([
      { number: '45', periods: [], leftOn: null, certificateNumber: null },
    ])
    const told = await readRows<{ details: string }>(
      `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'student.returned'`,
      { id: school.id },
    )
    expect(told.map(({ details }) => JSON.parse(details))).toMatchObject([mistake])
  })
})

it('prints the register as a book in the chosen language', async () => {
  const school = await makeOffice()
  const student = await admitted(school, '12', { firstName: 'Asha', lastName: 'Patel', gender: 'Female' })
  await correct(school.scope, student, { date_of_birth: '2012-07-14' })
  const numbers = await listEntryNumbers(school.scope, asked())
  const [en, gu] = [await readBook(school.scope, numbers, 'en'), await readBook(school.scope, numbers, 'gu')]
  expect(en.entries).toMatchObject([
    {
      number: '12',
      birthDate: '14 Jul 2012',
      gender: 'Female',
      category: 'General',
      left: [],
      certificate: [],
      admitted: ['10 Jun 2019', 'Class 1'],
    },
  ])
  expect(en.entries[0]?.remarks.join(' ')).toContain('from 14 Jun 2012 to 14 Jul 2012')
  expect(gu.entries[0]?.birthWords).toMatch(/^[\u0A80-\u0AFF ]+$/)
  expect(gu.entries[0]).toMatchObject({ gender: 'છોકરી', category: 'સામાન્ય' })
  expect(en).toMatchObject({ part: 1, parts: 1 })
  expect(await readBook(school.scope, numbers, 'en', { part: 2, parts: 5 })).toMatchObject({ part: 2, parts: 5 })
})
