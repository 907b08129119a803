import type { ReactNode } from 'react'

export type Column<Row> = {
  /** No two columns of a table have the same. */
  label: string
  /** What the cell shows. Keep it plain elements and anchors: it runs for each of up to 40 rows. */
  cell: (row: Row) => ReactNode
  /** `end` for money and numbers: at the right, with figures of equal width. `nowrap` for dates and codes. `clip` for long words: one line at a desk. `sentence` for a few lines beside a much longer text. */
  align?: 'end' | 'nowrap' | 'clip' | 'sentence'
  /** `title` names the row (its header, the card's heading); `actions` holds the row's one link. */
  role?: 'title' | 'actions'
  /** The name of the order that this column's heading chooses (`DataTable`'s `order`). */
  sort?: string
  /** Whose plain order is downwards: a day, the newest first, as people look for what happened; an amount, the largest first. */
  newestFirst?: true
}

/** In which order the rows stand, and where another is chosen. */
export type TableOrder = { by: string; descending: boolean; hrefFor: (sort: string) => string }

type DataTableProps<Row> = {
  /** Read by screen readers only: the page shows a heading. */
  caption: string
  columns: ReadonlyArray<Column<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  order?: TableOrder
  /** Six columns of words and buttons: rows are cards until 1,200 px, so that none is out of sight. */
  isRoomy?: boolean
}

/** A table that becomes labelled cards below 640 px. No hooks, no components inside: it is on the hot path of every list. */
export function DataTable<Row>({ caption, columns, rows, rowKey, order, isRoomy }: DataTableProps<Row>) {
  return (
    <div className={isRoomy ? 'table-box roomy' : 'table-box'}>
      <table className="table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cellClass(column)} aria-sort={sortedBy(column, order)}>
                {order && column.sort ? orderLink(column, column.sort, order) : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column.role === 'title' ? (
                  <th key={column.label} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.label}
                    className={cellClass(column)}
                    data-label={column.role === 'actions' ? undefined : column.label}
                    title={column.align === 'clip' ? wordsOf(column.cell(row)) : undefined}
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

const wordsOf = (shown: ReactNode) => (typeof shown === 'string' ? shown : undefined)

function sortedBy<Row>(column: Column<Row>, order: TableOrder | undefined): 'ascending' | 'descending' | undefined {
  if (!order || column.sort !== order.by) return undefined
  return order.descending !== (column.newestFirst === true) ? 'descending' : 'ascending'
}

/** A heading that sorts by its column; once more turns the order round. */
function orderLink<Row>(column: Column<Row>, sort: string, order: TableOrder): ReactNode {
  const isChosen = sort === order.by
  const isDown = order.descending !== (column.newestFirst === true)
  return (
    <a className="sort" href={order.hrefFor(isChosen && !order.descending ? `-${sort}` : sort)}>
      {column.label}
      {isChosen ? <span aria-hidden="true">{isDown ? ' ↓' : ' ↑'}</span> : null}
    </a>
  )
}

function cellClass<Row>({ align, role }: Column<Row>): string | undefined {
  if (role === 'actions') return 'act'
  return align === 'end' ? 'num' : align
}
