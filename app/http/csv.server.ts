/**
 * A table as a CSV file for spreadsheets, with a byte order mark for Excel and the line ends of RFC 4180. A text gets a
 * leading quote when it begins with a tab or a line break, or when a spreadsheet would run it as a formula (`=`, `+`,
 * `-`, `@`, also full-width or small, or behind spaces or invisible characters).
 */
export function csvOf(rows: CsvRows): string {
  return byteOrderMark + linesOf(rows)
}

type CsvRows = ReadonlyArray<ReadonlyArray<string | number | null>>

const byteOrderMark = '\uFEFF'

function linesOf(rows: CsvRows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  // Our own numbers are not formulas, including negative ones.
  if (typeof value === 'number') return String(value)
  const safe = /^[\t\r\n]|^[\s\p{C}]*[=+\-@]/u.test(value.normalize('NFKC')) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvResponse(fileName: string, rows: CsvRows): Response {
  return new Response(csvOf(rows), { headers: csvHeaders(fileName) })
}

/**
 * Streams a long table; `parts` yields its rows. The first part is read before the response starts, so that an early
 * failure still shows an error page. A later failure aborts the download, so that an incomplete file never looks
 * complete. Reads a part only when the client has taken the previous one, and stops when the client disconnects.
 */
export async function csvStream(fileName: string, parts: AsyncGenerator<CsvRows, void>): Promise<Response> {
  const encoder = new TextEncoder()
  const read = [await parts.next()]
  let textOf = csvOf
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value: rows } = read.pop() ?? (await parts.next())
        if (!rows) return controller.close()
        controller.enqueue(encoder.encode(textOf(rows)))
        textOf = linesOf
      },
      async cancel() {
        await parts.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: csvHeaders(fileName) })
}

function csvHeaders(fileName: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  }
}
