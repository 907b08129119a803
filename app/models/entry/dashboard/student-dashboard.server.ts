import { flag, numberOrNull, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { percentOf } from '~/models/core/shared/fraction'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { SaturdaysOff } from '~/models/learning/attendance/holiday-fields'
import { isWeeklyOff } from '~/models/learning/attendance/rules'
import { rankedSumsSql } from '~/models/learning/exams/results/ranked-sums'
import { daysUntilExam, meanPercent } from '~/models/learning/exams/rules'
import { finedColumns } from '~/models/money/ledger/books/columns.server'
import { nextDueOf } from '~/models/money/ledger/books/own-dues.server'
import { isDueDeclaredSql } from '~/models/money/ledger/counter/declared-payments.server'
import { dueToday } from '~/models/money/ledger/fine-rules'
import {
  type Activity,
  type ActivityFacts,
  attendanceTrend,
  type MarkedDay,
  monthlyPercent,
  newestActivities,
  timetableDay,
  trendStart,
} from './rules'
import { holidaySql, saturdaysOffSql } from './school-day'
import { type DashboardHappening, listHappenings } from './student-happenings.server'

type Of<Kind extends DashboardHappening['kind']> = Extract<DashboardHappening, { kind: Kind }>

export type StudentDashboard = Awaited<ReturnType<typeof findStudentDashboard>>

/**
 * Returns the whole student dashboard (student specification, section 2) in five concurrent statements. `today` is
 * India's day. Percentages are 0 to 100 with one decimal, null without marked days or published exams; lessons are
 * today's, empty when the school is closed.
 */
export async function findStudentDashboard(scope: StudentScope, today: string) {
  const [{ saturdaysOff, ...place }, days, dues, happenings, lessons] = await Promise.all([
    findStudentClass(scope, today),
    listMarkedDays(scope, today),
    summarizeDues(scope, today),
    listHappenings(scope, today),
    listLessons(scope, today),
  ])
  const happeningsOf = <Kind extends DashboardHappening['kind']>(kind: Kind) =>
    happenings.filter((one): one is Of<Kind> => one.kind === kind)
  const percents = happeningsOf('result').map(({ marks, maxMarks }) => percentOf(marks, maxMarks, 1))
  const isFree = place.holiday !== null || isWeeklyOff(today, saturdaysOff)
  return {
    place,
    monthlyPercent: monthlyPercent(days, today.slice(0, 7)),
    overallPercent: meanPercent(percents.filter((percent) => percent !== null)),
    trend: attendanceTrend(days, trendStart(today)),
    exams: happeningsOf('exam').map((exam) => ({ ...exam, days: daysUntilExam(exam.startsOn, today) })),
    dues,
    lessons: isFree ? [] : lessons,
    activities: newestActivities([...days.map(activityOfDay), ...happenings.flatMap(activityOfHappening)]),
    events: happeningsOf('event'),
  }
}

/** Lists marked days of this month and of the trend. */
function listMarkedDays(scope: StudentScope, today: string): Promise<MarkedDay[]> {
  const [from = today] = [`${today.slice(0, 7)}-01`, trendStart(today)].sort()
  return selectRows(
    { heldOn: text('held_on'), status: wordOf<MarkedDay['status']>('status') },
    `FROM attendance
     WHERE school_id = :schoolId AND student_id = :studentId AND held_on BETWEEN :from AND :today ORDER BY held_on`,
    { schoolId: scope.schoolId, studentId: scope.studentId, from, today },
  )
}

const lessonColumns = {
  startsAt: text("TIME_FORMAT(b.starts_at, '%H:%i')"),
  endsAt: text("TIME_FORMAT(b.ends_at, '%H:%i')"),
  subject: text('s.name'),
  teacher: textOrNull("TRIM(CONCAT(t.first_name, ' ', t.last_name))"),
  roomNo: textOrNull('d.room_no'),
}

async function listLessons(scope: StudentScope, today: string) {
  const day = timetableDay(today)
  if (day === null) return []
  return selectRows(
    lessonColumns,
    `FROM enrollments e
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

function activityOfDay({ heldOn, status }: MarkedDay): Activity & ActivityFacts {
  // A conventional time: attendance is usually marked in the morning, and the exact time does not matter.
  return { id: heldOn, type: 'attendance', status, day: heldOn, at: Date.parse(`${heldOn}T09:00:00+05:30`) }
}

function activityOfHappening(one: DashboardHappening): Array<Activity & ActivityFacts> {
  if (one.kind === 'exam' || one.kind === 'event') return []
  const when = { id: one.publicId, day: todayInIndia(one.at), at: one.at.getTime() }
  if (one.kind === 'payment') return [{ ...when, type: 'payment', paise: one.paise }]
  return [{ ...when, type: one.kind === 'result' ? 'exam' : 'event', title: one.title }]
}

/**
 * Sums the student's paid and open amounts: dues of the current session and open ones of earlier sessions, with today's
 * late fines; `next` is the next due to pay (`nextDueOf`).
 */
async function summarizeDues(scope: StudentScope, today: string) {
  const dues = await selectRows(
    { ...finedColumns, isDeclared: flag(isDueDeclaredSql('d')) },
    `FROM dues d JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.state = 'open'
       AND (a.is_current = 1 OR d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise)
     ORDER BY d.due_on`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const sums = { paidPaise: 0, pendingPaise: 0 }
  const unpaid: Parameters<typeof nextDueOf>[0][number][] = []
  for (const { isDeclared, ...row } of dues) {
    const due = dueToday(row, today)
    const { dueOn, balancePaise } = due
    sums.paidPaise += due.paidPaise
    sums.pendingPaise += balancePaise
    if (balancePaise > 0) unpaid.push({ dueOn, balancePaise, isDeclared, isOverdue: due.status === 'overdue' })
  }
  return { ...sums, next: nextDueOf(unpaid) }
}

/**
 * SQL: ranks students by the mean of their exam percentages. Percentages are whole tenths of a percent, rounded half
 * up, so that ties are exact. A test compares the arithmetic with exams/rules (`totalMarks`, `percentOf`,
 * `meanPercent`, `ranksOf`). Only students with all marks in the published exams of the class are ranked.
 */
const ranking = `
  me AS (
    SELECT e.id, e.academic_session_id AS sessionId, e.class_id AS classId
    FROM enrollments e
    JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
    LEFT JOIN school_settings k ON k.school_id = e.school_id
    WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND COALESCE(k.rank_shown, 1) = 1),
  published AS (
    SELECT x.id, x.class_id
    FROM me
    JOIN exams x ON x.school_id = :schoolId AND x.academic_session_id = me.sessionId AND x.class_id = me.classId
      AND x.published_at IS NOT NULL
    WHERE EXISTS (SELECT 1 FROM exam_papers p WHERE p.exam_id = x.id)),
  results AS (
    SELECT s.enrollmentId,
      CAST(s.marks * 200000 + s.maxMarks * 100 AS SIGNED) DIV NULLIF(CAST(s.maxMarks * 200 AS SIGNED), 0) AS tenths
    FROM (${rankedSumsSql('published x')}) s),
  ranks AS (
    SELECT enrollmentId, COUNT(*) OVER () AS ranked,
      RANK() OVER (ORDER BY FLOOR(SUM(tenths) / COUNT(tenths) + 0.5) DESC) AS place
    FROM results JOIN (SELECT COUNT(*) AS exams FROM published) n
    GROUP BY enrollmentId, n.exams
    HAVING COUNT(tenths) > 0 AND COUNT(*) = n.exams)`

const classToday = {
  sessionName: textOrNull('a.name'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('s.name'),
  rollNumber: numberOrNull('e.roll_number'),
  /** Number of subjects of the class; if it has none, of those in the section's timetable; null if both are empty. */
  subjects: numberOrNull(
    `COALESCE(
       NULLIF((SELECT COUNT(*) FROM class_subjects cs WHERE cs.class_id = e.class_id), 0),
       NULLIF((SELECT COUNT(DISTINCT t.subject_id) FROM timetable_entries t WHERE t.school_id = :schoolId
         AND t.academic_session_id = a.id AND t.section_id = e.section_id), 0))`,
  ),
  /**
   * Rank in the class, across all its sections, by the mean of published exams; null without results, or if the school
   * does not show ranks.
   */
  rank: numberOrNull('r.place'),
  ranked: numberOrNull('r.ranked'),
  holiday: textOrNull(holidaySql('sc.id')),
  saturdaysOff: wordOf<SaturdaysOff>(saturdaysOffSql('sc.id')),
}

/** Finds class, section, rank and number of subjects of the student, and today's entry in the school calendar. */
async function findStudentClass(scope: StudentScope, today: string) {
  const studentClass = await selectRow(
    classToday,
    `FROM schools sc
     LEFT JOIN academic_sessions a ON a.school_id = sc.id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.academic_session_id = a.id AND e.student_id = :studentId AND e.status = 'studying'
     LEFT JOIN classes c ON c.id = e.class_id
     LEFT JOIN sections s ON s.id = e.section_id
     LEFT JOIN (WITH ${ranking} SELECT enrollmentId, place, ranked FROM ranks) r ON r.enrollmentId = e.id
     WHERE sc.id = :schoolId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, today },
  )
  if (!studentClass) throw new Error('The school of a signed-in student is gone')
  return studentClass
}
