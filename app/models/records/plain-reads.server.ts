import { type Selection, selectRow } from '~/database/database.server'
import { type Fields, type Form, namesOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf, type Described } from '~/models/shared/table.server'

type Values = Record<string, string | number | number[]>

type Narrowing<Sort extends string, Filter extends string> = {
  /** What the statements are told besides. */
  values?: () => Record<string, string>
  /** Where the list's search looks: columns, or a condition with `:pattern`. */
  search: readonly string[]
  /** What is asked besides of what was typed, in a way of its own. */
  matches?: (typed: string) => { sql: string; values: Record<string, string> }
  /** What each filter asks of a row; `:name` is what was chosen. */
  filters: Readonly<Record<Filter, string>>
  /** The first is the list's own, and decides where another leaves two equal. */
  orders: Readonly<Record<Sort, string | readonly string[]>>
}

type Listing<Row, Sort extends string, Filter extends string> = Narrowing<Sort, Filter> & {
  columns: Selection<Row>
  /** Tables with their joins. */
  from: string
  /** The tables without those of which only columns and orders ask, where counting them all takes long. */
  counted?: string
  /** What every row of the list is: at least `:schoolId`’s. */
  always: string
  /** What decides the order at last: a unique column. */
  last: string
}

/** A list that is searched, narrowed and ordered: a page of it, and what is asked of its rows for whoever reads them otherwise. */
export function plainList<Row extends object, Sort extends string, Filter extends string>(
  listing: Listing<Row, Sort, Filter>,
) {
  const { columns, orders } = listing
  const filters: Readonly<Record<string, string>> = listing.filters
  const looks = listing.search.map((of) => (of.includes(':pattern') ? of : `${of} LIKE :pattern ESCAPE '!'`))
  const [ownOrder] = Object.values<string | readonly string[]>(orders) as [string]
  const narrowed = ({ schoolId }: SchoolScope, query: Pick<FilteredQuery<Sort, Filter>, 'search' | 'filters'>) => {
    const chosen: Record<string, string> = query.filters
    const match = listing.matches?.(query.search)
    const where = [
      listing.always,
      ...Object.entries(filters).flatMap(([name, asks]) => (chosen[name] ? [asks] : [])),
      ...(query.search ? [`(${[...looks, ...(match ? [match.sql] : [])].join(' OR ')})`] : []),
    ]
    const asked = `WHERE ${where.join(' AND ')}`
    return {
      from: `${listing.from} ${asked}`,
      counted: `${listing.counted ?? listing.from} ${asked}`,
      values: { schoolId, ...listing.values?.(), ...chosen, pattern: containing(query.search), ...match?.values },
    }
  }
  type Own = { asks: string; values: Values } | null
  const listOwn = (scope: SchoolScope, query: FilteredQuery<Sort, Filter>, own: Own) => {
    const order = [...new Set([orders[query.sort], ownOrder, listing.last].flat())]
    const { from, counted, values } = narrowed(scope, query)
    const more = own ? ` AND ${own.asks}` : ''
    return selectPage(
      { columns, order, from: from + more, counted: counted + more, values: { ...values, ...own?.values } },
      query,
    )
  }
  return {
    narrowed,
    /** A page of the school's. */
    list: (scope: SchoolScope, query: FilteredQuery<Sort, Filter>) => listOwn(scope, query, null),
    /** The same for somebody who sees only those of which something more can be said. */
    listOwn,
  }
}

type Reads<Listed extends string, Counts, More, Sort extends string, Filter extends string> = Narrowing<
  Sort,
  Filter
> & {
  /** Columns of the table that its list shows. */
  listed: readonly Listed[]
  /** Joins to `t`, the table, and what list and page select of them. */
  joins?: string
  counts: Selection<Counts>
  /** What only the page of one shows, and the joins for that. */
  more: Selection<More>
  moreJoins?: string
}

/** How things that the office keeps by a form are listed, and one is found with all that its form holds. */
export function plainReads<
  Row extends { id: number; publicId: string; version: number },
  Of extends Fields,
  Listed extends Extract<keyof Row, string>,
  Counts,
  More,
  Sort extends string,
  Filter extends string,
>(table: Described<Row>, form: Form<Of>, reads: Reads<Listed, Counts, More, Sort, Filter>) {
  const { joins = '', moreJoins = '', counts, more } = reads
  const named = (...names: string[]) => columnsOf(table as Described<Record<string, unknown>>, 't', ...names)
  const listed = { ...named('publicId', ...reads.listed), ...counts }
  const found = { ...named('id', 'publicId', 'version', ...namesOf(form)), ...counts, ...more }
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

    /** One of the school's, or null. */
    find({ schoolId }: SchoolScope, publicId: string) {
      return selectRow(
        found as Selection<Pick<Row, 'id' | 'publicId' | 'version' | (keyof Of & keyof Row)> & Counts & More>,
        `FROM ${table.name} t ${one}`,
        { schoolId, publicId, ...reads.values?.() },
      )
    },
  }
}
