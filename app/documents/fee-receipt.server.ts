import type { Cell, Content, Style, TableLayout, TextNode } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { FeeReceiptLine, FeeReceiptView, ReceiptMethod } from '~/models/ledger/receipt-view'
import { amountInWords } from '~/models/shared/amount-in-words'
import { formatDay, formatInstant, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { dataUrl, hairline, ink, letterhead, line, pageMargin, soft } from './letterhead.server'
import { fontOf, makePdf, phrase, text } from './pdf.server'

const TABLE_SIZE = 8.5
const ROW_NUMBER_WIDTH = 20

const methods: Record<ReceiptMethod, typeof m.receipt_method_online> = {
  online: m.receipt_method_online,
  cash: m.receipt_method_cash,
  cheque: m.receipt_method_cheque,
  upi: m.receipt_method_upi,
  bank_transfer: m.receipt_method_bank_transfer,
}

/**
 * The receipt of one payment as an A4 PDF in the language given. Amounts are the view's, nothing is calculated but the sums of the
 * columns. The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderFeeReceipt(
  view: FeeReceiptView,
  locale: Locale,
  options: { logo?: Uint8Array } = {},
): Promise<Uint8Array> {
  const title = m.receipt_title({}, { locale })
  const cancelled = m.receipt_cancelled({}, { locale })
  return makePdf(
    {
      pageMargins: [pageMargin, 44, pageMargin, 50],
      defaultStyle: { fontSize: 9, color: ink },
      images: options.logo ? { logo: dataUrl(options.logo) } : undefined,
      header: (page) => (page === 1 ? null : continuedHeader(view, locale)),
      footer: (page, pages) => footer(page, pages, locale),
      watermark: view.cancelled
        ? { text: cancelled, font: fontOf(cancelled), bold: true, fontSize: 96, color: ink, opacity: 0.09, angle: -40 }
        : undefined,
      content: [
        letterhead(view.school, options.logo !== undefined),
        line([0, 10, 0, 12]),
        titleRow(title, view.cancelled ? cancelled : null),
        facts(view, locale),
        linesTable(view, locale),
        closing(view, locale),
      ],
    },
    {
      title: `${title} ${view.number}`,
      author: view.school.name,
      createdAt: new Date(view.paidAt),
      language: `${locale}-IN`,
    },
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

const plain: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 8,
  paddingTop: () => 2,
  paddingBottom: () => 2,
}

/** Label and value in two columns side by side: the student on the left, the receipt on the right. */
function facts(view: FeeReceiptView, locale: Locale): Content {
  const { student } = view
  const section = [student.className, student.sectionName].filter((part) => part !== null).join(' – ')
  const left: Array<[string, string | null]> = [
    [m.receipt_student({}, { locale }), student.name],
    [m.receipt_father({}, { locale }), student.fatherName],
    [m.receipt_class_section({}, { locale }), section || null],
    [m.receipt_roll_number({}, { locale }), student.rollNumber],
    [m.receipt_admission_number({}, { locale }), student.admissionNumber ?? student.enrollmentNumber],
  ]
  const right: Array<[string, string | null]> = [
    [m.receipt_number({}, { locale }), view.number],
    [m.receipt_date({}, { locale }), formatDay(view.issuedOn, locale)],
    [m.receipt_financial_year({}, { locale }), view.financialYear],
    [m.receipt_session({}, { locale }), student.sessionName],
  ]
  return {
    columns: [
      { ...labelled(left), width: '*' },
      { ...labelled(right), width: 220 },
    ],
    columnGap: 16,
    margin: [0, 0, 0, 12],
  }
}

function labelled(rows: Array<[label: string, value: string | null]>): Content {
  const body = rows.flatMap(([label, value]): Cell[][] =>
    value === null ? [] : [[text(label, { color: soft }), text(value, { bold: true })]],
  )
  return { table: { widths: [92, '*'], body }, layout: plain }
}

const linesLayout: TableLayout = {
  // A strong line around the heading and above the total, hair lines between.
  hLineWidth: (row, node) => (row <= 1 || row >= node.table.body.length - 1 ? 1 : 0.5),
  hLineColor: (row, node) => (row <= 1 || row >= node.table.body.length - 1 ? ink : hairline),
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : column === 5 ? 10 : 3),
  paddingRight: (column) => (column === 5 ? 0 : 3),
  paddingTop: () => 3,
  paddingBottom: () => 3,
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
  const head = (label: string, alignment: 'left' | 'right'): Cell => ({
    ...text(label, { bold: true, alignment }),
    verticalAlignment: 'bottom',
  })
  const sum = (of: (line: FeeReceiptLine) => number) => view.lines.reduce((so, line) => so + of(line), 0)
  const feeTotal = formatPaise(sum(feeOf), { style: 'exact' })
  // No amount is wider than the sum of the fees; a character takes at most 0.6 of the size. The headings need 58.
  const moneyWidth = Math.max(58, Math.ceil(feeTotal.length * TABLE_SIZE * 0.6))
  return {
    fontSize: TABLE_SIZE,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: [ROW_NUMBER_WIDTH, '*', moneyWidth, moneyWidth, moneyWidth, 'auto'],
      body: [
        [
          head(m.receipt_row({}, { locale }), 'left'),
          head(m.receipt_particulars({}, { locale }), 'left'),
          head(m.receipt_fee({}, { locale }), 'right'),
          head(m.receipt_concession({}, { locale }), 'right'),
          head(m.receipt_fine({}, { locale }), 'right'),
          head(m.receipt_amount({}, { locale }), 'right'),
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
    layout: linesLayout,
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

/** Words, method and note stay together: a page with only half of them would look like a mistake. */
function closing(view: FeeReceiptView, locale: Locale): Content {
  const rows: Array<[string, string | null]> = [
    [m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)],
    [m.receipt_method({}, { locale }), methods[view.method]({}, { locale })],
    [m.receipt_transaction({}, { locale }), view.transactionId],
    [m.receipt_reference({}, { locale }), view.reference],
    [m.receipt_paid_at({}, { locale }), paidAt(view, locale)],
  ]
  const stack: Content[] = [{ ...labelled(rows) }]
  if (view.cancelled) stack.push(text(m.receipt_cancelled_note({}, { locale }), { bold: true, margin: [0, 10, 0, 0] }))
  return {
    table: { widths: ['*'], dontBreakRows: true, body: [[{ stack }]] },
    layout: 'noBorders',
    margin: [0, 12, 0, 0],
  }
}

/** Of money at the office only the day is known: a time of day would be made up. */
function paidAt(view: FeeReceiptView, locale: Locale): string {
  const instant = new Date(view.paidAt)
  return view.method === 'online' ? formatInstant(instant, locale) : formatDay(todayInIndia(instant), locale)
}

function continuedHeader(view: FeeReceiptView, locale: Locale): Content {
  const receipt = `${m.receipt_number({}, { locale })} ${view.number}`
  return {
    columns: [
      text(view.school.name, { width: '*' }),
      text(`${receipt}  ·  ${view.student.name}`, { width: '*', alignment: 'right' }),
    ],
    fontSize: 8,
    color: soft,
    margin: [pageMargin, 22, pageMargin, 0],
  }
}

function footer(page: number, pages: number, locale: Locale): Content {
  const note = text(m.receipt_computer_generated({}, { locale }), { width: '*' })
  const columns: Content[] =
    pages > 1
      ? [note, text(m.receipt_page({ page, pages }, { locale }), { width: 'auto', alignment: 'right' })]
      : [note]
  return { columns, fontSize: 8, color: soft, margin: [pageMargin, 16, pageMargin, 0] }
}
