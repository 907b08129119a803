import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { countQueries } from '~/database/work.server'
import { addDays } from '~/models/core/shared/calendar'
import { findSchoolHome } from '~/models/entry/dashboard/school-home.server'
import {
  currentSession,
  type MadeEnrollment,
  type MadeSection,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { makeLeave, makeSheet } from '../../../../tests/factories/attendance'
import { unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { makeTeacher } from '../../../../tests/factories/teaching'
import { countDay, listAbsentees, listDay, listShortage } from './attendance-lists.server'
import { listMonthSessions } from './day-facts.server'
import { decideLeaveApplication } from './decide-leave-application.server'
import {
  applyForLeave,
  currentEnrollment,
  findLeaveApplication,
  findOwnLeave,
  listLeaveApplications,
  listOwnLeave,
  withdrawLeave,
} from './leave-applications.server'
import { type AttendanceStatus, leaveDaysBack } from './options'
import { listOwnAttendance } from './own-attendance.server'
import { readRegister } from './register.server'
import { attendancePercent } from './rules'

let school: MadeSchool
let session: MadeSession
let section: MadeSection
let asha: { student: MadeStudent; place: MadeEnrollment }
let ravi: { student: MadeStudent; place: MadeEnrollment }

beforeEach(async () => {
  school = await makeSchool()
  session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 6' })
  section = await makeSection(ofClass)
  await makeTeacher(school, { name: 'Kavita Rao', section })
  const enroll = async (firstName: string, rollNumber: number) => {
    const student = await makeStudent(school, { firstName })
    return { student, place: await makeEnrollment(student, { session, class: ofClass, section, rollNumber }) }
  }
  asha = await enroll('Asha', 1)
  ravi = await enroll('Ravi', 2)
})

/** Marks days of both students: 'p' present, 'a' absent, 'l' late, 'h' half a day, 'e' leave. */
async function mark(day: string, statuses: string, remarks?: string): Promise<void> {
  const words: Record<string, AttendanceStatus> = { p: 'present', a: 'absent', l: 'late', h: 'half_day', e: 'leave' }
  const rows = [asha, ravi].map(({ student, place }, index) => ({
    studentId: student.id,
    enrollmentId: place.id,
    status: words[statuses[index] ?? 'p'] ?? 'present',
    remarks,
  }))
  await makeSheet({ schoolId: school.id, sessionId: session.id, sectionId: section.id }, day, rows)
}

const own = (more: Partial<Parameters<typeof listOwnAttendance>[1]> = {}) =>
  listOwnAttendance(asha.student.scope, {
    search: '',
    month: null,
    status: null,
    session: '',
    page: 1,
    language: 'en',
    ...more,
  })

describe('listOwnAttendance', () => {
  it('counts a student’s own days by the school’s rules, for the whole session or one month', async () => {
    await mark('2026-07-20', 'lp')
    await mark('2026-07-21', 'ha')
    await mark('2026-07-22', 'aa')
    await mark('2026-08-03', 'ep')
    const all = await own()
    expect(all.statistics).toEqual({
      totalDays: 4,
      presentDays: 0,
      absentDays: 1,
      lateDays: 1,
      halfDays: 1,
      leaveDays: 1,
      percentage: 37.5,
    })
    expect(all.records.map((row) => row.day)).toEqual(['2026-08-03', '2026-07-22', '2026-07-21', '2026-07-20'])
    expect(all.records[0]).toMatchObject({
      className: 'Class 6',
      sectionName: 'A',
      teacher: 'Kavita Rao',
      status: 'leave',
    })
    const august = await own({ month: 8 })
    expect(august.statistics.totalDays).toBe(1)
    expect(august.records).toHaveLength(1)
  })

  it('searches by remarks, teacher and date, also in the reader’s language', async () => {
    await mark('2026-07-20', 'lp', 'Bus was late')
    await mark('2026-08-03', 'pp')
    const days = async (search: string, language: 'en' | 'hi' | 'gu' = 'en') =>
      (await own({ search, language })).records.map((row) => row.day)
    expect(await days('bus')).toEqual(['2026-07-20'])
    expect(await days('kavita')).toHaveLength(2)
    expect(await days('2026-08')).toEqual(['2026-08-03'])
    expect(await days('20 Jul')).toEqual(['2026-07-20'])
    expect(await days('03/08/2026')).toEqual(['2026-08-03'])
    expect(await days('3 अग॰ 2026', 'hi')).toEqual(['2026-08-03'])
    expect(await days('20 જુલાઈ, 2026', 'gu')).toEqual(['2026-07-20'])
    expect(await days('%')).toEqual([])
    // Also searches the status label, in the reader's language.
    expect(await days('Late')).toEqual(['2026-07-20'])
    expect(await days('मौजूद', 'hi')).toEqual([])
    expect((await own({ status: 'late' })).records).toHaveLength(1)
    expect((await own({ status: 'absent' })).records).toHaveLength(0)
    // Search filters the list but not the statistics.
    expect((await own({ search: 'bus' })).statistics.totalDays).toBe(2)
  })

  it('uses two SQL statements, and returns the last page for a page number past the end', async () => {
    for (let day = 1; day <= 25; day += 1) await mark(`2026-07-${String(day).padStart(2, '0')}`, 'pp')
    const { value, count } = await countQueries(() => own())
    expect(count).toBe(2)
    expect([value.records.length, value.page, value.pages]).toEqual([20, 1, 2])
    const last = await own({ page: 9 })
    expect([last.records.length, last.page, last.pages]).toEqual([5, 2, 2])
  })

  it('selects an earlier session by its public id', async () => {
    const before = await makeAcademicSession(school, { startYear: 2025 })
    const ofClass = await makeClass(school, { name: 'Class 5' })
    const old = await makeSection(ofClass)
    const place = await makeEnrollment(asha.student, { session: before, class: ofClass, section: old })
    await makeSheet({ schoolId: school.id, sessionId: before.id, sectionId: old.id }, '2025-07-21', [
      { studentId: asha.student.id, enrollmentId: place.id, status: 'absent' },
    ])
    await mark('2026-07-20', 'pp')
    expect((await own()).records.map((row) => row.day)).toEqual(['2026-07-20'])
    const then = await own({ session: before.publicId })
    expect(then.records.map((row) => row.className)).toEqual(['Class 5'])
    expect(then.statistics.percentage).toBe(0)
    expect(then.sessions.map((one) => one.name)).toEqual(['2026-27', '2025-26'])
    const foreign = await currentSession(await makeSchool())
    expect((await own({ session: foreign.publicId })).session).toBe(session.publicId)
  })
})

describe('attendance lists of the office', () => {
  const query = { search: '', descending: false, page: 1 }

  it('lists a day by section, with counts, and for a teacher only their own sections', async () => {
    await mark('2026-07-20', 'ap')
    const listed = async (filters = {}, own: number[] | null = null, { scope } = school) =>
      listDay(scope, { ...query, sort: 'class', filters: { date: '2026-07-20', state: '', ...filters } }, own)
    expect((await listed()).rows).toMatchObject([
      { students: 2, present: 1, absent: 1, late: 0, leave: 0, markedByName: 'Kavita Rao' },
    ])
    expect(await countDay(school.scope, '2026-07-20', null)).toMatchObject({ present: 1, absent: 1, sheets: 1 })
    expect((await listed({ state: 'open' })).total).toBe(0)
    expect((await listed({ date: '2026-07-21', state: 'open' })).total).toBe(1)
    expect((await listed({}, [])).total).toBe(0)
    expect((await listed({}, null, await makeSchool())).total).toBe(0)
  })

  it('counts a student as expected from the first to the last day of enrollment', async () => {
    await execute(
      "UPDATE enrollments SET enrolled_on = '2026-07-20', status = 'left', left_on = '2026-07-22' WHERE id = :id",
      { id: ravi.place.id },
    )
    const expected = async (date: string) =>
      (await listDay(school.scope, { ...query, sort: 'class', filters: { date, state: '' } }, null)).rows[0]?.students
    const days = ['2026-07-19', '2026-07-20', '2026-07-22', '2026-07-23']
    expect(await Promise.all(days.map(expected))).toEqual([1, 2, 2, 1])
  })

  it('returns the register of a month with totals by student and day', async () => {
    await mark('2026-07-20', 'ap')
    await mark('2026-07-21', 'hl')
    const register = await readRegister(school.scope, {
      section: section.publicId,
      sessionId: session.id,
      month: '2026-07',
    })
    expect(register.days).toHaveLength(31)
    expect(register.days[18]).toMatchObject({ day: '2026-07-19', kind: 'off', there: { all: 0 } })
    expect(register.days[19]).toMatchObject({ day: '2026-07-20', kind: 'marked', there: { all: 1 } })
    expect(register.days[20]).toMatchObject({ day: '2026-07-21', kind: 'marked', there: { all: 1.5 } })
    expect(register.days[21]?.kind).toBe('open')
    expect(register.students.map((student) => [student.firstName, student.days, student.percent])).toEqual([
      ['Asha', 2, 25],
      ['Ravi', 2, 100],
    ])
    expect(register.percent).toBe(62.5)
  })

  it('lists students below 75 percent; exactly 75 is enough', async () => {
    for (const [day, statuses] of [
      ['2026-07-20', 'aa'],
      ['2026-07-21', 'ap'],
      ['2026-07-22', 'pp'],
      ['2026-08-03', 'pp'],
    ] as const)
      await mark(day, statuses)
    const short = async (month: string, own: number[] | null = null) => {
      const filters = { session: session.publicId, month, section: '' }
      const { rows } = await listShortage(school.scope, { ...query, sort: 'percent', filters }, own)
      return rows.map((row) => [row.firstName, attendancePercent(row)])
    }
    expect(await short('')).toEqual([['Asha', 50]])
    // A month outside the session is ignored.
    expect(await short('2027-07')).toEqual([['Asha', 50]])
    expect(await short('2026-07')).toEqual([
      ['Asha', 33.3],
      ['Ravi', 66.7],
    ])
    expect(await short('2026-08')).toEqual([])
    expect(await short('2026-07', [])).toEqual([])
  })

  it('lists students absent on a day, with the family’s numbers', async () => {
    await mark('2026-07-20', 'ae')
    const absent = { ...query, sort: 'class', filters: { date: '2026-07-20', status: '' } } as const
    expect((await listAbsentees(school.scope, absent, null)).rows).toMatchObject([
      { firstName: 'Asha', mobileNumber: asha.student.mobileNumber, fatherName: asha.student.fatherName },
    ])
    expect((await listAbsentees(school.scope, absent, [])).total).toBe(0)
  })
})

describe('attendance lists of a class teacher', () => {
  const query = { search: '', descending: false, page: 1 }

  it('shows only the current session, and omits students who left from the list of low attendance', async () => {
    await mark('2026-07-20', 'aa')
    const id = await makeLeave(asha.student, asha.place, { startsOn: '2026-07-21' })
    const { scope } = school
    const date = '2026-07-20'
    const year = { ...query, sort: 'percent', filters: { session: session.publicId, month: '', section: '' } } as const
    const day = { ...query, sort: 'class', filters: { date, state: '', status: 'absent' } } as const
    const leave = { ...query, sort: 'from', filters: { state: '' } } as const
    const reads = async (own: number[] | null) => [
      (await listShortage(scope, year, own)).total,
      (await listAbsentees(scope, day, own)).total,
      (await listDay(scope, day, own)).total,
      (await countDay(scope, date, own)).absent,
      (await listLeaveApplications(scope, leave, own)).total,
      (await findLeaveApplication(scope, id, own)) === null ? 0 : 1,
      (await findSchoolHome(scope, date, own)).leaveWaiting,
    ]
    expect(await reads([section.id])).toEqual([2, 2, 1, 2, 1, 1, 1])
    await execute('UPDATE academic_sessions SET is_current = 0 WHERE id = :id', { id: session.id })
    await makeAcademicSession(school, { startYear: 2027, isCurrent: true })
    expect(await reads([section.id])).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(await reads(null)).toEqual([2, 2, 1, 2, 1, 1, 1])
    await execute("UPDATE enrollments SET status = 'left', left_on = '2026-07-20' WHERE id = :id", {
      id: ravi.place.id,
    })
    expect((await reads(null))[0]).toBe(1)
  })

  it('includes every session that overlaps a month, the current one first', async () => {
    expect(await listMonthSessions(school.scope, '2026-03')).toEqual([])
    const short = await makeAcademicSession(school, { startYear: 2028 })
    await execute("UPDATE academic_sessions SET starts_on = '2028-06-20', ends_on = '2029-04-10' WHERE id = :id", {
      id: short.id,
    })
    expect(await listMonthSessions(school.scope, '2028-06')).toMatchObject([{ id: short.id, isCurrent: false }])
    expect(await listMonthSessions(school.scope, '2029-04')).toMatchObject([{ id: short.id }])
    await execute("UPDATE academic_sessions SET ends_on = '2028-06-10' WHERE id = :id", { id: session.id })
    expect(await listMonthSessions(school.scope, '2028-06')).toMatchObject([
      { id: session.id, isCurrent: true },
      { id: short.id, isCurrent: false },
    ])
  })
})

describe('applyForLeave', () => {
  const form = (more: Partial<Parameters<typeof applyForLeave>[1]> = {}) => ({
    starts_on: '2026-07-20',
    ends_on: '2026-07-22',
    reason: 'Fever',
    form_key: `key-${unique()}`,
    ...more,
  })
  const ask = (more: Partial<Parameters<typeof applyForLeave>[1]> = {}) =>
    applyForLeave(asha.student.scope, form(more), '2026-07-20')

  it('creates one leave application when the same form is sent fifty times', async () => {
    const one = form()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => applyForLeave(asha.student.scope, one, '2026-07-20')),
    )
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect((await listOwnLeave(asha.student.scope, 1)).total).toBe(1)
  })

  it('refuses overlapping days, also when two forms are concurrent', async () => {
    const answers = await Promise.all([ask(), ask({ starts_on: '2026-07-22', ends_on: '2026-07-23' })])
    expect(answers.map((answer) => answer.ok).sort()).toEqual([false, true])
    expect(answers.find((answer) => !answer.ok)).toEqual({ ok: false, reason: 'overlaps' })
  })

  it('accepts only recent or coming days of the current session, and only enrolled students', async () => {
    expect(await ask({ starts_on: '2026-03-30' })).toEqual({ ok: false, reason: 'outside-session' })
    expect(await ask({ ends_on: '2027-04-01' })).toEqual({ ok: false, reason: 'ends-outside-session' })
    expect(await ask({ starts_on: '2026-06-01', ends_on: '2026-06-02' })).toEqual({ ok: false, reason: 'too-long-ago' })
    const back = (days: number) => addDays('2026-07-20', -days)
    const late = { starts_on: back(leaveDaysBack + 1), ends_on: back(leaveDaysBack + 1) }
    expect(await ask(late)).toEqual({ ok: false, reason: 'too-long-ago' })
    expect(await ask({ starts_on: back(leaveDaysBack), ends_on: back(leaveDaysBack) })).toMatchObject({ ok: true })
    const nobody = await makeStudent(school)
    expect(await currentEnrollment(nobody.scope)).toBeNull()
    expect(await applyForLeave(nobody.scope, form(), '2026-07-20')).toEqual({ ok: false, reason: 'not-enrolled' })
  })

  it('withdraws a pending application, decides it once, and shows it to its school and class teacher only', async () => {
    const id = await makeLeave(asha.student, asha.place, { startsOn: '2026-07-20' })
    expect(await withdrawLeave(ravi.student.scope, id)).toEqual({ ok: false, reason: 'already-decided' })
    expect(await findOwnLeave(ravi.student.scope, id)).toBeNull()
    expect(await findLeaveApplication(school.scope, id, [])).toBeNull()
    expect(await findLeaveApplication(school.scope, id, [section.id])).not.toBeNull()
    const list = { search: '', sort: 'from', descending: false, page: 1, filters: { state: 'pending' } } as const
    expect((await listLeaveApplications(school.scope, list, null)).total).toBe(1)
    expect((await listLeaveApplications(school.scope, list, [])).total).toBe(0)
    const stranger = (await makeStaff(await makeSchool())).scope
    expect(await decideLeaveApplication(stranger, id, { decision: 'approve' })).toEqual({
      ok: false,
      reason: 'not-found',
    })
    const answers = await Promise.all([
      withdrawLeave(asha.student.scope, id),
      decideLeaveApplication(school.scope, id, { decision: 'reject', answer: 'Exams' }),
    ])
    expect(answers.map((answer) => answer.ok).sort()).toEqual([false, true])
    const kept = await readRows<{ action: string }>(
      "SELECT action FROM audit_entries WHERE school_id = :id AND action LIKE 'leave.%'",
      { id: school.id },
    )
    expect(kept).toHaveLength(1)
  })

  it('refuses to withdraw a decided application, and lists the latest leave first', async () => {
    const [early, late] = [
      await makeLeave(asha.student, asha.place, { startsOn: '2026-07-20' }),
      await makeLeave(asha.student, asha.place, { startsOn: '2026-08-20' }),
    ]
    expect(await decideLeaveApplication(school.scope, early, { decision: 'approve' })).toMatchObject({ ok: true })
    expect(await withdrawLeave(asha.student.scope, early)).toEqual({ ok: false, reason: 'already-decided' })
    const { rows } = await listOwnLeave(asha.student.scope, 1)
    expect(rows.map(({ publicId, state }) => [publicId, state])).toEqual([
      [late, 'pending'],
      [early, 'approved'],
    ])
  })
})
