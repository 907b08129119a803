import { classKeys, classOf, purposes } from './field-classes'
import { fieldsOf } from './field-columns.server'
import { restorableDays } from './options'
import { howLong, inEnglish } from './record-words'
import type { YearsByClass } from './years.server'

export interface RecordLine {
  what: string
  why: string
  basis: string
  seenBy: string
  howLong: string
  /** Columns, as `table.column`, tables whose rows are deleted, and scans. */
  where: string[]
}

/** Returns one line per class: data, purpose, basis, access and retention period. */
export function recordLines(years: YearsByClass = {}): RecordLine[] {
  return classKeys.map((key) => {
    const one = classOf(key)
    const { columns: tables, documents = [], rows = [] } = fieldsOf(key)
    const columns = Object.entries(tables).flatMap(([table, list]) => list.map(({ column }) => `${table}.${column}`))
    return {
      what: inEnglish(one.title),
      why: inEnglish(purposes[one.why]),
      basis: one.basis,
      seenBy: one.seenBy,
      howLong: howLong(one, years[key]),
      where: [...columns, ...rows.map((table) => `rows: ${table}`), ...documents.map((kind) => `scan: ${kind}`)],
    }
  })
}

/** Content of `docs/record-of-processing.md`. */
export function recordAsMarkdown(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = recordLines().map(({ what, why, basis, seenBy, howLong }) =>
    ['', what, why, basis, seenBy, howLong, ''].map(cell).join(' | ').trim(),
  )
  const details = recordLines().map(
    ({ what, where }) => `- **${what}**: ${where.map((one) => `\`${one}\``).join(', ')}`,
  )
  return `# Record of processing

Made by \`npm run record\` from \`app/models/entry/retention/field-classes.ts\`; a test holds the two together. Years are those that are shipped: a school may keep
longer, and its own record is under Settings, Personal data. Laws are named
from second sources: a lawyer has yet to confirm them. What has had its time is removed by a run; it lies sealed for ${restorableDays} days, in which nobody
can read it and the owner can have it put back, and is destroyed then (decision 57). Backups keep it until they are pruned.

| what | why | basis | who sees it | how long |
|---|---|---|---|---|
${rows.join('\n')}

## Where it is stored

${details.join('\n')}
`
}
