import type { Column } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { FeeRow } from '~/models/ledger/fee-status.server'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

/** Of what the ledger knows about a due, what its row shows: as short as it can be, since forty of them go with every page. */
export function toFeeItem(row: FeeRow) {
  const isPaid = row.status === 'paid'
  return {
    id: row.duePublicId,
    name: row.feeName,
    title: row.feeTitle,
    dueOn: row.dueOn,
    owedPaise: row.amountPaise,
    status: isPaid ? ('paid' as const) : row.overdue ? ('overdue' as const) : ('due' as const),
    // Of that, for being late; left out when there is none.
    ...(row.finePaise > 0 ? { finePaise: row.finePaise } : {}),
    ...(isPaid && row.receiptPublicId ? { receiptId: row.receiptPublicId } : {}),
    // Left out when nothing has been paid of it.
    ...(!isPaid && row.balancePaise !== row.amountPaise ? { balancePaise: row.balancePaise } : {}),
  }
}

type FeeItem = ReturnType<typeof toFeeItem>

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
      cell: (fee) => formatPaise(fee.owedPaise, { style: 'exact' }) + besides(fee),
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

/** What of the amount is owed for being late, and what is left of a due of which a part is paid: most rows carry nothing for either. */
function besides({ finePaise, balancePaise }: FeeItem): string {
  const money = (paise: number) => ({ amount: formatPaise(paise, { style: 'exact' }) })
  const fine = finePaise === undefined ? '' : ` (${m.fees_fine_within(money(finePaise))})`
  return balancePaise === undefined ? fine : `${fine} (${m.fees_left(money(balancePaise))})`
}
