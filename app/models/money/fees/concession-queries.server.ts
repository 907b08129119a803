import { flag, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { joinEnrollment, ledgerStudentColumns, matchStudent } from '~/models/money/ledger/books/columns.server'
import { Concession, Fee } from './tables.server'

const columns = {
  ...columnsOf(Concession, 't', 'publicId', 'kind', 'percentHundredths', 'amountPaise', 'reason', 'givenBy'),
  ...columnsOf(Concession, 't', 'isByRule', 'createdAt'),
  studentId: text('st.public_id'),
  ...ledgerStudentColumns,
  className: textOrNull('c.name'),
  sessionName: text('a.name'),
  // Null: all fees of the session.
  feeName: textOrNull('f.name'),
  isRemoved: flag('t.removed_at IS NOT NULL'),
  // Amount taken off dues so far, paise.
  takenPaise: number(
    '(SELECT CAST(COALESCE(SUM(d.amount_paise), 0) AS SIGNED) FROM due_concessions d WHERE d.concession_id = t.id)',
  ),
}

const tables = `concessions t JOIN students st ON st.id = t.student_id JOIN academic_sessions a ON a.id = t.academic_session_id
  LEFT JOIN fees f ON f.id = t.fee_id ${joinEnrollment('t.student_id')} WHERE t.school_id = :schoolId`

type ConcessionSort = 'given' | 'student' | 'class' | 'taken'

const orders: Record<ConcessionSort, readonly string[]> = {
  given: ['-CAST(t.id AS SIGNED)'],
  student: ['st.first_name', 'st.last_name', 't.id'],
  class: ['c.position', 'c.name', 'st.first_name', 't.id'],
  taken: ['takenPaise', 't.id'],
}

/**
 * Lists the school's concessions, newest first by default. Filters are public ids, a kind, and `state`: 'removed' lists
 * ended concessions, otherwise active ones.
 */
export function listConcessions(
  { schoolId }: SchoolScope,
  query: FilteredQuery<ConcessionSort, 'session' | 'class' | 'kind' | 'state'>,
) {
  const match = matchStudent(query.search)
  return selectPage(
    {
      columns,
      from: `${tables}
        AND ${match.sql}
        AND (:session = '' OR a.public_id = :session) AND (:class = '' OR c.public_id = :class)
        AND (:kind = '' OR t.kind = :kind) AND (t.removed_at IS NOT NULL) = (:state = 'removed')`,
      order: orders[query.sort],
      values: { schoolId, ...match.values, ...query.filters },
    },
    query,
  )
}

export function concessionsOf({ schoolId }: SchoolScope, studentPublicId: string) {
  const rest = `FROM ${tables} AND st.public_id = :studentPublicId ORDER BY t.removed_at IS NOT NULL, t.id DESC`
  return selectRows(columns, rest, { schoolId, studentPublicId })
}

export function findConcession({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(columns, `FROM ${tables} AND t.public_id = :publicId`, { schoolId, publicId })
}

const feeColumns = {
  ...columnsOf(Fee, 'f', 'publicId', 'name'),
  sessionPublicId: text('a.public_id'),
  sessionName: text('a.name'),
  className: text('c.name'),
}

/** Lists the fees that a student owes or has paid, and those of the student's class, newest session first. */
export function feesOfStudent({ schoolId }: SchoolScope, studentPublicId: string) {
  return selectRows(
    feeColumns,
    `FROM students s JOIN fees f ON f.school_id = s.school_id
     JOIN academic_sessions a ON a.id = f.academic_session_id JOIN classes c ON c.id = f.class_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId
       AND (EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id
                    AND e.academic_session_id = f.academic_session_id AND e.class_id = f.class_id)
         OR EXISTS (SELECT 1 FROM fee_instalments i JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id
                    AND d.student_id = s.id WHERE i.fee_id = f.id))
     ORDER BY a.starts_on DESC, f.name, f.id`,
    { schoolId, studentPublicId },
  )
}
