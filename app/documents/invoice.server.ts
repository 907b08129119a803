import type { Cell, Content, Style } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { amountInWords } from '~/models/shared/amount-in-words'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { InvoiceLine, InvoiceView } from '~/models/shop/invoice-view'
import { rateText, taxByRate } from '~/models/shop/rules'
import {
  classAndSection,
  closing,
  factColumns,
  head,
  linesLayout,
  makeBill,
  methodWords,
  tableSize,
} from './bill.server'
import { hairline, ink, letterhead, line, soft } from './letterhead.server'
import { phrase, text } from './pdf.server'

/**
 * The invoice of one order as an A4 PDF in the language given. Tax is shown where the school has a GST number: without one it
 * may charge none. The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderInvoice(view: InvoiceView, locale: Locale, { logo }: { logo?: Uint8Array } = {}) {
  const { number, school, cancelled } = view
  const { gstin } = school
  const title = gstin ? m.invoice_title_tax({}, { locale }) : m.invoice_title({}, { locale })
  return makeBill(
    {
      ...{ title, number, school, cancelled, logo },
      numberLabel: m.invoice_number({}, { locale }),
      studentName: view.student.name,
      createdAt: new Date(`${view.issuedOn}T12:00:00+05:30`),
      note: m.invoice_computer_generated({}, { locale }),
      content: [
        letterhead(school, logo !== undefined),
        ...(gstin ? [text(m.invoice_gstin({ gstin }, { locale }), { bold: true, margin: [0, 4, 0, 0] })] : []),
        line([0, 10, 0, 12]),
        text(title, { fontSize: 14, bold: true, margin: [0, 0, 0, 8] }),
        facts(view, locale),
        linesTable(view, locale),
        ...(gstin ? [taxTable(view, locale)] : []),
        ending(view, locale),
      ],
    },
    locale,
  )
}

function facts({ student, ...view }: InvoiceView, locale: Locale): Content {
  return factColumns(
    [
      [m.receipt_student({}, { locale }), student.name],
      [m.receipt_father({}, { locale }), student.fatherName],
      [m.receipt_class_section({}, { locale }), classAndSection(student)],
      [m.receipt_admission_number({}, { locale }), student.enrollmentNumber],
    ],
    [
      [m.invoice_number({}, { locale }), view.number],
      [m.invoice_date({}, { locale }), formatDay(view.issuedOn, locale)],
      [m.invoice_order({}, { locale }), view.orderNumber],
      [m.invoice_ordered_on({}, { locale }), formatDay(view.orderedOn, locale)],
    ],
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

function figure(shown: string, style: Style = {}): Cell {
  return { text: shown, ...style, alignment: 'right', noWrap: true }
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
  const nothing: Cell = { text: '' }
  const column = (label: string, cell: InvoiceColumn['cell'], total: Cell = nothing): InvoiceColumn => ({
    width: 'auto',
    head: head(label),
    cell,
    sum: total,
  })
  const taxed = (...columns: InvoiceColumn[]) => (view.school.gstin === null ? [] : columns)
  const columns: InvoiceColumn[] = [
    {
      width: 20,
      head: head(m.receipt_row({}, { locale }), 'left'),
      cell: (_, index) => ({ text: String(index + 1), color: soft }),
      sum: nothing,
    },
    {
      width: '*',
      head: head(m.invoice_item({}, { locale }), 'left'),
      cell: (one) => phrase([one.name, { bold: true }], [one.label === '' ? '' : `  ·  ${one.label}`, { color: soft }]),
      sum: text(m.invoice_total({}, { locale }), bold),
    },
    ...taxed({
      width: 'auto',
      head: head(m.invoice_hsn({}, { locale }), 'left'),
      cell: (one) => ({ text: one.hsnCode ?? '–' }),
      sum: nothing,
    }),
    column(
      m.invoice_quantity({}, { locale }),
      (one) => figure(String(one.quantity)),
      figure(String(sum((one) => one.quantity))),
    ),
    column(m.invoice_price({}, { locale }), (one) => figure(exact(one.unitPricePaise))),
    ...taxed(
      column(
        m.invoice_taxable({}, { locale }),
        (one) => figure(exact(one.taxablePaise)),
        figure(exact(sum((one) => one.taxablePaise))),
      ),
      column(m.invoice_rate({}, { locale }), (one) => figure(rateText(one.taxBasisPoints))),
      column(
        m.invoice_tax({}, { locale }),
        (one) => figure(exact(one.taxPaise)),
        figure(exact(sum((one) => one.taxPaise))),
      ),
    ),
    column(
      m.invoice_amount({}, { locale }),
      (one) => figure(exact(one.amountPaise), { bold: true }),
      figure(exact(view.totalPaise), bold),
    ),
  ]
  return {
    fontSize: tableSize,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: columns.map((one) => one.width),
      body: [
        columns.map((one) => one.head),
        ...view.lines.map((line, index) => columns.map((one) => one.cell(line, index))),
        columns.map((one) => one.sum),
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

function ending(view: InvoiceView, locale: Locale): Content {
  const paid = view.payments.map((one): [string, string] => [
    m.invoice_paid_by({}, { locale }),
    [methodWords[one.method]({}, { locale }), formatDay(one.paidOn, locale), one.transactionId, exact(one.amountPaise)]
      .filter((part) => part !== '')
      .join('  ·  '),
  ])
  const notes: Content[] = []
  if (view.school.gstin) notes.push(text(m.invoice_with_tax({}, { locale }), { color: soft, margin: [0, 8, 0, 0] }))
  if (view.cancelled) notes.push(text(m.invoice_cancelled_note({}, { locale }), { bold: true, margin: [0, 10, 0, 0] }))
  return closing([[m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)], ...paid], ...notes)
}
