import { selectRows } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { StudentScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { finedColumns } from './columns.server'
import { dueName } from './due-words'
import { dueToday } from './fine-rules'
import { Due } from './tables.server'

const columns = { ...columnsOf(Due, 'd', 'publicId', 'kind', 'name', 'title'), ...finedColumns }

const isOpen = (alias: string) => `${alias}.school_id = :schoolId AND ${alias}.student_id = :studentId
  AND ${alias}.state = 'open' AND ${alias}.paid_paise < ${alias}.amount_paise - ${alias}.concession_paise + ${alias}.fine_paise`

/** Everything that the student still owes, the oldest first, with today's late fines. */
export async function listUnpaidDues({ schoolId, studentId }: StudentScope) {
  const rows = await selectRows(columns, `FROM dues d WHERE ${isOpen('d')} ORDER BY d.due_on, d.id`, {
    schoolId,
    studentId,
  })
  const today = todayInIndia(new Date())
  return rows.map((row) => {
    const { publicId, kind, title, dueOn, balancePaise } = dueToday(row, today)
    return { publicId, kind, name: dueName(row), title, dueOn, balancePaise }
  })
}

/** The earliest day on which the student owes something, and what is open on it, all dues together; null when all is paid. */
export async function findNextDue({ schoolId, studentId }: StudentScope) {
  const dues = await selectRows(
    finedColumns,
    `FROM dues d WHERE ${isOpen('d')} AND d.due_on = (SELECT MIN(x.due_on) FROM dues x WHERE ${isOpen('x')})`,
    { schoolId, studentId },
  )
  const [first] = dues
  if (!first) return null
  const today = todayInIndia(new Date())
  return { dueOn: first.dueOn, balancePaise: dues.reduce((sum, due) => sum + dueToday(due, today).balancePaise, 0) }
}
