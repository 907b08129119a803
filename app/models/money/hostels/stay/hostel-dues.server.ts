import { number, selectRow, text, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import type { FilteredQuery } from '~/kit/tables/select-page.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { applicant, applicantJoins, matchApplicant } from '~/models/money/subscriptions/applicant.server'

export type DueStage = 'owed' | 'overdue' | 'paid' | 'cancelled'

const toPay = 'd.amount_paise - d.concession_paise + d.fine_paise'
const open = `IF(d.state = 'open', GREATEST(0, ${toPay} - d.paid_paise), 0)`
const stage = `CASE WHEN d.state <> 'open' THEN 'cancelled' WHEN ${open} = 0 THEN 'paid'
  WHEN d.due_on < :today THEN 'overdue' ELSE 'owed' END`

const dues = plainList({
  columns: {
    publicId: text('d.public_id'),
    applicationId: text('a.public_id'),
    ...applicant,
    roomNumber: text('r.room_number'),
    name: text('d.name'),
    title: text('d.title'),
    dueOn: text('d.due_on'),
    amountPaise: number(`IF(d.state = 'open', ${toPay}, 0)`),
    paidPaise: number('d.paid_paise'),
    openPaise: number(open),
    stage: wordOf<DueStage>(stage),
  },
  from: `hostel_applications a JOIN rooms r ON r.id = a.room_id JOIN hostel_charges k ON k.application_id = a.id
    JOIN dues d ON d.school_id = a.school_id AND d.student_id = a.student_id AND d.kind = 'hostel' AND d.source_id = k.id
    ${applicantJoins}`,
  // Hides cancelled dues that hold no money.
  always: "a.school_id = :schoolId AND (d.state = 'open' OR d.paid_paise > 0)",
  values: () => ({ today: todayInIndia(new Date()) }),
  search: ['r.room_number'],
  matches: matchApplicant,
  filters: { stage: `(${stage} = :stage OR (:stage = 'owed' AND ${stage} = 'overdue'))` },
  orders: {
    due: ['d.due_on', 'd.id'],
    student: ['st.first_name', 'st.last_name', 'd.due_on', 'd.id'],
    room: ['LENGTH(r.room_number)', 'r.room_number', 'd.due_on', 'd.id'],
    open: [open, 'd.id'],
  },
  last: 'd.id',
})

type Query = FilteredQuery<'due' | 'student' | 'room' | 'open', 'stage'>

/**
 * Dues of a hostel's applications with their payments, in paise. After a student has moved to another hostel, all dues
 * of the application are listed there.
 */
export function listHostelDues(scope: SchoolScope, hostel: { id: number }, query: Query) {
  return dues.listOwn(scope, query, { condition: 'a.hostel_id = :hostelId', values: { hostelId: hostel.id } })
}

export async function sumHostelDues(scope: SchoolScope, hostel: { id: number }, query: Query) {
  const { from, values } = dues.narrowed(scope, query)
  const sum = (amountSql: string) => number(`CAST(COALESCE(SUM(${amountSql}), 0) AS SIGNED)`)
  const sums = {
    amountPaise: sum(`IF(d.state = 'open', ${toPay}, 0)`),
    paidPaise: sum('d.paid_paise'),
    openPaise: sum(open),
    overduePaise: sum(`IF(d.due_on < :today, ${open}, 0)`),
  }
  const totals = await selectRow(sums, `FROM ${from} AND a.hostel_id = :hostelId`, { ...values, hostelId: hostel.id })
  return totals ?? { amountPaise: 0, paidPaise: 0, openPaise: 0, overduePaise: 0 }
}
