import type { Cell, Content, Style, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { PaymentMethod } from '~/models/ledger/options'
import { amountInWords } from '~/models/shared/amount-in-words'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { InvoiceLine, InvoiceView } from '~/models/shop/invoice-view'
import { rateText, taxByRate } from '~/models/shop/rules'
import { dataUrl, hairline, ink, letterhead, line, pageMargin, soft } from './letterhead.server'
import { fontOf, makePdf, phrase, text } from './pdf.server'

const tableSize = 8.5

const methods: Record<PaymentMethod, typeof m.receipt_method_online> = {
  online: m.receipt_method_online,
  cash: m.receipt_method_cash,
  cheque: m.receipt_method_cheque,
  upi: m.receipt_method_upi,
  bank_transfer: m.receipt_method_bank_transfer,
}

/**
 * The invoice of one order as an A4 PDF in the language given. Tax is shown where the school has a GST number: without one it
 * may charge none. The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderInvoice(
  view: InvoiceView,
  locale: Locale,
  options: { logo?: Uint8Array } = {},
): Promise<Uint8Array> {
  const title = view.school.gstin ? m.invoice_title_tax({}, { locale }) : m.invoice_title({}, { locale })
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
        ...(view.school.gstin
          ? [text(m.invoice_gstin({ gstin: view.school.gstin }, { locale }), { bold: true, margin: [0, 4, 0, 0] })]
          : []),
        line([0, 10, 0, 12]),
        text(title, { fontSize: 14, bold: true, margin: [0, 0, 0, 8] }),
        facts(view, locale),
        linesTable(view, locale),
        ...(view.school.gstin ? [taxTable(view, locale)] : []),
        closing(view, locale),
      ],
    },
    {
      title: `${title} ${view.number}`,
      author: view.school.name,
      createdAt: new Date(`${view.issuedOn}T12:00:00+05:30`),
      language: `${locale}-IN`,
    },
  )
}

const plain: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 8,
  paddingTop: () => 2,
  paddingBottom: () => 2,
}

function facts(view: InvoiceView, locale: Locale): Content {
  const { student } = view
  const section = [student.className, student.sectionName].filter((part) => part !== null).join(' – ')
  const left: Array<[string, string | null]> = [
    [m.receipt_student({}, { locale }), student.name],
    [m.receipt_father({}, { locale }), student.fatherName],
    [m.receipt_class_section({}, { locale }), section || null],
    [m.receipt_admission_number({}, { locale }), student.enrollmentNumber],
  ]
  const right: Array<[string, string | null]> = [
    [m.invoice_number({}, { locale }), view.number],
    [m.invoice_date({}, { locale }), formatDay(view.issuedOn, locale)],
    [m.invoice_order({}, { locale }), view.orderNumber],
    [m.invoice_ordered_on({}, { locale }), formatDay(view.orderedOn, locale)],
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

function labelled(rows: ReadonlyArray<[label: string, value: string | null]>): Content {
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
  paddingLeft: (column) => (column === 0 ? 0 : 3),
  paddingRight: () => 3,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

function figure(shown: string, style: Style = {}): Cell {
  return { text: shown, ...style, alignment: 'right', noWrap: true }
}

function head(label: string, alignment: 'left' | 'right' = 'right'): Cell {
  return { ...text(label, { bold: true, alignment }), verticalAlignment: 'bottom' }
}

/** One column of the lines: its heading, what a line shows, what the total row shows. */
interface InvoiceColumn {
  width: number | '*' | 'auto'
  head: Cell
  cell: (line: InvoiceLine, index: number) => Cell
  sum: Cell
}

function linesTable(view: InvoiceView, locale: Locale): Content {
  const sum = (of: (line: InvoiceLine) => number) => view.lines.reduce((so, one) => so + of(one), 0)
  const bold = { bold: true, fontSize: 10 }
  const taxed = view.school.gstin !== null
  const columns: InvoiceColumn[] = [
    {
      width: 20,
      head: head(m.receipt_row({}, { locale }), 'left'),
      cell: (_, index) => ({ text: String(index + 1), color: soft }),
      sum: { text: '' },
    },
    {
      width: '*',
      head: head(m.invoice_item({}, { locale }), 'left'),
      cell: (one) => phrase([one.name, { bold: true }], [one.label === '' ? '' : `  ·  ${one.label}`, { color: soft }]),
      sum: text(m.invoice_total({}, { locale }), bold),
    },
    ...(taxed
      ? [
          {
            width: 'auto' as const,
            head: head(m.invoice_hsn({}, { locale }), 'left'),
            cell: (one: InvoiceLine) => ({ text: one.hsnCode ?? '–' }),
            sum: { text: '' },
          },
        ]
      : []),
    {
      width: 'auto',
      head: head(m.invoice_quantity({}, { locale })),
      cell: (one) => figure(String(one.quantity)),
      sum: figure(String(sum((one) => one.quantity))),
    },
    {
      width: 'auto',
      head: head(m.invoice_price({}, { locale })),
      cell: (one) => figure(exact(one.unitPricePaise)),
      sum: { text: '' },
    },
    ...(taxed
      ? [
          {
            width: 'auto' as const,
            head: head(m.invoice_taxable({}, { locale })),
            cell: (one: InvoiceLine) => figure(exact(one.taxablePaise)),
            sum: figure(exact(sum((one) => one.taxablePaise))),
          },
          {
            width: 'auto' as const,
            head: head(m.invoice_rate({}, { locale })),
            cell: (one: InvoiceLine) => figure(rateText(one.taxBasisPoints)),
            sum: { text: '' },
          },
          {
            width: 'auto' as const,
            head: head(m.invoice_tax({}, { locale })),
            cell: (one: InvoiceLine) => figure(exact(one.taxPaise)),
            sum: figure(exact(sum((one) => one.taxPaise))),
          },
        ]
      : []),
    {
      width: 'auto',
      head: head(m.invoice_amount({}, { locale })),
      cell: (one) => figure(exact(one.amountPaise), { bold: true }),
      sum: figure(exact(view.totalPaise), bold),
    },
  ]
  return {
    fontSize: tableSize,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: columns.map((column) => column.width),
      body: [
        columns.map((column) => column.head),
        ...view.lines.map((one, index) => columns.map((column) => column.cell(one, index))),
        columns.map((column) => column.sum),
      ],
    },
    layout: linesLayout,
  }
}

/** The tax by its rates, in halves: what the school's return asks for. */
function taxTable(view: InvoiceView, locale: Locale): Content {
  return {
    fontSize: tableSize,
    margin: [0, 14, 0, 0],
    table: {
      dontBreakRows: true,
      widths: ['auto', 'auto', 'auto', 'auto'],
      body: [
        [
          head(m.invoice_rate({}, { locale }), 'left'),
          head(m.invoice_taxable({}, { locale })),
          head(m.invoice_cgst({}, { locale })),
          head(m.invoice_sgst({}, { locale })),
        ],
        ...taxByRate(view.lines).map((rate): Cell[] => [
          { text: rateText(rate.taxBasisPoints) },
          figure(exact(rate.taxablePaise)),
          figure(exact(rate.cgstPaise)),
          figure(exact(rate.sgstPaise)),
        ]),
      ],
    },
    layout: {
      ...linesLayout,
      hLineWidth: (row) => (row <= 1 ? 1 : 0.5),
      hLineColor: (row) => (row <= 1 ? ink : hairline),
    },
  }
}

/** Words and payments stay together: a page with only half of them would look like a mistake. */
function closing(view: InvoiceView, locale: Locale): Content {
  const paid = view.payments.map((one): [string, string] => [
    m.invoice_paid_by({}, { locale }),
    [methods[one.method]({}, { locale }), formatDay(one.paidOn, locale), one.transactionId, exact(one.amountPaise)]
      .filter((part) => part !== '')
      .join('  ·  '),
  ])
  const words: [string, string] = [m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)]
  const stack: Content[] = [labelled([words, ...paid])]
  if (view.school.gstin) stack.push(text(m.invoice_with_tax({}, { locale }), { color: soft, margin: [0, 8, 0, 0] }))
  if (view.cancelled) stack.push(text(m.invoice_cancelled_note({}, { locale }), { bold: true, margin: [0, 10, 0, 0] }))
  return {
    table: { widths: ['*'], dontBreakRows: true, body: [[{ stack }]] },
    layout: 'noBorders',
    margin: [0, 12, 0, 0],
  }
}

function continuedHeader(view: InvoiceView, locale: Locale): Content {
  const number = `${m.invoice_number({}, { locale })} ${view.number}`
  return {
    columns: [
      text(view.school.name, { width: '*' }),
      text(`${number}  ·  ${view.student.name}`, { width: '*', alignment: 'right' }),
    ],
    fontSize: 8,
    color: soft,
    margin: [pageMargin, 22, pageMargin, 0],
  }
}

function footer(page: number, pages: number, locale: Locale): Content {
  const note = text(m.invoice_computer_generated({}, { locale }), { width: '*' })
  const columns: Content[] =
    pages > 1
      ? [note, text(m.receipt_page({ page, pages }, { locale }), { width: 'auto', alignment: 'right' })]
      : [note]
  return { columns, fontSize: 8, color: soft, margin: [pageMargin, 16, pageMargin, 0] }
}
