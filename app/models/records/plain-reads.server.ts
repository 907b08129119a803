import { type Selection, selectRow } from '~/database/selection.server'
import { type Fields, type Form, namesOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf, type Described } from '~/models/shared/table.server'

type Reads<Listed extends string, Counts, More, Sort extends string, Filter extends string> = {
  /** Columns of the table that its list shows. */
  listed: readonly Listed[]
  /** Joins to `t`, the table, and what list and page select of them. */
  joins?: string
  counts: Selection<Counts>
  /** What only the page of one shows, and the joins for that. */
  more: Selection<More>
  moreJoins?: string
  /** What the statements are told besides. */
  values?: () => Record<string, string>
  /** Where the list's search looks: columns, or a condition with `:pattern`. */
  search: readonly string[]
  /** What each filter asks of a row; `:name` is what was chosen. */
  filters: Readonly<Record<Filter, string>>
  /** The first is the list's own, and decides where another leaves two equal. */
  orders: Readonly<Record<Sort, string>>
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
  const { joins = '', moreJoins = '', counts, more, search, orders } = reads
  const filters: Readonly<Record<string, string>> = reads.filters
  const searched = search.map((of) => (of.includes(':pattern') ? of : `${of} LIKE :pattern ESCAPE '!'`)).join(' OR ')
  const [ownOrder] = Object.values<string>(orders) as [string]
  const named = (...names: string[]) => columnsOf(table as Described<Record<string, unknown>>, 't', ...names)
  const listed = { ...named('publicId', ...reads.listed), ...counts }
  const found = { ...named('id', 'publicId', 'version', ...namesOf(form)), ...counts, ...more }
  const one = `${joins} ${moreJoins} WHERE t.school_id = :schoolId AND t.public_id = :publicId`
  return {
    /** A page of the school's. */
    list(scope: SchoolScope, query: FilteredQuery<Sort, Filter>) {
      const chosen: Record<string, string> = query.filters
      const where = [
        't.school_id = :schoolId',
        ...Object.entries(filters).flatMap(([name, asks]) => (chosen[name] ? [asks] : [])),
        ...(query.search ? [`(${searched})`] : []),
      ]
      return selectPage(
        {
          columns: listed as Selection<Pick<Row, Listed | 'publicId'> & Counts>,
          from: `${table.name} t ${joins} WHERE ${where.join(' AND ')}`,
          order: [...new Set([orders[query.sort], ownOrder, 't.id'])],
          values: { schoolId: scope.schoolId, ...reads.values?.(), ...chosen, pattern: containing(query.search) },
        },
        query,
      )
    },

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
