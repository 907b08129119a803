import type { Column } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

/** One row, as short as it can be: forty of them go with every page. */
export interface FeeItem {
  id: string
  name: string
  title: string
  /** YYYY-MM-DD */
  dueOn: string
  owedPaise: number
  /** Of that, for being late; left out when there is none. */
  finePaise?: number
  /** Left out when nothing has been paid of it. */
  balancePaise?: number
  status: 'paid' | 'due' | 'overdue'
  receiptId?: string
}

interface FeeRow {
  duePublicId: string
  feeName: string
  feeTitle: string
  dueOn: string
  amountPaise: number
  finePaise: number
  balancePaise: number
  status: 'paid' | 'pending'
  overdue: boolean
  receiptPublicId: string | null
}

/** Of what the ledger knows about a due, what its row shows. */
export function toFeeItem(row: FeeRow): FeeItem {
  const item: FeeItem = {
    id: row.duePublicId,
    name: row.feeName,
    title: row.feeTitle,
    dueOn: row.dueOn,
    owedPaise: row.amountPaise,
    status: row.status === 'paid' ? 'paid' : row.overdue ? 'overdue' : 'due',
  }
  if (row.finePaise > 0) item.finePaise = row.finePaise
  if (item.status === 'paid' && row.receiptPublicId) item.receiptId = row.receiptPublicId
  if (item.status !== 'paid' && row.balancePaise !== row.amountPaise) item.balancePaise = row.balancePaise
  return item
}

/** The six columns of Student Fee Management. Words are asked for once a table, not once a row. */
export function feeColumns(): Column<FeeItem>[] {
  const language = currentLanguage()
  const words = {
    pay: m.fees_pay(),
    download: m.fees_download(),
    paid: m.fees_paid(),
    pending: m.fees_pending(),
    overdue: m.fees_overdue(),
  }
  return [
    { label: m.fees_name(), role: 'title', cell: (fee) => fee.name },
    { label: m.fees_instalment(), cell: (fee) => fee.title },
    { label: m.fees_due_date(), align: 'nowrap', cell: (fee) => formatDay(fee.dueOn, language) },
    {
      label: m.fees_amount(),
      align: 'end',
      cell: (fee) => formatPaise(fee.owedPaise, { style: 'exact' }) + fineWithin(fee) + partLeft(fee),
    },
    {
      label: m.fees_status(),
      cell: (fee) =>
        fee.status === 'paid' ? (
          <span className="badge good">{words.paid}</span>
        ) : fee.status === 'due' ? (
          <span className="badge neutral">{words.pending}</span>
        ) : (
          <>
            <span className="badge warn">{words.pending}</span> {words.overdue}
          </>
        ),
    },
    {
      label: m.fees_actions(),
      role: 'actions',
      cell: (fee) =>
        fee.status !== 'paid' ? (
          <a className="btn" href={paths.student.pay(fee.id)}>
            {words.pay}
          </a>
        ) : fee.receiptId ? (
          <a className="btn btn-secondary" href={paths.student.receipt(fee.receiptId)} download>
            {words.download}
          </a>
        ) : null,
    },
  ]
}

/** What of the amount is owed for being late; most rows carry nothing for it. */
function fineWithin({ finePaise }: FeeItem): string {
  if (finePaise === undefined) return ''
  return ` (${m.fees_fine_within({ amount: formatPaise(finePaise, { style: 'exact' }) })})`
}

/** A due of which a part is paid says what is left; it is seldom, so most rows carry nothing for it. */
function partLeft({ balancePaise }: FeeItem): string {
  if (balancePaise === undefined) return ''
  return ` (${m.fees_left({ amount: formatPaise(balancePaise, { style: 'exact' }) })})`
}
