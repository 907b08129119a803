import { Card, type Column, DataTable } from '~/components/ui'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import type { TotalsTable } from '~/models/entry/imports/preview'
import { groupedCount } from './__counts'

type Total = TotalsTable['rows'][number]

const nameColumn: Column<Total> = { label: 'Name', role: 'title', cell: ([name]) => name }
const rowsColumn: Column<Total> = { label: 'Number', align: 'end', cell: ([, rows]) => groupedCount(rows) }
const sumColumn: Column<Total> = {
  label: 'Amount',
  align: 'end',
  cell: ([, , paise]) => (paise === null ? '' : formatPaise(paise, { style: 'exact' })),
}

const rowsShown = 15

/** Counts and sums of the rows that are new or changed, to compare with the school's own figures. */
export function ImportTotals({ totals }: { totals: readonly TotalsTable[] }) {
  if (totals.length === 0) return null
  return (
    <div className="cols">
      {totals.map(({ title, rows, more, sum }) => (
        <Card key={title} title={title}>
          {table(title, rows.slice(0, rowsShown))}
          {rows.length > rowsShown ? (
            <details className="fold">
              <summary>Show {counted(rows.length - rowsShown, 'more row')}</summary>
              {table(`${title}, more`, rows.slice(rowsShown))}
            </details>
          ) : null}
          {more > 0 ? <p className="soft">And {counted(more, 'more name')}.</p> : null}
          <p>
            <strong>{sumText(sum)}</strong>
          </p>
        </Card>
      ))}
    </div>
  )
}

function table(caption: string, rows: readonly Total[]) {
  const columns = rows.some(([, , paise]) => paise !== null)
    ? [nameColumn, rowsColumn, sumColumn]
    : [nameColumn, rowsColumn]
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={([name]) => name} />
}

function sumText([rows, paise]: TotalsTable['sum']): string {
  return `In all ${groupedCount(rows)}${paise === null ? '' : `, ${formatPaise(paise, { style: 'exact' })}`}`
}
