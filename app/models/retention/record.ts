import { classKeys, classOf, type FieldClass, purposes } from './field-classes'
import type { YearsByClass } from './years.server'

const english = { locale: 'en' } as const
/** A word of ours in English, whatever the reader's language: the record is the office's and the repository's. */
export const inEnglish = (words: unknown) => (words as (inputs: object, options: typeof english) => string)({}, english)

export interface RecordLine {
  what: string
  why: string
  basis: string
  seenBy: string
  howLong: string
  /** The columns, `table.column`. */
  where: string[]
}

/** How long, in English: by the school's own years where they are given. */
export function howLong({ keep }: FieldClass, years?: number): string {
  if (keep.until === 'ever') return 'Permanently'
  if (keep.until !== 'years') return keep.how.charAt(0).toUpperCase() + keep.how.slice(1)
  const count = years ?? keep.usual
  const least = keep.least > 0 ? `, never less than ${keep.least}` : ''
  return `${count} ${count === 1 ? 'year' : 'years'} after leaving${least}`
}

/** What is processed, why, on which basis, who sees it and how long: a line for each class. */
export function recordLines(years: YearsByClass = {}): RecordLine[] {
  return classKeys.map((key) => {
    const one = classOf(key)
    const columns = Object.entries(one.columns).flatMap(([table, list]) =>
      list.split(' ').map((column) => `${table}.${column.split('=')[0]}`),
    )
    return {
      what: inEnglish(one.title),
      why: inEnglish(purposes[one.why]),
      basis: one.basis,
      seenBy: one.seenBy,
      howLong: howLong(one, years[key]),
      where: [...columns, ...(one.documents ?? []).map((kind) => `scan: ${kind}`)],
    }
  })
}

/** The same as `docs/record-of-processing.md`. */
export function recordAsMarkdown(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = recordLines().map(({ what, why, basis, seenBy, howLong }) =>
    ['', what, why, basis, seenBy, howLong, ''].map(cell).join(' | ').trim(),
  )
  const details = recordLines().map(
    ({ what, where }) => `- **${what}**: ${where.map((one) => `\`${one}\``).join(', ')}`,
  )
  return `# Record of processing

Made by \`npm run record\` from \`app/models/retention/field-classes.ts\`; a test holds the two together. Years are those that are shipped: a school may keep
longer, and its own record stands under Settings, Personal data. Laws are named
from second sources: a lawyer has yet to confirm them.

| what | why | basis | who sees it | how long |
|---|---|---|---|---|
${rows.join('\n')}

## Where it stands

${details.join('\n')}
`
}
