import writeXlsxFile, { type CellObject } from 'write-excel-file/node'

/**
 * Writes a workbook of plain texts, for templates. Columns are formatted as text down to the last row, so that typed
 * numbers keep their digits.
 */
export function writeXlsx(sheets: ReadonlyArray<{ name: string; rows: ReadonlyArray<readonly string[]> }>) {
  const written = sheets.map(({ name, rows }) => ({
    sheet: name,
    columns: rows[0]?.map(() => ({ width: 20 })),
    data: rows.map((row, line) =>
      row.map(
        (value): CellObject => ({ value, type: String, format: '@', fontWeight: line === 0 ? 'bold' : undefined }),
      ),
    ),
  }))
  return writeXlsxFile(written, { fontFamily: 'Calibri', fontSize: 11, features: [textColumns] }).toBuffer()
}

/** Formats whole columns, which the library cannot do: they use the style of the first cell under the headings. */
const textColumns = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform(sheet: string) {
          const style = /<c r="A2" s="(\d+)"/.exec(sheet)?.[1] ?? 0
          return sheet.replaceAll('<col ', `<col style="${style}" `)
        },
      },
    },
  },
}
