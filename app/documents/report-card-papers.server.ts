import type { Cell, Content, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import type { ReportCard, ReportCardPaper } from '~/models/learning/exams/results/report-card-view'
import { head, headAndTotal, type PaperColumn, paperTable, ruled, soft } from './letterhead.server'
import { pdfText } from './pdf.server'

// Keep a card on one page: above `fewRows` papers the rows move closer, above `roomyRows` the type is smaller.
const fewRows = 10
export const roomyRows = 14

/** Subjects with marks, grade and outcome; leaves out empty columns (such as pass marks). */
export function papersTable(card: ReportCard, locale: Locale): Content {
  const say = sayIn(locale)
  const isMany = card.papers.length > roomyRows
  const assessed = card.papers.some((paper) => paper.passMarks !== null)
  const ofAssessed = (column: PaperColumn<ReportCardPaper>) => (assessed ? [column] : [])
  const words = {
    pass: say(m.results_pass),
    fail: say(m.results_fail),
    absent: say(m.results_absent),
    exempt: say(m.results_exempt),
    waiting: say(m.results_waiting),
    unjudged: '',
  }
  // Without pass marks the table has no column for the outcome, so the marks column shows an absence.
  const marksOf = ({ marks, outcome }: ReportCardPaper): Cell =>
    marks === null
      ? pdfText(assessed ? '–' : words[outcome], { alignment: 'right', color: soft })
      : figure(marks, outcome !== 'fail')
  const table = paperTable(card.papers, [
    {
      width: '*',
      head: head(say(m.exams_subject)),
      cell: (paper) => pdfText(paper.subjectName),
      sum: pdfText(say(m.results_total), { bold: true, fontSize: 10.5 }),
    },
    {
      width: 54,
      head: head(say(m.results_max), 'right'),
      cell: (paper) => figure(paper.maxMarks, false),
      sum: figure(card.maxMarks, true),
    },
    ...ofAssessed({
      width: 58,
      head: head(say(m.results_pass_marks), 'right'),
      cell: ({ passMarks }) => (passMarks === null ? dash() : figure(passMarks, false)),
    }),
    { width: 58, head: head(say(m.results_marks), 'right'), cell: marksOf, sum: figure(card.marks, true) },
    {
      width: 40,
      head: head(say(m.results_grade), 'center'),
      cell: (paper) => pdfText(paper.grade ?? '–', { alignment: 'center' }),
      sum: pdfText(card.grade ?? '', { bold: true, alignment: 'center' }),
    },
    ...ofAssessed({
      width: 66,
      head: head(say(m.results_outcome)),
      cell: ({ outcome }) => pdfText(words[outcome], { bold: outcome === 'fail' || outcome === 'absent' }),
    }),
  ])
  const layout = isMany ? close : card.papers.length > fewRows ? usual : roomy
  return { table, layout, ...(isMany ? { fontSize: 8.5 } : {}) }
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
