import type { Cell, Content, Style, TableLayout, TextNode } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { FeeReceiptLine, FeeReceiptView } from '~/models/ledger/receipt-view'
import { amountInWords } from '~/models/shared/amount-in-words'
import { formatDay, formatInstant, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import {
  classAndSection,
  closing,
  type Facts,
  factColumns,
  head,
  linesLayout,
  makeBill,
  methodWords,
  tableSize,
} from './bill.server'
import { ink, letterhead, line, soft } from './letterhead.server'
import { phrase, text } from './pdf.server'

const rowNumberWidth = 20

/**
 * The receipt of one payment as an A4 PDF in the language given. Amounts are the view's, nothing is calculated but the sums of the
 * columns. The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderFeeReceipt(view: FeeReceiptView, locale: Locale, { logo }: { logo?: Uint8Array } = {}) {
  const title = m.receipt_title({}, { locale })
  const { number, school, cancelled } = view
  return makeBill(
    {
      ...{ title, number, school, cancelled, logo },
      numberLabel: m.receipt_number({}, { locale }),
      studentName: view.student.name,
      createdAt: new Date(view.paidAt),
      note: m.receipt_computer_generated({}, { locale }),
      content: [
        letterhead(school, logo !== undefined),
        line([0, 10, 0, 12]),
        titleRow(title, cancelled ? m.receipt_cancelled({}, { locale }) : null),
        facts(view, locale),
        linesTable(view, locale),
        ending(view, locale),
      ],
    },
    locale,
  )
}

function titleRow(title: string, cancelled: string | null): Content {
  const heading = text(title, { fontSize: 14, bold: true, width: '*' })
  if (!cancelled) return { ...heading, margin: [0, 0, 0, 8] }
  const mark: Content = {
    table: { widths: ['auto'], body: [[text(cancelled, { fontSize: 11, bold: true, alignment: 'center' })]] },
    layout: { hLineWidth: () => 1.5, vLineWidth: () => 1.5, hLineColor: () => ink, vLineColor: () => ink },
    width: 'auto',
  }
  return { columns: [heading, mark], margin: [0, 0, 0, 8] }
}

function facts({ student, ...view }: FeeReceiptView, locale: Locale): Content {
  return factColumns(
    [
      [m.receipt_student({}, { locale }), student.name],
      [m.receipt_father({}, { locale }), student.fatherName],
      [m.receipt_class_section({}, { locale }), classAndSection(student)],
      [m.receipt_roll_number({}, { locale }), student.rollNumber],
      [m.receipt_admission_number({}, { locale }), student.admissionNumber ?? student.enrollmentNumber],
    ],
    [
      [m.receipt_number({}, { locale }), view.number],
      [m.receipt_date({}, { locale }), formatDay(view.issuedOn, locale)],
      [m.receipt_financial_year({}, { locale }), view.financialYear],
      [m.receipt_session({}, { locale }), student.sessionName],
    ],
  )
}

const layout: TableLayout = {
  ...linesLayout,
  paddingLeft: (column) => (column === 0 ? 0 : column === 5 ? 10 : 3),
  paddingRight: (column) => (column === 5 ? 0 : 3),
}

function money(paise: number, style: Style = {}): Cell {
  return {
    text: formatPaise(paise, { style: 'exact' }),
    ...style,
    alignment: 'right',
    verticalAlignment: 'bottom',
    noWrap: true,
  }
}

/** Nothing taken off and nothing added is a dash: a column of zeros hides the one that matters. */
function moneyOrDash(paise: number): Cell {
  return paise === 0 ? { text: '–', color: soft, alignment: 'right', verticalAlignment: 'bottom' } : money(paise)
}

function linesTable(view: FeeReceiptView, locale: Locale): Content {
  const sum = (of: (line: FeeReceiptLine) => number) => view.lines.reduce((so, line) => so + of(line), 0)
  const feeTotal = formatPaise(sum(feeOf), { style: 'exact' })
  // No amount is wider than the sum of the fees; a character takes at most 0.6 of the size. The headings need 58.
  const moneyWidth = Math.max(58, Math.ceil(feeTotal.length * tableSize * 0.6))
  return {
    fontSize: tableSize,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: [rowNumberWidth, '*', moneyWidth, moneyWidth, moneyWidth, 'auto'],
      body: [
        [
          head(m.receipt_row({}, { locale }), 'left'),
          head(m.receipt_particulars({}, { locale }), 'left'),
          head(m.receipt_fee({}, { locale })),
          head(m.receipt_concession({}, { locale })),
          head(m.receipt_fine({}, { locale })),
          head(m.receipt_amount({}, { locale })),
        ],
        ...view.lines.map((line, index) => lineRow(line, index + 1, moneyWidth, locale)),
        [
          { text: '' },
          text(m.receipt_total({}, { locale }), { bold: true, fontSize: 10 }),
          money(sum(feeOf)),
          moneyOrDash(-sum((line) => line.concessionPaise)),
          moneyOrDash(sum((line) => line.finePaise)),
          money(view.totalPaise, { bold: true, fontSize: 10 }),
        ],
      ],
    },
    layout,
  }
}

/** A due without heads is one head of its own name, so that the fee column adds up. */
function partsOf(line: FeeReceiptLine): FeeReceiptLine['parts'] {
  if (line.parts.length > 0) return line.parts
  return [{ name: line.feeName, amountPaise: line.amountPaise + line.concessionPaise - line.finePaise }]
}

function feeOf(line: FeeReceiptLine): number {
  return partsOf(line).reduce((so, part) => so + part.amountPaise, 0)
}

/** One due: its name and due date, then each head with its amount; what was taken off, added and paid stands on the last line. */
function lineRow(line: FeeReceiptLine, number: number, moneyWidth: number, locale: Locale): Cell[] {
  const name = line.title === '' || line.title === line.feeName ? line.feeName : `${line.feeName} – ${line.title}`
  const due = line.dueOn && m.receipt_due_on({ date: formatDay(line.dueOn, locale) }, { locale })
  const heading = phrase([name, { bold: true }], [due ? `  ·  ${due}` : '', { color: soft }])
  const withAmount = (content: TextNode, paise: number, above = 0): Content => ({
    columns: [
      { ...content, width: '*' },
      { text: formatPaise(paise, { style: 'exact' }), width: moneyWidth, alignment: 'right', noWrap: true },
    ],
    columnGap: 6,
    margin: [0, above, 0, 0],
  })
  const parts = partsOf(line)
  const [only] = parts
  // A line of one part with its own name says that name once.
  const particulars: Content[] =
    parts.length === 1 && only?.name === name
      ? [withAmount(heading, only.amountPaise)]
      : [heading, ...parts.map((part) => withAmount(text(part.name), part.amountPaise, 1))]
  return [
    { text: String(number), color: soft },
    { stack: particulars, colSpan: 2 },
    {},
    moneyOrDash(-line.concessionPaise),
    moneyOrDash(line.finePaise),
    money(line.amountPaise, { bold: true }),
  ]
}

function ending(view: FeeReceiptView, locale: Locale): Content {
  const facts: Facts = [
    [m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)],
    [m.receipt_method({}, { locale }), methodWords[view.method]({}, { locale })],
    [m.receipt_transaction({}, { locale }), view.transactionId],
    [m.receipt_reference({}, { locale }), view.reference],
    [m.receipt_paid_at({}, { locale }), paidAt(view, locale)],
  ]
  const note = text(m.receipt_cancelled_note({}, { locale }), { bold: true, margin: [0, 10, 0, 0] })
  return closing(facts, ...(view.cancelled ? [note] : []))
}

/** Of money at the office only the day is known: a time of day would be made up. */
function paidAt(view: FeeReceiptView, locale: Locale): string {
  const instant = new Date(view.paidAt)
  return view.method === 'online' ? formatInstant(instant, locale) : formatDay(todayInIndia(instant), locale)
}
