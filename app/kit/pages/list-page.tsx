import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DateField, SelectField, TextField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { type ListState, OfficeList } from '~/components/school/office-list'
import { ButtonLink, type IconName, PageHead } from '~/components/ui'
import type { Page } from '~/kit/tables/select-page.server'
import { formatPaise } from '~/models/core/shared/money'
import { filterTextLength } from '~/models/core/shared/paging'
import { cellOf, rowIdOf } from './cell'
import { ColumnsForm } from './columns-form'
import type { List } from './list'

type ListPageProps<Row extends object, More> = {
  list: List<Row, string, string, More>
  /** Row key; defaults to the public id. */
  rowKey?: (row: Row) => string | number
  /** Defaults to the plural noun. */
  title?: Saying<More>
  context?: Saying<More>
  /** Caption of the table; defaults to the title. */
  caption?: Saying<More>
  /** Empty state; the title defaults to 'No … yet' with the noun of the list. */
  icon: IconName
  empty: string | { title?: string; text: string; action?: ReactNode }
  /** Returns whether the list omits rows even without a filter; an empty list then keeps its filter bar. */
  isNarrowed?: (more: More) => boolean
  /** Shown beside the count. */
  summary?: ReactNode | ((more: More, mayAdd: boolean) => ReactNode)
  /** Action beside the heading; defaults to the link to add a row. */
  action?: (more: More) => ReactNode
  /** Shown between the heading and the list. */
  above?: ReactNode | ((more: More, mayAdd: boolean) => ReactNode)
}

type Loaded<Row, More> = {
  view: ListState
  mayAdd: boolean
  list: Page<Row>
  more: More
  /** Labels of the columns that the user has hidden. */
  away: readonly string[]
  isChoosing: boolean
}

type Saying<More> = string | ((more: More) => string)

/** List page with the data of `listLoader`. */
export const listPage =
  <Row extends object, More>(list: List<Row, string, string, More>, props: Omit<ListPageProps<Row, More>, 'list'>) =>
  () => <ListPage list={list} {...props} />

/** `listPage` as a component, for a page that computes more from its data. */
export function ListPage<Row extends object, More>(props: ListPageProps<Row, More>) {
  const { list, icon, empty, summary, above } = props
  const loaded = useLoaderData() as Loaded<Row, More>
  const { view, more, mayAdd, away } = loaded
  const resolve = (saying?: Saying<More>) => (typeof saying === 'function' ? saying(more) : saying)
  const title = resolve(props.title) ?? capital(list.nouns ?? `${list.noun}s`)
  const add =
    list.add?.href && mayAdd ? (
      <ButtonLink href={list.add.href} variant="next" icon="plus" label={list.add.label ?? `Add ${list.noun}`} />
    ) : undefined
  const filterEntries = Object.entries(list.filters)
  const further = filterEntries.filter(([, { isFurther }]) => isFurther)
  const fieldOf = ([name, { label, any = 'Any', options, start }]: (typeof filterEntries)[number]) => {
    const props = { name, label, defaultValue: view.filters[name] || start?.(more) }
    if (options === 'day') return <DateField {...props} key={name} />
    if (options === 'text') return <TextField {...props} key={name} maxLength={filterTextLength} />
    const choices = typeof options === 'function' ? options(more) : options
    return <SelectField {...props} key={name} placeholder={any} options={choices} />
  }
  const filters = (
    <>
      {filterEntries.filter(([, { isFurther }]) => !isFurther).map(fieldOf)}
      {further.length > 0 ? (
        <details className="fold" open={further.some(([name]) => view.filters[name])}>
          <summary>More filters</summary>
          <div className="filters">{further.map(fieldOf)}</div>
        </details>
      ) : null}
    </>
  )
  const onPage = list.columns.filter(({ only }) => only !== 'file')
  // Columns with a role (the title and the actions of a row) and fixed columns cannot be hidden.
  const movable = onPage.filter(({ role, isFixed }) => role === undefined && !isFixed).map(({ label }) => label)
  const hidden = movable.filter((label) => away.includes(label))
  const listQuery = { search: view.search, ...view.filters, sort: view.descending ? `-${view.sort}` : view.sort }
  return (
    <>
      <PageHead title={title} context={resolve(props.context)} action={props.action?.(more) ?? add} />
      {loaded.isChoosing ? <ColumnsForm list={listHref(list.path, listQuery)} columns={movable} away={away} /> : null}
      {typeof above === 'function' ? above(more, mayAdd) : above}
      <OfficeList
        path={list.path}
        filePath={list.file?.path}
        view={{ ...view, isNarrowed: view.isNarrowed || (props.isNarrowed?.(more) ?? false) }}
        list={loaded.list}
        noun={list.noun}
        nouns={list.nouns}
        caption={resolve(props.caption) ?? title}
        columnsHref={movable.length > 1 ? listHref(list.path, { ...listQuery, columns: 'choose' }) : undefined}
        hidden={hidden}
        columns={onPage.map((column) => ({ ...column, cell: cellOf(column, mayAdd) }))}
        rowKey={props.rowKey ?? rowIdOf}
        search={list.search}
        filters={filters}
        summary={
          <>
            {Object.entries<string | undefined>(list.totals ?? {}).map(([name, words]) => (
              <span key={name}>
                {', '}
                <strong>{formatPaise(loaded.list.sums?.[name] ?? 0, { style: 'exact' })}</strong> {words}
              </span>
            ))}
            {typeof summary === 'function' ? summary(more, mayAdd) : summary}
          </>
        }
        empty={{
          icon,
          title: `No ${list.noun} yet`,
          action: add,
          ...(typeof empty === 'string' ? { text: empty } : empty),
        }}
      />
    </>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
