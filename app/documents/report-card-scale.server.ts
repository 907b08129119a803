import type { Cell, Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { percentsOf } from '~/models/core/schools/options'
import type { ReportCardsView } from '~/models/learning/exams/results/report-card-view'
import { grid, hairline, soft } from './letterhead.server'
import { pdfText } from './pdf.server'

/** Grades per row; a longer scale continues in the next row. */
const gradesOfARow = 10

/** Grade scale with the grades side by side, each with its percentages below: `A1`, `91–100`. */
export function gradeScale(bands: ReportCardsView['bands'], locale: Locale): Content {
  const columns = Math.min(bands.length, gradesOfARow)
  const rows: Cell[][] = []
  for (let from = 0; from < bands.length; from += gradesOfARow) {
    const part = bands.slice(from, from + gradesOfARow)
    const fill = (): Cell[] => Array.from({ length: columns - part.length }, () => ({ text: '' }))
    rows.push([...part.map(({ grade }) => centred(grade, true)), ...fill()])
    rows.push([...part.map((_, index) => centred(percentsOf(bands, from + index), false)), ...fill()])
  }
  return {
    stack: [
      {
        columns: [
          pdfText(m.results_card_scale({}, { locale }), { color: soft, fontSize: 8.5, width: 'auto' }),
          pdfText(m.results_card_note({}, { locale }), { color: soft, fontSize: 7.5, width: '*', alignment: 'right' }),
        ],
        columnGap: 12,
        margin: [0, 0, 0, 3],
      },
      {
        table: { widths: Array.from({ length: columns }, () => '*' as const), body: rows },
        layout: grid(0.5, hairline, 2),
      },
    ],
    margin: [0, 0, 0, 8],
  }
}

const centred = (words: string, bold: boolean): Cell => pdfText(words, { bold, alignment: 'center', fontSize: 8.5 })
