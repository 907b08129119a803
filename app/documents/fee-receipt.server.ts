import type { Cell, Content, Style, TableLayout, TextNode } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { methodWords } from '~/models/money/ledger/method-words'
import type { FeeReceiptLine, FeeReceiptView } from '~/models/money/ledger/receipt-view'
import {
  type BillFacts,
  classAndSection,
  closing,
  factColumns,
  linesLayout,
  linesTable,
  makeBill,
  numberOf,
  tableSize,
} from './bill.server'
import { head, letterhead, line, type PaperColumn, soft, titleAndMark } from './letterhead.server'
import { pdfText, phrase } from './pdf.server'

/**
 * The receipt of one payment as an A4 PDF in `locale`. Amounts come from the view; only the columns are added up here.
 * The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderFeeReceipt(view: FeeReceiptView, locale: Locale, { logo }: { logo?: Uint8Array } = {}) {
  const title = m.receipt_title({}, { locale })
  const { number, school, cancelled } = view
  return makeBill(
    {
      title,
      number,
      school,
      cancelled,
      logo,
      numberLabel: m.receipt_number({}, { locale }),
      studentName: view.student.name,
      createdAt: new Date(view.paidAt),
      note: m.receipt_computer_generated({}, { locale }),
      content: [
        letterhead(school, logo !== undefined),
        line([0, 10, 0, 12]),
        titleRow(title, cancelled ? m.receipt_cancelled({}, { locale }) : null),
        facts(view, locale),
        duesTable(view, locale),
        ending(view, locale),
      ],
    },
    locale,
  )
}

function titleRow(title: string, cancelled: string | null): Content {
  const heading = pdfText(title, { fontSize: 14, bold: true, width: '*' })
  return cancelled
    ? { columns: titleAndMark(heading, cancelled, 11), margin: [0, 0, 0, 8] }
    : { ...heading, margin: [0, 0, 0, 8] }
}

function facts({ student, ...view }: FeeReceiptView, locale: Locale): Content {
  return factColumns(
    [
      [m.receipt_student({}, { locale }), student.name],
      [m.receipt_father({}, { locale }), student.fatherName],
      [m.receipt_class_section({}, { locale }), classAndSection(student)],
      [m.receipt_roll_number({}, { locale }), student.rollNumber],
      numberOf(student, locale),
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

/** Shows zero as a dash: a column of zeros hides the one amount that matters. */
function moneyOrDash(paise: number): Cell {
  return paise === 0 ? { text: '–', color: soft, alignment: 'right', verticalAlignment: 'bottom' } : money(paise)
}

export function duesTable(view: FeeReceiptView, locale: Locale): Content {
  const sum = (amountOf: (line: FeeReceiptLine) => number) => view.lines.reduce((so, line) => so + amountOf(line), 0)
  const feeTotal = formatPaise(sum(feeOf), { style: 'exact' })
  // No amount is wider than the total of the fees. A character takes at most 0.6 of the font size; the headings need 58
  // points.
  const width = Math.max(58, Math.ceil(feeTotal.length * tableSize * 0.6))
  const total = { bold: true, fontSize: 10 }
  const change = (label: string, amountOf: (line: FeeReceiptLine) => number): PaperColumn<FeeReceiptLine> => ({
    width,
    head: head(label, 'right'),
    cell: (line) => moneyOrDash(amountOf(line)),
    sum: moneyOrDash(sum(amountOf)),
  })
  const columns: PaperColumn<FeeReceiptLine>[] = [
    {
      width: '*',
      head: head(m.receipt_particulars({}, { locale })),
      cell: (line) => ({ stack: [...particulars(line, width, locale), ...partNote(view, line, locale)], colSpan: 2 }),
      sum: pdfText(m.receipt_total({}, { locale }), total),
    },
    { width, head: head(m.receipt_fee({}, { locale }), 'right'), cell: () => ({}), sum: money(sum(feeOf)) },
    change(m.receipt_concession({}, { locale }), (line) => -line.concessionPaise),
    change(m.receipt_fine({}, { locale }), (line) => line.finePaise),
    {
      head: head(m.receipt_amount({}, { locale }), 'right'),
      cell: (line) => money(line.amountPaise, { bold: true }),
      sum: money(view.totalPaise, total),
    },
  ]
  return linesTable(view.lines, locale, columns, layout)
}

/** Treats a due without heads as one head with the name of the due, so that the fee column adds up. */
function partsOf(line: FeeReceiptLine): FeeReceiptLine['parts'] {
  if (line.parts.length > 0) return line.parts
  return [{ name: line.feeName, amountPaise: line.amountPaise + line.concessionPaise - line.finePaise }]
}

function feeOf(line: FeeReceiptLine): number {
  return partsOf(line).reduce((so, part) => so + part.amountPaise, 0)
}

/**
 * One due: its name and due date, then each head with its amount. Concession, fine and payment are on the last line.
 */
function particulars(line: FeeReceiptLine, moneyWidth: number, locale: Locale): Content[] {
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
  // If the only fee head has the same name as the due, the name is shown once.
  return parts.length === 1 && only?.name === name
    ? [withAmount(heading, only.amountPaise)]
    : [heading, ...parts.map((part) => withAmount(pdfText(part.name), part.amountPaise, 1))]
}

/** Note on a part payment with the balance of the due on the day of the receipt; a cancelled receipt has none. */
function partNote({ cancelled, issuedOn }: FeeReceiptView, { restPaise }: FeeReceiptLine, locale: Locale): Content[] {
  if (restPaise === undefined || cancelled) return []
  const facts = { amount: formatPaise(restPaise, { style: 'exact' }), date: formatDay(issuedOn, locale) }
  const words = restPaise > 0 ? m.receipt_part(facts, { locale }) : m.receipt_part_settled({}, { locale })
  return [pdfText(words, { color: soft, margin: [0, 1, 0, 0] })]
}

function ending(view: FeeReceiptView, locale: Locale): Content {
  const facts: BillFacts = [
    [m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)],
    ...howPaid(view, locale),
  ]
  const note = pdfText(m.receipt_cancelled_note({}, { locale }), { bold: true, margin: [0, 10, 0, 0] })
  return closing(facts, ...(view.cancelled ? [note] : []))
}

export function howPaid(view: FeeReceiptView, locale: Locale): BillFacts {
  return [
    [m.receipt_method({}, { locale }), methodWords[view.method]({}, { locale })],
    [m.receipt_transaction({}, { locale }), view.transactionId],
    [m.receipt_reference({}, { locale }), view.reference],
    [m.receipt_paid_at({}, { locale }), paidAt(view, locale)],
  ]
}

/** For an office payment only the day is known, so no time is printed. */
function paidAt(view: FeeReceiptView, locale: Locale): string {
  const instant = new Date(view.paidAt)
  return view.method === 'online' ? formatInstant(instant, locale) : formatDay(todayInIndia(instant), locale)
}
