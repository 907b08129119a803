import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { searchPayers } from '~/models/money/ledger/counter/find-payers.server'
import { findStudentByNumber, listStudents } from '~/models/people/academics/list-students.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'

const off = { session: '', class: '', section: '', status: '', gender: '', category: '', rte: '' }

async function inList({ scope }: MadeSchool, search: string) {
  const query = { search, sort: 'name', descending: false, page: 1, filters: off } as const
  return (await listStudents(scope, query)).rows.map((row) => row.firstName)
}

const atCounter = async ({ scope }: MadeSchool, search: string) =>
  (await searchPayers(scope, search)).map(({ name }) => name.split(' ')[0])

it('finds students by names and numbers as users type them, in lists and at the counter', async () => {
  const school = await makeSchool()
  const arjun = await makeStudent(school, {
    firstName: 'Arjun',
    lastName: 'Chauhan',
    fatherName: 'Maheshbhai Chauhan',
    mobileNumber: '9489038017',
    enrollmentNumber: '2026/017',
  })
  await makeStudent(school, {
    firstName: 'પ્રિયંકા',
    lastName: 'શાહ',
    fatherName: 'કિરીટ શાહ',
    mobileNumber: '9489038018',
  })
  await makeStudent(school, {
    firstName: 'आशा',
    lastName: 'शर्मा',
    fatherName: 'Mahesh Sharma',
    mobileNumber: '9489038019',
  })
  await makeStudent(await makeSchool(), { firstName: 'Arjun', lastName: 'Chauhan', mobileNumber: '9489038017' })
  await execute("UPDATE guardians SET father_mobile = '9825011111' WHERE student_id = :id", { id: arjun.id })
  await execute(
    "INSERT INTO academic_infos (student_id, school_id, admission_number, updated_at) VALUES (:id, :schoolId, 'GR-4711', NOW())",
    { id: arjun.id, schoolId: school.id },
  )
  const finds = {
    'Arjun Chauhan': ['Arjun'],
    'Chauhan Arjun': ['Arjun'],
    'chauhan maheshbhai': ['Arjun'],
    mahesh: ['Arjun', 'आशा'],
    '94890 38017': ['Arjun'],
    '+91 94890-38017': ['Arjun'],
    '0948903 8017': ['Arjun'],
    '૯૪૮૯૦ ૩૮૦૧૭': ['Arjun'],
    '98250 11111': ['Arjun'],
    '2026/017': ['Arjun'],
    'GR-4711': ['Arjun'],
    4711: ['Arjun'],
    'શાહ પ્રિયંકા': ['પ્રિયંકા'],
    કિરીટ: ['પ્રિયંકા'],
    शर्मा: ['आशा'],
    'Arjun Sharma': [],
    '94890 38099': [],
    '%': [],
  }
  for (const [typed, names] of Object.entries(finds)) {
    expect([typed, (await inList(school, typed)).sort()]).toEqual([typed, names])
    expect([typed, (await atCounter(school, typed)).sort()]).toEqual([typed, names])
  }
})

it('finds students by roll number in a list, and returns a student by exact number if only one has it', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const six = await makeClass(school)
  const section = await makeSection(six)
  const asha = await makeStudent(school, { firstName: 'Asha', enrollmentNumber: 'N-1', mobileNumber: '9000000001' })
  const ravi = await makeStudent(school, { firstName: 'Ravi', enrollmentNumber: 'N-2', mobileNumber: '9000000001' })
  await makeEnrollment(asha, { session, class: six, section, rollNumber: 77 })
  expect(await inList(school, '77')).toContain('Asha')
  expect(await findStudentByNumber(school.scope, 'n-2')).toBe(ravi.publicId)
  expect(await findStudentByNumber(school.scope, '9000000001')).toBeNull()
  expect(await findStudentByNumber(school.scope, 'N')).toBeNull()
  expect(await findStudentByNumber(school.scope, 'N-2', [section.id])).toBeNull()
  expect(await findStudentByNumber(school.scope, 'N-1', [section.id])).toBe(asha.publicId)
  expect(await findStudentByNumber((await makeSchool()).scope, 'N-1')).toBeNull()
})

it('returns the student with exactly this number, even if other numbers begin with it, and null when several students have it', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const [zarna, asha] = [
    await makeStudent(school, { firstName: 'Zarna', enrollmentNumber: 'MV/1001' }),
    await makeStudent(school, { firstName: 'Asha', enrollmentNumber: 'MV/10010' }),
  ]
  await makeStudent(other, { firstName: 'Chetan', enrollmentNumber: 'MV/1001' })
  // A student whose mobile number was removed by retention.
  await makeStudent(school, { firstName: 'Gone', mobileNumber: '' })
  expect(await findStudentByNumber(school.scope, ' mv/1001 ')).toBe(zarna.publicId)
  expect(await findStudentByNumber(school.scope, 'MV/100')).toBeNull()
  await execute(
    "INSERT INTO academic_infos (student_id, school_id, admission_number, updated_at) VALUES (:id, :schoolId, 'MV/1001', NOW())",
    { id: asha.id, schoolId: school.id },
  )
  expect(await findStudentByNumber(school.scope, 'MV/1001')).toBeNull()
  expect(await atCounter(school, 'MV/1001')).toEqual(['Asha', 'Zarna'])
})

it('finds a name in either Unicode spelling', async () => {
  const school = await makeSchool()
  for (const [firstName, lastName] of [
    ['ક્\u200dષિતિજ', 'O’Brien'],
    ['\u091c\u093c\u094b\u092f\u093e', "D'Souza"],
    ['Zoë', 'શાહ'],
  ] as const)
    await makeStudent(school, { firstName, lastName })
  const finds = {
    ક્ષિતિજ: ['ક્\u200dષિતિજ'],
    'ક્\u200dષિતિજ': ['ક્\u200dષિતિજ'],
    "o'brien": ['ક્\u200dષિતિજ'],
    OʼBrien: ['ક્\u200dષિતિજ'],
    '\u095b\u094b\u092f\u093e': ['\u091c\u093c\u094b\u092f\u093e'],
    'D’Souza': ['\u091c\u093c\u094b\u092f\u093e'],
    DSouza: [],
    '\u200ezoe\u00a0': ['Zoë'],
  }
  for (const [typed, names] of Object.entries(finds)) {
    expect([typed, await inList(school, typed)]).toEqual([typed, names])
    expect([typed, await atCounter(school, typed)]).toEqual([typed, names])
  }
})
