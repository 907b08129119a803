import { select } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import type { StudentScope } from '~/models/shared/scope.server'
import { type WeekDay, weekOf } from './rules'

export interface StudentLesson {
  subject: string
  /** First and last name; null while nobody is named. */
  teacher: string | null
  roomNo: string | null
}

export interface StudentWeek {
  className: string
  sectionName: string
  sessionName: string
  periods: Array<{ name: string; startsAt: string; endsAt: string; isBreak: boolean }>
  /** Empty when nothing is entered for the section yet. */
  days: Array<WeekDay<StudentLesson>>
}

type PlaceRow = Pick<StudentWeek, 'className' | 'sectionName' | 'sessionName'>
type LessonRow = Pick<StudentLesson, 'teacher' | 'roomNo'> & Joined<{ day: number; periodId: number; subject: string }>

/** The week of the section in which the signed-in student sits now; null for one who sits nowhere. Two statements, asked together. */
export async function findStudentWeek(scope: StudentScope): Promise<StudentWeek | null> {
  const [rows, periods] = await Promise.all([lessonsOf(scope), periodsOf(scope)])
  const [place] = rows
  if (!place) return null
  const { className, sectionName, sessionName } = place
  const lessons = rows.flatMap(({ day, periodId, subject, teacher, roomNo }) =>
    day === null ? [] : [{ day, periodId, subject, teacher, roomNo }],
  )
  return {
    className,
    sectionName,
    sessionName,
    periods: periods.map(({ id: _, isBreak, ...period }) => ({ ...period, isBreak: isBreak === 1 })),
    days: lessons.length > 0 ? weekOf(periods, lessons) : [],
  }
}

/** The student's place, once for each lesson of its week, and once without a lesson when there is none. */
function lessonsOf(scope: StudentScope): Promise<Array<PlaceRow & LessonRow>> {
  return select(
    `SELECT c.name AS className, t.name AS sectionName, a.name AS sessionName, d.day, d.period_id AS periodId,
       s.name AS subject, CONCAT(h.first_name, ' ', h.last_name) AS teacher, x.room_no AS roomNo
     FROM enrollments e
     JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
     JOIN classes c ON c.id = e.class_id
     JOIN sections t ON t.id = e.section_id
     LEFT JOIN timetable_days d ON d.school_id = e.school_id AND d.academic_session_id = a.id AND d.section_id = t.id
     LEFT JOIN timetable_entries x ON x.id = d.entry_id
     LEFT JOIN subjects s ON s.id = x.subject_id
     LEFT JOIN teachers h ON h.id = x.teacher_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying'`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

function periodsOf(scope: StudentScope) {
  return select<{ id: number; name: string; startsAt: string; endsAt: string; isBreak: number }>(
    `SELECT id, name, TIME_FORMAT(starts_at, '%H:%i') AS startsAt, TIME_FORMAT(ends_at, '%H:%i') AS endsAt,
       is_break AS isBreak
     FROM bell_periods WHERE school_id = :schoolId ORDER BY starts_at`,
    { schoolId: scope.schoolId },
  )
}
