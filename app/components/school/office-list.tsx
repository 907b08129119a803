import type { ReactNode } from 'react'
import { SelectField, TextField } from '~/components/forms'
import { type Column, DataTable, EmptyState, FilterBar, type IconName, Pager } from '~/components/ui'
import { counted } from '~/models/academics/rules'
import { listHref } from './list-href'

/** What `listViewOf` reads from the address. */
export type ListState = {
  search: string
  filters: Record<string, string>
  sort: string
  descending: boolean
  isNarrowed: boolean
}

type OfficeListProps<Row> = {
  /** The list's own address. */
  path: string
  /** Where the same list is a CSV file; leave it out for lists that nobody wants in a spreadsheet. */
  filePath?: string
  view: ListState
  list: { rows: readonly Row[]; total: number; page: number; pages: number }
  /** What is listed, in the singular and, where it is not `-s`, in the plural: 'class', 'classes'. */
  noun: string
  nouns?: string
  caption: string
  /** Where its reader chooses columns. */
  columnsHref?: string
  columns: ReadonlyArray<Column<Row>>
  /** Labels of those that its reader has put away: a list keeps its order by them. */
  hidden?: readonly string[]
  rowKey: (row: Row) => string | number
  search?: { label: string; placeholder?: string }
  /** Fields of the filters beside search and order; each is named as its filter. */
  filters?: ReactNode
  /** Said beside the count: a sum, a note. */
  summary?: ReactNode
  /** When there is nothing at all yet: what will be here, and what to do next. */
  empty: { icon: IconName; title: string; text: string; action?: ReactNode }
}

/** A list of the office: filters with an address, a count, a table that sorts, paging, the CSV file, and what an empty list says. */
export function OfficeList<Row>(props: OfficeListProps<Row>) {
  const { path, view, list } = props
  if (list.total === 0 && !view.isNarrowed) return <EmptyState {...props.empty} />
  const sorts = props.columns.flatMap((column) => (column.sort ? [{ ...column, sort: column.sort }] : []))
  const chosen = { search: view.search, ...view.filters }
  // The first column that sorts is the list's own order and needs no word in the address.
  const sortWord = (sort: string) => (sort === sorts[0]?.sort ? '' : sort)
  const sort = sortWord(view.descending ? `-${view.sort}` : view.sort)
  const hrefFor = (more: Record<string, string | number>) => listHref(path, { ...chosen, sort, ...more })
  return (
    <>
      <FilterBar
        // Fields keep what they show: a link to the same list with other filters needs fresh ones.
        key={listHref(path, { ...chosen, sort })}
        action={path}
        resetHref={view.isNarrowed || sort !== '' ? path : undefined}
      >
        {props.search ? (
          <TextField
            name="search"
            label={props.search.label}
            placeholder={props.search.placeholder}
            type="search"
            maxLength={80}
            defaultValue={view.search}
          />
        ) : null}
        {props.filters}
        {sorts.length > 1 ? (
          // Where the table has its heads, they choose the order.
          <div className="field by-order">
            <SelectField
              name="sort"
              label="Sort by"
              placeholder={null}
              defaultValue={sort}
              options={sorts.flatMap((one) => {
                const [plain, other] = orderWords(one)
                return [
                  { value: sortWord(one.sort), label: `${one.label}${plain}` },
                  { value: `-${one.sort}`, label: `${one.label}${other}` },
                ]
              })}
            />
          </div>
        ) : null}
      </FilterBar>
      <p className="list-summary" role="status">
        {counted(list.total, props.noun, props.nouns)}
        {props.summary}
        {props.filePath && list.total > 0 ? (
          <>
            {' · '}
            <a href={listHref(props.filePath, { ...chosen, sort })} data-file>
              Download CSV
            </a>
          </>
        ) : null}
        {props.columnsHref && list.total > 0 ? (
          <>
            {' · '}
            <a href={props.columnsHref}>Columns</a>
          </>
        ) : null}
      </p>
      {list.total === 0 ? (
        <EmptyState
          icon="search"
          title={`No ${props.noun} found`}
          text="Change the search or remove a filter."
          action={
            <a className="btn btn-secondary" href={path}>
              Show all
            </a>
          }
        />
      ) : (
        <DataTable
          caption={props.caption}
          rows={list.rows}
          rowKey={props.rowKey}
          columns={props.columns.filter(({ label }) => !props.hidden?.includes(label))}
          order={{ by: view.sort, descending: view.descending, hrefFor: (word) => hrefFor({ sort: sortWord(word) }) }}
        />
      )}
      <Pager page={list.page} pages={list.pages} hrefFor={(page) => hrefFor({ page })} />
    </>
  )
}

/** How a column's plain order and the other one are called, after its name. */
function orderWords<Row>({ align, newestFirst }: Column<Row>): readonly [plain: string, other: string] {
  if (align === 'end') {
    return newestFirst ? [', largest first', ', smallest first'] : [', smallest first', ', largest first']
  }
  return newestFirst ? [', newest first', ', oldest first'] : ['', ', reversed']
}
