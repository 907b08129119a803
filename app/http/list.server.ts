import type { ListQuery, Page } from '~/kit/tables/select-page.server'
import { isDay } from '~/models/core/shared/calendar'
import { cleanText } from '~/models/core/shared/clean-text'
import { filterTextLength, pageOf } from '~/models/core/shared/paging'
import { publicIdOf } from '~/models/core/shared/public-id.server'
import { csvStream } from './csv.server'
import { pagesOfFile } from './large-file.server'

/**
 * Kind of a filter's value: public id, day, month (`2026-07`), year (`2026-2027`), one of a few words, a word from the
 * database, or a short text. An invalid value counts as not chosen.
 */
type FilterKind = 'id' | 'day' | 'month' | 'year' | 'word' | 'text' | readonly string[]

interface ListSpec<Sort extends string, Filters extends Record<string, FilterKind>> {
  /** The first is the default order; a leading `-` reverses it. */
  sorts: readonly [Sort, ...Sort[]]
  filters: Filters
}

export interface ListView<Sort extends string = string, Filter extends string = string> extends ListQuery<Sort> {
  /** Value of every filter by name; '' when off. */
  filters: Record<Filter, string>
  /** True when search or a filter leaves rows out. */
  isNarrowed: boolean
}

const maxSearchLength = 80

export function listViewOf<Sort extends string, Filters extends Record<string, FilterKind>>(
  request: Request,
  spec: ListSpec<Sort, Filters>,
): ListView<Sort, Extract<keyof Filters, string>> {
  const query = new URL(request.url).searchParams
  const search = cleanText(query.get('search') ?? '').slice(0, maxSearchLength)
  const filters = Object.fromEntries(
    Object.entries(spec.filters).map(([name, kind]) => [name, filterOf(query, name, kind)]),
  ) as Record<Extract<keyof Filters, string>, string>
  const requestedSort = query.get('sort') ?? ''
  const sort = spec.sorts.find((one) => requestedSort === one || requestedSort === `-${one}`)
  return {
    search,
    filters,
    sort: sort ?? spec.sorts[0],
    descending: sort !== undefined && requestedSort.startsWith('-'),
    page: pageOf(query),
    isNarrowed: search !== '' || Object.values(filters).some((value) => value !== ''),
  }
}

function filterOf(query: URLSearchParams, name: string, kind: FilterKind): string {
  if (kind === 'id') return publicIdOf(query, name)
  const requestedValue = query.get(name) ?? ''
  if (kind === 'text') return requestedValue.trim().slice(0, filterTextLength)
  if (kind === 'word') return /^[\w-]{1,40}$/.test(requestedValue) ? requestedValue : ''
  if (kind === 'year') return /^\d{4}-\d{4}$/.test(requestedValue) ? requestedValue : ''
  if (kind === 'day' || kind === 'month')
    return isDay(kind === 'day' ? requestedValue : `${requestedValue}-01`) ? requestedValue : ''
  return kind.includes(requestedValue) ? requestedValue : ''
}

/**
 * The whole list (all pages) as a streamed CSV file. A long list first waits for other large files.
 * @throws ProgramTrouble when too many other large files run or wait
 */
export function csvOfList<Row>(
  fileName: string,
  columns: ReadonlyArray<{ label: string; value: (row: Row) => string | number | null }>,
  pageOfList: (paging: { page: number; pageSize: number }) => Promise<Page<Row>>,
): Promise<Response> {
  async function* lines() {
    let head = [columns.map((column) => column.label)]
    for await (const rows of pagesOfFile(pageOfList)) {
      yield [...head, ...rows.map((row) => columns.map((column) => column.value(row)))]
      head = []
    }
  }
  return csvStream(fileName, lines())
}
