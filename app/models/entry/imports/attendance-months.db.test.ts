import { expect, it } from 'vitest'
import { removeEnrollment } from '~/models/entry/admissions/remove-enrollment.server'
import { listYearsOf } from '~/models/entry/dashboard/student-years.server'
import { listShortage } from '~/models/learning/attendance/attendance-lists.server'
import { allDaysOfEnrollments, daysOfEnrollments } from '~/models/learning/attendance/enrollment-days.server'
import { listOwnAttendance } from '~/models/learning/attendance/own-attendance.server'
import { attendancePercent } from '~/models/learning/attendance/rules'
import { saveAttendance } from '~/models/learning/attendance/save-attendance.server'
import { collectOwnData } from '~/models/people/students/own-data.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { makeSheet } from '../../../../tests/factories/attendance'
import { entriesOf } from '../../../../tests/factories/audit'
import { checkFile, importFile, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { sampleOfRows, templateOf } from './queries.server'
import { startUndo, undoImport } from './undo/undo-import.server'

async function newSchool(startYear = 2026) {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { name: 'Farida Shaikh' })
  const session = await makeAcademicSession(school, { startYear, isCurrent: true })
  const section = await makeSection(await makeClass(school, { name: 'Class 6' }), { name: 'A' })
  const enroll = async (enrollmentNumber: string, firstName: string, lastName: string) => {
    const student = await makeStudent(school, { enrollmentNumber, firstName, lastName })
    const ofClass = { id: section.classId, publicId: '', schoolId: school.id, name: '' }
    return { student, place: await makeEnrollment(student, { session, section, class: ofClass }) }
  }
  const [asha, ravi] = [await enroll('R1', 'Asha', 'Patel'), await enroll('R2', 'Ravi', 'Shah')]
  const settings = { kind: 'attendance_months' as const, sessionPublicId: session.publicId }
  const sheet = (day: string, status: 'present' | 'absent') =>
    makeSheet({ schoolId: school.id, sessionId: session.id, sectionId: section.id }, day, [
      { studentId: asha.student.id, enrollmentId: asha.place.id, status },
    ])
  const stored = () =>
    readRows(
      `SELECT s.enrollment_number AS number, DATE_FORMAT(m.month_on, '%Y-%m-%d') AS month, m.days_held AS held,
         m.attended_halves AS halves
       FROM attendance_months m JOIN students s ON s.id = m.student_id WHERE m.school_id = :id ORDER BY m.month_on, s.id`,
      { id: school.id },
    )
  return { school, scope, session, section, asha, ravi, settings, sheet, stored }
}

// Registers of class teachers, by number or by name and class.
const files = [
  `GR No,Student Name,Month,Working Days,Present Days
R1,Asha Patel,June 2026,20,15.5
R2,Ravi Shah,June 2026,20,20
R1,Asha Patel,Jul-26,25,10
`,
  `क्र.,छात्र का नाम,कक्षा,माह,कुल दिन,उपस्थिति
1,Asha Patel,VI-A,जून २०२६,२०,१५.५
2,Ravi Shah,VI-A,जून २०२६,२०,२०
3,Asha Patel,VI-A,जुलाई,२५,१०
`,
  `ક્રમ,વિદ્યાર્થીનું નામ,ધોરણ,માસ,કુલ દિવસ,હાજર દિવસ
1,Asha Patel,૬,જૂન,૨૦,૧૫.૫
2,Ravi Shah,૬,જૂન,૨૦,૨૦
3,Asha Patel,૬,જુલાઈ,૨૫,૧૦
`,
]

// With a column for each month.
const wideFiles = [
  `GR No,Student Name,June (20),July (25),Total,%
R1,Asha Patel,15.5,10,25.5,56.7
R2,Ravi Shah,20,-,20,100
`,
  `Sunrise School
Attendance 2026-27
Roll,Name,Class,Jun-26,Jul-26,Remarks
,Working Days,,20,25,
1,Asha Patel,VI-A,15.5,10,
2,Ravi Shah,VI-A,20,,left in July
`,
  `Roll,Name,Class,June,,July,
,,,WD,P,WD,P
1,Asha Patel,VI,20,15.5,25,10
2,Ravi Shah,VI,20,20,,
`,
  `ક્રમ,નામ,ધોરણ,જૂન,જુલાઈ
1,Asha Patel,૬,૧૫.૫,૧૦
2,Ravi Shah,૬,૨૦,
,કામના દિવસો,,૨૦,૨૫
`,
  `GR No,Name,June,July
R1,Asha Patel,15.5/20,10/25
R2,Ravi Shah,20/20,
`,
  // Future months contain zeros, and the headings are repeated as on a second page.
  `GR No,Name,June,July,Feb,March
,No. of Working Days,20,25,0,0
R1,Asha Patel,15.5,10,0,0
GR No,Name,June,July,Feb,March
R2,Ravi Shah,20,-,0,0
,Meetings,20,25,0,0
`,
]

it.each(files)('imports days held and days attended of each month for each student from %s', async (file) => {
  const { school, scope, settings, stored } = await newSchool()
  const record = await importFile(scope, { ...settings, file })
  expect(record).toMatchObject({
    state: 'done',
    counts: { new: 3, rejected: 0 },
    notes: ['Months: Jun 2026, Jul 2026.'],
  })
  const june = { month: '2026-06-01', held: 20 }
  expect(await stored()).toEqual([
    { ...june, number: 'R1', halves: 31 },
    { ...june, number: 'R2', halves: 40 },
    { number: 'R1', month: '2026-07-01', held: 25, halves: 20 },
  ])
  expect(await checkFile(scope, { ...settings, file })).toMatchObject({ counts: { new: 0, unchanged: 3 }, notes: [] })
  expect(await entriesOf(school, 'attendance.month-entered')).toHaveLength(2)
})

it.each(wideFiles)('imports days held and attended from a file with a column for each month: %s', async (file) => {
  const { scope, settings, stored } = await newSchool()
  const record = await importFile(scope, { ...settings, file })
  expect(record).toMatchObject({ state: 'done', counts: { new: 2, rejected: 0 } })
  const above = record.notes.filter((note) => note.includes('above the headings'))
  expect(above).toEqual(file.startsWith('Sunrise') ? ['Lines 1 to 2 are above the headings and were skipped.'] : [])
  const june = { month: '2026-06-01', held: 20 }
  const before = [
    { ...june, number: 'R1', halves: 31 },
    { ...june, number: 'R2', halves: 40 },
    { number: 'R1', month: '2026-07-01', held: 25, halves: 20 },
  ]
  expect(await stored()).toEqual(before)
  expect(await checkFile(scope, { ...settings, file })).toMatchObject({ counts: { new: 0, unchanged: 2 } })
  await startUndo(scope, record.publicId, { rest: false })
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(await stored()).toEqual([])
})

it('previews every month of a changed row, and changes only the months that differ', async () => {
  const { scope, settings, stored } = await newSchool()
  const file = (july: number) => `GR No,June (20),July (25)\nR1,15.5,${july}\n`
  await importFile(scope, { ...settings, file: file(10) })
  const record = await checkFile(scope, { ...settings, file: file(11) })
  expect(record).toMatchObject({ counts: { changed: 1 }, notes: ['Months: Jul 2026.'] })
  const [row] = await sampleOfRows(scope, record.id)
  expect(row?.shown?.filter(([label]) => label !== 'Student')).toEqual([
    ['Month', 'Jun 2026', null, null],
    ['Days held', '20', null, null],
    ['Days attended', '15.5', null, null],
    ['Month', 'Jul 2026', null, null],
    ['Days held', '25', null, null],
    ['Days attended', '11', null, '10'],
  ])
  await importFile(scope, { ...settings, file: file(11) })
  expect(await stored()).toMatchObject([{ halves: 31 }, { halves: 22 }])
})

it.each([
  [
    'GR No,June,July\nR1,20,25\n',
    'Days held: The days held in Jun 2026 are missing. Write them behind the month, as June (24), or in a line Working days',
  ],
  ['GR No,June (20),July (25)\nR1,21,25\n', 'Days attended: These are more than the 20 days held in Jun 2026'],
  ['GR No,June (31)\nR1,20\n', 'Days held: Jun 2026 has 30 days'],
  ['GR No,June 2025 (20),July 2026 (20)\nR1,20,20\n', 'Month: June 2025 (20) is not a single month of 2026-27'],
  [
    'GR No,June (20),July (25)\nR1,all,25\nR2,20,20\nR2,1,1\nR2,1,1\nR2,1,1\n',
    'Months: June (20): “all” is not a number of days',
  ],
  ['GR No,June (20)\nR1,12-Jan\nR2,20\nR2,2\nR2,2\nR2,2\n', 'Months: June (20): “12-Jan” is not a number of days'],
])('refuses a row with invalid or missing days, or without a month’s days held: %s', async (file, problem) => {
  const { scope, settings } = await newSchool()
  const [row] = await rowsOf(scope, await checkFile(scope, { ...settings, file }))
  expect(row?.problems[0]?.slice(0, 2).join(': ')).toBe(problem)
})

it('refuses days in a future month, but ignores zeros for future months in a register of the whole year', async () => {
  const { scope, settings } = await newSchool(2098)
  const list = await checkFile(scope, { ...settings, file: 'GR No,Month,Days held,Days attended\nR1,June,20,15\n' })
  expect((await rowsOf(scope, list))[0]?.problems).toEqual([['Month', 'Jun 2098 is in the future']])
  const register = await checkFile(scope, { ...settings, file: 'GR No,June (20),July (22)\nR1,0,0\nR2,0,3\n' })
  expect(register).toMatchObject({ counts: { unchanged: 1, rejected: 1 } })
})

it('asks about two columns for the same month, and about a column of a month without numbers of days', async () => {
  const { scope, settings } = await newSchool()
  const unclearOf = async (file: string) => {
    const { state, columns } = await checkFile(scope, { ...settings, file })
    return [state, columns.flatMap(({ heading, reading }) => (reading?.confidence === 'unsure' ? [heading] : []))]
  }
  expect(await unclearOf('GR No,June (20),June (22)\nR1,20,22\n')).toEqual(['columns', ['June (20)', 'June (22)']])
  const days = Array.from({ length: 5 }, (_, day) => `0${day + 1}/06/2026`).join(',')
  expect(await unclearOf(`GR No,${days}\nR1,P,P,A,P,P\n`)).toEqual(['columns', []])
  expect(await unclearOf('GR No,June (20),July (22)\nR1,paid,22\nR2,due,20\n')).toEqual(['columns', ['June (20)']])
})

it('adds imported months to percentages, report cards and the list below 75 %, but not to the daily registers', async () => {
  const { scope, session, asha, settings, sheet } = await newSchool()
  await sheet('2026-08-03', 'present')
  await sheet('2026-08-04', 'absent')
  await importFile(scope, { ...settings, file: files[0] ?? '' })
  // 15.5 of 20 in June, 10 of 25 in July, 1 of 2 in August.
  const all = (await allDaysOfEnrollments(scope, [asha.place.id])).get(asha.place.id)
  expect(all).toEqual({ present: 26.5, absent: 20.5, late: 0, half_day: 0, leave: 0 })
  expect((await daysOfEnrollments(scope, [asha.place.id])).get(asha.place.id)).toMatchObject({ present: 1, absent: 1 })
  const [year] = await listYearsOf(scope, asha.student.publicId, { attendance: 'all', results: 'none' })
  expect(year).toMatchObject({ days: 47, attendancePercent: 56.4 })
  const own = (month: number | null) =>
    listOwnAttendance(asha.student.scope, { search: '', month, status: null, session: '', page: 1, language: 'en' })
  expect((await own(null)).statistics).toMatchObject({ totalDays: 47, presentDays: 26.5, percentage: 56.4 })
  expect((await own(6)).statistics).toMatchObject({ totalDays: 20, absentDays: 4.5, percentage: 77.5 })
  expect((await own(null)).records.map(({ day }) => day)).toEqual(['2026-08-04', '2026-08-03'])
  const short = async (month: string) => {
    const filters = { session: session.publicId, month, section: '' }
    const query = { search: '', sort: 'percent', descending: false, page: 1, filters } as const
    return (await listShortage(scope, query, null)).rows.map((row) => [row.firstName, attendancePercent(row), row.days])
  }
  expect(await short('')).toEqual([['Asha', 56.4, 47]])
  expect(await short('2026-06')).toEqual([])
  expect(await short('2026-07')).toEqual([['Asha', 40, 25]])
  expect(await short('2026-08')).toEqual([['Asha', 50, 2]])
  const data = await collectOwnData(asha.student.scope)
  expect(JSON.stringify(data.attendance)).toContain('15.5')
  expect(await removeEnrollment(scope, asha.place.publicId)).toMatchObject({ ok: false, reason: 'has-attendance' })
})

it('counts imported months in which a session begins or ends, each in its own session', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const asha = await makeStudent(school, { enrollmentNumber: 'R1', firstName: 'Asha' })
  const file = (...lines: string[]) => `GR No,Month,Days held,Days attended\n${lines.join('\n')}\n`
  // The first session ends and the second one begins in April 2026.
  const sessions = [
    { startsOn: '2025-06-16', endsOn: '2026-04-10', file: file('R1,06/2025,10,2', 'R1,04/2026,5,1') },
    { startsOn: '2026-04-11', endsOn: '2027-03-20', file: file('R1,04/2026,12,3', 'R1,06/2026,20,8'), isCurrent: true },
  ]
  const short: unknown[] = []
  for (const { file, ...facts } of sessions) {
    const session = await makeAcademicSession(school, { ...facts, name: facts.startsOn })
    const place = await makeEnrollment(asha, { session, section, class: ofClass, enrolledOn: facts.startsOn })
    const settings = { kind: 'attendance_months' as const, sessionPublicId: session.publicId }
    expect(await importFile(scope, { ...settings, file })).toMatchObject({ counts: { new: 2, rejected: 0 } })
    const listed = async (month: string) => {
      const filters = { session: session.publicId, month, section: '' }
      const query = { search: '', sort: 'percent', descending: false, page: 1, filters } as const
      return (await listShortage(scope, query, null)).rows.map((row) => [attendancePercent(row), row.days])
    }
    const [first = '', last = ''] = [...file.matchAll(/(\d{2})\/(\d{4})/g)].map(([, month, year]) => `${year}-${month}`)
    short.push([await listed(''), await listed(first), await listed(last)])
    const own = await listOwnAttendance(asha.scope, {
      ...{ search: '', month: null, status: null, session: session.publicId, page: 1, language: 'en' as const },
    })
    const all = (await allDaysOfEnrollments(scope, [place.id])).get(place.id)
    // The student's own page and the report cards agree with the list.
    expect([[[own.statistics.percentage, own.statistics.totalDays]]]).toEqual([await listed('')])
    expect((all?.present ?? 0) + (all?.absent ?? 0)).toBe(own.statistics.totalDays)
  }
  expect(short).toEqual([
    [[[20, 15]], [[20, 10]], [[20, 5]]],
    [[[34.4, 32]], [[25, 12]], [[40, 20]]],
  ])
})

it('refuses to import a month that has attendance by day, and to mark a day of an imported month', async () => {
  const { scope, section, asha, ravi, settings, sheet, stored } = await newSchool()
  await sheet('2026-07-06', 'present')
  const record = await importFile(scope, { ...settings, file: files[0] ?? '' })
  expect(record).toMatchObject({ counts: { new: 2, rejected: 1 } })
  expect((await rowsOf(scope, record)).flatMap(({ problems }) => problems)).toEqual([
    ['Month', 'Attendance of Jul 2026 is recorded by day (1 day)'],
  ])
  const marks = new Map(
    [asha, ravi].map(({ place }) => [place.publicId, { status: 'present' as const, remarks: null }]),
  )
  const save = (day: string) =>
    saveAttendance(scope, { section: section.publicId, day, version: '0', marks, reason: null }, '2026-11-27')
  expect(await save('2026-06-08')).toEqual({ ok: false, reason: 'month-entered' })
  expect(await save('2026-08-03')).toMatchObject({ ok: true })
  // 0 days held removes the sums, and then days can be marked.
  const removal = 'GR No,Month,Days held,Days attended\nR1,06/2026,0,0\nR2,06/2026,0,0\n'
  expect(await importFile(scope, { ...settings, file: removal })).toMatchObject({ counts: { changed: 2 } })
  expect(await stored()).toEqual([])
  expect(await save('2026-06-08')).toMatchObject({ ok: true })
})

it.each([
  ['R1,06/2026,31,20', 'Days held: Jun 2026 has 30 days'],
  ['R1,06/2026,20,21', 'Days attended: These are more than the 20 days held in Jun 2026'],
  ['R1,06/2026,20.5,20', 'Days held: The school was open on whole days only'],
  ['R1,06/2026,20,15.3', 'Days attended: Write a number of days, with .5 for half a day'],
  ['R1,Term 1,20,15', 'Month: Write the month as June 2026 or 06/2026'],
  ['R1,June 2025,20,15', 'Month: This is not a single month of 2026-27'],
  ['R9,June,20,15', 'Enrollment or admission number: No student has this number'],
])('refuses the row %s', async (line, problem) => {
  const { scope, settings } = await newSchool()
  const file = `GR No,Month,Days held,Days attended\n${line}\n`
  const [row] = await rowsOf(scope, await checkFile(scope, { ...settings, file }))
  expect(row?.problems[0]?.slice(0, 2).join(': ')).toBe(problem)
})

it('imports the example row of the attendance template', async () => {
  const { scope, settings, stored } = await newSchool()
  const { rows } = templateOf('attendance_months')
  const example = rows[1]?.map((cell) => (cell === '2026/001' ? 'R1' : cell)) ?? []
  const file = [rows[0] ?? [], example].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  expect(await importFile(scope, { ...settings, file })).toMatchObject({ counts: { new: 1 } })
  expect(await stored()).toEqual([{ number: 'R1', month: '2026-06-01', held: 24, halves: 45 }])
})
