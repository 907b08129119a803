import { findHeading } from '~/models/entry/imports/columns'
import { kindOfImport } from '~/models/entry/imports/kinds/registry.server'
import { matchColumns } from '~/models/entry/imports/match/match-columns'
import { noFacts, type SchoolFacts } from '~/models/entry/imports/match/value-fit'
import type { ImportKind } from '~/models/entry/imports/options'

function matchTable(
  kind: ImportKind,
  table: string,
  facts: Partial<SchoolFacts> = {},
  learned: Record<string, string> = {},
) {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const { columns } = kindOfImport(kind)
  const heading = findHeading(rows, kind, columns)
  const { choice, readings } = matchColumns(
    kind,
    columns,
    { heading, rows },
    { facts: { ...noFacts, ...facts }, learnedHeadings: new Map(Object.entries(learned)) },
  )
  const asked = [...readings].filter(([, { confidence }]) => confidence === 'unsure')
  return { heading, choice, asked }
}

/** Matches the columns of a table, whose cells are separated by `|`, to fields; the result names columns by heading. */
export function readTable(...table: Parameters<typeof matchTable>) {
  const { heading, choice, asked } = matchTable(...table)
  const headingOf = (index: number) => heading.columns.find((column) => column.index === index)?.heading ?? ''
  return {
    read: Object.fromEntries(Object.entries(choice).map(([key, index]) => [key, headingOf(index)])),
    asked: Object.fromEntries(asked.map(([index, { keys }]) => [headingOf(index), keys])),
  }
}

/** Returns the reasons why columns of a table are unclear, from left to right. */
export const doubtsOfTable = (...table: Parameters<typeof matchTable>) =>
  matchTable(...table).asked.map(([, { doubt }]) => doubt)
