import { number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  classColumns,
  finedColumns,
  heldExcessSql,
  joinEnrollment,
  ledgerStudentColumns,
  matchStudent,
} from '../books/columns.server'
import { fineOfDay } from '../fine-rules'
import { dueBalance } from '../rules'
import { Due } from '../tables.server'

const maxFound = 20

const payerColumns = {
  id: text('st.public_id'),
  name: ledgerStudentColumns.studentName,
  enrollmentNumber: ledgerStudentColumns.enrollmentNumber,
  ...classColumns,
}

const payers = `FROM students st
  LEFT JOIN academic_sessions a ON a.school_id = st.school_id AND a.is_current = 1 ${joinEnrollment('st.id')}
  WHERE st.school_id = :schoolId`

/** Students matching a search at the counter, including those who left, as they may still owe. */
export function searchPayers({ schoolId }: SchoolScope, search: string) {
  const match = matchStudent(search)
  return selectRows(
    payerColumns,
    `${payers} AND ${match.sql}
     ORDER BY st.first_name, st.last_name, st.id LIMIT ${maxFound}`,
    { schoolId, ...match.values },
  )
}

const openDue = {
  id: text('d.public_id'),
  ...columnsOf(Due, 'd', 'name', 'title'),
  sessionName: text('a.name'),
  ...finedColumns,
}

/**
 * Finds a student with the student's credit and open dues, oldest first, with late fines as of `day`; null for another
 * school's student.
 */
export async function findPayerWithDues(
  scope: SchoolScope,
  key: { studentId: string } | { dueId: string },
  day = todayInIndia(new Date()),
) {
  const ofDue = 'st.id = (SELECT d.student_id FROM dues d WHERE d.school_id = :schoolId AND d.public_id = :publicId)'
  const [condition, publicId] = 'studentId' in key ? ['st.public_id = :publicId', key.studentId] : [ofDue, key.dueId]
  const payer = await selectRow({ ...payerColumns, excessPaise: number(heldExcessSql) }, `${payers} AND ${condition}`, {
    schoolId: scope.schoolId,
    publicId,
  })
  if (!payer) return null
  return { payer, dues: await listOpenDues(scope, payer.id, day) }
}

/** Lists the open dues of a student, oldest first, with late fines as of `day`; empty for another school's student. */
export async function listOpenDues({ schoolId }: SchoolScope, studentId: string, day = todayInIndia(new Date())) {
  const rows = await selectRows(
    openDue,
    `FROM dues d JOIN students st ON st.id = d.student_id JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND st.public_id = :studentId AND d.state = 'open'
       AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise
     ORDER BY d.due_on, d.id`,
    { schoolId, studentId },
  )
  return rows.map(({ runningFine, ...row }) => {
    const due = { ...row, finePaise: fineOfDay({ ...row, runningFine }, day) }
    return { ...due, balancePaise: dueBalance(due) }
  })
}

export type PayerWithDues = NonNullable<Awaited<ReturnType<typeof findPayerWithDues>>>
