import { expect, it } from 'vitest'
import { undoBatch } from '~/models/people/guardians/batches.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { linkGuardian, makeGuardian } from '../../../../tests/factories/guardians'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { insert } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { templateOf } from './queries.server'

/** Three siblings and a class mate in class 6; the second sibling has an admission number of its own. */
async function newSchool() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const student = async (enrollmentNumber: string, firstName: string, lastName: string) => {
    const made = await makeStudent(school, { enrollmentNumber, firstName, lastName })
    await makeEnrollment(made, { session, section, class: ofClass })
    return made
  }
  const asha = await student('R1', 'Asha', 'Patel')
  const diya = await student('R2', 'Diya', 'Patel')
  const ravi = await student('R3', 'Ravi', 'Shah')
  const now = new Date()
  await insert('academic_infos', {
    student_id: diya.id,
    school_id: school.id,
    admission_number: 'GR-77',
    updated_at: now,
  })
  return { school, scope: school.scope, sessionPublicId: session.publicId, asha, diya, ravi }
}

const linksOf = ({ id }: { id: number }) =>
  readRows<Record<string, unknown>>(
    `SELECT g.name, g.mobile_number AS mobile, g.email, s.enrollment_number AS child, k.relation, k.position,
       CONCAT(k.may_see, k.may_pay, k.is_told) AS rights
     FROM guardian_links k JOIN family_guardians g ON g.id = k.guardian_id JOIN students s ON s.id = k.student_id
     WHERE k.school_id = :id ORDER BY k.id`,
    { id },
  )

// Lists of families as offices keep them: by number, or by name and class.
const files = [
  `GR No,Student Name,Guardian Name,Relation,Mobile,E-mail
R1,Asha Patel,Shri Rajesh Patel,Father,98250 41001,RAJESH@example.com
GR-77,Diya Patel,Rajesh Patel,papa,+91 9825041001,
R3,Ravi Shah,Mahesh Shah,Uncle,9825041002,
`,
  `क्र.,छात्र का नाम,कक्षा,अभिभावक का नाम,संबंध,मोबाइल नंबर,ईमेल
1,Asha Patel,VI-A,श्री Rajesh Patel,पिता,९८२५०४१००१,rajesh@example.com
2,Diya Patel,6 A,Rajesh Patel,पिता,९८२५०४१००१,
3,Ravi Shah,Std 6,Mahesh Shah,चाचा,९८२५०४१००२,
`,
  `ક્રમ,વિદ્યાર્થીનું નામ,ધોરણ,વિભાગ,વાલીનું નામ,સગપણ,મો. નં.,ઈમેલ
1,Asha Patel,૬,A,Rajesh Patel,પિતા,૯૮૨૫૦૪૧૦૦૧,rajesh@example.com
2,Diya Patel,૬,A,Rajesh Patel,પિતા,૯૮૨૫૦૪૧૦૦૧,
3,Ravi Shah,૬,A,Mahesh Shah,કાકા,૯૮૨૫૦૪૧૦૦૨,
`,
]

it.each(files)('creates one guardian for siblings, and links the children, from %s', async (file) => {
  const { school, scope, sessionPublicId } = await newSchool()
  const settings = { kind: 'guardians' as const, sessionPublicId, file }
  const record = await importFile(scope, settings)
  expect(record).toMatchObject({ state: 'done', counts: { new: 3, rejected: 0 } })
  expect(record.notes.slice(0, 2)).toEqual(['2 new guardians, 3 children linked.', 'Guardians of several children: 1.'])
  const rajesh = { name: 'Rajesh Patel', mobile: '9825041001', email: 'rajesh@example.com' }
  const all = { rights: '111' }
  expect(await linksOf(school)).toEqual([
    { ...rajesh, ...all, child: 'R1', relation: 'father', position: 1 },
    { ...rajesh, ...all, child: 'R2', relation: 'father', position: 1 },
    { name: 'Mahesh Shah', mobile: '9825041002', email: null, ...all, child: 'R3', relation: 'other', position: 3 },
  ])
  expect((await rowsOf(scope, record)).map(({ problems }) => problems.map(([, message]) => message))).toEqual([
    [],
    ['Also the guardian of Asha Patel'],
    [],
  ])
  expect(await checkFile(scope, settings)).toMatchObject({ counts: { new: 0, unchanged: 3, rejected: 0 }, notes: [] })

  const [batch] = await readRows<{ id: string }>('SELECT public_id AS id FROM guardian_batches WHERE school_id = :id', {
    id: school.id,
  })
  expect(await undoBatch(scope, batch?.id ?? '')).toEqual({ ok: true, value: { kept: 0 } })
  expect(await linksOf(school)).toEqual([])
  expect(await readRows('SELECT id FROM family_guardians WHERE school_id = :id', { id: school.id })).toEqual([])
})

it('keeps rights and contacts of recorded guardians, and gives a new guardian no rights if another is restricted', async () => {
  const { school, scope, sessionPublicId, asha, ravi } = await newSchool()
  const rajesh = await makeGuardian(school, { name: 'Rajesh Patel', mobileNumber: '9825041001' })
  await linkGuardian(rajesh, asha, { maySee: true, mayPay: false, isTold: false })
  await linkGuardian(await makeGuardian(school, { name: 'Mahesh Shah', mobileNumber: '9825041002' }), ravi)
  const record = await importFile(scope, {
    kind: 'guardians',
    sessionPublicId,
    file: `Admission No,Name,Guardian Name,Relation,Mobile,E-mail
R1,Asha Patel,Rajesh Patel,Father,9825041009,rajesh@example.com
R2,Diya Patel,Rajesh Patel,Father,9825041001,
R3,Ravi Shah,Nita Shah,Mother,9825041002,
R3,Ravi Shah,Harish Shah,Father,9825041003,
`,
  })
  expect(record.counts).toMatchObject({ new: 2, unchanged: 1, rejected: 1 })
  expect(
    (await linksOf(school)).map(({ name, mobile, email, child, rights }) => [name, mobile, email, child, rights]),
  ).toEqual([
    ['Rajesh Patel', '9825041001', null, 'R1', '100'],
    ['Mahesh Shah', '9825041002', null, 'R3', '111'],
    ['Rajesh Patel', '9825041001', null, 'R2', '000'],
    ['Nita Shah', '9825041002', null, 'R3', '110'],
  ])
  expect((await rowsOf(scope, record)).flatMap(({ problems }) => problems.map(([column]) => column))).toEqual([
    'Mobile number',
    'E-mail',
    null,
    null,
    null,
    'Relation',
  ])
})

it('refuses a row that does not identify the student with certainty, since it gives access to a child', async () => {
  const { scope, sessionPublicId, ravi } = await newSchool()
  await makeStudent(await makeSchool(), { enrollmentNumber: 'R9' })
  const answers = async (lines: string[]) => {
    const file = `GR No,Student Name,Class,Guardian Name,Mobile\n${lines.join('\n')}\n`
    const record = await checkFile(scope, { kind: 'guardians', sessionPublicId, file })
    return (await rowsOf(scope, record)).map(({ problems: [problem] }) => problem?.slice(0, 2).join(': ') ?? 'fine')
  }
  expect(
    await answers([
      `${ravi.enrollmentNumber},Ravi Shah,6,Mahesh Shah,9825041002`,
      'R9,Ravi Shah,6,Mahesh Shah,9825041003',
      'R3,Asha Patel,6,Mahesh Shah,9825041004',
      'r 3,,,Mahesh Shah,9825041005',
      'r 3,Ravi Shah,,Kiran Rao,9825041006',
      ',Ravi M Shah,6,Mahesh Shah,9825041007',
      ',Ravi Shah,7,Mahesh Shah,9825041008',
      ',Ravi Shah,6-B,Mahesh Shah,9825041009',
      ',Ravi Shah,,Mahesh Shah,9825041010',
    ]),
  ).toEqual([
    'fine',
    'Enrollment or admission number: No student has this number',
    'Student name: The number R3 belongs to Ravi Shah, but the file names Asha Patel',
    expect.stringContaining('Enrollment or admission number: This looks like R3 of Ravi Shah'),
    'fine',
    'Student name: No student of Class 6 has this name. Ravi Shah has the number R3: enter the number',
    'Class: There is no class “7”',
    'Section: Class 6 has no section “B”',
    'Enrollment or admission number: Enter the enrollment or admission number, or the student’s name and class',
  ])
})

it('imports the template of guardians as it is downloaded', async () => {
  const { school, scope, sessionPublicId } = await newSchool()
  const { rows } = templateOf('guardians')
  const example = rows[1]?.map((cell) => (cell === '2026/001' ? '' : cell)) ?? []
  const file = [rows[0] ?? [], example].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  expect(await importFile(scope, { kind: 'guardians', sessionPublicId, file })).toMatchObject({ counts: { new: 1 } })
  expect(await linksOf(school)).toMatchObject([
    { name: 'Rajesh Patel', child: 'R1', email: 'rajesh.patel@example.com' },
  ])
})
