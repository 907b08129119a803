import type { ReactNode } from 'react'
import type { Column } from '~/components/ui'
import type { Option } from '~/kit/forms/fields'
import type { FilteredQuery, Page } from '~/kit/tables/select-page.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import type { Permission } from '~/models/people/accounts/staff/permissions'

type Cell<Row> = (row: Row) => string | number | null
/** Key of a row whose value is shown unchanged. */
type CellName<Row> = { [Name in keyof Row]: Row[Name] extends string | number | null ? Name : never }[keyof Row]

/**
 * Column of a list and of its file. The file shows `value`; the page shows `cell`, or `value` if there is no `cell`.
 */
export type ListColumn<Row, Sort extends string = string> = Omit<Column<Row>, 'cell' | 'sort'> & {
  value: Cell<Row> | CellName<Row>
  cell?: (row: Row, mayAdd: boolean) => ReactNode
  /** Link of the cell; null for none, for example without the permission to add. */
  href?: (row: Row, mayAdd: boolean) => string | null
  tone?: (row: Row) => Tone
  sort?: Sort
  /** Limits the column to the page or the file: a picture is useless in a file. */
  only?: 'page' | 'file'
  /** The column cannot be hidden, because the page depends on it. */
  isFixed?: true
}

type Filter<More> = {
  label: string
  /** Label of the choice that filters nothing; null if one of the options does that. */
  any?: string | null
  /**
   * Fixed options, any day, any short text, or options loaded by the page, whose values are public ids unless `kind` is
   * set.
   */
  options: readonly Option[] | 'day' | 'text' | ((more: More) => readonly Option[])
  /** Format of loaded options whose values are not public ids: years as `2026-2027`, months as `2026-07`, any word. */
  kind?: 'year' | 'month' | 'word'
  /** Shown only under 'More filters', which is open while one of its filters is set. */
  isFurther?: true
  /** Value of the field while no filter is chosen. */
  start?: (more: More) => string
}

/** Declarative description of an office list: rows, filters and columns. */
export type List<Row, Sort extends string = string, Name extends string = string, More = unknown> = {
  path: string
  may: Permission
  /** Link to add a row, with its permission and label. Without `href`, it only defines who may do more than view. */
  add?: { href?: string; label?: string; may: Permission }
  /** URL of the CSV file, and its file name. A short list needs none. */
  file?: { path: string; name: string | ((filters: Record<string, string>) => string) }
  /** Singular noun of a row; `nouns` is its plural, unless it only adds `-s`. */
  noun: string
  nouns?: string
  search?: { label: string; placeholder?: string }
  filters: Record<Name, Filter<More>>
  /**
   * Labels of the sums over all filtered rows, by the key of an amount in paise: 'overdue' is shown as '₹1,200.00
   * overdue'. Not in the file.
   */
  totals?: { readonly [Name in keyof Row]?: string }
  /** The first sortable column is the default order. */
  columns: readonly ListColumn<Row, Sort>[]
}

/** List type of a query: rows, orders and filters are those of the query. */
export type ListOf<Query, More = unknown> = Query extends (
  scope: never,
  input: FilteredQuery<infer Sort, infer Name>,
  staff: never,
) => Promise<Page<infer Row>>
  ? List<Row, Sort, Name, More>
  : never

/** Column of amounts: formatted on the page, plain rupees (`12500.50`) in the file. */
export function moneyColumn<Row, Sort extends string>(
  label: string,
  paise: (row: Row) => number,
  { style = 'short', ...rest }: { sort?: Sort; newestFirst?: true; style?: 'short' | 'exact' } = {},
): ListColumn<Row, Sort> {
  return {
    label,
    align: 'end',
    value: (row) => typedRupees(paise(row)),
    cell: (row) => formatPaise(paise(row), { style }),
    ...rest,
  }
}

/** Column of days: `29 Nov 2026` on the page, `2026-11-29` in the file. An instant is shown as its day in India. */
export function dayColumn<Row, Sort extends string>(
  label: string,
  at: (row: Row) => string | Date | null,
  rest: { sort?: Sort; newestFirst?: true } = {},
): ListColumn<Row, Sort> {
  const dayOf = (row: Row) => {
    const day = at(row)
    return day instanceof Date ? todayInIndia(day) : day
  }
  const cell = (row: Row) => {
    const day = dayOf(row)
    return day === null ? '–' : formatDay(day, 'en')
  }
  return { label, align: 'nowrap', value: dayOf, cell, ...rest }
}

export function valueIn<Row>({ value }: Pick<ListColumn<Row>, 'value'>): Cell<Row> {
  return typeof value === 'function' ? value : (row) => row[value] as string | number | null
}
