import { instantOrNull, numberOrNull, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { addressedToSql } from '~/models/contact/notices/audience.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { UpcomingEvent, UpcomingExam } from './rules'

/** Maximum number per kind of upcoming items (exams, events), and of past items (payments, announced events). */
const maxUpcoming = 5
const maxPast = 6

interface Happening {
  publicId: string
  title: string
}

export type DashboardHappening =
  | ({ kind: 'exam' } & Omit<UpcomingExam, 'days'>)
  /** Published exam of the student, with marks and maximum. */
  | (Happening & { kind: 'result'; at: Date; marks: number; maxMarks: number })
  | (Happening & { kind: 'payment'; at: Date; paise: number })
  | ({ kind: 'event' } & UpcomingEvent)
  /** Event recently added by the school. */
  | (Happening & { kind: 'announced'; at: Date })

/** Columns that some kinds lack. */
const facts = {
  type: wordOf<UpcomingEvent['type'] | null>('h.type'),
  priority: wordOf<UpcomingEvent['priority'] | null>('h.priority'),
  startsOn: textOrNull('h.startsOn'),
  endsOn: textOrNull('h.endsOn'),
  startTime: textOrNull('h.startTime'),
  at: instantOrNull('h.at'),
  marks: numberOrNull('h.marks'),
  maxMarks: numberOrNull('h.maxMarks'),
  paise: numberOrNull('h.paise'),
}
const happening = {
  kind: wordOf<DashboardHappening['kind']>('h.kind'),
  publicId: text('h.publicId'),
  title: text('h.title'),
  ...facts,
}

/**
 * SQL: one part of the union, with null for missing columns. `position` orders the items that begin on the same day.
 */
function part(
  kind: DashboardHappening['kind'],
  position: string,
  ownColumns: Partial<Record<keyof typeof facts, string>>,
): string {
  const names = Object.keys(facts) as Array<keyof typeof facts>
  return `'${kind}' AS kind, ${position} AS place, ${names.map((name) => `${ownColumns[name] ?? 'NULL'} AS ${name}`).join(', ')}`
}

/**
 * Lists upcoming and past items of the student in one statement: exams that begin today or later and events that are
 * not over, nearest first; all published results of the session; payments and announced events, newest first.
 */
export async function listHappenings(scope: StudentScope, today: string): Promise<DashboardHappening[]> {
  const firstPaper = `(SELECT TIME_FORMAT(p.start_time, '%H:%i') FROM exam_papers p WHERE p.exam_id = x.id
    ORDER BY p.held_on, p.start_time IS NULL, p.start_time LIMIT 1)`
  const ofMyClass = `x.school_id = :schoolId AND x.academic_session_id = me.academic_session_id AND x.class_id = me.class_id`
  const rows = await selectRows(
    happening,
    `FROM (WITH me AS (
       SELECT e.id, e.academic_session_id, e.class_id FROM enrollments e
       JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
       WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying')
     (SELECT x.public_id AS publicId, x.name AS title,
        ${part('exam', 'x.id', { startsOn: 'x.starts_on', startTime: firstPaper })}
      FROM me JOIN exams x ON ${ofMyClass} AND x.starts_on >= :today ORDER BY x.starts_on, x.id LIMIT ${maxUpcoming})
     UNION ALL
     (SELECT x.public_id, x.name, ${part('result', 'x.id', {
       at: 'x.published_at',
       marks: 'CAST(SUM(COALESCE(mk.marks, 0)) AS DOUBLE)',
       maxMarks: 'CAST(SUM(p.max_marks) AS DOUBLE)',
     })}
      FROM me JOIN exams x ON ${ofMyClass} AND x.published_at IS NOT NULL
      JOIN exam_papers p ON p.exam_id = x.id
      JOIN exam_marks mk ON mk.paper_id = p.id AND mk.enrollment_id = me.id
        AND (mk.presence = 'absent' OR mk.marks IS NOT NULL)
      GROUP BY x.id)
     UNION ALL
     (SELECT y.public_id, '', ${part('payment', '-CAST(y.id AS SIGNED)', { at: 'y.paid_at', paise: 'y.captured_paise' })}
      FROM payments y WHERE y.school_id = :schoolId AND y.student_id = :studentId
        AND y.state IN ('paid', 'part_refunded', 'refunded') AND y.paid_at IS NOT NULL
      ORDER BY y.paid_at DESC, y.id DESC LIMIT ${maxPast})
     UNION ALL
     (SELECT v.public_id, v.title,
        ${part('event', 'v.id', { type: 'v.type', priority: 'v.priority', startsOn: 'v.starts_on', endsOn: 'v.ends_on' })}
      FROM events v WHERE v.school_id = :schoolId AND v.ends_on >= :today AND ${addressedToSql('v')}
      ORDER BY v.starts_on, v.id LIMIT ${maxUpcoming})
     UNION ALL
     (SELECT v.public_id, v.title, ${part('announced', '-CAST(v.id AS SIGNED)', { at: 'v.created_at' })}
      FROM events v WHERE v.school_id = :schoolId AND ${addressedToSql('v')}
      ORDER BY v.created_at DESC, v.id DESC LIMIT ${maxPast})) h ORDER BY h.startsOn, h.place`,
    { schoolId: scope.schoolId, studentId: scope.studentId, today },
  )
  // The cast is safe, because each part of the union fills the columns of its kind.
  return rows as DashboardHappening[]
}
