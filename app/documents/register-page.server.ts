import type { Content, StackNode, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import { formatDay } from '~/models/core/shared/calendar'
import { classSection } from '~/models/people/academics/rules'
import { hairline, ink, soft } from './letterhead.server'
import { makePdf, pdfText, widthOf } from './pdf.server'
import { fittedText } from './sheet.server'

/** Layout of a register's page, A4 landscape, in points: margins, and the foot for signatures. */
const side = 24
const top = 20
const footHeight = 42
const headHeight = 36
export const registerWidth = 841.89 - 2 * side
/** Height left below the heading. */
export const registerHeight = 595.28 - top - footHeight - headHeight

/** Cell padding at the sides and width of the table's lines, in points. */
const beside = 1.2
const lineWidth = 0.4

/** Total width in points of the borders and cell padding of `columns` columns. */
export const columnRoom = (columns: number) => columns * 2 * beside + (columns + 1) * lineWidth

/** Height of a line of text in points, from the fonts' metrics. */
export const lineHeight = (fontSize: number) => fontSize * 1.36

export const registerLayout: TableLayout = {
  hLineWidth: () => lineWidth,
  vLineWidth: () => lineWidth,
  hLineColor: () => hairline,
  vLineColor: () => hairline,
  paddingLeft: () => beside,
  paddingRight: () => beside,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}

interface RegisterPaper {
  title: string
  schoolName: string
  className: string
  sectionName: string
  /** Texts next to the title: the month, the session. */
  of: readonly string[]
  /** Roles that sign each page, with the name when known. */
  signatories: ReadonlyArray<readonly [words: string, name: string | null]>
  /** YYYY-MM-DD */
  printedOn: string
  /** Content of each page below its heading. */
  pages: readonly Content[][]
}

/** A register's pages, A4 landscape, each with school, title and signature lines. */
export function makeRegister(paper: RegisterPaper, locale: Locale): Promise<Uint8Array> {
  const { title, schoolName, className, sectionName, of, printedOn, pages } = paper
  const sectionLabel = classSection(className, sectionName)
  return makePdf(
    {
      pageOrientation: 'landscape',
      pageMargins: [side, top, side, footHeight],
      defaultStyle: { fontSize: 7, color: ink },
      footer: (page, count) => foot(paper, page, count, locale),
      content: pages.flatMap((content, index) => [
        {
          columns: [
            {
              stack: [
                pdfText(schoolName, { fontSize: 12, bold: true }),
                pdfText(title, { fontSize: 9.5, bold: true, margin: [0, 1, 0, 0] }),
              ],
              width: '*' as const,
            },
            {
              stack: [
                pdfText(sectionLabel, { fontSize: 12, bold: true, alignment: 'right' }),
                pdfText(of.join('  ·  '), { fontSize: 9.5, alignment: 'right', margin: [0, 1, 0, 0] }),
              ],
              width: '*' as const,
            },
          ],
          margin: [0, 0, 0, 4] as [number, number, number, number],
          ...(index > 0 ? { pageBreak: 'before' as const } : {}),
        },
        ...content,
      ]),
    },
    {
      title: `${title} ${sectionLabel} ${of.join(' ')}`,
      author: schoolName,
      createdAt: new Date(`${printedOn}T12:00:00+05:30`),
      language: `${locale}-IN`,
    },
  )
}

function foot({ signatories, printedOn }: RegisterPaper, page: number, count: number, locale: Locale): Content {
  const say = sayIn(locale)
  const signature = ([words, name]: RegisterPaper['signatories'][number]): Content => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.7, lineColor: ink }] },
      pdfText(name === null ? words : `${words}: ${name}`, { margin: [0, 2, 0, 0] }),
    ],
    width: 170,
  })
  const printed = say(m.attendance_register_printed, { date: formatDay(printedOn, locale) })
  return {
    columns: [
      ...signatories.map(signature),
      pdfText(`${printed}  ·  ${say(m.receipt_page, { page, pages: count })}`, {
        color: soft,
        alignment: 'right',
        margin: [0, 2, 0, 0],
        width: '*',
      }),
    ],
    columnGap: 30,
    margin: [side, 19, side, 0],
  }
}

/** Node that is centred vertically in its cell. */
export type Middle<Node> = Node & { verticalAlignment: 'middle' }

/** A text on at most `lines` lines of its cell: a long one is set smaller, and cut only when it is still too long. */
export function fittedCell(
  content: string,
  box: { width: number; size: number; smallest: number; lines: number; bold?: boolean },
): Middle<StackNode> {
  const { size, lines } = fittedText(content, box)
  const style = { fontSize: size, noWrap: true, ...(box.bold ? { bold: true } : {}) }
  return { stack: lines.map((words) => pdfText(words, style)), verticalAlignment: 'middle' }
}

/**
 * A text that stays in its box, because a taller text would push the following content to another page. It takes two
 * lines when it is too long for one and the box is high enough.
 */
export function fittedBox(content: string, box: { width: number; height: number; size: number; bold?: boolean }) {
  const { width, height, size, bold = false } = box
  const highest = (lines: number) => Math.min(size, height / lineHeight(lines))
  const smallest = 4.4
  const lines = widthOf(content, 5.5, bold) > width && highest(2) >= smallest ? 2 : 1
  return fittedCell(content, { width, size: highest(lines), smallest, lines, bold })
}
