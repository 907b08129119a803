import { flag, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { isDueDeclaredSql } from '../counter/declared-payments.server'
import { dueName } from '../due-words'
import { dueToday } from '../fine-rules'
import { Due } from '../tables.server'
import { finedColumns } from './columns.server'

const columns = {
  ...columnsOf(Due, 'd', 'studentId', 'publicId', 'kind', 'name', 'title'),
  ...finedColumns,
  isDeclared: flag(isDueDeclaredSql('d')),
}

/**
 * Open dues of the student, the oldest first, with today's late fines; includes dues with a declared payment that the
 * office has not confirmed yet (`isDeclared`).
 */
export async function listUnpaidDues(scope: StudentScope) {
  return (await listUnpaidOf([scope])).map(({ studentId: _own, ...due }) => due)
}

/** Open dues of several students, of any school. */
export async function listUnpaidOf(scopes: readonly StudentScope[]) {
  if (scopes.length === 0) return []
  const rows = await selectRows(
    columns,
    `FROM dues d WHERE d.school_id IN (:schoolIds) AND d.student_id IN (:studentIds) AND d.state = 'open'
       AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise ORDER BY d.due_on, d.id`,
    { schoolIds: scopes.map((scope) => scope.schoolId), studentIds: scopes.map((scope) => scope.studentId) },
  )
  const today = todayInIndia(new Date())
  return rows.map((row) => {
    const { studentId, publicId, kind, title, dueOn, balancePaise, isDeclared, status } = dueToday(row, today)
    return {
      studentId,
      publicId,
      kind,
      name: dueName(row),
      title,
      dueOn,
      balancePaise,
      isDeclared,
      isOverdue: status === 'overdue',
    }
  })
}

/**
 * Next payment of the student, or null when nothing is due. With overdue dues: their sum and the oldest due date.
 * Otherwise: the next due date and the sum of its dues. Excludes declared dues. `count` is the number of summed dues.
 */
export async function findNextDue(scope: StudentScope) {
  return nextDueOf(await listUnpaidDues(scope))
}

type Unpaid = Pick<
  Awaited<ReturnType<typeof listUnpaidDues>>[number],
  'dueOn' | 'balancePaise' | 'isDeclared' | 'isOverdue'
>

/** `findNextDue` for dues already read, the oldest first. */
export function nextDueOf(unpaid: readonly Unpaid[]) {
  const dues = unpaid.filter((due) => !due.isDeclared)
  const overdue = dues.filter((due) => due.isOverdue)
  const first = overdue[0] ?? dues[0]
  if (!first) return null
  const next = overdue.length > 0 ? overdue : dues.filter((due) => due.dueOn === first.dueOn)
  const balancePaise = next.reduce((sum, due) => sum + due.balancePaise, 0)
  return { dueOn: first.dueOn, balancePaise, count: next.length, isOverdue: first.isOverdue }
}
