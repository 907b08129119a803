import Papa from 'papaparse'

type Cells = Array<[heading: string, text: string]>

const linesOf = (text: string) => Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true }).data

/** Returns the headings of a CSV file. Fails on a repeated heading. */
export function readHeadings(text: string): string[] {
  const [headings = []] = linesOf(text)
  if (new Set(headings).size < headings.length) throw new Error(`A heading comes twice: ${headings.join(', ')}`)
  return headings
}

/**
 * Returns the rows of a CSV file as pairs of heading and cell, in order. Fails on a row that is longer than the
 * headings.
 */
export function readTable(text: string): Cells[] {
  const headings = readHeadings(text)
  const [, ...rows] = linesOf(text)
  return rows.map((row) => {
    if (row.length > headings.length) throw new Error(`More cells than headings: ${row.join(', ')}`)
    return headings.map((heading, index) => [heading, row[index] ?? ''])
  })
}
