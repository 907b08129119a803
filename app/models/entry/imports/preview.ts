import { compareClasses } from './values/class-names'

/** Texts of the file by the key of their column. */
type Texts = Readonly<Partial<Record<string, string>>>

/** A value that the import would store for a row, as the office reads it. */
export interface PlannedValue {
  /** Column of the preview, or the name of the value. */
  label: string
  text: string
  /** Part of the text that is compared with the file, such as the amount after a name; the whole text by default. */
  compared?: string
  /** Keys of the columns of the file that it comes from. */
  from: readonly string[]
  /** Keys to use when the row has none of `from`, such as the full name; with `[]`, no text of the file is shown. */
  otherwise?: readonly string[]
  /** Separator between the texts of several columns; a space by default. */
  joiner?: string
  /** Value that it replaces; absent when nothing is replaced. */
  before?: string
}

/**
 * A value on the preview. `cell`: text of the file; null if it looks like the value, empty if the file has none.
 * `before`: the value that it replaces, or null.
 */
export type PreviewValue = [label: string, text: string, cell: string | null, before: string | null]

/** Values and totals that an import would store, for the preview. */
export interface PlannedRows {
  /** Values of a row, by its index in the plan; none for a rejected row. */
  valuesOf: (index: number) => PlannedValue[]
  totals: TotalsTable[]
}

/** Counts of the rows that are new or changed, with the sum in paise for money. */
export interface TotalsTable {
  title: string
  rows: Array<[name: string, rows: number, paise: number | null]>
  /** Number of names beyond the limit. */
  more: number
  /** Sum of all names, also of those beyond the limit. */
  sum: [rows: number, paise: number | null]
}

const maxTextLength = 200
const cut = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text)

/**
 * Adds to each value the file's text, if the two look different. Values without a column of their own are shown only if
 * they differ from the file or replace another value.
 */
export function besideCells(values: readonly PlannedValue[], texts: Texts, columns: readonly string[]): PreviewValue[] {
  const shown: PreviewValue[] = []
  for (const value of values) {
    const { label, text, before, compared = text } = value
    const cell = cellOf(value, texts)
    const isSame = cell === null || looksLike(compared, cell)
    if (isSame && before === undefined && !columns.includes(label)) continue
    shown.push([label, cut(text), isSame ? null : cut(cell), before === undefined ? null : cut(before)])
  }
  return shown
}

/** Text of the file for a value; null for a value that comes from no column. */
function cellOf({ from, otherwise, joiner = ' ' }: PlannedValue, texts: Texts): string | null {
  if (from.length === 0) return null
  const joined = (keys: readonly string[]) => keys.flatMap((key) => texts[key] || []).join(joiner)
  const own = joined(from)
  if (own !== '' || otherwise === undefined) return own
  return otherwise.length === 0 ? null : joined(otherwise)
}

const bareAmount = (text: string) => text.replace(/^(?:₹|rs\.?)\s*|[,\s]|\.0+$/gi, '')

/** Returns true when a clerk sees no difference: equal texts apart from capitals, or an amount with other commas. */
function looksLike(text: string, cell: string): boolean {
  return (
    text === cell ||
    text.toLowerCase() === cell.toLowerCase() ||
    (text.startsWith('₹') && bareAmount(text) === bareAmount(cell))
  )
}

/** Name of the total for students without a class. */
export const withoutClass = 'No class'

const maxNames = 120

/** Counts rows and sums amounts by a name: class, fee or method. */
export class Totals {
  private readonly title: string
  private readonly counts = new Map<string, [rows: number, paise: number | null]>()

  constructor(title: string) {
    this.title = title
  }

  add(name: string, paise: number | null = null): void {
    const [rows, sum] = this.counts.get(name) ?? [0, null]
    this.counts.set(name, [rows + 1, paise === null ? sum : (sum ?? 0) + paise])
  }

  /** `classes` sorts from the lowest class to the highest, `largest` by the sum or count. */
  table(order: 'classes' | 'largest'): TotalsTable[] {
    if (this.counts.size === 0) return []
    const all = [...this.counts].map(([name, [rows, paise]]): TotalsTable['rows'][number] => [name, rows, paise])
    const byName = ([a]: [string, ...unknown[]], [b]: [string, ...unknown[]]) =>
      a.localeCompare(b, 'en', { numeric: true })
    all.sort(
      order === 'largest'
        ? (a, b) => (b[2] ?? b[1]) - (a[2] ?? a[1]) || byName(a, b)
        : (a, b) => compareClasses(a[0], b[0]) ?? (Number(isNoYear(a[0])) - Number(isNoYear(b[0])) || byName(a, b)),
    )
    const sum = all.reduce<TotalsTable['sum']>(
      ([count, total], [, rows, paise]) => [count + rows, paise === null ? total : (total ?? 0) + paise],
      [0, null],
    )
    return [{ title: this.title, rows: all.slice(0, maxNames), more: Math.max(0, all.length - maxNames), sum }]
  }
}

const isNoYear = (name: string) => compareClasses(name, name) === null
