import { select, selectOne } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import { todayInIndia } from '~/models/shared/calendar'
import { pageCount } from '~/models/shared/paging'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { runningFineSql } from './columns.server'
import { dueName } from './due-words'
import { fineToday } from './fine-rules'
import type { DueKind } from './options'
import { dueBalance, dueStatus, owedPaise } from './rules'

/** Academic years on a page of Student Fee Management (decisions, section 5). */
const yearsOnAPage = 3

export interface FeeRow {
  duePublicId: string
  feeName: string
  feeTitle: string
  /** `YYYY-MM-DD` */
  dueOn: string
  /** What is owed in all: amount − concession + fine. */
  amountPaise: number
  /** Of that, for being late: as of today. */
  finePaise: number
  balancePaise: number
  status: 'paid' | 'pending'
  overdue: boolean
  /** Of the last payment that settled something of it. */
  receiptPublicId: string | null
  transactionId: string | null
  /** Online payment that is under way for it. */
  openPaymentPublicId: string | null
}

export interface FeeYear {
  sessionPublicId: string
  sessionName: string
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  rows: FeeRow[]
}

export interface FeeStudent {
  publicId: string
  fullName: string
  email: string | null
  gender: 'Male' | 'Female' | 'Other'
  fatherName: string | null
  mobileNumber: string
  /** `YYYY-MM-DD` */
  dateOfBirth: string
}

export interface FeeStatus {
  currentPage: number
  lastPage: number
  /** Academic years in all. */
  total: number
  student: FeeStudent
  years: FeeYear[]
}

/** Fees of the signed-in student by academic year, newest first, three years a page; a page past the end is the last one. */
export async function listFeeStatus(scope: StudentScope, page: number): Promise<FeeStatus> {
  const status = await feeStatusOf(scope, scope.studentId, page)
  if (!status) throw new Error('The signed-in student is gone')
  return status
}

async function feeStatusOf(scope: SchoolScope | StudentScope, studentId: number, page: number) {
  const key = { schoolId: scope.schoolId, studentId }
  const [student, asked] = await Promise.all([findFeeStudent(key), readYears(key, page)])
  if (!student) return null
  let currentPage = page
  let rows = asked
  if (rows.length === 0 && page > 1) {
    // Past the end the number of years is not told, so it is asked for.
    const first = await readYears(key, 1)
    currentPage = pageCount(first[0]?.total ?? 0, yearsOnAPage)
    rows = currentPage === 1 ? first : await readYears(key, currentPage)
  }
  const total = rows[0]?.total ?? 0
  const today = todayInIndia(new Date())
  const years = new Map<string, FeeYear>()
  for (const row of rows) {
    const year = years.get(row.sessionPublicId) ?? {
      sessionPublicId: row.sessionPublicId,
      sessionName: row.sessionName,
      className: row.className,
      sectionName: row.sectionName,
      rollNumber: row.rollNumber,
      rows: [],
    }
    years.set(row.sessionPublicId, year)
    if (row.duePublicId !== null) year.rows.push(feeRow(row, today))
  }
  return { currentPage, lastPage: pageCount(total, yearsOnAPage), total, student, years: [...years.values()] }
}

function findFeeStudent(key: { schoolId: number; studentId: number }): Promise<FeeStudent | null> {
  return selectOne<FeeStudent>(
    `SELECT st.public_id AS publicId, CONCAT(st.first_name, ' ', st.last_name) AS fullName, st.email, st.gender,
       g.father_name AS fatherName, st.mobile_number AS mobileNumber, st.date_of_birth AS dateOfBirth
     FROM students st LEFT JOIN guardians g ON g.student_id = st.id
     WHERE st.school_id = :schoolId AND st.id = :studentId`,
    key,
  )
}

type YearRow = {
  sessionPublicId: string
  sessionName: string
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  total: number
  runningFine: string | null
  receiptPublicId: string | null
  transactionId: string | null
  openPaymentPublicId: string | null
} & Joined<DueColumns>

interface DueColumns {
  duePublicId: string
  dueKind: DueKind
  feeName: string
  feeTitle: string
  dueOn: string
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
}

/** One row for each due, and one for a year without any; years in which the student is enrolled or owes something. */
function readYears(key: { schoolId: number; studentId: number }, page: number): Promise<YearRow[]> {
  return select<YearRow>(
    `SELECT y.sessionPublicId, y.sessionName, y.className, y.sectionName, y.rollNumber, y.total,
       d.public_id AS duePublicId, d.kind AS dueKind, d.name AS feeName, d.title AS feeTitle, d.due_on AS dueOn, d.amount_paise AS amountPaise,
       d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise,
       ${runningFineSql('d')} AS runningFine, r.public_id AS receiptPublicId, p.transaction_id AS transactionId, o.public_id AS openPaymentPublicId
     FROM (SELECT a.id, a.public_id AS sessionPublicId, a.name AS sessionName, a.starts_on, c.name AS className,
         se.name AS sectionName, e.roll_number AS rollNumber, COUNT(*) OVER () AS total
       FROM academic_sessions a LEFT JOIN enrollments e ON e.academic_session_id = a.id AND e.student_id = :studentId
       LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
       WHERE a.school_id = :schoolId AND (e.id IS NOT NULL OR EXISTS (SELECT 1 FROM dues x WHERE x.school_id = :schoolId
         AND x.student_id = :studentId AND x.academic_session_id = a.id AND x.state = 'open'))
       ORDER BY a.starts_on DESC, a.id DESC LIMIT ${yearsOnAPage} OFFSET :offset) y
     LEFT JOIN dues d ON d.school_id = :schoolId AND d.student_id = :studentId AND d.academic_session_id = y.id AND d.state = 'open'
     LEFT JOIN payments p ON p.id = (SELECT MAX(l.payment_id) FROM payment_lines l JOIN receipts x ON x.payment_id = l.payment_id
       WHERE l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled' AND x.cancelled_at IS NULL)
     LEFT JOIN receipts r ON r.payment_id = p.id
     LEFT JOIN payment_lines ol ON ol.due_id = d.id AND ol.is_open_online = 1
     LEFT JOIN payments o ON o.id = ol.payment_id
     ORDER BY y.starts_on DESC, y.id DESC, d.due_on, d.id`,
    { ...key, offset: (page - 1) * yearsOnAPage },
  )
}

function feeRow(row: YearRow & DueColumns, today: string): FeeRow {
  // The worker counts fines after midnight; until it has, the page does.
  const due = { ...row, finePaise: fineToday(row, today) }
  const status = dueStatus(due, today)
  return {
    duePublicId: row.duePublicId,
    feeName: dueName({ kind: row.dueKind, name: row.feeName }),
    feeTitle: row.feeTitle,
    dueOn: row.dueOn,
    amountPaise: owedPaise(due),
    finePaise: due.finePaise,
    balancePaise: dueBalance(due),
    status: status === 'paid' ? 'paid' : 'pending',
    overdue: status === 'overdue',
    receiptPublicId: row.receiptPublicId,
    transactionId: row.transactionId,
    openPaymentPublicId: row.openPaymentPublicId,
  }
}
