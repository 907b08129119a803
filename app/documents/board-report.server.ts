import type { Content } from 'pdfmake'
import type { BoardReportView } from '~/models/entry/breaches/board-report-view'
import { officePaper, ruled, soft, underHead } from './letterhead.server'
import { pdfText } from './pdf.server'

/** The report on a data breach for the Data Protection Board, as an A4 PDF. The same view gives the same bytes. */
export function renderBoardReport(view: BoardReportView): Promise<Uint8Array> {
  const title = `Report on a personal data breach: ${view.title}`
  const group = ({ title: heading, rows }: BoardReportView['groups'][number]): Content[] => [
    pdfText(heading, { fontSize: 11, bold: true, margin: [0, 12, 0, 4] }),
    {
      table: {
        widths: [150, '*'],
        body: rows.map(([label, value]) => [pdfText(label, { color: soft }), pdfText(value)]),
      },
      layout: ruled(underHead, 5),
    },
  ]
  return officePaper({
    title,
    schoolName: view.school.name,
    printedOn: view.printedOn,
    fontSize: 9.5,
    content: [
      pdfText(view.school.name, { fontSize: 15, bold: true }),
      pdfText(view.school.contact, { color: soft }),
      pdfText(title, { fontSize: 13, bold: true, margin: [0, 12, 0, 0] }),
      pdfText('Under rule 7 of the Digital Personal Data Protection Rules, 2025', { color: soft }),
      ...view.groups.flatMap(group),
    ],
  })
}
