import { type Selection, selectRow } from '~/database/database.server'
import { type Fields, type Form, namesOf, type ValuesOf } from '~/kit/forms/fields'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf, type TableDescription } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

type Values = Record<string, string | number | number[]>

type Narrowing<Sort extends string, Filter extends string> = {
  /** Additional parameters of the statements. */
  values?: () => Record<string, string>
  /** Searched columns, or conditions in which the typed text is `:pattern`. */
  search: ReadonlyArray<string | ((searchText: string) => string)>
  /** Another search condition for the typed text, with its own parameters. */
  matches?: (searchText: string) => { sql: string; values: Record<string, string> }
  /** SQL condition of each filter; the chosen value is the parameter with the filter's name, such as `:state`. */
  filters: Readonly<Record<Filter, string>>
  /** Sort orders; the first is the default and breaks ties of the others. */
  orders: Readonly<Record<Sort, string | readonly string[]>>
}

type Listing<Row, Sort extends string, Filter extends string> = Narrowing<Sort, Filter> & {
  columns: Selection<Row>
  /** Tables with their joins. */
  from: string
  /** Tables to count the rows from, when counting with all joins is slow. */
  counted?: string
  /** Condition that every row meets; it contains at least `:schoolId`. */
  always: string
  /** Final sort key: a unique column. */
  last: string
}

/**
 * Defines a list with search, filters and order. Returns functions that read its pages, and `narrowed`, its conditions
 * for other queries of the same rows.
 */
export function plainList<Row extends object, Sort extends string, Filter extends string>(
  listing: Listing<Row, Sort, Filter>,
) {
  const { columns, orders } = listing
  const filters: Readonly<Record<string, string>> = listing.filters
  const searchConditions = (searchText: string) =>
    listing.search.map((column) =>
      typeof column === 'string' ? contains(column, searchText, 'pattern') : column(searchText),
    )
  const [ownOrder] = Object.values<string | readonly string[]>(orders) as [string]
  const narrowed = ({ schoolId }: SchoolScope, query: Pick<FilteredQuery<Sort, Filter>, 'search' | 'filters'>) => {
    const filterValues: Record<string, string> = query.filters
    const match = listing.matches?.(query.search)
    const conditions = [
      listing.always,
      ...Object.entries(filters).flatMap(([name, condition]) => (filterValues[name] ? [condition] : [])),
      ...(query.search ? [`(${[...searchConditions(query.search), ...(match ? [match.sql] : [])].join(' OR ')})`] : []),
    ]
    const whereClause = `WHERE ${conditions.join(' AND ')}`
    return {
      from: `${listing.from} ${whereClause}`,
      counted: `${listing.counted ?? listing.from} ${whereClause}`,
      values: { schoolId, ...listing.values?.(), ...filterValues, pattern: containing(query.search), ...match?.values },
    }
  }
  type OwnCondition = { condition: string; values: Values } | null
  const listOwn = (scope: SchoolScope, query: FilteredQuery<Sort, Filter>, own: OwnCondition) => {
    const order = [...new Set([orders[query.sort], ownOrder, listing.last].flat())]
    const { from, counted, values } = narrowed(scope, query)
    const more = own ? ` AND ${own.condition}` : ''
    return selectPage(
      { columns, order, from: from + more, counted: counted + more, values: { ...values, ...own?.values } },
      query,
    )
  }
  return {
    narrowed,
    /** Returns a page of the school's rows. */
    list: (scope: SchoolScope, query: FilteredQuery<Sort, Filter>) => listOwn(scope, query, null),
    /** Returns a page of rows with an additional condition, for users with limited access. */
    listOwn,
  }
}

type Reads<Listed extends string, Counts, More, Sort extends string, Filter extends string> = Narrowing<
  Sort,
  Filter
> & {
  /** Columns of the table that its list shows. */
  listed: readonly Listed[]
  /** Joins to the table `t`, and their columns, for the list and for the page of one thing. */
  joins?: string
  counts: Selection<Counts>
  /** Columns that only the page of one thing needs, and their joins. */
  more: Selection<More>
  moreJoins?: string
}

/** Defines the functions that list and find things which the office edits in a form. */
export function plainReads<
  Row extends { id: number; publicId: string; version: number },
  Of extends Fields,
  Listed extends Extract<keyof Row, string>,
  Counts,
  More,
  Sort extends string,
  Filter extends string,
>(table: TableDescription<Row>, form: Form<Of>, reads: Reads<Listed, Counts, More, Sort, Filter>) {
  const { joins = '', moreJoins = '', counts, more } = reads
  const pickColumns = (...names: string[]) =>
    columnsOf(table as TableDescription<Record<string, unknown>>, 't', ...names)
  const listed = { ...pickColumns('publicId', ...reads.listed), ...counts }
  const detailColumns = { ...pickColumns('id', 'publicId', 'version', ...namesOf(form)), ...counts, ...more }
  const one = `${joins} ${moreJoins} WHERE t.school_id = :schoolId AND t.public_id = :publicId`
  const { list } = plainList({
    ...reads,
    columns: listed as Selection<Pick<Row, Listed | 'publicId'> & Counts>,
    from: `${table.name} t ${joins}`,
    always: 't.school_id = :schoolId',
    last: 't.id',
  })
  return {
    list,

    find({ schoolId }: SchoolScope, publicId: string) {
      return selectRow(
        detailColumns as Selection<
          Pick<Row, 'id' | 'publicId' | 'version' | (keyof ValuesOf<Form<Of>> & keyof Row)> & Counts & More
        >,
        `FROM ${table.name} t ${one}`,
        { schoolId, publicId, ...reads.values?.() },
      )
    },
  }
}
