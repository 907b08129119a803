import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { AttendanceStatus } from '~/models/learning/attendance/options'
import { isWeeklyOff } from '~/models/learning/attendance/rules'
import type { MadeEnrollment, MadeSection, MadeSession } from './academics'
import { insert, insertMany, unique } from './insert'
import { readRows } from './read'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'
import { makeTeacher } from './teaching'

/** Returns the last day up to and including `day` on which a school without holidays is open. */
export function schoolDay(day: string = todayInIndia(new Date())): string {
  return isWeeklyOff(day, 'none') ? schoolDay(addDays(day, -1)) : day
}

/** Returns school days going back from `day`, the newest first. */
export function schoolDays(count: number, day?: string): string[] {
  const days: string[] = []
  for (let last = schoolDay(day); days.length < count; last = schoolDay(addDays(last, -1))) days.push(last)
  return days
}

interface Place {
  schoolId: number
  sessionId: number
  sectionId: number
}

/** Creates the attendance sheet of a section's day, with one row per student. */
export async function makeSheet(
  place: Place,
  day: string,
  rows: ReadonlyArray<{ studentId: number; enrollmentId: number; status: AttendanceStatus; remarks?: string }>,
): Promise<void> {
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const sheet = await insert('attendance_sheets', {
    school_id: place.schoolId,
    academic_session_id: place.sessionId,
    section_id: place.sectionId,
    held_on: day,
    marked_by_name: 'Kavita Rao',
    ...times,
  })
  await execute(
    `UPDATE attendance_sheets h JOIN sections t ON t.id = h.section_id SET h.teacher_id = t.class_teacher_id WHERE h.id = :sheet`,
    { sheet },
  )
  await insertMany(
    'attendance',
    rows.map((row) => ({
      school_id: place.schoolId,
      student_id: row.studentId,
      enrollment_id: row.enrollmentId,
      sheet_id: sheet,
      held_on: day,
      status: row.status,
      remarks: row.remarks ?? null,
      ...times,
    })),
  )
}

export async function makeHoliday(
  school: { id: number },
  days: { name?: string; startsOn: string; endsOn?: string },
): Promise<string> {
  const publicId = newPublicId()
  const now = new Date()
  await insert('holidays', {
    public_id: publicId,
    school_id: school.id,
    form_key: unique(),
    name: days.name ?? `Holiday ${unique()}`,
    starts_on: days.startsOn,
    ends_on: days.endsOn ?? days.startsOn,
    created_at: now,
    updated_at: now,
  })
  return publicId
}

export async function makeLeave(
  student: MadeStudent,
  place: Pick<MadeEnrollment, 'id'>,
  more: { startsOn: string; endsOn?: string; reason?: string; state?: 'pending' | 'approved' | 'rejected' },
): Promise<string> {
  const publicId = newPublicId()
  const now = new Date()
  const isDecided = more.state === 'approved' || more.state === 'rejected'
  await insert('leave_applications', {
    public_id: publicId,
    school_id: student.schoolId,
    student_id: student.id,
    enrollment_id: place.id,
    starts_on: more.startsOn,
    ends_on: more.endsOn ?? more.startsOn,
    reason: more.reason ?? 'Fever',
    state: more.state ?? 'pending',
    answer: isDecided ? 'Get well soon' : null,
    decided_by_name: isDecided ? 'Kavita Rao' : null,
    decided_at: isDecided ? now : null,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  return publicId
}

/**
 * Creates what the actor matrix needs: a leave application, and holidays far from the school day that the matrix marks.
 */
export async function makeAttendanceThings(
  student: MadeStudent,
  enrollment: MadeEnrollment,
): Promise<{ holiday: string; spareHoliday: string; leave: string; day: string }> {
  const year = Number(enrollment.session.startsOn.slice(0, 4)) + 1
  const school = { id: student.schoolId }
  return {
    holiday: await makeHoliday(school, { startsOn: `${year}-03-21` }),
    spareHoliday: await makeHoliday(school, { startsOn: `${year}-03-22` }),
    leave: await makeLeave(student, enrollment, { startsOn: `${year}-02-01`, endsOn: `${year}-02-03` }),
    day: schoolDay(),
  }
}

/** Returns the form of a section's day with all students present, as it is posted. */
export async function presentForm(section: Pick<MadeSection, 'id'>, day: string): Promise<Record<string, string>> {
  const rows = await readRows<{ publicId: string }>(
    `SELECT public_id AS publicId FROM enrollments WHERE section_id = :id AND enrolled_on <= :day
       AND (left_on IS NULL OR left_on >= :day)`,
    { id: section.id, day },
  )
  return Object.fromEntries([['version', '0'], ...rows.map(({ publicId }) => [`status-${publicId}`, 'present'])])
}

/**
 * Fills two pages of days with the longest content that a row can have and a teacher with a long name. Days that
 * already have a row keep their status.
 */
export async function makeWorstAttendance(student: MadeStudent, enrollment: MadeEnrollment): Promise<void> {
  const { session, section } = enrollment
  await makeTeacher({ id: student.schoolId }, { name: 'જ્યોત્સ્નાબેન ત્રિવેદી', section })
  const place = { schoolId: student.schoolId, sessionId: session.id, sectionId: section.id }
  for (const day of schoolDays(45).filter((one) => one >= session.startsOn)) {
    const [row] = await readRows<{ status: AttendanceStatus }>(
      'SELECT status FROM attendance WHERE enrollment_id = :id AND held_on = :day',
      { id: enrollment.id, day },
    )
    await execute('DELETE FROM attendance WHERE enrollment_id = :id AND held_on = :day', { id: enrollment.id, day })
    const remarks = `દાંતના ડૉક્ટર પાસે જવાનું હોવાથી બપોરે વહેલા ગયા, ${day}`
    await makeSheet(place, day, [
      { studentId: student.id, enrollmentId: enrollment.id, status: row?.status ?? 'half_day', remarks },
    ])
  }
}

/**
 * Writes in bulk the attendance of a whole school for the last `days` school days, except holidays, until yesterday or
 * an earlier end of the session. Student and day determine a status, so every run gives the same; one student in twelve
 * is absent on a third of the days, for the list of students below 75 %. Today stays open, so that it can be marked.
 */
export async function makeSchoolAttendance(
  school: Pick<MadeSchool, 'id'>,
  days: number,
  now: Date,
  session: Pick<MadeSession, 'id' | 'startsOn' | 'endsOn'>,
): Promise<void> {
  const yesterday = addDays(todayInIndia(now), -1)
  const of = { schoolId: school.id, sessionId: session.id, now }
  const sections = await readRows<{ id: number; teacherId: number | null }>(
    `SELECT DISTINCT t.id, t.class_teacher_id AS teacherId FROM enrollments e JOIN sections t ON t.id = e.section_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.status = 'studying'`,
    of,
  )
  const holidays = await readRows<{ startsOn: string; endsOn: string }>(
    'SELECT starts_on AS startsOn, ends_on AS endsOn FROM holidays WHERE school_id = :schoolId',
    of,
  )
  const [lastDay] = [yesterday, session.endsOn].sort()
  const open = schoolDays(days, lastDay).filter(
    (day) => day >= session.startsOn && !holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn),
  )
  const sheets = open.flatMap((day) =>
    sections.map((section) => ({
      school_id: school.id,
      academic_session_id: session.id,
      section_id: section.id,
      held_on: day,
      teacher_id: section.teacherId,
      marked_by_name: 'Kavita Rao',
      created_at: now,
      updated_at: now,
    })),
  )
  await insertMany('attendance_sheets', sheets)
  await execute(
    `INSERT INTO attendance (school_id, student_id, enrollment_id, sheet_id, held_on, status, remarks, created_at, updated_at)
     SELECT p.school_id, p.student_id, p.enrollment_id, p.sheet_id, p.held_on,
       CASE WHEN p.nth % 12 = 3 THEN IF(p.chance < 35, 'absent', 'present') WHEN p.chance < 4 THEN 'absent' WHEN p.chance < 6 THEN 'late'
         WHEN p.chance < 7 THEN 'half_day' WHEN p.chance < 8 THEN 'leave' ELSE 'present' END,
       IF(p.nth % 12 <> 3 AND p.chance IN (4, 5), 'Bus was late', NULL), :now, :now
     FROM (SELECT e.school_id, e.student_id, e.id AS enrollment_id, h.id AS sheet_id, h.held_on, e.nth,
         (e.nth * 31 + DAY(h.held_on) * 17 + MONTH(h.held_on) * 7) % 100 AS chance
       FROM (SELECT o.*, ROW_NUMBER() OVER (ORDER BY o.id) AS nth FROM enrollments o
         WHERE o.school_id = :schoolId AND o.academic_session_id = :sessionId AND o.status = 'studying') e
       JOIN attendance_sheets h ON h.school_id = e.school_id AND h.section_id = e.section_id
         AND h.academic_session_id = e.academic_session_id AND h.held_on >= e.enrolled_on) p`,
    of,
  )
}

/** Creates the demo school's holidays, half a year of attendance, and leave applications in every state. */
export async function makeDemoAttendance(
  school: Pick<MadeSchool, 'id'>,
  session: MadeSession,
  [first, second, third]: readonly MadeStudent[],
  now: Date,
): Promise<void> {
  const year = Number(session.startsOn.slice(0, 4))
  await makeHoliday(school, { name: 'Summer holidays', startsOn: `${year}-05-04`, endsOn: `${year}-06-07` })
  await makeHoliday(school, { name: 'Independence Day', startsOn: `${year}-08-15` })
  await makeHoliday(school, { name: 'Gandhi Jayanti', startsOn: `${year}-10-02` })
  await makeHoliday(school, { name: 'Diwali holidays', startsOn: `${year}-11-06`, endsOn: `${year}-11-14` })
  await makeHoliday(school, { name: 'Republic Day', startsOn: `${year + 1}-01-26` })
  await makeSchoolAttendance(school, 120, now, session)
  const today = todayInIndia(now)
  const ask = async (student: MadeStudent | undefined, more: Parameters<typeof makeLeave>[2]) => {
    if (!student) return
    const [place] = await readRows<{ id: number }>(
      'SELECT id FROM enrollments WHERE student_id = :student AND academic_session_id = :session',
      { student: student.id, session: session.id },
    )
    if (place) await makeLeave(student, place, more)
  }
  const wedding = 'My cousin’s wedding in Surat'
  await ask(first, { startsOn: addDays(today, 5), endsOn: addDays(today, 7), reason: wedding })
  await ask(first, { startsOn: addDays(today, -40), state: 'rejected', reason: 'Cricket match' })
  await ask(second, { startsOn: today, endsOn: addDays(today, 2), state: 'approved' })
  await ask(third, {
    startsOn: addDays(today, -2),
    endsOn: addDays(today, 1),
    reason: 'Typhoid; the doctor’s note follows',
  })
}
