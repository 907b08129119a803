import { select } from '~/database/connection.server'
import { isWeeklyOff } from '~/models/attendance/rules'
import { daysUntilExam, meanPercent, percentOf } from '~/models/exams/rules'
import { todayInIndia } from '~/models/shared/calendar'
import type { StudentScope } from '~/models/shared/scope.server'
import {
  type Activity,
  type ActivityFacts,
  attendanceTrend,
  type Lesson,
  type MarkedDay,
  monthlyPercent,
  newestActivities,
  type StudentDashboard,
  timetableDay,
  trendStart,
} from './rules'
import { summarizeDues } from './student-dues.server'
import { type DashboardHappening, listHappenings } from './student-happenings.server'
import { findStudentPlace } from './student-place.server'

type Of<Kind extends DashboardHappening['kind']> = Extract<DashboardHappening, { kind: Kind }>

/**
 * All of the student's dashboard (SP section 2) in five statements at once, the session's being the sixth. `today` is India's day.
 */
export async function findStudentDashboard(scope: StudentScope, today: string): Promise<StudentDashboard> {
  const [{ saturdaysOff, ...place }, days, dues, happenings, lessons] = await Promise.all([
    findStudentPlace(scope, today),
    listMarkedDays(scope, today),
    summarizeDues(scope, today),
    listHappenings(scope, today),
    listLessons(scope, today),
  ])
  const of = <Kind extends DashboardHappening['kind']>(kind: Kind) =>
    happenings.filter((one): one is Of<Kind> => one.kind === kind)
  const percents = of('result').map(({ marks, maxMarks }) => percentOf(marks, maxMarks))
  const isFree = place.holiday !== null || isWeeklyOff(today, saturdaysOff)
  return {
    place,
    monthlyPercent: monthlyPercent(days, today.slice(0, 7)),
    overallPercent: meanPercent(percents.filter((percent) => percent !== null)),
    trend: attendanceTrend(days, trendStart(today)),
    exams: of('exam').map((exam) => ({ ...exam, days: daysUntilExam(exam.startsOn, today) })),
    dues,
    lessons: isFree ? [] : lessons,
    activities: newestActivities([...days.map(attended), ...happenings.flatMap(happened)]),
    events: of('event'),
  }
}

/** Marked days of this month and of the trend's days. */
function listMarkedDays(scope: StudentScope, today: string): Promise<MarkedDay[]> {
  const [from = today] = [`${today.slice(0, 7)}-01`, trendStart(today)].sort()
  return select<MarkedDay>(
    `SELECT held_on AS heldOn, status FROM attendance
     WHERE school_id = :schoolId AND student_id = :studentId AND held_on BETWEEN :from AND :today ORDER BY held_on`,
    { schoolId: scope.schoolId, studentId: scope.studentId, from, today },
  )
}

/** The periods of the student's section on this weekday, in their order. */
async function listLessons(scope: StudentScope, today: string): Promise<Lesson[]> {
  const day = timetableDay(today)
  if (day === null) return []
  return select<Lesson>(
    `SELECT TIME_FORMAT(b.starts_at, '%H:%i') AS startsAt, TIME_FORMAT(b.ends_at, '%H:%i') AS endsAt, s.name AS subject,
       CONCAT(t.first_name, ' ', t.last_name) AS teacher, d.room_no AS roomNo
     FROM enrollments e
     JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
     JOIN timetable_days d ON d.school_id = e.school_id AND d.academic_session_id = a.id AND d.section_id = e.section_id
       AND d.day = :day
     JOIN timetable_entries n ON n.id = d.entry_id
     JOIN bell_periods b ON b.id = d.period_id
     JOIN subjects s ON s.id = n.subject_id
     LEFT JOIN teachers t ON t.id = d.teacher_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' ORDER BY b.starts_at`,
    { schoolId: scope.schoolId, studentId: scope.studentId, day },
  )
}

function attended({ heldOn, status }: MarkedDay): Activity & ActivityFacts {
  // Registers are taken in the morning; when exactly nobody asks.
  return { id: heldOn, type: 'attendance', status, day: heldOn, at: Date.parse(`${heldOn}T09:00:00+05:30`) }
}

function happened(one: DashboardHappening): Array<Activity & ActivityFacts> {
  if (one.kind === 'exam' || one.kind === 'event') return []
  const when = { id: one.publicId, day: todayInIndia(one.at), at: one.at.getTime() }
  if (one.kind === 'payment') return [{ ...when, type: 'payment', paise: one.paise }]
  return [{ ...when, type: one.kind === 'result' ? 'exam' : 'event', title: one.title }]
}
