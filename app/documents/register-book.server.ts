import type { Cell, Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import { sayIn } from '~/language/say'
import { formatDay } from '~/models/core/shared/calendar'
import type { BookEntry, RegisterBookView } from '~/models/entry/register/book-view'
import { dataUrl, grid, hairline, head, ink, letterhead, soft } from './letterhead.server'
import { makePdf, pdfText } from './pdf.server'

/** A4 landscape, in points. */
const pageWidth = 841.89
const margin = 28
const width = pageWidth - 2 * margin
const headHeight = 44
const footHeight = 58
/** Points on each side of a cell's text. */
const beside = 3

/** Column widths in points, without cell padding. */
const widths = [62, 92, 92, 94, 48, 76, 60, 60, 66, 70]

/**
 * Pages of the General Register, A4 landscape, in its language: one row per entry, with its remarks below it at full
 * width. Headings are on each page; each foot has a dotted line for the head's signature, the page and the part. The
 * same view gives the same bytes.
 */
export function renderRegisterBook(view: RegisterBookView): Promise<Uint8Array> {
  const { language: locale, school, entries, printedOn } = view
  const [first, last] = [entries[0]?.number ?? '', entries.at(-1)?.number ?? '']
  const title = `${m.register_title({}, { locale })} – ${m.register_subtitle({}, { locale })}`
  const range = m.register_entries({ from: first, to: last }, { locale })
  return makePdf(
    {
      pageOrientation: 'landscape',
      pageMargins: [margin, headHeight, margin, footHeight],
      defaultStyle: { fontSize: 7.5, color: ink },
      images: view.logo ? { logo: dataUrl(view.logo) } : undefined,
      header: (page) => (page === 1 ? null : continued(school.name, `${title}  ·  ${range}`)),
      footer: (page, pages) => foot(view, page, pages),
      content: [
        letterhead(school, view.logo !== null),
        ...view.lines.map((words) => pdfText(words, { bold: true, margin: [0, 3, 0, 0] })),
        {
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1, lineColor: ink }],
          margin: [0, 6, 0, 6],
        },
        pdfText(title, { fontSize: 13, bold: true }),
        pdfText(range, { color: soft, fontSize: 9, margin: [0, 1, 0, 6] }),
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            keepWithHeaderRows: 1,
            widths,
            body: [headings(view), ...entries.flatMap((entry) => rowsOf(entry, view))],
          },
          layout: { ...grid(0.5, hairline, 2), paddingLeft: () => beside, paddingRight: () => beside },
        },
      ],
    },
    {
      title: `${title}, ${range}`,
      author: school.name,
      createdAt: new Date(`${printedOn}T12:00:00+05:30`),
      language: `${locale}-IN`,
    },
  )
}

function continued(school: string, words: string): Content {
  return {
    columns: [pdfText(school, { width: '*' }), pdfText(words, { width: 'auto', alignment: 'right' })],
    fontSize: 8,
    color: soft,
    margin: [margin, 20, margin, 0],
  }
}

function foot({ language: locale, printedOn, part, parts }: RegisterBookView, page: number, pages: number): Content {
  const dots = {
    type: 'line' as const,
    x1: 0,
    y1: 0,
    x2: 190,
    y2: 0,
    lineWidth: 0.9,
    lineColor: ink,
    dash: { length: 1, space: 2.5 },
  }
  const printed = m.register_printed({ date: formatDay(printedOn, locale) }, { locale })
  const pageLabels = [
    ...(parts > 1 ? [m.register_part({ part, parts }, { locale })] : []),
    m.receipt_page({ page, pages }, { locale }),
  ]
  return {
    columns: [
      pdfText([printed, ...pageLabels].join('  ·  '), { width: '*', color: soft, margin: [0, 16, 0, 0] }),
      {
        stack: [{ canvas: [dots] }, pdfText(m.register_head({}, { locale }), { margin: [0, 3, 0, 0] })],
        width: 190,
        margin: [0, 14, 0, 0],
      },
    ],
    fontSize: 8,
    margin: [margin, 8, margin, 0],
  }
}

function headings({ language: locale }: RegisterBookView): Cell[] {
  const say = sayIn(locale)
  return [
    say(m.register_number),
    say(m.register_name),
    say(m.register_parents),
    say(m.register_birth),
    say(m.register_category),
    say(m.register_last_school),
    say(m.register_admitted),
    say(m.register_left),
    say(m.register_reason),
    say(m.register_certificate),
  ].map((words) => head(words))
}

/** Facts of the entry, then its remarks. The remarks repeat the number, since a page may end between the two. */
function rowsOf(entry: BookEntry, { language: locale }: RegisterBookView): Cell[][] {
  const facts: Cell[] = [
    pdfText(entry.number, { bold: true }),
    pdfText(entry.name, { bold: true }),
    { stack: [pdfText(entry.mother), pdfText(entry.father)] },
    { stack: [pdfText(entry.birthDate, { bold: true }), pdfText(entry.birthWords)] },
    ...[
      [entry.gender, entry.category],
      [entry.lastSchool],
      entry.admitted,
      entry.left,
      [entry.reason],
      entry.certificate,
    ].map((lines): Cell => ({ stack: lines.map((words) => pdfText(words)) })),
  ]
  if (entry.remarks.length === 0) return [facts]
  const words = `${m.register_remarks({}, { locale })}: ${entry.remarks.join(' ')}`
  return [
    facts,
    [
      pdfText(entry.number, { color: soft }),
      { ...pdfText(words), colSpan: widths.length - 1 },
      ...widths.slice(2).map((): Cell => ({ text: '' })),
    ],
  ]
}
