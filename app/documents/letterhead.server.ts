import type { Cell, Content, TableLayout, Watermark } from 'pdfmake'
import { formatDay } from '~/models/core/shared/calendar'
import { fontOf, makePdf, pdfText } from './pdf.server'

// Greys and lines only: schools print in black and white.
export const ink = '#17212b'
export const soft = '#52606d'
export const hairline = '#aab4bd'

/** Points between the edge of an A4 page and its content, and the remaining width. */
export const pageMargin = 42
export const innerWidth = 595.28 - 2 * pageMargin

export interface LetterheadView {
  name: string
  address: string
  phone: string
  email: string
}

/** Letterhead of a letter or receipt: the school's name, address and contact, with its logo (`images.logo`) if any. */
export function letterhead(school: LetterheadView, hasLogo: boolean): Content {
  const contact = [school.phone, school.email].filter((part) => part !== '').join('  ·  ')
  const lines: Content[] = [pdfText(school.name, { fontSize: 17, bold: true })]
  for (const detail of [school.address, contact]) {
    if (detail !== '') lines.push(pdfText(detail, { color: soft, margin: [0, 1, 0, 0] }))
  }
  if (!hasLogo) return { stack: lines }
  return {
    columns: [
      { image: 'logo', fit: [56, 56], width: 56 },
      { stack: lines, width: '*' },
    ],
    columnGap: 14,
  }
}

export function line(margin: [number, number, number, number]): Content {
  return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: innerWidth, y2: 0, lineWidth: 1, lineColor: ink }], margin }
}

/** Data URL of a PNG or JPEG, as pdfmake takes it. */
export function dataUrl(image: Uint8Array): string {
  const type = image[0] === 0x89 ? 'png' : 'jpeg'
  return `data:image/${type};base64,${Buffer.from(image).toString('base64')}`
}

type OfficePaper = {
  title: string
  schoolName: string
  /** `YYYY-MM-DD` */
  printedOn: string
  fontSize: number
  content: Content[]
}

/** An office paper, always in English: the foot of each page has the day and the page number. */
export function officePaper({ title, schoolName, printedOn, fontSize, content }: OfficePaper): Promise<Uint8Array> {
  return makePdf(
    {
      pageMargins: [pageMargin, 36, pageMargin, 44],
      defaultStyle: { fontSize, color: ink },
      footer: (page, pages) => ({
        text: `Printed on ${formatDay(printedOn, 'en')}  ·  Page ${page} of ${pages}`,
        fontSize: 8,
        color: soft,
        margin: [pageMargin, 16, pageMargin, 0],
      }),
      content,
    },
    { title, author: schoolName, createdAt: new Date(`${printedOn}T12:00:00+05:30`), language: 'en-IN' },
  )
}

type IsStrong = (line: number, rows: number) => boolean

/**
 * Rows separated by hairlines, with strong lines where `isStrong` returns true. `beside` and `above` are cell padding
 * in points.
 */
export function ruled(isStrong: IsStrong, beside: number, above = 3): TableLayout {
  return {
    hLineWidth: (line, { table }) => (isStrong(line, table.body.length) ? 1 : 0.5),
    hLineColor: (line, { table }) => (isStrong(line, table.body.length) ? ink : hairline),
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : beside),
    paddingRight: () => beside,
    paddingTop: () => above,
    paddingBottom: () => above,
  }
}

export const headAndTotal: IsStrong = (line, rows) => line <= 1 || line >= rows - 1

export const underHead: IsStrong = (line) => line === 1

/** Equal lines around every cell. `above` is the padding above and below the content, in points. */
export function grid(width: number, color: string, above: number | null = null): TableLayout {
  return {
    hLineWidth: () => width,
    vLineWidth: () => width,
    hLineColor: () => color,
    vLineColor: () => color,
    ...(above === null ? {} : { paddingTop: () => above, paddingBottom: () => above }),
  }
}

export function head(label: string, alignment: 'left' | 'right' | 'center' = 'left'): Cell {
  return { ...pdfText(label, { bold: true, alignment }), verticalAlignment: 'bottom' }
}

/** One column of a table: its heading, a row's text, the text in the total row. */
export interface PaperColumn<Row> {
  width?: number | '*' | 'auto'
  head: Cell
  cell: (row: Row, index: number) => Cell
  sum?: Cell
}

/** Table with headings repeated on each page, and a total row when a column has a sum. */
export function paperTable<Row>(rows: readonly Row[], columns: ReadonlyArray<PaperColumn<Row>>) {
  const hasTotal = columns.some(({ sum }) => sum)
  return {
    headerRows: 1,
    dontBreakRows: true,
    widths: columns.map(({ width = 'auto' }) => width),
    body: [
      columns.map((column) => column.head),
      ...rows.map((row, index) => columns.map(({ cell }) => cell(row, index))),
      ...(hasTotal ? [columns.map(({ sum = { text: '' } }) => sum)] : []),
    ],
  }
}

/** A title with a framed mark for a paper that is not final or valid: cancelled, provisional. */
export function titleAndMark(title: Content, word: string, fontSize?: number): Content[] {
  const style = { bold: true, alignment: 'center' as const, ...(fontSize ? { fontSize } : {}) }
  return [title, { table: { widths: ['auto'], body: [[pdfText(word, style)]] }, layout: grid(1.5, ink), width: 'auto' }]
}

export function stamp(word: string, look: { fontSize: number; opacity: number; angle: number }): Watermark {
  return { text: word, font: fontOf(word), bold: true, color: ink, ...look }
}
