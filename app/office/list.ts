import type { ReactNode } from 'react'
import type { Column } from '~/components/ui'
import type { Permission } from '~/models/accounts/permissions'
import type { Option } from '~/models/shared/fields'
import { formatPaise, typedRupees } from '~/models/shared/money'
import type { FilteredQuery, Page } from '~/models/shared/select-page.server'
import type { Tone } from '~/models/shared/tone'

type Cell<Row> = (row: Row) => string | number | null
/** A name of the row's whose value is shown as it is. */
type CellName<Row> = { [Name in keyof Row]: Row[Name] extends string | number | null ? Name : never }[keyof Row]

/** A column of a list and of its file: `value` is what the file says, and the page too where there is no `cell`. */
export type ListColumn<Row, Sort extends string = string> = Omit<Column<Row>, 'cell' | 'sort'> & {
  value: Cell<Row> | CellName<Row>
  cell?: (row: Row, mayAdd: boolean) => ReactNode
  /** Where the page links to from it; null where it does not, as for those who may not add. */
  href?: (row: Row, mayAdd: boolean) => string | null
  /** Shown as a badge of this tone. */
  tone?: (row: Row) => Tone
  sort?: Sort
  /** Left out of the other: a picture says nothing in a file. */
  only?: 'page' | 'file'
  /** Nobody puts it away: something of the page is done with it. */
  isFixed?: true
}

type Filter<More> = {
  label: string
  /** The words of the choice that leaves nothing out; null where one of the choices is that. */
  any?: string | null
  /** The choices, any day, or any short text; those that the loader reads besides are things by their public ids. */
  options: readonly Option[] | 'day' | 'text' | ((more: More) => readonly Option[])
  /** What is read besides, where that is no thing: years as `2026-2027`, months as `2026-07`, any word. */
  kind?: 'year' | 'month' | 'word'
  /** Behind 'More filters', which are open where one of them is on. */
  isFurther?: true
  /** What stands in it while nothing is chosen. */
  start?: (more: More) => string
}

/** A list of the office as plain words: what is listed, how it is narrowed, which columns it has. */
export type List<Row, Sort extends string = string, Name extends string = string, More = unknown> = {
  path: string
  /** Who sees it. */
  may: Permission
  /** Where one is added, by whom, and how the button says it; without an address only who may do more than look. */
  add?: { href?: string; label?: string; may: Permission }
  /** Where the same list is a file for a spreadsheet, and what the file is called. */
  file: { path: string; name: string | ((filters: Record<string, string>) => string) }
  /** What is listed, in the singular and, where it is not `-s`, in the plural. */
  noun: string
  nouns?: string
  search?: { label: string; placeholder?: string }
  filters: Record<Name, Filter<More>>
  /** What is said of a sum over all rows of the filter, in paise, by the name of the row's amount: '₹1,200.00 overdue'. Not in the file. */
  totals?: { readonly [Name in keyof Row]?: string }
  /** The first that sorts is the list's own order. */
  columns: readonly ListColumn<Row, Sort>[]
}

/** The list that a query answers: its rows, orders and filters are the query's own. */
export type ListOf<Query, More = unknown> = Query extends (
  scope: never,
  input: FilteredQuery<infer Sort, infer Name>,
  staff: never,
) => Promise<Page<infer Row>>
  ? List<Row, Sort, Name, More>
  : never

/** A column of amounts: short on the page, as typed in the file. */
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

export function valueIn<Row>({ value }: Pick<ListColumn<Row>, 'value'>): Cell<Row> {
  return typeof value === 'function' ? value : (row) => row[value] as string | number | null
}
