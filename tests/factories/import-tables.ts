import { findHeading } from '~/models/entry/imports/columns'
import { kindOfImport } from '~/models/entry/imports/kinds/registry.server'
import { matchColumns } from '~/models/entry/imports/match/match-columns'
import { noFacts, type SchoolFacts } from '~/models/entry/imports/match/value-fit'
import type { ImportKind } from '~/models/entry/imports/options'

/** Matches the columns of a table with `|` between its cells; the result names columns by heading. */
export function readTable(
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
  const headingOf = (index: number) => heading.columns.find((column) => column.index === index)?.heading ?? ''
  const asked = [...readings].filter(([, { confidence }]) => confidence === 'unsure')
  return {
    read: Object.fromEntries(Object.entries(choice).map(([key, index]) => [key, headingOf(index)])),
    asked: Object.fromEntries(asked.map(([index, { keys }]) => [headingOf(index), keys])),
  }
}
