/**
 * A table as a CSV file that a spreadsheet opens rightly: with a byte order mark for Excel, lines ended as RFC 4180 says, and
 * formula-safe: a text that a spreadsheet would run (`=`, `+`, `-`, `@`, tab or return in front) gets a quote before it.
 */
export function csvOf(rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  // Our own numbers are no formulas, a negative one neither.
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvResponse(fileName: string, rows: ReadonlyArray<ReadonlyArray<string | number | null>>): Response {
  return new Response(csvOf(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
