import { select, selectOne } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing } from '~/models/shared/select-page.server'
import { type FinedDue, fineOfDay } from './fine-rules'
import { runningFineSql } from './fines.server'
import type { DueAmounts } from './rules'

const mostFound = 20

export interface Payer {
  id: string
  name: string
  enrollmentNumber: string
  className: string | null
  sectionName: string | null
}

interface PayerRow extends Omit<Payer, 'name'> {
  firstName: string
  lastName: string
}

const payerSql = `SELECT s.public_id AS id, s.first_name AS firstName, s.last_name AS lastName,
    s.enrollment_number AS enrollmentNumber, c.name AS className, se.name AS sectionName
  FROM students s
  LEFT JOIN academic_sessions a ON a.school_id = s.school_id AND a.is_current = 1
  LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`

const toPayer = ({ firstName, lastName, ...row }: PayerRow): Payer => ({ ...row, name: `${firstName} ${lastName}` })

/** Students whose name, enrollment number or mobile number fits, for the counter; those who left may still owe. */
export async function searchPayers(scope: SchoolScope, search: string): Promise<Payer[]> {
  const rows = await select<PayerRow>(
    `${payerSql} WHERE s.school_id = :schoolId AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :like ESCAPE '!'
       OR s.enrollment_number LIKE :like ESCAPE '!' OR s.mobile_number LIKE :like ESCAPE '!')
     ORDER BY s.first_name, s.last_name, s.id LIMIT ${mostFound}`,
    { schoolId: scope.schoolId, like: containing(search) },
  )
  return rows.map(toPayer)
}

export interface OpenDue extends DueAmounts {
  id: string
  name: string
  title: string
  /** YYYY-MM-DD */
  dueOn: string
  sessionName: string
}

/** A student with what is still owed, the oldest first, with the late fines of a day; null for another school's student. */
export async function findPayerWithDues(
  scope: SchoolScope,
  which: { studentId: string } | { dueId: string },
  day = todayInIndia(new Date()),
): Promise<{ payer: Payer; dues: OpenDue[] } | null> {
  const condition =
    'studentId' in which
      ? 's.public_id = :publicId'
      : 's.id = (SELECT d.student_id FROM dues d WHERE d.school_id = :schoolId AND d.public_id = :publicId)'
  const publicId = 'studentId' in which ? which.studentId : which.dueId
  const row = await selectOne<PayerRow>(`${payerSql} WHERE s.school_id = :schoolId AND ${condition}`, {
    schoolId: scope.schoolId,
    publicId,
  })
  if (!row) return null
  const rows = await select<OpenDue & FinedDue>(
    `SELECT d.public_id AS id, d.name, d.title, d.due_on AS dueOn, a.name AS sessionName, d.amount_paise AS amountPaise,
       d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise, ${runningFineSql('d')} AS runningFine
     FROM dues d JOIN students s ON s.id = d.student_id JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND s.public_id = :studentId AND d.state = 'open'
       AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise
     ORDER BY d.due_on, d.id`,
    { schoolId: scope.schoolId, studentId: row.id },
  )
  // The worker counts fines after midnight; until it has, the page does.
  const dues = rows.map(({ runningFine, ...due }) => ({ ...due, finePaise: fineOfDay({ ...due, runningFine }, day) }))
  return { payer: toPayer(row), dues }
}
