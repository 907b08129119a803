import type { LoaderFunctionArgs } from '@remix-run/node'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { reportCardsView } from '~/http/report-cards.server'
import { type AttendanceStatus, attendanceStatuses } from '~/models/learning/attendance/options'
import { listOwnAttendance } from '~/models/learning/attendance/own-attendance.server'
import { findRegisterHead, type Register, readRegister } from '~/models/learning/attendance/register.server'
import { daysOfMonth, isWeeklyOff } from '~/models/learning/attendance/rules'
import { findRegister, knownItems } from '~/models/learning/certificates/student-facts.server'
import type { ReportCards } from '~/models/learning/exams/results/read-report-cards.server'
import { listCards } from '~/models/learning/report-cards/publish-cards.server'
import { findScheme } from '~/models/learning/report-cards/schemes.server'
import {
  type MadeEnrollment,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeHoliday, makeSheet } from '../../../../../tests/factories/attendance'
import { makeScheme } from '../../../../../tests/factories/report-cards'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { seed } from '../../../../../tests/setup/rotation'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import { loader as registerFile } from './register[.]csv'

const months = ['2026-04', '2026-05', '2026-06']
const schoolDays = months.flatMap(daysOfMonth).filter((day) => !isWeeklyOff(day, 'none'))

/** Statuses of four students on each school day of three months, and the days whose attendance is marked. */
const history = fc.record({
  statuses: fc.array(fc.array(fc.constantFrom(...attendanceStatuses), { minLength: 4, maxLength: 4 }), {
    minLength: schoolDays.length,
    maxLength: schoolDays.length,
  }),
  isMarked: fc.array(fc.boolean(), { minLength: schoolDays.length, maxLength: schoolDays.length }),
  /** School days on which the third student joins, and the fourth moves to the other section. */
  joins: fc.nat({ max: schoolDays.length - 1 }),
  moves: fc.nat({ max: schoolDays.length - 1 }),
})

const there: Record<AttendanceStatus, number> = { present: 1, late: 1, half_day: 0.5, absent: 0, leave: 0 }

type Mark = { day: string; status: AttendanceStatus }
type EnrolledStudent = { student: MadeStudent; place: MadeEnrollment }
type History = typeof history extends fc.Arbitrary<infer Drawn> ? Drawn : never

const sum = (own: Mark[]) => own.reduce((so, one) => so + there[one.status], 0)

/** A school with two sections of a class and four students; `plain` has the marks of each student as plain arrays. */
async function makeRoom({ statuses, isMarked, joins, moves }: History) {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const six = await makeClass(school, { name: 'Class 6' })
  const [section, other] = [await makeSection(six, { name: 'A' }), await makeSection(six, { name: 'B' })]
  const students: EnrolledStudent[] = []
  for (const rollNumber of [1, 2, 3, 4]) {
    const student = await makeStudent(school, { gender: rollNumber % 2 ? 'Male' : 'Female' })
    const enrolledOn = rollNumber === 3 ? schoolDays[joins] : session.startsOn
    const of = { session, class: six, section: rollNumber === 4 ? other : section, rollNumber, enrolledOn }
    students.push({ student, place: await makeEnrollment(student, of) })
  }
  const plain = students.map((): Mark[] => [])
  for (const [index, day] of schoolDays.entries()) {
    if (!isMarked[index]) continue
    const rows = students.map(({ student, place }, nth) => {
      const status = statuses[index]?.[nth] ?? 'present'
      return { nth, row: { studentId: student.id, enrollmentId: place.id, status } }
    })
    const isIn = (nth: number, which: 'A' | 'B') => {
      if (nth === 2) return which === 'A' && index >= joins
      return nth === 3 ? (which === 'A') === index < moves : which === 'A'
    }
    for (const which of ['A', 'B'] as const) {
      const own = rows.filter(({ nth }) => isIn(nth, which))
      if (own.length === 0) continue
      const place = { schoolId: school.id, sessionId: session.id, sectionId: (which === 'A' ? section : other).id }
      await makeSheet(
        place,
        day,
        own.map(({ row }) => row),
      )
      for (const { nth, row } of own) plain[nth]?.push({ day, status: row.status })
    }
  }
  return { school, session, six, section, other, students, plain }
}

type Room = Awaited<ReturnType<typeof makeRoom>>

/** Checks who is in the registers of both sections, and returns the register of section A. */
async function expectRolls({ school, session, section, other, students, plain }: Room, month: string, drawn: History) {
  const of = { sessionId: session.id, month }
  const [register, ofOther] = await Promise.all([
    readRegister(school.scope, { ...of, section: section.publicId }),
    readRegister(school.scope, { ...of, section: other.publicId }),
  ])
  // Each student is on the roll of one section: the one that last marked the student in the month, or else the
  // student's current section.
  const days = (plain[3] ?? []).map(({ day }) => day).filter((day) => day.startsWith(month))
  const movesOn = schoolDays[drawn.moves] ?? ''
  const [inA, inB] = [days.filter((day) => day < movesOn), days.filter((day) => day >= movesOn)]
  const hasJoined = (schoolDays[drawn.joins] ?? '') <= (daysOfMonth(month).at(-1) ?? '')
  const stays = [0, 1, ...(hasJoined ? [2] : [])]
  const nthOf = (one: Register) =>
    one.students.map((row) => students.findIndex(({ student }) => student.publicId === row.publicId)).sort()
  expect(nthOf(register), `A in ${month}`).toEqual(inA.length > 0 ? [...stays, 3] : stays)
  expect(nthOf(ofOther), `B in ${month}`).toEqual(inB.length > 0 || inA.length === 0 ? [3] : [])
  const isStillInA = inA.length > 0 && inB.length === 0
  expect(register.onRoll.all, `roll of A in ${month}`).toBe(stays.length + (isStillInA ? 1 : 0))
  expect(ofOther.onRoll, `roll of B in ${month}`).toEqual({
    boys: 0,
    girls: isStillInA ? 0 : 1,
    all: isStillInA ? 0 : 1,
  })
  return register
}

/** Compares the rows of a register with the marks, and with the students' own pages. */
async function expectRows({ students, plain }: Room, month: string, register: Register) {
  for (const row of register.students) {
    const nth = students.findIndex(({ student }) => student.publicId === row.publicId)
    const known = plain[nth] ?? []
    const soFar = known.filter(({ day }) => day.slice(0, 7) <= month)
    expect([row.attendedInAll, row.daysInAll], `in all, ${month}`).toEqual([sum(soFar), soFar.length])
    expect(row.attended + row.broughtForward).toBe(row.attendedInAll)
    // The student's own page shows the same figures, except for the fourth student, who moves to the other section.
    if (nth === 3) continue
    const own = known.filter(({ day }) => day.startsWith(month))
    expect([row.attended, row.days], month).toEqual([sum(own), own.length])
    const owner = students[nth]?.student
    if (!owner) throw new Error('Nobody')
    const query = { search: '', status: null, session: '', page: 1, language: 'en' } as const
    const page = await listOwnAttendance(owner.scope, { ...query, month: Number(month.slice(5)) })
    expect(page.statistics).toMatchObject({
      totalDays: row.days,
      presentDays: row.counts.present,
      absentDays: row.counts.absent,
      lateDays: row.counts.late,
      halfDays: row.counts.half_day,
      leaveDays: row.counts.leave,
      percentage: row.percent,
    })
  }
  // Totals equal the sums of the rows, and of boys and girls.
  const foot = (who: 'boys' | 'girls' | 'all') => register.days.reduce((so, day) => so + day.there[who], 0)
  expect(foot('all')).toBe(register.students.reduce((so, { attended }) => so + attended, 0))
  expect(foot('boys') + foot('girls')).toBe(foot('all'))
}

type Row = Register['students'][number]

/** Rows of the last month in both sections, which also contain the totals of the whole session. */
async function rowsOfSession({ school, session, section, other }: Room): Promise<Row[]> {
  const last = { sessionId: session.id, month: months.at(-1) ?? '' }
  const registers = await Promise.all(
    [section, other].map(({ publicId }) => readRegister(school.scope, { ...last, section: publicId })),
  )
  return registers.flatMap((register) => register.students)
}

async function expectCertificatesAndExamCards({ school: { scope }, students }: Room, rows: Row[]) {
  const cards = students.map(({ place }) => ({ enrollmentId: place.id }))
  const onCards = await reportCardsView(scope, { exam: {}, bands: [], cards } as unknown as ReportCards)
  for (const [nth, { student }] of students.entries()) {
    const row = rows.find(({ publicId }) => publicId === student.publicId)
    const found = await findRegister(scope, student.publicId)
    if (!row || !found) throw new Error('Nobody')
    const certificate = await knownItems(scope, found, 'en')
    const inAll = [String(row.attendedInAll), String(row.daysInAll)]
    const known = [certificate.present_days ?? '0', certificate.working_days ?? '0']
    expect(known, 'certificate').toEqual(inAll)
    const card = onCards.cards[nth]?.attendance
    expect([card?.present ?? 0, card?.days ?? 0], 'card of an exam').toEqual([row.attendedInAll, row.daysInAll])
  }
}

async function expectCardsByScheme({ school, session, six, section, other, students }: Room, rows: Row[]) {
  const scheme = await makeScheme(school, { session, classes: [six] })
  const record = await findScheme(school.scope, scheme.publicId)
  if (!record) throw new Error('There is a scheme')
  for (const one of [section, other]) {
    const at = { section: { id: one.id, name: one.name }, termKey: record.definition.terms.at(-1)?.key ?? '' }
    const { cards } = await listCards(school.scope, record, at, 'whole')
    for (const { publicId, card } of cards) {
      const nth = students.findIndex(({ place, student }) => [place.publicId, student.publicId].includes(publicId))
      const row = rows.find((each) => each.publicId === students[nth]?.student.publicId)
      const attended = card.terms.map(({ attendance }) => attendance ?? { present: 0, days: 0 })
      const total = (of: 'present' | 'days') => attended.reduce((so, term) => so + term[of], 0)
      expect([total('present'), total('days')], 'card by scheme').toEqual([row?.attendedInAll, row?.daysInAll])
    }
  }
}

const histories = Number(process.env.HISTORIES ?? 3)

it(
  'shows the same attendance in the register, on the student’s page, report cards and transfer certificate',
  { timeout: hourMs },
  () =>
    steadily(async (report) => {
      await fc.assert(
        fc.asyncProperty(history, async (drawn) => {
          const room = await makeRoom(drawn)
          report('a room')
          for (const month of months) {
            await expectRows(room, month, await expectRolls(room, month, drawn))
            report(month)
          }
          const rows = await rowsOfSession(room)
          await expectCertificatesAndExamCards(room, rows)
          report('certificates and cards of exams')
          await expectCardsByScheme(room, rows)
        }),
        { numRuns: histories, endOnFailure: true, seed },
      )
    }),
)

it('register and file list students who joined, left or moved in the month, holidays, and totals of boys and girls', async () => {
  const school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const six = await makeClass(school, { name: 'Class 6' })
  const [section, other] = [await makeSection(six, { name: 'A' }), await makeSection(six, { name: 'B' })]
  const enroll = async (
    firstName: string,
    rollNumber: number,
    more: { gender?: 'Male' | 'Female'; enrolledOn?: string },
  ) => {
    const student = await makeStudent(school, { firstName, lastName: 'Shah', gender: more.gender ?? 'Male' })
    const enrolledOn = more.enrolledOn ?? session.startsOn
    return { student, place: await makeEnrollment(student, { session, class: six, section, rollNumber, enrolledOn }) }
  }
  const asha = await enroll('Asha', 1, { gender: 'Female' })
  const late = await enroll('Jay', 2, { enrolledOn: '2026-07-14' })
  const gone = await enroll('Ravi', 3, {})
  const moved = await enroll('Meet', 4, {})
  const place = { schoolId: school.id, sessionId: session.id, sectionId: section.id }
  const mark = (day: string, ...rows: Array<[typeof asha, AttendanceStatus]>) =>
    makeSheet(
      place,
      day,
      rows.map(([who, status]) => ({ studentId: who.student.id, enrollmentId: who.place.id, status })),
    )
  await mark('2026-06-30', [asha, 'half_day'], [gone, 'present'], [moved, 'present'])
  await mark('2026-07-01', [asha, 'present'], [gone, 'late'], [moved, 'present'])
  await mark('2026-07-14', [asha, 'half_day'], [late, 'present'])
  await makeSheet({ ...place, sectionId: other.id }, '2026-07-15', [
    { studentId: moved.student.id, enrollmentId: moved.place.id, status: 'present' },
  ])
  await execute("UPDATE enrollments SET status = 'left', left_on = '2026-07-10' WHERE id = :id", { id: gone.place.id })
  await execute('UPDATE enrollments SET section_id = :to WHERE id = :id', { to: other.id, id: moved.place.id })
  await makeHoliday(school, { name: 'Rath Yatra', startsOn: '2026-07-16' })

  const asked = { section: section.publicId, sessionId: session.id, month: '2026-07' }
  const register = await readRegister(school.scope, asked)
  expect(
    register.students.map((one) => [one.firstName, one.joinedOn, one.leftOn, one.isElsewhere, one.broughtForward]),
  ).toEqual([
    ['Asha', null, null, false, 0.5],
    ['Jay', '2026-07-14', null, false, 0],
    ['Ravi', null, '2026-07-10', false, 1],
    ['Meet', null, null, true, 2],
  ])
  // Students who left or moved are not on the roll. In the month before, Meet is on the roll of the first section only.
  const rollOf = async (which: typeof section, month: string) =>
    (await readRegister(school.scope, { ...asked, section: which.publicId, month })).onRoll
  expect(register.onRoll).toEqual({ boys: 1, girls: 1, all: 2 })
  expect(await rollOf(other, '2026-07')).toEqual({ boys: 1, girls: 0, all: 1 })
  expect(await rollOf(section, '2026-06')).toEqual({ boys: 2, girls: 1, all: 3 })
  expect(await rollOf(other, '2026-06')).toEqual({ boys: 0, girls: 0, all: 0 })
  const { sessionName, classTeacher } = (await findRegisterHead(school.scope, asked)) ?? {}
  expect([sessionName, classTeacher]).toEqual(['2026-27', null])
  const stranger = (await makeSchool()).scope
  expect(await findRegisterHead(stranger, asked)).toBeNull()
  expect((await readRegister(stranger, asked)).students).toEqual([])
  expect(register.days[15]).toMatchObject({ day: '2026-07-16', kind: 'off', holiday: 'Rath Yatra' })
  expect(register.days[4]).toMatchObject({ day: '2026-07-05', kind: 'off', holiday: null })
  expect(register.days[0]?.there).toEqual({ boys: 2, girls: 1, all: 3 })
  expect(register.days[13]?.there).toEqual({ boys: 1, girls: 0.5, all: 1.5 })
  expect([register.workingDays, register.average, register.percent]).toEqual([2, 2.3, 90])
  // A student enrolled from the first day does not count as joined late, even if the session begins within the month.
  const april = await readRegister(school.scope, { ...asked, month: '2026-04' })
  expect(april.students.map((one) => one.joinedOn)).toEqual([null, null])

  const { cookie } = await signedInStaff(await makeStaff(school))
  const args: LoaderFunctionArgs = {
    request: new Request(
      `http://localhost:3000/school/attendance/register.csv?section=${section.publicId}&month=2026-07`,
      { headers: { cookie } },
    ),
    params: {},
    context: {},
  }
  const file = await registerFile(args)
  expect(file.headers.get('Content-Disposition')).toContain('"attendance-Class-6-A-2026-07.csv"')
  const text = (await file.text()).replace('\uFEFF', '')
  const lines = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
  expect(lines[2]).toMatchObject({
    Student: 'Ravi Shah',
    Left: '2026-07-10',
    '2026-07-01': 'L',
    Attended: '1',
    'Brought forward': '1',
    Total: '2',
    'Total days': '2',
  })
  const foot = lines.slice(4).map((line) => [line.Student, line['2026-07-14'], line['2026-07-16']])
  expect(foot).toEqual([
    ['Boys', '1', ''],
    ['Girls', '0.5', ''],
    ['Attended', '1.5', ''],
    ['Holiday', '', 'Rath Yatra'],
  ])
})
