import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sections } from '~/models/people/academics/sections.server'
import { sessions } from '~/models/people/academics/sessions.server'
import { teachers } from '~/models/people/academics/teachers.server'
import {
  type MadeEnrollment,
  type MadeSection,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { makeHoliday, makeLeave } from '../../../../tests/factories/attendance'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { makeTeacher } from '../../../../tests/factories/teaching'
import { decideLeaveApplication } from './decide-leave-application.server'
import { holidays, saveSaturdays } from './holidays.server'
import type { AttendanceStatus } from './options'
import { readRegister } from './register.server'
import { type AttendanceMark, removeAttendance, saveAttendance } from './save-attendance.server'
import { findSheet, listRoster, sheetVersion } from './sheets.server'

// Monday in the session 2026-27, and the Tuesday after it.
const day = '2026-07-20'
const tomorrow = '2026-07-21'

let school: MadeSchool
let scope: SchoolScope
let session: MadeSession
let section: MadeSection
let students: Array<{ student: MadeStudent; place: MadeEnrollment }>

beforeEach(async () => {
  school = await makeSchool()
  scope = (await makeStaff(school, { name: 'Farida Shaikh' })).scope
  session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  section = await makeSection(await makeClass(school, { name: 'Class 6' }))
  students = []
  for (const rollNumber of [1, 2, 3]) students.push(await enroll({ rollNumber }))
})

async function enroll(more: { rollNumber?: number; enrolledOn?: string } = {}) {
  const student = await makeStudent(school)
  const ofClass = { id: section.classId, publicId: '', schoolId: school.id, name: '' }
  return { student, place: await makeEnrollment(student, { session, class: ofClass, section, ...more }) }
}

function marks(statuses: readonly AttendanceStatus[], remarks: string | null = null): Map<string, AttendanceMark> {
  return new Map(
    students.map(({ place }, index) => [place.publicId, { status: statuses[index] ?? 'present', remarks }]),
  )
}

const save = (
  statuses: readonly AttendanceStatus[],
  more: { version?: string; reason?: string | null; today?: string; day?: string; remarks?: string } = {},
) =>
  saveAttendance(
    scope,
    {
      section: section.publicId,
      day: more.day ?? day,
      version: more.version ?? '0',
      marks: marks(statuses, more.remarks),
      reason: more.reason ?? null,
    },
    more.today ?? day,
  )

const versionNow = async () =>
  sheetVersion(await findSheet(scope, { sectionId: section.id, sessionId: session.id, day }))

const stored = () =>
  readRows<{ status: AttendanceStatus; correctionReason: string | null }>(
    `SELECT a.status, a.correction_reason AS correctionReason FROM attendance a JOIN enrollments e ON e.id = a.enrollment_id
     WHERE a.school_id = :schoolId AND a.held_on = :day ORDER BY e.roll_number`,
    { schoolId: school.id, day },
  )
const statuses = async () => (await stored()).map((row) => row.status)
const sheets = () =>
  readRows<{ version: number; markedByName: string; teacherId: number | null }>(
    `SELECT version, marked_by_name AS markedByName, teacher_id AS teacherId FROM attendance_sheets
     WHERE school_id = :schoolId AND held_on = :day`,
    { schoolId: school.id, day },
  )
const audit = (action: string) =>
  readRows<{ details: string; name: string }>(
    'SELECT details, actor_name AS name FROM audit_entries WHERE school_id = :schoolId AND action = :action ORDER BY id',
    { schoolId: school.id, action },
  )

describe('saveAttendance', () => {
  it('writes a row for each student and a sheet with the class teacher of that day', async () => {
    const teacher = await makeTeacher(school, { section })
    expect(await save(['present', 'absent', 'late'])).toEqual({ ok: true, value: { changed: 3, isFirst: true } })
    expect(await statuses()).toEqual(['present', 'absent', 'late'])
    expect(await sheets()).toEqual([{ version: 1, markedByName: 'Farida Shaikh', teacherId: teacher.id }])
    expect(await audit('attendance.corrected')).toEqual([])
    // The section, the session and the teacher can no longer be deleted, and their pages show why.
    expect(await sections.find(scope, section.publicId)).toMatchObject({ days: 1 })
    expect(await sessions.find(scope, session.publicId)).toMatchObject({ days: 1 })
    expect(await teachers.find(scope, teacher.publicId)).toMatchObject({ days: 1 })
  })

  it('leaves one sheet and one row per student after fifty concurrent saves, all successful', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => save(['present', 'absent', 'half_day'])))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(answers.filter((answer) => answer.ok && answer.value.isFirst)).toHaveLength(1)
    expect(await sheets()).toHaveLength(1)
    expect((await sheets())[0]?.version).toBe(1)
    expect(await statuses()).toEqual(['present', 'absent', 'half_day'])
    expect(await audit('attendance.corrected')).toEqual([])
  })

  it('reports a conflict to the second of two concurrent clerks, and keeps everything that the first saved', async () => {
    const [one, other] = await Promise.all([
      save(['present', 'absent', 'present']),
      save(['late', 'present', 'present']),
    ])
    expect([one.ok, other.ok].sort()).toEqual([false, true])
    expect([one, other].find((answer) => !answer.ok)).toEqual({ ok: false, reason: 'changed' })
    expect(await statuses()).toEqual(one.ok ? ['present', 'absent', 'present'] : ['late', 'present', 'present'])
    // After the conflict, the form has the current version.
    expect((await save(['leave', 'leave', 'leave'], { version: await versionNow() })).ok).toBe(true)
    expect(await statuses()).toEqual(['leave', 'leave', 'leave'])
  })

  it('refuses days without school, each with its reason', async () => {
    await makeHoliday(school, { name: 'Rath Yatra', startsOn: '2026-07-15', endsOn: '2026-07-17' })
    const refusal = async (on: string, today = '2026-12-31') => {
      const answer = await save([], { day: on, today })
      return answer.ok ? 'saved' : answer.reason
    }
    expect(await refusal(tomorrow, day)).toBe('future')
    expect(await refusal('2026-07-19')).toBe('sunday')
    expect(await refusal('2026-07-16')).toBe('holiday')
    expect(await refusal('2026-03-31')).toBe('outside-session')
    await saveSaturdays(scope, 1, { saturdaysOff: 'second_fourth' })
    // Saving a form that was opened before this change is a conflict.
    expect(await saveSaturdays(scope, 1, { saturdaysOff: 'all' })).toEqual({ ok: false, reason: 'changed' })
    expect(await refusal('2026-07-11')).toBe('saturday')
    expect(await refusal('2026-07-18')).toBe('saved')
    expect(await statuses()).toEqual([])
  })

  it('includes only students enrolled on the day', async () => {
    await enroll({ rollNumber: 9, enrolledOn: tomorrow })
    const gone = await enroll({ rollNumber: 8 })
    await execute("UPDATE enrollments SET status = 'left', left_on = '2026-07-18' WHERE id = :id", {
      id: gone.place.id,
    })
    const roster = await listRoster(scope, { sectionId: section.id, sessionId: session.id, day }, null)
    expect(roster.map((row) => row.rollNumber)).toEqual([1, 2, 3])
    expect((await save([])).ok).toBe(true)
    students = students.slice(0, 2)
    expect(await save([], { version: await versionNow() })).toEqual({ ok: false, reason: 'students-changed' })
  })

  it('keeps a student who has since changed section on the old section’s sheet', async () => {
    await save(['absent'])
    const other = await makeSection({ id: section.classId, publicId: '', schoolId: school.id, name: '' }, { name: 'B' })
    const moved = students[0]?.place.id ?? 0
    await execute('UPDATE enrollments SET section_id = :to WHERE id = :moved', { to: other.id, moved })
    const roster = (sectionId: number, sheet: { id: number } | null) =>
      listRoster(scope, { sectionId, sessionId: session.id, day }, sheet)
    const sheet = await findSheet(scope, { sectionId: section.id, sessionId: session.id, day })
    expect(await roster(section.id, sheet)).toHaveLength(3)
    expect(await roster(other.id, null)).toEqual([])
    const register = await readRegister(scope, { section: section.publicId, sessionId: session.id, month: '2026-07' })
    expect(register.students.find((student) => student.counts.absent === 1)?.days).toBe(1)
  })

  it('refuses a section of another school', async () => {
    const stranger = (await makeStaff(await makeSchool())).scope
    const input = { section: section.publicId, day, version: '0', marks: marks([]), reason: null }
    expect(await saveAttendance(stranger, input, day)).toEqual({ ok: false, reason: 'not-found' })
  })
})

describe('saveAttendance for a correction', () => {
  it('needs no reason on the day itself, and audits old and new values', async () => {
    await save(['present', 'absent', 'present'])
    expect((await save(['late', 'absent', 'present'], { version: await versionNow() })).ok).toBe(true)
    const [entry, ...more] = await audit('attendance.corrected')
    expect(more).toEqual([])
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({ day, from: 'present', to: 'late', section: 'Class 6 – A' })
    expect((await sheets())[0]?.version).toBe(2)
  })

  it('requires a reason for the correction of a past day, and stores it', async () => {
    await save(['present', 'absent', 'present'])
    expect(await save(['present'], { version: await versionNow(), today: tomorrow })).toEqual({
      ok: false,
      reason: 'reason-required',
    })
    expect(await statuses()).toEqual(['present', 'absent', 'present'])
    const reason = 'Came with a note from the doctor'
    expect((await save(['present'], { version: await versionNow(), today: tomorrow, reason })).ok).toBe(true)
    expect((await stored()).map((row) => row.correctionReason)).toEqual([null, reason, null])
    expect(JSON.parse((await audit('attendance.corrected'))[0]?.details ?? '')).toMatchObject({
      from: 'absent',
      to: 'present',
      reason,
    })
  })

  it('accepts an unchanged form without a reason, even with an outdated version', async () => {
    await save(['present', 'absent', 'present'])
    expect(await save(['present', 'absent', 'present'], { today: tomorrow })).toEqual({
      ok: true,
      value: { changed: 0, isFirst: false },
    })
  })

  it('removes the attendance of a day with a reason, and audits who was not present', async () => {
    await save(['present', 'absent', 'present'])
    const input = { section: section.publicId, day, reason: 'The school was closed' }
    const version = await versionNow()
    expect(await removeAttendance(scope, { ...input, version: '0.4' }, tomorrow)).toEqual({
      ok: false,
      reason: 'changed',
    })
    expect((await removeAttendance(scope, { ...input, version: await versionNow() }, tomorrow)).ok).toBe(true)
    expect(await sheets()).toEqual([])
    expect(await statuses()).toEqual([])
    // Saving a form with the removed sheet's version is a conflict, even if the day was marked again; saving a current
    // form is not.
    expect(await save(['late'], { version })).toEqual({ ok: false, reason: 'changed' })
    expect((await save(['present', 'late', 'present'])).ok).toBe(true)
    expect((await sheets())[0]?.version).toBe(1)
    expect(await save(['late'], { version })).toEqual({ ok: false, reason: 'changed' })
    expect((await save(['late'], { version: await versionNow() })).ok).toBe(true)
    const absent = students[1]?.student
    expect((await audit('attendance.removed'))[0]?.details).toContain(`${absent?.firstName} ${absent?.lastName} absent`)
  })
})

describe('holidays', () => {
  const fields = { name: 'Heavy rain', startsOn: day, endsOn: tomorrow }
  const add = (more: Partial<typeof fields> = {}) => holidays.create(scope, newFormKey(), { ...fields, ...more })

  it('refuses a holiday on a marked day; of a holiday and a marking saved concurrently, accepts only one', async () => {
    await save([])
    expect(await add()).toMatchObject({
      ok: false,
      reason: 'days-marked',
      days: expect.stringContaining('(1 section)'),
    })
    await removeAttendance(scope, { section: section.publicId, day, version: await versionNow(), reason: 'Rain' }, day)
    const [marked, holiday] = await Promise.all([save([]), add()])
    expect([marked.ok, holiday.ok].sort()).toEqual([false, true])
    expect(await sheets()).toHaveLength(marked.ok ? 1 : 0)
  })

  it('updates and deletes a holiday, and refuses a duplicate', async () => {
    const made = await add()
    const id = made.ok ? made.value : ''
    expect(await add()).toEqual({ ok: false, reason: 'name-taken' })
    const filters = { session: session.publicId }
    const list = () => holidays.list(scope, { search: 'rain', sort: 'date', descending: false, page: 1, filters })
    expect((await holidays.update(scope, id, 1, { ...fields, endsOn: day })).ok).toBe(true)
    // The second of two clerks gets a conflict.
    expect(await holidays.update(scope, id, 1, fields)).toEqual({ ok: false, reason: 'changed' })
    expect((await list()).rows).toMatchObject([{ publicId: id, endsOn: day }])
    // A holiday on the first or last day of a session belongs to that session.
    for (const [from, isOfSession] of [
      [addDays(session.startsOn, -1), false],
      [session.startsOn, true],
      [session.endsOn, true],
      [addDays(session.endsOn, 1), false],
    ] as const) {
      const other = await add({ name: 'Rain again', startsOn: from, endsOn: from })
      if (!other.ok) throw new Error(other.reason)
      expect(
        (await list()).rows.some(({ publicId }) => publicId === other.value),
        from,
      ).toBe(isOfSession)
      await holidays.remove(scope, other.value)
    }
    expect(await save([])).toEqual({ ok: false, reason: 'holiday' })
    const stranger = (await makeStaff(await makeSchool())).scope
    expect(await holidays.remove(stranger, id)).toEqual({ ok: false, reason: 'not-found' })
    expect((await holidays.remove(scope, id)).ok).toBe(true)
    expect((await save([])).ok).toBe(true)
  })
})

describe('decideLeaveApplication', () => {
  const first = () => students[0] as (typeof students)[number]
  const approve = (id: string) => decideLeaveApplication(scope, id, { decision: 'approve' })

  it('changes absence on approved leave days to leave, keeps other marks, and audits the change', async () => {
    await save(['absent', 'absent', 'present'])
    const id = await makeLeave(first().student, first().place, { startsOn: '2026-07-18', endsOn: tomorrow })
    expect(await approve(id)).toEqual({ ok: true, value: { days: 1 } })
    expect(await statuses()).toEqual(['leave', 'absent', 'present'])
    expect(JSON.parse((await audit('attendance.corrected'))[0]?.details ?? '')).toMatchObject({
      from: 'absent',
      to: 'leave',
    })
    expect(await approve(id)).toEqual({ ok: false, reason: 'already-decided' })
  })

  it('keeps the marks of leave days on which the student was present', async () => {
    await save(['late', 'present', 'present'])
    const id = await makeLeave(first().student, first().place, { startsOn: day })
    expect(await approve(id)).toEqual({ ok: true, value: { days: 0 } })
    expect(await statuses()).toEqual(['late', 'present', 'present'])
  })

  it('shows approved leave in the roster, and marks an absent student as on leave', async () => {
    await makeLeave(first().student, first().place, { startsOn: day, endsOn: tomorrow, state: 'approved' })
    const roster = await listRoster(scope, { sectionId: section.id, sessionId: session.id, day }, null)
    expect(roster.map((row) => row.leaveUntil)).toEqual([tomorrow, null, null])
    await save(['absent', 'absent', 'present'])
    expect(await statuses()).toEqual(['leave', 'absent', 'present'])
  })

  it('stores leave when the approval and the marking of a day run concurrently, in either order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const on = `2026-08-${String(3 + round).padStart(2, '0')}`
      if (on === '2026-08-09') continue
      const id = await makeLeave(first().student, first().place, { startsOn: on })
      const [marked, decided] = await Promise.all([save(['absent'], { day: on, today: on }), approve(id)])
      expect([marked.ok, decided.ok]).toEqual([true, true])
    }
    const left = await readRows<{ status: string }>(
      'SELECT DISTINCT status FROM attendance WHERE enrollment_id = :id',
      { id: first().place.id },
    )
    expect(left).toEqual([{ status: 'leave' }])
  })
})
