import { exists, flag, instantOrNull, number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Head } from './rules'
import { Fee } from './tables.server'

type FeeSort = 'session' | 'class' | 'name' | 'total' | 'students'

const orders: Record<FeeSort, readonly string[]> = {
  // The day is negative, so that ascending order lists the newest session first, as the office expects.
  session: ['-TO_DAYS(a.starts_on)', 'c.position', 'c.name', 'f.name', 'f.id'],
  class: ['c.position', 'c.name', 'f.name', 'f.id'],
  name: ['f.name', 'f.id'],
  total: ['totalPaise', 'f.id'],
  students: ['students', 'f.id'],
}

// Has no condition on the school, since an instalment's dues always belong to its school: the query then reads only the
// index, even for tens of thousands of dues.
const owers = `(SELECT COUNT(DISTINCT d.student_id) FROM fee_instalments i
   JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id WHERE i.fee_id = f.id)`

const isAssigned = flag('f.assigned_at IS NOT NULL')

const listed = {
  ...columnsOf(Fee, 'f', 'publicId', 'name'),
  className: text('c.name'),
  sessionName: text('a.name'),
  // True if the fee is assigned to the whole class; false if only to chosen students, or to none.
  isAssigned,
  // Number of students who owe or have paid the fee.
  students: number(owers),
  instalments: number('(SELECT COUNT(*) FROM fee_instalments i WHERE i.fee_id = f.id)'),
  totalPaise: number(
    '(SELECT CAST(COALESCE(SUM(i.amount_paise), 0) AS SIGNED) FROM fee_instalments i WHERE i.fee_id = f.id)',
  ),
}

const fees = `fees f JOIN academic_sessions a ON a.id = f.academic_session_id JOIN classes c ON c.id = f.class_id
  WHERE f.school_id = :schoolId`

/**
 * Lists the school's fees, newest session and lowest class first by default. Filters are public ids, and `assigned`:
 * owed by the whole `class`, by chosen `students` or by `nobody`.
 */
export function listFees({ schoolId }: SchoolScope, query: FilteredQuery<FeeSort, 'session' | 'class' | 'assigned'>) {
  return selectPage(
    {
      columns: listed,
      from: `${fees} AND ${contains('f.name', query.search)}
        AND (:session = '' OR a.public_id = :session) AND (:class = '' OR c.public_id = :class)
        AND (:assigned = '' OR :assigned = IF(f.assigned_at IS NOT NULL, 'class', IF(${owers} > 0, 'students', 'nobody')))`,
      order: orders[query.sort],
      values: { schoolId, search: containing(query.search), ...query.filters },
    },
    query,
  )
}

const { publicId, name, className, sessionName, totalPaise } = listed

/**
 * Lists fees of current and future sessions for the classes in which any of these students study, newest session first.
 * `today` is India's day.
 */
export async function listFeesOfStudents(
  { schoolId }: SchoolScope,
  studentPublicIds: readonly string[],
  today: string,
) {
  if (studentPublicIds.length === 0) return []
  return selectRows(
    { publicId, name, className, sessionName, totalPaise },
    `FROM ${fees} AND a.ends_on >= :today AND EXISTS (
       SELECT 1 FROM enrollments e JOIN students s ON s.id = e.student_id AND s.school_id = e.school_id
       WHERE e.school_id = f.school_id AND e.academic_session_id = f.academic_session_id AND e.class_id = f.class_id
         AND e.status = 'studying' AND s.public_id IN (:studentPublicIds))
     ORDER BY ${orders.session.join(', ')}`,
    { schoolId, today, studentPublicIds: [...studentPublicIds] },
  )
}

const planColumns = {
  ...columnsOf(Fee, 'f', 'id', 'publicId', 'name', 'version', 'academicSessionId', 'classId', 'fineRule'),
  sessionPublicId: text('a.public_id'),
  sessionName: text('a.name'),
  classPublicId: text('c.public_id'),
  className: text('c.name'),
  // Assigned to the whole class, including students who join later.
  isAssigned,
}

const readPlans = (rest: string, values: Record<string, number | string | number[]>) =>
  selectRows(planColumns, `FROM ${fees} ${rest}`, values)

/** Fee with its heads and instalments in order. */
export type FeePlan = Awaited<ReturnType<typeof withRows>>[number]

export async function findFeePlan({ schoolId }: SchoolScope, publicId: string): Promise<FeePlan | null> {
  const [plan = null] = await withRows(await readPlans('AND f.public_id = :publicId', { schoolId, publicId }))
  return plan
}

/** Lists the assigned fees of a class in a session, which a joining student owes. */
export async function assignedFeePlans(
  scope: SchoolScope,
  classOfSession: { academicSessionId: number; classId: number },
) {
  // The shared lock waits for a concurrent assignment, so that no joining student is missed. The query must read a
  // column outside the index: otherwise it would lock only the index, and not wait for the assignment's row lock.
  const rows = await selectRows(
    { id: number('id'), assigned_at: instantOrNull('assigned_at') },
    `FROM fees WHERE school_id = :schoolId AND academic_session_id = :academicSessionId AND class_id = :classId
     LOCK IN SHARE MODE`,
    { schoolId: scope.schoolId, ...classOfSession },
  )
  if (rows.length === 0) return []
  const assigned = `FROM ${fees} AND f.id IN (:ids) AND f.assigned_at IS NOT NULL ORDER BY f.id`
  return withRows(await selectRows(planColumns, assigned, { schoolId: scope.schoolId, ids: rows.map((row) => row.id) }))
}

const planPart = {
  list: wordOf<'head' | 'instalment'>('list'),
  feeId: number('fee_id'),
  id: number('id'),
  kind: wordOf<Head['kind']>('kind'),
  title: text('title'),
  dueOn: textOrNull('due_on'),
  amountPaise: number('amount_paise'),
}

async function withRows(plans: Awaited<ReturnType<typeof readPlans>>) {
  if (plans.length === 0) return []
  const ids = plans.map((fee) => fee.id)
  // Reads heads and instalments in one statement: tests limit the number of statements of a page.
  const rows = await selectRows(
    planPart,
    `FROM (SELECT 'head' AS list, position, fee_id, id, kind, name AS title, NULL AS due_on, amount_paise
       FROM fee_heads WHERE fee_id IN (:ids)
       UNION ALL
       SELECT 'instalment', position, fee_id, id, 'other', title, due_on, amount_paise
       FROM fee_instalments WHERE fee_id IN (:ids)) part
     ORDER BY fee_id, list, position`,
    { ids },
  )
  return plans.map((fee) => ({
    ...fee,
    heads: rows
      .filter((row) => row.feeId === fee.id && row.list === 'head')
      .map(({ kind, title, amountPaise }) => ({ kind, name: title, amountPaise })),
    instalments: rows
      .filter((row) => row.feeId === fee.id && row.list === 'instalment')
      .map(({ id, title, dueOn, amountPaise }) => ({ id, title, dueOn: dueOn ?? '', amountPaise })),
  }))
}

export function isOwed(scope: SchoolScope, plan: FeePlan): Promise<boolean> {
  return exists(
    `FROM fee_instalments i JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id AND d.school_id = :schoolId
     WHERE i.fee_id = :feeId`,
    { schoolId: scope.schoolId, feeId: plan.id },
  )
}

const reached = {
  amountPaise: number('i.amount_paise'),
  owing: number(`(SELECT COUNT(*) FROM dues d
    JOIN students s ON s.id = d.student_id AND s.status = 'active' AND s.rte = 0
    JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = :academicSessionId AND e.class_id = :classId AND e.status = 'studying'
    WHERE d.kind = 'fee' AND d.source_id = i.id AND d.school_id = :schoolId)`),
  enrolled: number('reach.enrolled'),
  rte: number('reach.rte'),
  students: number('everybody.students'),
  hasPayments: flag('everybody.hasPayments'),
}

/**
 * Counts the active students enrolled in the fee's class: all, those under the RTE Act (who owe no fees), and those
 * with dues of the fee. Also counts all students with dues of the fee, including those who left the class, and the dues
 * that an assignment would add now. `hasPayments`: a payment for one of the fee's dues has started.
 */
export async function findFeeReach({ schoolId }: SchoolScope, { id: feeId, academicSessionId, classId }: FeePlan) {
  const rows = await selectRows(
    reached,
    `FROM fee_instalments i
     CROSS JOIN (SELECT COUNT(*) AS enrolled, CAST(COALESCE(SUM(s.rte), 0) AS SIGNED) AS rte
                 FROM enrollments e JOIN students s ON s.id = e.student_id
                 WHERE e.school_id = :schoolId AND e.academic_session_id = :academicSessionId
                   AND e.class_id = :classId AND e.status = 'studying' AND s.status = 'active') reach
     CROSS JOIN (SELECT COUNT(DISTINCT d.student_id) AS students, COUNT(l.id) > 0 AS hasPayments
                 FROM fee_instalments x JOIN dues d ON d.kind = 'fee' AND d.source_id = x.id AND d.school_id = :schoolId
                 LEFT JOIN payment_lines l ON l.due_id = d.id
                 WHERE x.fee_id = :feeId) everybody
     WHERE i.fee_id = :feeId`,
    { schoolId, feeId, academicSessionId, classId },
  )
  const { enrolled, rte, students, hasPayments } = rows[0] ?? { enrolled: 0, rte: 0, students: 0, hasPayments: false }
  const missing = rows.map((row) => ({ ...row, missing: Math.max(0, enrolled - rte - row.owing) }))
  return {
    enrolled,
    rte,
    assigned: rows.length === 0 ? 0 : Math.min(...rows.map((row) => row.owing)),
    students,
    missingDues: missing.reduce((sum, row) => sum + row.missing, 0),
    missingPaise: missing.reduce((sum, row) => sum + row.missing * row.amountPaise, 0),
    hasPayments,
  }
}
