import type { ReactNode } from 'react'
import { Badge } from '~/components/ui'
import { type ListColumn, valueIn } from './list'

/** Returns the function that renders a column's cell of a row. */
export function cellOf<Row>(column: Omit<ListColumn<Row>, 'label'>, mayAdd: boolean): (row: Row) => ReactNode {
  const { href, tone, cell } = column
  const value = valueIn(column)
  if (cell) return (row) => cell(row, mayAdd)
  if (href) {
    return (row) => {
      const to = href(row, mayAdd)
      return to ? <a href={to}>{value(row)}</a> : value(row)
    }
  }
  return tone ? (row) => <Badge tone={tone(row)}>{String(value(row))}</Badge> : (row) => value(row) ?? '–'
}

export const rowIdOf = (row: object) => ('publicId' in row ? String(row.publicId) : '')
