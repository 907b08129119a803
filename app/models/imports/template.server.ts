import { writeXlsx } from '~/services/spreadsheets/write-xlsx.server'
import { kindOfImport } from './kinds/registry.server'
import { type ImportKind, kindNames } from './options'

/** The sheet that a school fills: headings and an example; and what may stand in each column. */
export function templateOf(kind: ImportKind): { rows: string[][]; guide: string[][] } {
  const columns = kindOfImport(kind).columns.filter((column) => column.key !== 'full_name')
  return {
    rows: [columns.map((column) => column.label), columns.map((column) => column.example)],
    guide: [
      ['Column', 'Needed', 'What it may contain', 'Example'],
      ...columns.map((column) => [
        column.label,
        column.needed === 'always' ? 'Yes' : column.needed === 'new' ? 'For a new one' : '',
        column.allowed ?? '',
        column.example,
      ]),
    ],
  }
}

/** The same as an Excel file, the guide on a second sheet. Its columns are texts: no number loses a digit in it. */
export function templateWorkbook(kind: ImportKind): Promise<Buffer> {
  const { rows, guide } = templateOf(kind)
  return writeXlsx([
    { name: kindNames[kind], rows },
    { name: 'Columns', rows: guide },
  ])
}
