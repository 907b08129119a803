import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { Head, Instalment } from './rules'

export interface FeeRow {
  publicId: string
  name: string
  className: string
  sessionName: string
  totalPaise: number
  instalments: number
  /** How many students owe or have paid it. */
  students: number
  /** Whether the whole class owes it; otherwise the students are chosen ones. */
  isAssigned: boolean
}

export const feeSorts = ['session', 'class', 'name', 'total', 'students'] as const

const feeOrders: Record<(typeof feeSorts)[number], readonly string[]> = {
  // The newest session first is what an office wants; its inverse counts up.
  session: ['-TO_DAYS(a.starts_on)', 'c.position', 'c.name', 'f.name', 'f.id'],
  class: ['c.position', 'c.name', 'f.name', 'f.id'],
  name: ['f.name', 'f.id'],
  total: ['totalPaise', 'f.id'],
  students: ['students', 'f.id'],
}

export interface FeesWish extends ListQuery<(typeof feeSorts)[number]> {
  /** Public ids, '' for any; `assigned` a word of `feeReaches` or ''. */
  filters: { session: string; class: string; assigned: string }
}

const owers = `(SELECT COUNT(DISTINCT d.student_id) FROM fee_instalments i
   JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id AND d.school_id = f.school_id WHERE i.fee_id = f.id)`

/** Fees of the school, the newest session and the lowest class first unless another order is chosen. */
export function listFees(scope: SchoolScope, query: FeesWish): Promise<Page<FeeRow>> {
  return selectPage<Stored<FeeRow>, FeeRow>(
    {
      columns: `f.public_id AS publicId, f.name, c.name AS className, a.name AS sessionName,
        f.assigned_at IS NOT NULL AS isAssigned, ${owers} AS students,
        (SELECT COUNT(*) FROM fee_instalments i WHERE i.fee_id = f.id) AS instalments,
        (SELECT CAST(COALESCE(SUM(i.amount_paise), 0) AS SIGNED) FROM fee_instalments i WHERE i.fee_id = f.id) AS totalPaise`,
      from: `fees f
        JOIN academic_sessions a ON a.id = f.academic_session_id
        JOIN classes c ON c.id = f.class_id
        WHERE f.school_id = :schoolId AND f.name LIKE :search ESCAPE '!'
          AND (:session = '' OR a.public_id = :session) AND (:class = '' OR c.public_id = :class)
          AND (:assigned = '' OR :assigned = IF(f.assigned_at IS NOT NULL, 'class', IF(${owers} > 0, 'students', 'nobody')))`,
      order: feeOrders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), ...query.filters },
      read: (row) => ({ ...row, isAssigned: Boolean(row.isAssigned) }),
    },
    query,
  )
}

/** A fee with its heads and instalments in order. */
export interface FeePlan {
  id: number
  publicId: string
  name: string
  academicSessionId: number
  sessionPublicId: string
  sessionName: string
  classId: number
  classPublicId: string
  className: string
  /** Whether the whole class owes it, whoever joins it too. */
  isAssigned: boolean
  /** A text of the ledger's fine-rules.ts; null: no late fine. */
  fineRule: string | null
  heads: Head[]
  instalments: Array<Instalment & { id: number }>
}

const planColumns = `f.id, f.public_id AS publicId, f.name, f.academic_session_id AS academicSessionId,
  a.public_id AS sessionPublicId, a.name AS sessionName, f.class_id AS classId, c.public_id AS classPublicId,
  c.name AS className, f.assigned_at IS NOT NULL AS isAssigned, f.fine_rule AS fineRule`

type PlanRow = Omit<FeePlan, 'heads' | 'instalments' | 'isAssigned'> & { isAssigned: number }

export async function findFeePlan(scope: SchoolScope, publicId: string): Promise<FeePlan | null> {
  const row = await selectOne<PlanRow>(
    `SELECT ${planColumns} FROM fees f
     JOIN academic_sessions a ON a.id = f.academic_session_id
     JOIN classes c ON c.id = f.class_id
     WHERE f.school_id = :schoolId AND f.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row ? ((await withRows([row]))[0] ?? null) : null
}

/** The assigned fees of a class in a session: what somebody who joins it owes. */
export async function assignedFeePlans(
  scope: SchoolScope,
  of: { academicSessionId: number; classId: number },
): Promise<FeePlan[]> {
  // The shared lock makes an assignment of the same moment wait, so that nobody falls between the two. It must read a column
  // outside of the index: a covered read would lock the index alone, and never meet the assignment's lock on the row.
  const rows = await select<{ id: number; assigned_at: Date | null }>(
    `SELECT id, assigned_at FROM fees WHERE school_id = :schoolId AND academic_session_id = :academicSessionId AND class_id = :classId
     LOCK IN SHARE MODE`,
    { schoolId: scope.schoolId, ...of },
  )
  if (rows.length === 0) return []
  const plans = await select<PlanRow>(
    `SELECT ${planColumns} FROM fees f
     JOIN academic_sessions a ON a.id = f.academic_session_id
     JOIN classes c ON c.id = f.class_id
     WHERE f.school_id = :schoolId AND f.id IN (:ids) AND f.assigned_at IS NOT NULL ORDER BY f.id`,
    { schoolId: scope.schoolId, ids: rows.map((row) => row.id) },
  )
  return withRows(plans)
}

interface PlanPart {
  list: 'head' | 'instalment'
  position: number
  feeId: number
  id: number
  kind: Head['kind']
  title: string
  dueOn: string | null
  amountPaise: number
}

async function withRows(fees: readonly PlanRow[]): Promise<FeePlan[]> {
  if (fees.length === 0) return []
  const ids = fees.map((fee) => fee.id)
  // Heads and instalments in one statement: the pages of a fee are kept to few.
  const rows = await select<PlanPart>(
    `SELECT 'head' AS list, position, fee_id AS feeId, id, kind, name AS title, NULL AS dueOn, amount_paise AS amountPaise
     FROM fee_heads WHERE fee_id IN (:ids)
     UNION ALL
     SELECT 'instalment', position, fee_id, id, 'other', title, due_on, amount_paise
     FROM fee_instalments WHERE fee_id IN (:ids)
     ORDER BY feeId, list, position`,
    { ids },
  )
  return fees.map((fee) => ({
    ...fee,
    isAssigned: fee.isAssigned === 1,
    heads: rows
      .filter((row) => row.feeId === fee.id && row.list === 'head')
      .map(({ kind, title, amountPaise }) => ({ kind, name: title, amountPaise })),
    instalments: rows
      .filter((row) => row.feeId === fee.id && row.list === 'instalment')
      .map(({ id, title, dueOn, amountPaise }) => ({ id, title, dueOn: dueOn ?? '', amountPaise })),
  }))
}

/** Whether anybody has dues of the fee. */
export async function isOwed(scope: SchoolScope, plan: FeePlan): Promise<boolean> {
  const due = await selectOne(
    `SELECT d.id FROM fee_instalments i JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id AND d.school_id = :schoolId
     WHERE i.fee_id = :feeId LIMIT 1`,
    { schoolId: scope.schoolId, feeId: plan.id },
  )
  return due !== null
}

/** How far a fee has got among the students of its class. */
export interface FeeReach {
  /** Active students enrolled in the class and session. */
  enrolled: number
  /** Of those, who owe no fees because they are admitted under the RTE Act. */
  rte: number
  /** Of those, who have dues of this fee already. */
  assigned: number
  /** All students with dues of this fee, also those who left the class. */
  students: number
  /** What an assignment would add now. */
  missingDues: number
  missingPaise: number
  /** Whether money has come or is on its way: then amounts and dates are fixed. */
  hasPayments: boolean
}

export async function findFeeReach(scope: SchoolScope, plan: FeePlan): Promise<FeeReach> {
  const rows = await select<ReachRow>(
    `SELECT i.amount_paise AS amountPaise,
       (SELECT COUNT(*) FROM dues d
        JOIN students s ON s.id = d.student_id AND s.status = 'active' AND s.rte = 0
        JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = :academicSessionId AND e.class_id = :classId AND e.status = 'studying'
        WHERE d.kind = 'fee' AND d.source_id = i.id AND d.school_id = :schoolId) AS owing,
       reach.enrolled, reach.rte, everybody.students, everybody.hasPayments
     FROM fee_instalments i
     CROSS JOIN (SELECT COUNT(*) AS enrolled, CAST(COALESCE(SUM(s.rte), 0) AS SIGNED) AS rte
                 FROM enrollments e JOIN students s ON s.id = e.student_id
                 WHERE e.school_id = :schoolId AND e.academic_session_id = :academicSessionId
                   AND e.class_id = :classId AND e.status = 'studying' AND s.status = 'active') reach
     CROSS JOIN (SELECT COUNT(DISTINCT d.student_id) AS students, COUNT(l.id) > 0 AS hasPayments
                 FROM fee_instalments x JOIN dues d ON d.kind = 'fee' AND d.source_id = x.id AND d.school_id = :schoolId
                 LEFT JOIN payment_lines l ON l.due_id = d.id
                 WHERE x.fee_id = :feeId) everybody
     WHERE i.fee_id = :feeId`,
    { schoolId: scope.schoolId, feeId: plan.id, academicSessionId: plan.academicSessionId, classId: plan.classId },
  )
  const { enrolled, rte, students, hasPayments } = rows[0] ?? { enrolled: 0, rte: 0, students: 0, hasPayments: 0 }
  const missing = rows.map((row) => ({ ...row, missing: Math.max(0, enrolled - rte - row.owing) }))
  return {
    enrolled,
    rte,
    assigned: rows.length === 0 ? 0 : Math.min(...rows.map((row) => row.owing)),
    students,
    missingDues: missing.reduce((sum, row) => sum + row.missing, 0),
    missingPaise: missing.reduce((sum, row) => sum + row.missing * row.amountPaise, 0),
    hasPayments: hasPayments === 1,
  }
}

/** One instalment with how many owe it; the other figures are the same in each row. */
interface ReachRow {
  amountPaise: number
  owing: number
  enrolled: number
  rte: number
  students: number
  hasPayments: number
}
