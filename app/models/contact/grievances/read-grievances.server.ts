import { execute, flag, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { grievanceNumber } from '~/models/people/students/grievance-number'
import { address, from, withAddress } from './mail-writer.server'
import { Grievance, GrievanceEntry } from './tables.server'

/** SQL condition: a link `k` gives the guardian any right, and an adult student has not blocked it. */
export const anyRight = 'k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1 OR k.is_told = 1)'

const grievanceColumns = {
  ...columnsOf(
    Grievance,
    'g',
    'id',
    'publicId',
    'writer',
    'writerName',
    'contact',
    'topic',
    'words',
    'state',
    'version',
    'isUnread',
  ),
  ...columnsOf(Grievance, 'g', 'receivedOn', 'answerBy', 'lawBy'),
  number: text(grievanceNumber),
  schoolName: text('c.name'),
  studentName: textOrNull("IF(s.id IS NULL, NULL, TRIM(CONCAT(s.first_name, ' ', s.last_name)))"),
  studentPublicId: textOrNull('s.public_id'),
}

/** Columns of an opened grievance. `hasRight`: its writer still has rights for the student. */
const opened = {
  ...grievanceColumns,
  hasRight: flag(`g.writer <> 'guardian' OR g.student_id IS NULL OR EXISTS (SELECT 1 FROM guardian_links k
    WHERE k.school_id = g.school_id AND k.guardian_id = g.guardian_id AND k.student_id = g.student_id AND ${anyRight})`),
}

/**
 * Columns of a grievance in a list. `answeredOn` is a day in India: the database stores UTC, so it adds 330 minutes.
 */
const listed = {
  ...grievanceColumns,
  answeredOn:
    textOrNull(`(SELECT DATE_FORMAT(MAX(n.created_at) + INTERVAL 330 MINUTE, '%Y-%m-%d') FROM grievance_entries n
    WHERE n.school_id = g.school_id AND n.grievance_id = g.id AND n.kind = 'answered')`),
}

const grievances = plainList({
  columns: listed,
  from,
  always: 'g.school_id = :schoolId',
  search: ['g.writer_name', grievanceNumber, "TRIM(CONCAT(s.first_name, ' ', s.last_name))"],
  values: () => ({ today: todayInIndia(new Date()) }),
  filters: {
    state: `CASE :state WHEN 'waiting' THEN g.state IN ('open','reopened')
      WHEN 'late' THEN g.state IN ('open','reopened') AND g.answer_by < :today ELSE g.state = :state END`,
  },
  orders: {
    due: ["-(g.state IN ('open','reopened'))", 'g.answer_by'],
    received: 'g.received_on',
    writer: 'g.writer_name',
  },
  last: 'g.id',
})

/** Lists the school's grievances. Unanswered ones come first, each group by due date. */
export const { list: listGrievances } = grievances

const maxPrinted = 1000

export function readGrievanceRegister({ schoolId }: SchoolScope) {
  const order = `ORDER BY g.financial_year DESC, g.number DESC LIMIT ${maxPrinted}`
  return selectRows(listed, `FROM ${from} WHERE g.school_id = :schoolId ${order}`, { schoolId })
}

/** One grievance of the school, for the office; `isMailed`: the writer is notified by mail of the office's replies. */
export function findGrievance({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    { ...opened, isMailed: flag(`${address} IS NOT NULL`) },
    `FROM ${withAddress} WHERE g.school_id = :schoolId AND g.public_id = :publicId`,
    { schoolId, publicId },
  )
}

const ofStudent = "g.school_id = :schoolId AND g.student_id = :studentId AND g.writer = 'student'"
const ofGuardian = `g.writer = 'guardian' AND EXISTS (SELECT 1 FROM family_guardians w WHERE w.school_id = g.school_id
  AND w.id = g.guardian_id AND w.account_id = :accountId) AND ${isSchoolOpen('g.school_id')}`

function ownOf(scope: StudentScope | GuardianScope): { where: string; values: Record<string, number> } {
  return 'accountId' in scope
    ? { where: ofGuardian, values: { accountId: scope.accountId } }
    : { where: ofStudent, values: { schoolId: scope.schoolId, studentId: scope.studentId } }
}

/** Grievances written by this student or guardian, the newest first: at most a hundred. */
export function listOwnGrievances(scope: StudentScope | GuardianScope) {
  const { where, values } = ownOf(scope)
  return selectRows(grievanceColumns, `FROM ${from} WHERE ${where} ORDER BY g.id DESC LIMIT 100`, values)
}

/** Finds a grievance for its writer; null for anyone else, even for another guardian of the child. */
export function findOwnGrievance(scope: StudentScope | GuardianScope, publicId: string) {
  const { where, values } = ownOf(scope)
  return selectRow(opened, `FROM ${from} WHERE ${where} AND g.public_id = :publicId`, { ...values, publicId })
}

/** Records that the writer has opened the office's reply. Call it only for a grievance found in the reader's scope. */
export async function markRead(grievanceId: number): Promise<void> {
  await execute('UPDATE grievances SET is_unread = 0 WHERE id = :grievanceId', { grievanceId })
}

/**
 * Later entries of a grievance, such as answers, oldest first. Call it only for a grievance found in the reader's
 * scope.
 */
export function listEntries(grievanceId: number) {
  return selectRows(
    columnsOf(GrievanceEntry, 'n', 'kind', 'words', 'byName', 'createdAt'),
    'FROM grievance_entries n WHERE n.grievance_id = :grievanceId ORDER BY n.id',
    { grievanceId },
  )
}
