/**
 * Kind of the columns in a wide sheet: each column's heading names a fee or a month. A file may have several such
 * columns.
 */
export interface WideColumns {
  /** Fields that need no column of their own, because the wide columns contain them. */
  insteadOf: readonly string[]
  /** Name in the list of fields. */
  label: string
  /** Noun for each of these columns, to use in a sentence. */
  noun: string
  /** Returns true for a line to skip because it is part of the headings, not the data, of these columns. */
  isHeadingLine?: (cells: readonly string[]) => boolean
}

/** Columns with the amounts of one fee each. */
export const feeColumns: WideColumns = {
  insteadOf: ['amount'],
  label: 'Amounts of the fee in the heading',
  noun: 'fee',
}

/** Keys of wide columns begin with `fee`, because fees were the first kind; stored choices use these keys. */
const wideColumn = /^fee_\d{1,3}$/

/** Key of a column whose heading names a fee or month; one for each such column. */
export const wideColumnKey = (index: number) => `fee_${index}`

/** Returns true for the key of one column of a wide sheet. */
export const isWideColumnKey = (key: string) => wideColumn.test(key)

/** Columns of a wide sheet that hold one fee or month each, in the order of the file. */
export function wideIndexesOf(choice: Readonly<Record<string, number>>): number[] {
  const keys = Object.entries(choice).filter(([key]) => isWideColumnKey(key))
  return keys.map(([, index]) => index).sort((a, b) => a - b)
}

/** Fields that need no column in a file with these keys, because its wide columns replace them. */
export function replacedKeys(specs: ReadonlyArray<{ wide?: WideColumns }>, keys: readonly string[]): readonly string[] {
  return keys.some(isWideColumnKey) ? specs.flatMap(({ wide }) => wide?.insteadOf ?? []) : []
}

/** Packs the cells of a row's fees or months into one text: heading and cell of each column that is filled. */
export function packCells(cells: ReadonlyArray<readonly [heading: string, cell: string]>): string {
  return JSON.stringify(cells.filter(([, cell]) => cell !== ''))
}

/** Headings and cells as `packCells` has packed them. */
export const unpackCells = (text: string) => JSON.parse(text) as Array<[heading: string, cell: string]>
