import type { ReactNode } from 'react'
import { SelectField, TextField } from '~/components/forms'
import { type Column, DataTable, EmptyState, FilterBar, type IconName, Pager } from '~/components/ui'
import { counted } from '~/models/core/shared/counted'
import { listHref } from './list-href'

/** List state that `listViewOf` reads from the URL. */
export type ListState = {
  search: string
  filters: Record<string, string>
  sort: string
  descending: boolean
  isNarrowed: boolean
}

type OfficeListProps<Row> = {
  path: string
  /** URL of the list as a CSV file; omit it for lists without an export. */
  filePath?: string
  view: ListState
  list: { rows: readonly Row[]; total: number; page: number; pages: number }
  /** Singular noun of a row; `nouns` is its plural if that takes more than an added `s`: 'class', 'classes'. */
  noun: string
  nouns?: string
  caption: string
  columnsHref?: string
  columns: ReadonlyArray<Column<Row>>
  /** Labels of columns that the user has hidden; the list can still be sorted by them. */
  hidden?: readonly string[]
  rowKey: (row: Row) => string | number
  search?: { label: string; placeholder?: string }
  /** Filter fields beside search and order, each named like its filter. */
  filters?: ReactNode
  /** Shown beside the count: a sum or a note. */
  summary?: ReactNode
  /** Shown while the list has no rows at all: what will appear here and the next action. */
  empty: { icon: IconName; title: string; text: string; action?: ReactNode }
}

/** Office list: bookmarkable filters, count, sortable table, paging, CSV file and empty state. */
export function OfficeList<Row>(props: OfficeListProps<Row>) {
  const { path, view, list } = props
  if (list.total === 0 && !view.isNarrowed) return <EmptyState {...props.empty} />
  const sorts = props.columns.flatMap((column) => (column.sort ? [{ ...column, sort: column.sort }] : []))
  const filterQuery = { search: view.search, ...view.filters }
  // The list is sorted by the first sortable column by default, so the URL omits this order.
  const sortWord = (sort: string) => (sort === sorts[0]?.sort ? '' : sort)
  const sort = sortWord(view.descending ? `-${view.sort}` : view.sort)
  const hrefFor = (more: Record<string, string | number>) => listHref(path, { ...filterQuery, sort, ...more })
  return (
    <>
      <FilterBar
        // Uncontrolled fields would keep their value, so a new key resets them when the filters change.
        key={listHref(path, { ...filterQuery, sort })}
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
          // Hidden by CSS where the table shows its column heads, which sort too.
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
            <a href={listHref(props.filePath, { ...filterQuery, sort })} data-file>
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

/** Suffixes of the two "Sort by" options of a column: its default order and the reversed order. */
function orderWords<Row>({ align, newestFirst }: Column<Row>): readonly [plain: string, other: string] {
  if (align === 'end') {
    return newestFirst ? [', largest first', ', smallest first'] : [', smallest first', ', largest first']
  }
  return newestFirst ? [', newest first', ', oldest first'] : ['', ', reversed']
}
