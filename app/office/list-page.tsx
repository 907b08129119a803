import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { type ListState, OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { IconName } from '~/components/ui/icon'
import { PageHead } from '~/components/ui/page-head'
import type { Page } from '~/models/shared/select-page.server'
import { type List, type ListColumn, valueIn } from './list'

type ListPageProps<Row extends { publicId: string }, More> = {
  list: List<Row, string, string, More>
  /** The plural where nothing is said. */
  title?: string
  context?: string
  /** What an empty list shows and says. */
  icon: IconName
  empty: string | { title?: string; text: string; action?: ReactNode }
  /** Said beside the count. */
  summary?: ReactNode
  /** Between the heading and the list. */
  children?: ReactNode
}

/** The page of a list: its data is what `listLoader` answers. */
export function ListPage<Row extends { publicId: string }, More>(props: ListPageProps<Row, More>) {
  const { list, context, icon, empty, summary, children } = props
  const title = props.title ?? capital(list.nouns ?? `${list.noun}s`)
  const loaded = useLoaderData() as { view: ListState; mayAdd: boolean; list: Page<Row>; more: More }
  const add =
    list.add?.href && loaded.mayAdd ? (
      <ButtonLink href={list.add.href} variant="next" icon="plus">
        {list.add.label ?? `Add ${list.noun}`}
      </ButtonLink>
    ) : undefined
  const filters = Object.entries(list.filters).map(([name, { label, any = 'Any', options }]) => {
    const props = { name, label, defaultValue: loaded.view.filters[name] }
    if (options === 'day') return <DateField {...props} key={name} hint={null} placeholder="yyyy-mm-dd" />
    const choices = typeof options === 'function' ? options(loaded.more) : options
    return <SelectField {...props} key={name} placeholder={any} options={choices} />
  })
  const columns = list.columns.filter(({ only }) => only !== 'file')
  return (
    <>
      <PageHead title={title} context={context} action={add} />
      {children}
      <OfficeList
        path={list.path}
        filePath={list.file.path}
        view={loaded.view}
        list={loaded.list}
        noun={list.noun}
        nouns={list.nouns}
        caption={title}
        columns={columns.map((column) => ({ ...column, key: column.label, cell: cellOf(column, loaded.mayAdd) }))}
        rowKey={(row) => row.publicId}
        search={list.search}
        filters={filters}
        summary={summary}
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

function cellOf<Row>(column: ListColumn<Row>, mayAdd: boolean): (row: Row) => ReactNode {
  const { href, tone, cell } = column
  const value = valueIn(column)
  if (cell) return (row) => cell(row, mayAdd)
  if (href) {
    return (row) => {
      const to = href(row, mayAdd)
      return to ? <a href={to}>{value(row)}</a> : value(row)
    }
  }
  return tone ? (row) => <Badge tone={tone(row)}>{String(value(row))}</Badge> : (row) => value(row) ?? '–'
}
