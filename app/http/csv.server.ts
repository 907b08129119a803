/**
 * A table as a CSV file that a spreadsheet opens rightly: with a byte order mark for Excel, lines ended as RFC 4180 says, and
 * formula-safe: a text that a spreadsheet would run (`=`, `+`, `-`, `@`, also in full width or small, behind spaces or signs that nobody sees) gets a
 * quote before it, as one that begins with a tab or a new line does.
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
  // Our own numbers are no formulas, a negative one neither.
  if (typeof value === 'number') return String(value)
  const safe = /^[\t\r\n]|^[\s\p{C}]*[=+\-@]/u.test(value.normalize('NFKC')) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvResponse(fileName: string, rows: CsvRows): Response {
  return new Response(csvOf(rows), { headers: csvHeaders(fileName) })
}

/**
 * A long table, sent as it is read: `parts` are the rows in turn. The first part is read before the answer begins, so that what fails there is still answered
 * with a page. Later trouble breaks the download off, so that no file looks whole that is not. The next part is read when the client has
 * taken the one before; a client that leaves ends the reading.
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
