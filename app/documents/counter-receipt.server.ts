import type { Content, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { ReceiptPaper } from '~/models/money/ledger/options'
import type { FeeReceiptLine, FeeReceiptView } from '~/models/money/ledger/receipt-view'
import { type BillFacts, classAndSection, factColumns, labelled, makeBill } from './bill.server'
import { duesTable, howPaid } from './fee-receipt.server'
import { ink, line, soft, titleAndMark } from './letterhead.server'
import { makePdf, pdfText } from './pdf.server'
import { mm } from './sheet.server'

export interface CounterReceipt {
  view: FeeReceiptView
  /** Clerk who took the money at the office; null for an online payment. */
  receivedBy: string | null
  /** Balance due on `printedOn`, in paise. */
  balancePaise: number
  /** `YYYY-MM-DD` */
  printedOn: string
  logo?: Uint8Array
}

/**
 * A receipt printed at the counter: two copies on an A4 page (the parent's above the school's), one copy on A5, or the
 * slip of an 80 mm printer.
 */
export function renderCounterReceipt(receipt: CounterReceipt, locale: Locale, paper: ReceiptPaper) {
  return paper === 'slip' ? slip(receipt, locale) : sheet(receipt, locale, paper)
}

/** Clerk and balance due; a cancelled receipt shows no balance. */
function atTheCounter({ view, receivedBy, balancePaise, printedOn }: CounterReceipt, locale: Locale): BillFacts {
  const on = { date: formatDay(printedOn, locale) }
  return [
    [m.receipt_received_by({}, { locale }), receivedBy],
    [m.receipt_balance(on, { locale }), view.cancelled ? null : exact(balancePaise)],
  ]
}

const margins: [number, number, number, number] = [42, 22, 42, 32]

function sheet(receipt: CounterReceipt, locale: Locale, paper: 'a4' | 'a5') {
  const { view, logo } = receipt
  const [parents, schools] = [m.receipt_copy_parent({}, { locale }), m.receipt_copy_school({}, { locale })]
  return makeBill(
    {
      title: m.receipt_title({}, { locale }),
      number: view.number,
      numberLabel: m.receipt_number({}, { locale }),
      school: view.school,
      cancelled: view.cancelled,
      logo,
      studentName: view.student.name,
      createdAt: noonOf(receipt.printedOn),
      note: m.receipt_computer_generated({}, { locale }),
      page: {
        ...(paper === 'a5' ? { pageSize: 'A5', pageOrientation: 'landscape' } : {}),
        pageMargins: margins,
        defaultStyle: { fontSize: 8, color: ink },
      },
      content:
        paper === 'a5'
          ? copyOf(receipt, locale, '')
          : twoCopies([copyOf(receipt, locale, parents), copyOf(receipt, locale, schools)], view),
    },
    locale,
  )
}

const halfHeight = 366
/** Rows of the dues table that fit half a page. */
const rowsOfHalf = 9

/**
 * Both copies on one page with a line to cut along, or on separate pages when they have more than `rowsOfHalf` rows.
 */
function twoCopies([first, second]: [Content[], Content[]], { lines }: FeeReceiptView): Content[] {
  const rows = lines.reduce((sum, { parts, restPaise }) => sum + (restPaise === undefined ? 1 : 2) + parts.length, 0)
  if (rows > rowsOfHalf) return [...first, { stack: second, pageBreak: 'before' }]
  const body = [first, second].map((stack) => [{ stack }])
  return [{ table: { widths: ['*'], heights: [halfHeight, halfHeight], body }, layout: halves }]
}

const halves: TableLayout = {
  hLineWidth: (row) => (row === 1 ? 0.5 : 0),
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: (row) => (row === 0 ? 0 : 20),
  paddingBottom: () => 6,
}

function copyOf(receipt: CounterReceipt, locale: Locale, copy: string): Content[] {
  const { view, logo } = receipt
  const { school, student } = view
  const contact = [school.address, school.phone, school.email].filter(Boolean).join('  ·  ')
  const names = [pdfText(school.name, { fontSize: 13, bold: true }), pdfText(contact, { color: soft })]
  const title = pdfText([m.receipt_title({}, { locale }), copy].filter(Boolean).join(' · '), {
    fontSize: 11,
    bold: true,
  })
  return [
    logo
      ? {
          columns: [
            { image: 'logo', fit: [32, 32], width: 32 },
            { stack: names, width: '*' },
          ],
          columnGap: 10,
        }
      : { stack: names },
    line([0, 4, 0, 6]),
    view.cancelled
      ? { columns: titleAndMark({ ...title, width: '*' }, m.receipt_cancelled({}, { locale }), 9) }
      : title,
    factColumns(
      [
        [m.receipt_student({}, { locale }), student.name],
        [m.receipt_father({}, { locale }), student.fatherName],
        [m.receipt_class_section({}, { locale }), classAndSection(student)],
        [m.receipt_roll_number({}, { locale }), student.rollNumber],
      ],
      [
        [m.receipt_number({}, { locale }), view.number],
        [m.receipt_date({}, { locale }), formatDay(view.issuedOn, locale)],
        [m.receipt_session({}, { locale }), student.sessionName],
        numberOf(student, locale),
      ],
    ),
    duesTable(view, locale),
    {
      ...labelled([[m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)]]),
      margin: [0, 6, 0, 0],
    },
    {
      ...factColumns(howPaid(view, locale), [
        ...atTheCounter(receipt, locale),
        [m.receipt_signature({}, { locale }), '____________________'],
      ]),
      margin: [0, 0, 0, 0],
    },
  ]
}

const slipMargin = 4 * mm
const slipWidth = 80 * mm

function slip(receipt: CounterReceipt, locale: Locale) {
  const { view, printedOn } = receipt
  const { school, student } = view
  const middle = (content: string, style = {}): Content => pdfText(content, { alignment: 'center', ...style })
  const mark = view.cancelled ? [middle(m.receipt_cancelled({}, { locale }), { bold: true, fontSize: 12 })] : []
  const contact = [school.address, school.phone].filter(Boolean).map((detail) => middle(detail, { color: soft }))
  return makePdf(
    {
      pageSize: { width: slipWidth, height: 'auto' },
      pageMargins: [slipMargin, slipMargin, slipMargin, slipMargin],
      defaultStyle: { fontSize: 8, color: ink },
      content: [
        middle(school.name, { bold: true, fontSize: 11 }),
        ...contact,
        acrossSlip(),
        middle(m.receipt_title({}, { locale }), { bold: true, fontSize: 9 }),
        ...mark,
        labelled([
          [m.receipt_number({}, { locale }), view.number],
          [m.receipt_date({}, { locale }), formatDay(view.issuedOn, locale)],
          [m.receipt_student({}, { locale }), student.name],
          [m.receipt_class_section({}, { locale }), classAndSection(student)],
          numberOf(student, locale),
        ]),
        acrossSlip(),
        ...view.lines.map(slipLine),
        acrossSlip(),
        amountRow(m.receipt_total({}, { locale }), view.totalPaise, { bold: true, fontSize: 10 }),
        pdfText(amountInWords(view.totalPaise, locale), { color: soft, margin: [0, 2, 0, 4] }),
        labelled([...howPaid(view, locale), ...atTheCounter(receipt, locale)]),
      ],
    },
    {
      title: `${m.receipt_title({}, { locale })} ${view.number}`,
      author: school.name,
      createdAt: noonOf(printedOn),
      language: `${locale}-IN`,
    },
  )
}

/** A line across the slip. pdfmake stores positions in the node, so each use needs a new one. */
function acrossSlip(): Content {
  const right = slipWidth - 2 * slipMargin
  return {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: right, y2: 0, lineWidth: 0.5, lineColor: ink }],
    margin: [0, 5, 0, 5],
  }
}

const slipLine = ({ feeName, title, amountPaise }: FeeReceiptLine): Content =>
  amountRow(title === '' || title === feeName ? feeName : `${feeName} – ${title}`, amountPaise)

function amountRow(label: string, paise: number, style = {}): Content {
  return {
    columns: [
      pdfText(label, { ...style, width: '*' }),
      pdfText(exact(paise), { ...style, alignment: 'right', noWrap: true, width: 'auto' }),
    ],
    columnGap: 6,
    margin: [0, 1, 0, 1],
  }
}

const noonOf = (day: string) => new Date(`${day}T12:00:00+05:30`)
const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

/** The admission number, or else the enrollment number, each under its own label. */
function numberOf({ admissionNumber, enrollmentNumber }: FeeReceiptView['student'], locale: Locale): BillFacts[number] {
  return admissionNumber
    ? [m.receipt_admission_number({}, { locale }), admissionNumber]
    : [m.students_enrollment_number({}, { locale }), enrollmentNumber]
}
