import { AsyncLocalStorage } from 'node:async_hooks'
import { number, openRows, type RowStream, type Selection, selectRow, selectRows } from '~/database/database.server'
import { apostrophes, comparableText } from '~/models/core/shared/clean-text'
import { pageCount } from '~/models/core/shared/paging'

export interface Page<Row> {
  rows: Row[]
  total: number
  page: number
  pages: number
  /** Sums of the requested columns over the rows of all pages. */
  sums?: Record<string, number>
}

export interface ListQuery<Sort extends string = string> {
  /** Searched in the list's search columns; '' for all rows. */
  search: string
  sort: Sort
  descending: boolean
  page: number
  /** Rows per page; defaults to the list's own size. */
  pageSize?: number
  /** Names of columns to sum over the rows of all pages, in the statement that counts these; never user input. */
  sums?: readonly string[]
}

/** Query of a list with filters; '' switches a filter off. */
export type FilteredQuery<Sort extends string, Filter extends string> = ListQuery<Sort> & {
  filters: Record<Filter, string>
}

interface PageStatement<Row> {
  columns: Selection<Row>
  /** Tables, joins and WHERE, without the word FROM; also used for counting unless `counted` is set. */
  from: string
  /** Like `from`, but with fewer tables, if these are enough for counting and summing the same rows. */
  counted?: string
  /**
   * Sort columns without direction, most important first. The last must be unique, because late pages are read from the
   * end.
   */
  order: readonly string[]
  values: Record<string, string | number | null | readonly number[] | readonly string[]>
}

/** Maximum rows of an interactive page; exports read larger pages. */
const turnedByPeople = 100

/**
 * State of a list that is read to its end: its statement, the stream of its rows, and the values that its pages share.
 */
interface WholeList {
  sql: string | null
  rows: RowStream<object> | null
  shared: Map<string, Promise<unknown>>
}

const wholeList = new AsyncLocalStorage<WholeList>()

/**
 * Yields all pages of a list with `pageSize` rows each. All rows come from one statement: the first one that
 * `selectPage` sends within `read`. Reads lazily, never repeats a row and holds one page in memory. Leaving the loop
 * early ends the statement. Uses one connection until the end, so limit how many run at once.
 */
export async function* readToEnd<Row>(
  read: (slice: { page: number; pageSize: number }) => Promise<Page<Row>>,
  pageSize: number,
): AsyncGenerator<Row[], void> {
  const list: WholeList = { sql: null, rows: null, shared: new Map() }
  try {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const pageResult = await wholeList.run(list, () => read({ page, pageSize }))
      pages = pageResult.pages
      yield pageResult.rows
    }
  } finally {
    await list.rows?.close()
  }
}

/** Computes a value that all pages need: once while the list is read to its end, otherwise on each call. */
export function onceForAllPages<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  const list = wholeList.getStore()
  if (!list) return make()
  const sharedResult = (list.shared.get(name) as Promise<Made> | undefined) ?? make()
  list.shared.set(name, sharedResult)
  return sharedResult
}

/** Returns the surrounding list that is being read to its end, if the statement belongs to it; otherwise null. */
function wholeOf(sql: string): WholeList | null {
  const list = wholeList.getStore()
  return list && (list.sql ?? sql) === sql ? list : null
}

/** Reads the next page of a list that is read to its end. */
async function nextOf<Row extends object>(
  list: WholeList,
  { page, pageSize = rowsOfAList }: Slice,
  sql: string,
  { columns, values }: PageStatement<Row>,
): Promise<Page<Row>> {
  list.sql = sql
  list.rows ??= await openRows(columns, sql, values)
  // The cast is safe: only the statement that opened the list reads these rows.
  const rows = (await list.rows.take(pageSize)) as Row[]
  return { rows, page, pages: rows.length < pageSize ? page : page + 1, total: (page - 1) * pageSize + rows.length }
}

type Slice = Pick<ListQuery, 'descending' | 'page' | 'pageSize' | 'sums'>

export const rowsOfAList = 20

/** Turns a search text into a LIKE pattern that matches anywhere in a value; `contains` compares with it. */
export function containing(text: string): string {
  return `%${comparableText(text).replace(/[!%_]/g, '!$&')}%`
}

// REPLACE fails if its arguments differ in collation. A literal has the collation of the connection, and so does a
// number converted to text; therefore the texts are literals.
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const withReplaced = (sql: string, [from, to]: readonly [string, string]) =>
  `REPLACE(${sql}, ${quoted(from)}, ${quoted(to)})`
const joinerSteps = ['\u200c', '\u200d'].map((joiner) => [joiner, ''] as const)
const apostropheSteps = apostrophes.map((sign) => [sign, "'"] as const)

/**
 * SQL condition: a column contains the searched text, whose pattern (`containing`) is the value `:search`. Ignores
 * zero-width joiners and the shape of apostrophes. For a text without these, it omits REPLACE, which is slow on many
 * rows.
 */
export function contains(column: string, searchText: string, value = 'search'): string {
  const text = comparableText(searchText)
  const steps = [...(isAscii.test(text) ? [] : joinerSteps), ...(text.includes("'") ? apostropheSteps : [])]
  return `${steps.reduce(withReplaced, column)} LIKE :${value} ESCAPE '!'`
}

const isAscii = /^[\x20-\x7e]*$/

/**
 * Sort key with its direction. `-m.id` (newest first) becomes the plain column in reverse, so that the database can use
 * the index; it has no index on computed values.
 */
function directed(key: string, isDown: boolean): string {
  const [, id] = /^-(\w+\.id)$/.exec(key) ?? []
  return `${id ?? key}${isDown === (id === undefined) ? ' DESC' : ''}`
}

/** Returns one page of a list and the total number of rows; a page past the end returns the last one. */
export async function selectPage<Row extends object>(statement: PageStatement<Row>, query: Slice): Promise<Page<Row>> {
  const described = statement.columns as Selection<Record<string, unknown>>
  const size = query.pageSize ?? rowsOfAList
  const ordered = (isDown: boolean) =>
    `FROM ${statement.from} ORDER BY ${statement.order.map((key) => directed(key, isDown)).join(', ')}`
  const inOrder = ordered(query.descending)
  const whole = wholeOf(inOrder)
  if (whole) return nextOf(whole, query, inOrder, statement)
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
  // The database scans all rows before a page, so pages after the middle are read from the end. Long pages are always
  // read from the start: exports read them in sequence, and rows added at the end would shift them.
  const isFromEnd = after < before && size <= turnedByPeople
  const isDown = query.descending !== isFromEnd
  const rows = await selectRows(statement.columns, `${ordered(isDown)} LIMIT :pageSize OFFSET :offset`, {
    ...statement.values,
    pageSize: isFromEnd ? Math.min(size, total - before) : size,
    offset: isFromEnd ? after : before,
  })
  if (isFromEnd) rows.reverse()
  return { rows, total, page, pages, sums }
}
