import { Card, type Column, DataTable } from '~/components/ui'
import { formatPaise } from '~/models/core/shared/money'
import type { sumDayBook } from '~/models/money/ledger/books/day-book.server'
import type { sumHeads } from '~/models/money/ledger/books/day-book-heads.server'
import { methodNames } from '~/models/money/ledger/office-words'
import { type PaymentMethod, paymentMethods } from '~/models/money/ledger/payment-methods'

type Totals = Awaited<ReturnType<typeof sumDayBook>>['methods']
type Total = Omit<Totals[number], 'method' | 'late' | 'movements'>
type Cashiers = Awaited<ReturnType<typeof sumDayBook>>['cashiers']

export interface Sums {
  totals: Totals
  cashiers: Cashiers
  /** Null if there are too many payments to split by fee head. */
  heads: Awaited<ReturnType<typeof sumHeads>> | null
}

export function DayBookTotals({ totals, cashiers, heads, isByEntry }: Sums & { isByEntry: boolean }) {
  const late = totals.reduce((sum, row) => sum + row.late, 0)
  const all = totalOf(totals)
  return (
    <>
      <Card title={`Total ${money(all.netPaise)}`}>
        <DataTable
          caption="Totals by method"
          rows={withTotal(
            totals.map(({ method, ...row }) => ({ name: methodNames[method], ...row })),
            all,
          )}
          rowKey={(row) => row.name}
          columns={[
            { label: 'Method', role: 'title', cell: (row) => row.name },
            { label: 'Received', align: 'end', cell: (row) => money(row.receivedPaise) },
            ...outgoing(all),
            { label: 'Net', align: 'end', cell: (row) => money(row.netPaise) },
          ]}
        />
        {late > 0 ? (
          <p className="soft">
            {isByEntry
              ? `Of these, ${late} count for an earlier day.`
              : `Of these, ${late} were entered or corrected on a later day.`}
          </p>
        ) : null}
      </Card>
      <Card title="By fee head">
        {heads === null ? (
          <p className="soft">Too many payments to divide by fee head. Choose fewer days.</p>
        ) : (
          <DataTable
            caption="Totals by fee head"
            rows={withTotal(
              heads.map(({ head: name, ...row }) => ({ name, ...row })),
              { inPaise: sumOf(heads, 'inPaise'), outPaise: sumOf(heads, 'outPaise') },
            )}
            rowKey={(row) => row.name}
            columns={[
              { label: 'Fee head', role: 'title', cell: (row) => row.name },
              { label: 'Received', align: 'end', cell: (row) => money(row.inPaise) },
              { label: 'Reversed', align: 'end', cell: (row) => money(row.outPaise) },
              { label: 'Net', align: 'end', cell: (row) => money(row.inPaise + row.outPaise) },
            ]}
          />
        )}
      </Card>
      <Card title="By cashier">
        <CashierTable cashiers={cashiers} />
      </Card>
    </>
  )
}

function CashierTable({ cashiers }: { cashiers: Cashiers }) {
  const used = paymentMethods.filter((method) => cashiers.some((row) => row.method === method))
  // Grouped by id, since two cashiers may have the same name.
  const people = [...new Map(cashiers.map(({ cashierId: id, cashier: name }) => [id, { id, name }])).values()]
  const paise = (matches: (row: Cashiers[number]) => boolean) => sumOf(cashiers.filter(matches), 'netPaise')
  return (
    <DataTable
      caption="Totals by cashier"
      rows={people}
      rowKey={(person) => person.id ?? ''}
      columns={[
        { label: 'Cashier', role: 'title', cell: (person) => person.name ?? 'Paid online' },
        ...used.map(
          (method: PaymentMethod): Column<(typeof people)[number]> => ({
            label: methodNames[method],
            align: 'end',
            cell: (person) => money(paise((row) => row.cashierId === person.id && row.method === method)),
          }),
        ),
        { label: 'Total', align: 'end', cell: (person) => money(paise((row) => row.cashierId === person.id)) },
      ]}
    />
  )
}

/** Columns for corrected, refunded and bounced amounts, if there are any. */
function outgoing(all: Total): Column<Total>[] {
  const names = { correctedPaise: 'Corrected', refundedPaise: 'Refunded', bouncedPaise: 'Bounced' } as const
  const used = (['correctedPaise', 'refundedPaise', 'bouncedPaise'] as const).filter((name) => all[name] < 0)
  return used.map((name) => ({ label: names[name], align: 'end', cell: (row) => money(row[name]) }))
}

function totalOf(totals: Totals): Total {
  const [receivedPaise, netPaise] = [sumOf(totals, 'receivedPaise'), sumOf(totals, 'netPaise')]
  const [correctedPaise, refundedPaise] = [sumOf(totals, 'correctedPaise'), sumOf(totals, 'refundedPaise')]
  return { receivedPaise, correctedPaise, refundedPaise, bouncedPaise: sumOf(totals, 'bouncedPaise'), netPaise }
}

function withTotal<Row>(rows: ReadonlyArray<{ name: string } & Row>, total: Row): Array<{ name: string } & Row> {
  return rows.length > 1 ? [...rows, { name: 'Total', ...total }] : [...rows]
}

function sumOf<Name extends string>(rows: ReadonlyArray<Record<Name, number>>, name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

const money = (paise: number) => formatPaise(paise, { style: 'exact' })
