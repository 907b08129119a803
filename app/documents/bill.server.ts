import type { Cell, Content, DocumentDefinition, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import {
  dataUrl,
  head,
  headAndTotal,
  ink,
  type LetterheadView,
  type PaperColumn,
  pageMargin,
  paperTable,
  ruled,
  soft,
  stamp,
} from './letterhead.server'
import { makePdf, pdfText } from './pdf.server'

/** Font size in the tables of a bill, in points. */
export const tableSize = 8.5

interface Bill {
  /** Page format when it is not A4. */
  page?: Pick<DocumentDefinition, 'pageSize' | 'pageOrientation' | 'pageMargins' | 'defaultStyle'>
  title: string
  /** Label of the number: receipt or invoice. */
  numberLabel: string
  number: string
  school: LetterheadView
  studentName: string
  cancelled: boolean
  /** True for several papers in one file: the header "continued" and the page numbers are then omitted. */
  isMany?: boolean
  /** Pale text across each page. On a cancelled bill, "cancelled" replaces it. */
  stamped?: string | null
  createdAt: Date
  /** Note at the foot of each page. */
  note: string
  logo: Uint8Array | undefined
  content: Content[]
}

/**
 * A bill, such as a receipt or an invoice, on A4 pages unless `page` says otherwise. Each page of a cancelled one is
 * stamped; from the second page on, the header names the bill.
 */
export function makeBill(bill: Bill, locale: Locale): Promise<Uint8Array> {
  const stamped = bill.cancelled ? m.receipt_cancelled({}, { locale }) : bill.stamped
  return makePdf(
    {
      pageMargins: [pageMargin, 44, pageMargin, 50],
      defaultStyle: { fontSize: 9, color: ink },
      ...bill.page,
      images: bill.logo ? { logo: dataUrl(bill.logo) } : undefined,
      header: (page) => (page === 1 || bill.isMany ? null : continuedHeader(bill)),
      footer: (page, pages) => footer(bill.note, page, bill.isMany ? 1 : pages, locale),
      watermark: stamped ? stamp(stamped, { fontSize: 96, opacity: 0.09, angle: -40 }) : undefined,
      content: bill.content,
    },
    {
      title: `${bill.title} ${bill.number}`,
      author: bill.school.name,
      createdAt: bill.createdAt,
      language: `${locale}-IN`,
    },
  )
}

function continuedHeader({ numberLabel, number, school, studentName }: Bill): Content {
  return {
    columns: [
      pdfText(school.name, { width: '*' }),
      pdfText(`${numberLabel} ${number}  ·  ${studentName}`, { width: '*', alignment: 'right' }),
    ],
    fontSize: 8,
    color: soft,
    margin: [pageMargin, 22, pageMargin, 0],
  }
}

function footer(words: string, page: number, pages: number, locale: Locale): Content {
  const note = pdfText(words, { width: '*' })
  const columns: Content[] =
    pages > 1
      ? [note, pdfText(m.receipt_page({ page, pages }, { locale }), { width: 'auto', alignment: 'right' })]
      : [note]
  return { columns, fontSize: 8, color: soft, margin: [pageMargin, 16, pageMargin, 0] }
}

/** Labelled facts of the bill; null values are left out. */
export type BillFacts = ReadonlyArray<readonly [label: string, value: string | null]>

/** Label and value in two columns side by side: the student on the left, the bill on the right. */
export function factColumns(left: BillFacts, right: BillFacts): Content {
  return {
    columns: [
      { ...labelled(left), width: '*' },
      { ...labelled(right), width: 220 },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 12],
  }
}

const plain: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 8,
  paddingTop: () => 2,
  paddingBottom: () => 2,
}

export function labelled(facts: BillFacts): Content {
  const body = facts.flatMap(([label, value]): Cell[][] =>
    value === null ? [] : [[pdfText(label, { color: soft }), pdfText(value, { bold: true })]],
  )
  return { table: { widths: [92, '*'], body }, layout: plain }
}

/** Admission number with its label; for a student without one, the enrollment number. */
export function numberOf(
  {
    admissionNumber,
    enrollmentNumber,
  }: { admissionNumber?: string | null | undefined; enrollmentNumber: string | null },
  locale: Locale,
): [label: string, number: string | null] {
  return admissionNumber
    ? [m.receipt_admission_number({}, { locale }), admissionNumber]
    : [m.students_enrollment_number({}, { locale }), enrollmentNumber]
}

export function classAndSection({ className, sectionName }: { className: string | null; sectionName: string | null }) {
  return [className, sectionName].filter((part) => part !== null).join(' – ') || null
}

export const linesLayout = ruled(headAndTotal, 3)

/** Table of paid items, one numbered row each, with the total below. */
export function linesTable<Line>(
  lines: readonly Line[],
  locale: Locale,
  columns: PaperColumn<Line>[],
  layout = linesLayout,
): Content {
  const number: PaperColumn<Line> = {
    width: 20,
    head: head(m.receipt_row({}, { locale })),
    cell: (_, index) => ({ text: String(index + 1), color: soft }),
  }
  return { fontSize: tableSize, table: { ...paperTable(lines, [number, ...columns]), keepWithHeaderRows: 1 }, layout }
}

/** Keeps the facts and notes below the table together on one page: split over two pages, they would look wrong. */
export function closing(facts: BillFacts, ...notes: Content[]): Content {
  return {
    table: { widths: ['*'], dontBreakRows: true, body: [[{ stack: [labelled(facts), ...notes] }]] },
    layout: 'noBorders',
    margin: [0, 12, 0, 0],
  }
}
