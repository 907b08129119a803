import type { ReactNode } from 'react'
import type { Column } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { FeeRow } from '~/models/money/ledger/books/fee-status.server'

/** Reduces a due to the data of its row, which is kept short, since every page contains some forty of them. */
export function toFeeItem(row: FeeRow) {
  const status = statusOf(row)
  return {
    id: row.duePublicId,
    name: row.feeName,
    title: row.feeTitle,
    dueOn: row.dueOn,
    owedPaise: row.amountPaise,
    status,
    // Late fee included in the amount; left out if zero.
    ...(row.finePaise > 0 ? { finePaise: row.finePaise } : {}),
    ...(row.receiptPublicId ? { receiptId: row.receiptPublicId } : {}),
    // Number of receipts, one per part payment; if there are several, the due's page lists them.
    ...(row.receipts > 1 ? { receipts: row.receipts } : {}),
    // Balance of a partly paid due, or the paid amount of a cancelled one; left out if nothing has been paid.
    ...(status !== 'paid' && row.paidPaise > 0
      ? { leftPaise: status === 'cancelled' ? row.paidPaise : row.balancePaise }
      : {}),
  }
}

function statusOf({ isCancelled, status, isDeclared, overdue }: FeeRow) {
  if (isCancelled) return 'cancelled'
  if (status === 'paid') return 'paid'
  if (isDeclared) return 'declared'
  return overdue ? 'overdue' : 'due'
}

type FeeItem = ReturnType<typeof toFeeItem>

const isUnpaid = ({ status }: FeeItem) => status !== 'paid' && status !== 'cancelled'

/** Moves unpaid fees before paid ones, and keeps the order within both. */
export function unpaidFirst(fees: FeeItem[]): FeeItem[] {
  return [...fees.filter(isUnpaid), ...fees.filter((fee) => !isUnpaid(fee))]
}

/**
 * The six columns of Student Fee Management, without payment links for a guardian who may not pay. Texts are read once
 * per table, not once per row.
 */
export function feeColumns(mayPay: boolean): Column<FeeItem>[] {
  const language = currentLanguage()
  const pending = <span className="badge neutral">{m.fees_pending()}</span>
  const statuses: Record<FeeItem['status'], ReactNode> = {
    paid: <span className="badge good">{m.fees_paid()}</span>,
    due: pending,
    overdue: (
      <>
        <span className="badge warn">{m.fees_pending()}</span> {m.fees_overdue()}
      </>
    ),
    declared: (
      <>
        <span className="badge info">{m.fees_declared()}</span> {m.fees_declared_waits()}
      </>
    ),
    cancelled: <span className="badge neutral">{m.fees_cancelled()}</span>,
  }
  const words = { pay: m.fees_pay(), download: m.fees_download(), details: m.fees_details() }
  return [
    { label: m.fees_name(), role: 'title', cell: (fee) => fee.name },
    { label: m.fees_instalment(), cell: (fee) => fee.title },
    { label: m.fees_due_date(), align: 'nowrap', cell: (fee) => formatDay(fee.dueOn, language) },
    { label: m.fees_amount(), align: 'end', cell: amountOf },
    { label: m.fees_status(), cell: (fee) => statuses[fee.status] },
    { label: m.fees_actions(), role: 'actions', cell: (fee) => actionsOf(fee, words, mayPay) },
  ]
}

/** Amount owed; below it, the late fee that it includes, and the balance of a partly paid due. */
function amountOf({ owedPaise, finePaise, leftPaise, status }: FeeItem): ReactNode {
  const money = (paise: number) => formatPaise(paise, { style: 'exact' })
  if (finePaise === undefined && leftPaise === undefined) return money(owedPaise)
  return (
    <>
      {money(owedPaise)}
      {finePaise === undefined ? null : (
        <span className="choice-hint"> ({m.fees_fine_within({ amount: money(finePaise) })})</span>
      )}
      {leftPaise === undefined ? null : status === 'cancelled' ? (
        <span className="choice-hint"> {m.fees_held({ amount: money(leftPaise) })}</span>
      ) : (
        <span className="choice-hint"> ({m.fees_left({ amount: money(leftPaise) })})</span>
      )}
    </>
  )
}

function actionsOf(
  fee: FeeItem,
  words: { pay: string; download: string; details: string },
  mayPay: boolean,
): ReactNode {
  const isPayable = fee.status === 'due' || fee.status === 'overdue'
  const receipts = receiptsOf(fee, words.download, mayPay)
  if (!mayPay || (!isPayable && fee.status !== 'declared')) return receipts
  return (
    <>
      <a className={isPayable ? 'btn' : 'btn btn-secondary'} href={paths.student.pay(fee.id)}>
        {isPayable ? words.pay : words.details}
      </a>
      {receipts ? ' ' : null}
      {receipts}
    </>
  )
}

/** Link to the single receipt, or to the page that lists all of them. */
function receiptsOf({ id, receiptId, receipts, status }: FeeItem, download: string, mayPay: boolean): ReactNode {
  if (receiptId === undefined) return null
  if (receipts === undefined)
    return (
      <a className="btn btn-secondary" href={paths.student.receipt(receiptId)} data-file>
        {download}
      </a>
    )
  return (
    <a
      className="btn btn-secondary"
      href={status === 'cancelled' || !mayPay ? paths.student.payments() : paths.student.pay(id)}
    >
      {m.fees_receipts({ count: receipts })}
    </a>
  )
}
