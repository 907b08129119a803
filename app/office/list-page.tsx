import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SelectField } from '~/components/forms/select-field'
import { type ListState, OfficeList } from '~/components/school/office-list'
import { ButtonLink } from '~/components/ui/button'
import type { IconName } from '~/components/ui/icon'
import { PageHead } from '~/components/ui/page-head'
import type { Page } from '~/models/shared/select-page.server'
import type { List } from './list'

type ListPageProps<Row extends { publicId: string }, More> = {
  list: List<Row, string, string, More>
  title: string
  context?: string
  add?: { href: string; label: string }
  empty: { icon: IconName; title: string; text: string }
  /** Between the heading and the list. */
  children?: ReactNode
}

/** The page of a list: its data is what `listLoader` answers. */
export function ListPage<Row extends { publicId: string }, More>(props: ListPageProps<Row, More>) {
  const { list, title, context, empty, children } = props
  const loaded = useLoaderData() as { view: ListState; mayEdit: boolean; list: Page<Row>; more: More }
  const add =
    props.add && loaded.mayEdit ? (
      <ButtonLink href={props.add.href} variant="next" icon="plus">
        {props.add.label}
      </ButtonLink>
    ) : undefined
  const filters = Object.entries(list.filters).map(([name, { label, any = 'Any', options }]) => (
    <SelectField
      key={name}
      name={name}
      label={label}
      placeholder={any}
      defaultValue={loaded.view.filters[name]}
      options={typeof options === 'function' ? options(loaded.more) : options}
    />
  ))
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
        columns={list.columns.map((column) => ({ key: column.label, cell: column.value, ...column }))}
        rowKey={(row) => row.publicId}
        search={list.search}
        filters={filters}
        empty={{ ...empty, action: add }}
      />
    </>
  )
}
