import { AsyncLocalStorage } from 'node:async_hooks'
import {
  number,
  openRows,
  type RowStream,
  readerOf,
  type Selection,
  select,
  selectRow,
  sqlOf,
} from '~/database/database.server'
import { pageCount } from './paging'

export interface Page<Row> {
  rows: Row[]
  total: number
  page: number
  pages: number
  /** Of the columns whose sums were asked for: the sum over the rows of all pages. */
  sums?: Record<string, number>
}

/** What a list is asked for, whatever it lists. */
export interface ListQuery<Sort extends string = string> {
  /** Looked for anywhere in what the list says it searches; '' for all. */
  search: string
  sort: Sort
  descending: boolean
  page: number
  /** Rows of a page; the list's own number where it is left out. */
  pageSize?: number
  /** Described columns that are summed over all rows, in the statement that counts them; never what an address says. */
  sums?: readonly string[]
}

/** The same for a list that can be narrowed; each filter is '' where it is off. */
export type FilteredQuery<Sort extends string, Filter extends string> = ListQuery<Sort> & {
  filters: Record<Filter, string>
}

interface PageStatement<Columns = string> {
  /** What is selected: described, or as it stands between SELECT and FROM. */
  columns: Columns
  /** Tables with their joins and the WHERE; counting needs no more than this. */
  from: string
  /** The same rows for whoever only counts and sums them, where that needs fewer tables. */
  counted?: string
  /** The columns that decide the order, the most important first, without a direction; end with one that is unique: a late page is read from the end. */
  order: readonly string[]
  values: Record<string, string | number | null | readonly number[] | readonly string[]>
}

interface Reader<Row, View> {
  /** Turns a row of the database into one of the list (0 and 1 into false and true). */
  read: (row: Row) => View
}

/** Rows of a page that is looked at, at most; files are read in larger ones. */
const turnedByPeople = 100

/** A list that is read to its end: its statement, whose rows are taken page by page, and what its pages share. */
interface WholeList {
  sql: string | null
  rows: RowStream | null
  shared: Map<string, Promise<unknown>>
}

const wholeList = new AsyncLocalStorage<WholeList>()

/**
 * All pages of a list in turn, `pageSize` rows each, from one statement: the first that `selectPage` sends inside `read`. The next rows are read when the
 * next page is wanted, no row comes twice, and memory holds one page. Whoever leaves before the end ends the statement. It keeps a connection all
 * the time, so only few may run at once.
 */
export async function* readToEnd<Row>(
  read: (slice: { page: number; pageSize: number }) => Promise<Page<Row>>,
  pageSize: number,
): AsyncGenerator<Row[], void> {
  const list: WholeList = { sql: null, rows: null, shared: new Map() }
  try {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = await wholeList.run(list, () => read({ page, pageSize }))
      pages = found.pages
      yield found.rows
    }
  } finally {
    await list.rows?.close()
  }
}

/** Makes what all pages of a list need: once where the list is read to its end, else each time. */
export function onceForAllPages<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  const list = wholeList.getStore()
  if (!list) return make()
  const made = (list.shared.get(name) as Promise<Made> | undefined) ?? make()
  list.shared.set(name, made)
  return made
}

/** The list that is read to its end around this call, where the statement is its own. */
function wholeOf(sql: string): WholeList | null {
  const list = wholeList.getStore()
  return list && (list.sql ?? sql) === sql ? list : null
}

/** The next page of a list that is read to its end. */
async function nextOf(
  list: WholeList,
  { page, pageSize = rowsOfAList }: Slice,
  sql: string,
  values: PageStatement['values'],
) {
  list.sql = sql
  list.rows ??= await openRows(sql, values)
  const rows = await list.rows.take(pageSize)
  return { rows, page, pages: rows.length < pageSize ? page : page + 1, total: (page - 1) * pageSize + rows.length }
}

type Slice = Pick<ListQuery, 'descending' | 'page' | 'pageSize' | 'sums'>

export const rowsOfAList = 20

/** The text as a LIKE pattern that finds it anywhere (`LIKE :search ESCAPE '!'`). */
export function containing(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`
}

/** A key with its direction. Of `-m.id`, the newest first, the database reads an index backwards; it has none of what is reckoned. */
function directed(key: string, isDown: boolean): string {
  const [, id] = /^-(\w+\.id)$/.exec(key) ?? []
  return `${id ?? key}${isDown === (id === undefined) ? ' DESC' : ''}`
}

/** One page of a list and how many rows there are in all; a page past the end is the last one. */
export function selectPage<Row extends object>(
  statement: PageStatement<Selection<Row>>,
  query: Slice,
): Promise<Page<Row>>
export function selectPage<Row extends object>(statement: PageStatement, query: Slice): Promise<Page<Row>>
export function selectPage<Row extends object, View>(
  statement: PageStatement & Reader<Row, View>,
  query: Slice,
): Promise<Page<View>>
export async function selectPage<Row extends object>(
  statement: PageStatement<Selection<Row> | string> & Partial<Reader<Row, unknown>>,
  query: Slice,
): Promise<Page<unknown>> {
  const size = query.pageSize ?? rowsOfAList
  const sql = `SELECT ${typeof statement.columns === 'string' ? statement.columns : sqlOf(statement.columns)} FROM ${statement.from}`
  const orderBy = (isDown: boolean) => `ORDER BY ${statement.order.map((key) => directed(key, isDown)).join(', ')}`
  const read = typeof statement.columns === 'string' ? statement.read : readerOf(statement.columns)
  const inOrder = `${sql} ${orderBy(query.descending)}`
  const whole = wholeOf(inOrder)
  if (whole) {
    const next = await nextOf(whole, query, inOrder, statement.values)
    return { ...next, rows: read ? next.rows.map((row) => read(row as Row)) : next.rows }
  }
  const described = (typeof statement.columns === 'string' ? {} : statement.columns) as Selection<
    Record<string, unknown>
  >
  const summed = (query.sums ?? []).map((name) => [name, number(`COALESCE(SUM(${described[name]?.sql}), 0)`)])
  const counts: Selection<Record<string, number>> = { total: number('COUNT(*)'), ...Object.fromEntries(summed) }
  const { total = 0, ...found } =
    (await selectRow(counts, `FROM ${statement.counted ?? statement.from}`, statement.values)) ?? {}
  const sums = query.sums && found
  const pages = pageCount(total, size)
  const page = Math.min(query.page, pages)
  if (total === 0) return { rows: [], total, page, pages, sums }
  const before = (page - 1) * size
  const after = Math.max(0, total - before - size)
  // The database walks past all that stands before a page: behind the middle it begins at the end. Not for long pages, which are read one
  // after the other: what is added at the end meanwhile would move them.
  const isFromEnd = after < before && size <= turnedByPeople
  const isDown = query.descending !== isFromEnd
  const rows = await select<Row>(`${sql} ${orderBy(isDown)} LIMIT :pageSize OFFSET :offset`, {
    ...statement.values,
    pageSize: isFromEnd ? Math.min(size, total - before) : size,
    offset: isFromEnd ? after : before,
  })
  if (isFromEnd) rows.reverse()
  return { rows: read ? rows.map(read) : rows, total, page, pages, sums }
}
