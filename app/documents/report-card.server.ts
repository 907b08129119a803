import type { Cell, Content, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import { formatDay } from '~/models/core/shared/calendar'
import type { ReportCardsView } from '~/models/learning/exams/results/report-card-view'
import {
  dataUrl,
  grid,
  hairline,
  ink,
  innerWidth,
  letterhead,
  line,
  pageMargin,
  soft,
  stamp,
  titleAndMark,
} from './letterhead.server'
import { makePdf, pdfText, phrase } from './pdf.server'
import { papersTable, roomyRows } from './report-card-papers.server'
import { gradeScale } from './report-card-scale.server'

type Card = ReportCardsView['cards'][number]

/**
 * Report cards as one A4 file, each card on its own page and in its student's language; unpublished cards are marked as
 * provisional. Calculates nothing. The same view gives the same bytes.
 */
export function renderReportCards(view: ReportCardsView): Promise<Uint8Array> {
  const languages = new Set(view.cards.map((card) => card.language))
  const locale = languages.size === 1 ? (view.cards[0]?.language ?? 'en') : 'en'
  return makePdf(
    {
      pageMargins: [pageMargin, 36, pageMargin, footHeight],
      defaultStyle: { fontSize: 9.5, color: ink },
      images: view.logo ? { logo: dataUrl(view.logo) } : undefined,
      background: frame,
      content: view.cards.map((card) => ({
        section: cardOf(view, card),
        footer: () => signatures({ ...card, issuedOn: view.printedOn }, innerWidth),
        ...(view.exam.published
          ? {}
          : { watermark: stamp(provisional(card.language), { fontSize: 84, opacity: 0.08, angle: -50 }) }),
      })),
    },
    {
      title: `${m.results_card_title({}, { locale })} – ${view.exam.name}`,
      author: view.school.name,
      createdAt: new Date(`${view.printedOn}T12:00:00+05:30`),
      language: `${locale}-IN`,
    },
  )
}

/** Height reserved at the bottom of each page for signatures, in points. */
const footHeight = 106

/** Double frame around the page. Created for each page: pdfmake modifies its nodes. */
const frame = (): Content => ({
  canvas: [
    { type: 'rect', x: 20, y: 20, w: 555.28, h: 801.89, lineWidth: 1.2, lineColor: ink },
    { type: 'rect', x: 23.5, y: 23.5, w: 548.28, h: 794.89, lineWidth: 0.4, lineColor: ink },
  ],
})

function cardOf(view: ReportCardsView, card: Card): Content[] {
  const locale = card.language
  return [
    letterhead(withBoard(view.school), view.logo !== null),
    line([0, 8, 0, 10]),
    titleRow(view, locale),
    facts(view, card),
    papersTable(card, locale),
    summary(card),
    gradeScale(view.bands, locale),
    remarks(card),
  ]
}

/** Adds board and affiliation to the address, as on a school's letterhead. */
export function withBoard(school: ReportCardsView['school']): ReportCardsView['school'] {
  const affiliation = [school.board, school.affiliationNumber].filter((part) => part !== '').join(' ')
  return { ...school, address: [affiliation, school.address].filter((part) => part !== '').join('  ·  ') }
}

function titleRow({ exam }: ReportCardsView, locale: Locale): Content {
  const title: Content = {
    ...phrase(
      [m.results_card_title({}, { locale }), { bold: true, fontSize: 16 }],
      [`   ${exam.name}  ·  ${exam.sessionName}`, { fontSize: 12 }],
    ),
    width: '*',
  }
  if (exam.published) return { ...title, margin: [0, 0, 0, 8] }
  return {
    stack: [
      { columns: titleAndMark(title, provisional(locale)) },
      pdfText(m.results_card_provisional_note({}, { locale }), { color: soft, fontSize: 8.5, margin: [0, 2, 0, 0] }),
    ],
    margin: [0, 0, 0, 8],
  }
}

const provisional = (locale: Locale) => m.results_card_provisional({}, { locale })

const boxed: TableLayout = {
  hLineWidth: (row, node) => (row === 0 || row === node.table.body.length ? 0.8 : 0),
  vLineWidth: (column, node) => (column === 0 || column === node.table.widths.length ? 0.8 : 0),
  hLineColor: () => hairline,
  vLineColor: () => hairline,
  paddingLeft: () => 8,
  paddingRight: () => 4,
  paddingTop: (row) => (row === 0 ? 6 : 2),
  paddingBottom: (row, node) => (row === node.table.body.length - 1 ? 6 : 2),
}

function facts({ exam }: ReportCardsView, card: Card): Content {
  const say = sayIn(card.language)
  const label = (words: string): Cell => pdfText(words, { color: soft })
  const value = (words: string): Cell => pdfText(words === '' ? '–' : words, { bold: true })
  const rows = [
    [m.results_card_student, card.name, m.results_card_class, `${exam.className} – ${card.sectionName}`],
    [m.results_card_father, card.fatherName, m.results_card_roll, String(card.rollNumber ?? '')],
    [m.results_card_mother, card.motherName, m.results_card_number, card.enrollmentNumber],
  ] as const
  return {
    table: {
      widths: [82, '*', 92, 124],
      dontBreakRows: true,
      body: rows.map(([who, name, what, fact], index) => [
        label(say(who)),
        index === 0 ? pdfText(name, { bold: true, fontSize: 11.5 }) : value(name),
        label(say(what)),
        value(fact),
      ]),
    },
    layout: boxed,
    margin: [0, 0, 0, 12],
  }
}

/** Summary that readers look for first: percentage, grade, result, rank, attendance. */
function summary(card: Card): Content {
  const say = sayIn(card.language)
  const { percent, grade, outcome, rank, attendance } = card
  const results = { pass: say(m.results_pass), fail: say(m.results_fail), waiting: say(m.results_waiting) }
  const days = attendance && say(m.results_card_days, { present: attendance.present, days: attendance.days })
  const facts: Array<{ label: string; value: string; note?: string } | null> = [
    { label: say(m.results_percentage), value: percent === null ? '–' : `${percent}%` },
    { label: say(m.results_grade), value: grade ?? '–' },
    outcome && { label: say(m.results_outcome), value: results[outcome] },
    rank && { label: say(m.results_rank), value: say(m.results_rank_of, { rank: rank.rank, of: rank.of }) },
    attendance && { label: say(m.results_card_attendance), value: `${attendance.percent}%`, note: days ?? '' },
  ]
  const availableFacts = facts.filter((fact) => fact !== null)
  return {
    table: {
      widths: availableFacts.map(() => '*'),
      dontBreakRows: true,
      body: [
        availableFacts.map(({ label, value, note }) => ({
          stack: [
            pdfText(label, { color: soft, fontSize: 8.5, alignment: 'center' }),
            pdfText(value, { bold: true, fontSize: 13, alignment: 'center' }),
            ...(note ? [pdfText(note, { color: soft, fontSize: 7.5, alignment: 'center' })] : []),
          ],
        })),
      ],
    },
    layout: grid(0.8, hairline, 5),
    margin: [0, 9, 0, 8],
  }
}

/** Lines for remarks: two, or only one when the card has many papers. */
function remarks(card: Card): Content {
  const dotted = (above: number): Content => ({
    canvas: [
      {
        type: 'line',
        x1: 0,
        y1: 0,
        x2: innerWidth,
        y2: 0,
        lineWidth: 0.6,
        lineColor: soft,
        dash: { length: 1, space: 2 },
      },
    ],
    margin: [0, above, 0, 0],
  })
  const more = card.papers.length > roomyRows ? [] : [dotted(20)]
  return {
    stack: [pdfText(m.results_card_remarks({}, { locale: card.language }), { color: soft }), dotted(12), ...more],
    unbreakable: true,
    margin: [0, 2, 0, 0],
  }
}

type Signed = { language: Locale; classTeacher: string | null; issuedOn: string }

/** Signature lines at the foot of a page. In points: `width` between the margins, and the space `above` each line. */
export function signatures({ language, classTeacher, issuedOn }: Signed, width: number, above = 28): Content {
  const say = sayIn(language)
  const signature = (words: string, name: string | null): Content => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 140, y2: 0, lineWidth: 0.8, lineColor: ink }] },
      pdfText(words, { bold: true, margin: [0, 3, 0, 0] }),
      ...(name ? [pdfText(name, { color: soft, fontSize: 8.5 })] : []),
    ],
    width: 140,
  })
  return {
    stack: [
      {
        columns: [
          signature(say(m.results_card_teacher), classTeacher),
          signature(say(m.results_card_parent), null),
          signature(say(m.results_card_principal), null),
        ],
        columnGap: (width - 3 * 140) / 2,
      },
      pdfText(say(m.results_card_issued, { date: formatDay(issuedOn, language) }), {
        color: soft,
        fontSize: 8,
        margin: [0, 6, 0, 0],
      }),
    ],
    margin: [pageMargin, above, pageMargin, 0],
  }
}
