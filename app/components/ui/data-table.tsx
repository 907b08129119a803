import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  label: string
  /** What the cell shows. Keep it plain elements and anchors: it runs for each of up to 40 rows. */
  cell: (row: Row) => ReactNode
  /** `end` for money and numbers: at the right, with figures of equal width. `nowrap` for dates and codes. */
  align?: 'end' | 'nowrap'
  /** `title` names the row (its header, the card's heading); `actions` holds the row's one link. */
  role?: 'title' | 'actions'
}

type DataTableProps<Row> = {
  /** Read by screen readers only: the page shows a heading. */
  caption: string
  columns: ReadonlyArray<Column<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A table that becomes labelled cards below 640 px. No hooks, no components inside: it is on the hot path of every list. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <div className="table-box">
      <table className="table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column.role === 'title' ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    className={cellClass(column)}
                    data-label={column.role === 'actions' ? undefined : column.label}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellClass<Row>({ align, role }: Column<Row>): string | undefined {
  if (role === 'actions') return 'act'
  return align === 'end' ? 'num' : align
}
