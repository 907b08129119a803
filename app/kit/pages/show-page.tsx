import { useLoaderData } from '@remix-run/react'
import { Fragment, isValidElement, type ReactNode } from 'react'
import {
  ButtonLink,
  type ButtonVariant,
  Card,
  type Column,
  DataTable,
  DefinitionList,
  LoneLink,
  PageHead,
} from '~/components/ui'
import { cellOf, rowIdOf } from './cell'
import type { ListColumn } from './list'
import type { Show, ShownCard, ShownFacts, ShownLink, ShownLinks } from './show'

type ShowOf<Loader> = (loaded: ReturnType<typeof useLoaderData<Loader>>) => Show

/** Page about one thing, described by `showOf` from the loader's data. */
export function showPage<Loader>(showOf: ShowOf<Loader>) {
  return () => <ShowPage showOf={showOf} />
}

function ShowPage<Loader>({ showOf }: { showOf: ShowOf<Loader> }) {
  const { title, context, action, alert, parts, footer, back } = showOf(useLoaderData<Loader>())
  const renderedParts = parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page are never reordered
    <Fragment key={index}>{isCard(part) ? cardOf(part) : part}</Fragment>
  ))
  return (
    <>
      <PageHead title={title} context={context} action={isLink(action) ? buttonOf(action) : action} />
      {alert}
      {parts.length === 1 && !footer && !back ? (
        renderedParts
      ) : (
        <div className="stack">
          {renderedParts}
          {footer ? actionLine(footer) : null}
          {back ? <p>{aloneOf(back)}</p> : null}
        </div>
      )}
    </>
  )
}

/** Column of a table, whose cells may contain anything, or column of a list, whose cells show a value of the row. */
export type ShownColumn<Row> = Column<Row> | Omit<ListColumn<Row>, 'cell'>

type ShownTable<Row extends object> = {
  caption: string
  rows: readonly Row[]
  columns: readonly (ShownColumn<Row> | false)[]
  /** Shown when there are no rows; a string becomes a paragraph. */
  empty?: ReactNode
  rowKey?: (row: Row) => string | number
}

/** Table in a card, with the columns of a list. */
export function shownTable<Row extends object>({ caption, rows, columns, empty, rowKey }: ShownTable<Row>): ReactNode {
  if (rows.length === 0 && empty !== undefined) return paragraphOf(empty)
  const keyOf = rowKey ?? ((row: Row) => rowIdOf(row) || rows.indexOf(row))
  const visibleColumns = columns.filter((column) => column !== false)
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={keyOf}
      columns={visibleColumns.map((column) => ({
        ...column,
        cell: 'cell' in column ? column.cell : cellOf(column, false),
      }))}
    />
  )
}

export function linkList(links: readonly ShownLink[], empty: string): ReactNode {
  if (links.length === 0) return <p>{empty}</p>
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>{aloneOf(link)}</li>
      ))}
    </ul>
  )
}

/** Standalone link, large enough for a thumb. */
export const aloneOf = ({ label, href }: ShownLink) => <LoneLink href={href} label={label} />

/** Link that looks like a button, in its own variant or else the variant `usual`. */
export const buttonOf = ({ label, href, variant, icon, isFile }: ShownLink, usual?: ButtonVariant) => (
  <ButtonLink key={label} href={href} variant={variant ?? usual} icon={icon} {...(isFile && { 'data-file': true })}>
    {label}
  </ButtonLink>
)

const buttonsOf = (links: ShownLinks) => links.map((link) => (link ? buttonOf(link, 'secondary') : null))

export const actionLine = (links: ShownLinks) => <p className="actions">{buttonsOf(links)}</p>

const paragraphOf = (words: ReactNode) => (typeof words === 'string' ? <p>{words}</p> : words)

const isLink = (value: ShownLink | ReactNode): value is ShownLink =>
  typeof value === 'object' && value !== null && 'href' in value

const isCard = (part: ShownCard | ReactNode): part is ShownCard =>
  typeof part === 'object' && part !== null && !isValidElement(part) && !(Symbol.iterator in part)

function cardOf({ title, aside, isSpaced, intro, facts, content, add, actions }: ShownCard) {
  const cardBody = (
    <>
      {paragraphOf(intro)}
      {facts ? <DefinitionList items={itemsOf(facts)} /> : null}
      {content}
      {add ? buttonOf({ icon: 'plus', ...add }, 'secondary') : null}
      {actions ? <div className="actions">{buttonsOf(actions)}</div> : null}
    </>
  )
  return (
    <Card title={title} aside={isLink(aside) ? aloneOf(aside) : aside}>
      {isSpaced ? <div className="stack">{cardBody}</div> : cardBody}
    </Card>
  )
}

const itemsOf = (facts: ShownFacts) =>
  Object.entries(facts).flatMap(([label, value]) => (value === false ? [] : [{ label, value }]))
