import type { Cell, Content, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { ReportCard, ReportCardPaper } from '~/models/exams/report-card-view'
import { head, headAndTotal, ruled, soft } from './letterhead.server'
import { text } from './pdf.server'

// So that a card stays one page: the more papers, the closer the rows, and beyond `roomyRows` in smaller type.
const fewRows = 10
export const roomyRows = 14

/** Subjects with marks, grade and outcome; columns that say nothing (no pass marks at all) are left out. */
export function papersTable(card: ReportCard, locale: Locale): Content {
  const in_ = { locale }
  const isMany = card.papers.length > roomyRows
  const assessed = card.papers.some((paper) => paper.passMarks !== null)
  const passTotal = (): Cell[] => (assessed ? [{ text: '' }] : [])
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', 54, ...(assessed ? [58] : []), 58, 40, ...(assessed ? [66] : [])],
      body: [
        [
          head(m.exams_subject({}, in_)),
          head(m.results_max({}, in_), 'right'),
          ...(assessed ? [head(m.results_pass_marks({}, in_), 'right')] : []),
          head(m.results_marks({}, in_), 'right'),
          head(m.results_grade({}, in_), 'center'),
          ...(assessed ? [head(m.results_outcome({}, in_))] : []),
        ],
        ...card.papers.map((paper) => row(paper, assessed, locale)),
        [
          text(m.results_total({}, in_), { bold: true, fontSize: 10.5 }),
          figure(card.maxMarks, true),
          ...passTotal(),
          figure(card.marks, true),
          { ...text(card.grade ?? '', { bold: true, alignment: 'center' }) },
          ...passTotal(),
        ],
      ],
    },
    layout: isMany ? close : card.papers.length > fewRows ? usual : roomy,
    ...(isMany ? { fontSize: 8.5 } : {}),
  }
}

function row(paper: ReportCardPaper, assessed: boolean, locale: Locale): Cell[] {
  const in_ = { locale }
  const words = {
    pass: m.results_pass({}, in_),
    fail: m.results_fail({}, in_),
    absent: m.results_absent({}, in_),
    exempt: m.results_exempt({}, in_),
    waiting: m.results_waiting({}, in_),
    unjudged: '',
  }
  const said = words[paper.outcome]
  // Where nobody passes or fails, being away is said in the place of the marks.
  const marks: Cell =
    paper.marks !== null
      ? figure(paper.marks, paper.outcome !== 'fail')
      : text(assessed ? '–' : said, { alignment: 'right', color: soft })
  return [
    text(paper.subjectName),
    figure(paper.maxMarks, false),
    ...(assessed ? [paper.passMarks === null ? dash() : figure(paper.passMarks, false)] : []),
    marks,
    { ...text(paper.grade ?? '–', { alignment: 'center' }) },
    ...(assessed ? [text(said, { bold: paper.outcome === 'fail' || paper.outcome === 'absent' })] : []),
  ]
}

const dash = (): Cell => ({ text: '–', alignment: 'right', color: soft })

function figure(marks: number, bold: boolean): Cell {
  return { text: String(marks), alignment: 'right', bold, noWrap: true }
}

const layoutOf = (padding: number): TableLayout => ({
  ...ruled(headAndTotal, 6, padding),
  paddingLeft: (column) => (column === 0 ? 4 : 6),
})

const roomy = layoutOf(3.2)
const usual = layoutOf(2.2)
const close = layoutOf(1)
