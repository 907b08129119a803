import { allOrNone, number, type RowOf, selectRows, text, textOrNull } from '~/database/database.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { ownPeriods } from './periods.server'
import { weekOf } from './rules'

const lesson = {
  className: text('c.name'),
  sectionName: text('t.name'),
  sessionName: text('a.name'),
  ...allOrNone({ day: number('d.day'), periodId: number('d.period_id'), subject: text('s.name') }),
  teacher: textOrNull("TRIM(CONCAT(h.first_name, ' ', h.last_name))"),
  roomNo: textOrNull('x.room_no'),
}
/**
 * Returns the weekly timetable of the student's current section; null if the student has none. Runs two statements in
 * parallel.
 */
export async function findStudentWeek(scope: StudentScope) {
  const [rows, periods] = await Promise.all([lessonsOf(scope), ownPeriods(scope)])
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
    periods: periods.map(({ name, startsAt, endsAt, isBreak }) => ({ name, startsAt, endsAt, isBreak })),
    // Empty while the section has no entries.
    days: lessons.length > 0 ? weekOf(periods, lessons) : [],
  }
}

/** Reads the student's section with its lessons: one row per lesson, or a single row if there are none. */
function lessonsOf(scope: StudentScope) {
  return selectRows<RowOf<typeof lesson>>(
    lesson,
    `FROM enrollments e
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
