import type { ReactNode } from 'react'

export type Column<Row> = {
  /** Unique within the table. */
  label: string
  /** Content of the cell. Use plain elements and anchors only: it runs for up to 40 rows. */
  cell: (row: Row) => ReactNode
  /**
   * `end`: money and numbers, right-aligned with figures of equal width. `nowrap`: dates and codes. `clip`: long text,
   * one line in wide windows. `sentence`: a text of a few lines that keeps a minimum width beside a much
   * longer text.
   */
  align?: 'end' | 'nowrap' | 'clip' | 'sentence'
  /** `title` names the row (its header, the card's heading); `actions` holds the row's one link. */
  role?: 'title' | 'actions'
  /** Sort key that the column head selects (`order` of `DataTable`). */
  sort?: string
  /** Default order is descending: newest day first, largest amount first. */
  newestFirst?: true
}

export type TableOrder = { by: string; descending: boolean; hrefFor: (sort: string) => string }

type DataTableProps<Row> = {
  /** For screen readers only: the page shows a heading. */
  caption: string
  columns: ReadonlyArray<Column<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  order?: TableOrder
  /** For six columns of text and buttons: shows cards in windows up to 1,200 px wide, so that no column is cut off. */
  isRoomy?: boolean
}

/**
 * Table that turns into labelled cards below 640 px. No hooks or inner components: it is on the hot path of every list.
 */
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

const wordsOf = (content: ReactNode) => (typeof content === 'string' ? content : undefined)

function sortedBy<Row>(column: Column<Row>, order: TableOrder | undefined): 'ascending' | 'descending' | undefined {
  if (!order || column.sort !== order.by) return undefined
  return order.descending !== (column.newestFirst === true) ? 'descending' : 'ascending'
}

/** Link in a column head that sorts the table by this column; a second click reverses the order. */
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
