import { formatDay } from '~/models/core/shared/calendar'
import { officePaper, paperTable, ruled, soft, underHead } from './letterhead.server'
import { pdfText } from './pdf.server'

interface RegisterRow {
  number: string
  receivedOn: string
  writerName: string
  studentName: string | null
  topic: string
  state: string
  answerBy: string
  answeredOn: string | null
  clock: string
}

export interface GrievanceRegisterView {
  schoolName: string
  /** `YYYY-MM-DD` */
  printedOn: string
  rows: readonly RegisterRow[]
}

/**
 * The register of grievances, with the dates of receipt and answer but not the texts. In English, like all office
 * papers.
 */
export function renderGrievanceRegister({ schoolName, printedOn, rows }: GrievanceRegisterView): Promise<Uint8Array> {
  const column = (label: string, textOf: (row: RegisterRow) => string, width: number | '*' | 'auto' = 'auto') => ({
    width,
    head: pdfText(label, { bold: true }),
    cell: (row: RegisterRow) => pdfText(textOf(row)),
  })
  const day = (date: string | null) => (date ? formatDay(date, 'en') : '–')
  const table = paperTable(rows, [
    column('Number', (row) => row.number),
    column('Received', (row) => day(row.receivedOn)),
    column('Written by', (row) => row.writerName, '*'),
    column('Student', (row) => row.studentName ?? '–', '*'),
    column('About', (row) => row.topic, '*'),
    column('Answer by', (row) => day(row.answerBy)),
    column('Answered', (row) => day(row.answeredOn)),
    column('Status', (row) => (row.clock === '–' ? row.state : `${row.state}, ${row.clock}`), '*'),
  ])
  const title = 'Register of grievances'
  const content = [
    pdfText(schoolName, { color: soft }),
    pdfText(title, { fontSize: 15, bold: true, margin: [0, 4, 0, 8] }),
    rows.length > 0 ? { table, layout: ruled(underHead, 5) } : pdfText('None so far.'),
  ]
  return officePaper({ title, schoolName, printedOn, fontSize: 8.5, content })
}
