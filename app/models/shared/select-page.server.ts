import { select, selectOne } from '~/database/connection.server'
import { readerOf, type Selection, sqlOf } from '~/database/selection.server'
import { pageCount } from './paging'

export interface Page<Row> {
  rows: Row[]
  total: number
  page: number
  pages: number
}

/** What a list is asked for, whatever it lists. */
export interface ListWish<Sort extends string = string> {
  /** Looked for anywhere in what the list says it searches; '' for all. */
  search: string
  sort: Sort
  descending: boolean
  page: number
  /** Rows of a page; the list's own number where it is left out. */
  pageSize?: number
}

/** The same for a list that can be narrowed; each filter is '' where it is off. */
export type FilteredWish<Sort extends string, Filter extends string> = ListWish<Sort> & {
  filters: Record<Filter, string>
}

interface PageQuery<Columns = string> {
  /** What is selected: described, or as it stands between SELECT and FROM. */
  columns: Columns
  /** Tables with their joins and the WHERE; counting needs no more than this. */
  from: string
  /** The columns that decide the order, the most important first; end with one that is unique. */
  order: readonly string[]
  values: Record<string, string | number | null | readonly number[]>
}

interface Reader<Row, View> {
  /** Turns a row of the database into one of the list (0 and 1 into false and true). */
  read: (row: Row) => View
}

type Slice = Pick<ListWish, 'descending' | 'page' | 'pageSize'>

export const rowsOfAList = 20

/** The text as a LIKE pattern that finds it anywhere (`LIKE :search ESCAPE '!'`). */
export function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`
}

/** One page of a list and how many rows there are in all; a page past the end is the last one. */
export function selectPage<Row extends object>(query: PageQuery<Selection<Row>>, wish: Slice): Promise<Page<Row>>
export function selectPage<Row extends object>(query: PageQuery, wish: Slice): Promise<Page<Row>>
export function selectPage<Row extends object, View>(
  query: PageQuery & Reader<Row, View>,
  wish: Slice,
): Promise<Page<View>>
export async function selectPage<Row extends object>(
  query: PageQuery<Selection<Row> | string> & Partial<Reader<Row, unknown>>,
  wish: Slice,
): Promise<Page<unknown>> {
  const size = wish.pageSize ?? rowsOfAList
  const counted = await selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM ${query.from}`, query.values)
  const total = counted?.total ?? 0
  const pages = pageCount(total, size)
  const page = Math.min(wish.page, pages)
  if (total === 0) return { rows: [], total, page, pages }
  const direction = wish.descending ? ' DESC' : ''
  const rows = await select<Row>(
    `SELECT ${typeof query.columns === 'string' ? query.columns : sqlOf(query.columns)} FROM ${query.from}
     ORDER BY ${query.order.map((key) => key + direction).join(', ')} LIMIT :pageSize OFFSET :offset`,
    { ...query.values, pageSize: size, offset: (page - 1) * size },
  )
  const read = typeof query.columns === 'string' ? query.read : readerOf(query.columns)
  return { rows: read ? rows.map(read) : rows, total, page, pages }
}
