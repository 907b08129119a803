import type { Cell, Content, Style } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { methodWords } from '~/models/money/ledger/method-words'
import type { InvoiceLine, InvoiceView } from '~/models/money/shop/orders/invoice-view'
import { rateText, taxByRate } from '~/models/money/shop/rules'
import { classAndSection, closing, factColumns, linesTable, makeBill, tableSize } from './bill.server'
import { head, letterhead, line, type PaperColumn, paperTable, ruled, soft } from './letterhead.server'
import { pdfText, phrase } from './pdf.server'

/**
 * The invoice of one order as an A4 PDF in `locale`. Tax is shown only for a school with a GST number, because other
 * schools must not charge any. The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderInvoice(view: InvoiceView, locale: Locale, { logo }: { logo?: Uint8Array } = {}) {
  const { number, school, cancelled } = view
  const { gstin } = school
  const title = gstin ? m.invoice_title_tax({}, { locale }) : m.invoice_title({}, { locale })
  return makeBill(
    {
      title,
      number,
      school,
      cancelled,
      logo,
      numberLabel: m.invoice_number({}, { locale }),
      studentName: view.student.name,
      createdAt: new Date(`${view.issuedOn}T12:00:00+05:30`),
      note: m.invoice_computer_generated({}, { locale }),
      content: [
        letterhead(school, logo !== undefined),
        ...(gstin ? [pdfText(m.invoice_gstin({ gstin }, { locale }), { bold: true, margin: [0, 4, 0, 0] })] : []),
        line([0, 10, 0, 12]),
        pdfText(title, { fontSize: 14, bold: true, margin: [0, 0, 0, 8] }),
        facts(view, locale),
        itemsTable(view, locale),
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
      [m.students_enrollment_number({}, { locale }), student.enrollmentNumber],
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

function figure(text: string, style: Style = {}): Cell {
  return { text, ...style, alignment: 'right', noWrap: true }
}

function itemsTable(view: InvoiceView, locale: Locale): Content {
  const sum = (amountOf: (line: InvoiceLine) => number) => view.lines.reduce((so, one) => so + amountOf(one), 0)
  const bold = { bold: true, fontSize: 10 }
  const column = (
    label: string,
    textOf: (line: InvoiceLine) => string,
    total?: string,
    [style, ofTotal]: [Style?, Style?] = [],
  ): PaperColumn<InvoiceLine> => ({
    head: head(label, 'right'),
    cell: (one) => figure(textOf(one), style),
    ...(total === undefined ? {} : { sum: figure(total, ofTotal) }),
  })
  const paid = (label: string, amountOf: (line: InvoiceLine) => number) =>
    column(label, (one) => exact(amountOf(one)), exact(sum(amountOf)))
  const taxed = (...columns: PaperColumn<InvoiceLine>[]) => (view.school.gstin === null ? [] : columns)
  return linesTable(view.lines, locale, [
    {
      width: '*',
      head: head(m.invoice_item({}, { locale })),
      cell: (one) => phrase([one.name, { bold: true }], [one.label === '' ? '' : `  ·  ${one.label}`, { color: soft }]),
      sum: pdfText(m.invoice_total({}, { locale }), bold),
    },
    ...taxed({ head: head(m.invoice_hsn({}, { locale })), cell: (one) => ({ text: one.hsnCode ?? '–' }) }),
    column(m.invoice_quantity({}, { locale }), (one) => String(one.quantity), String(sum((one) => one.quantity))),
    column(m.invoice_price({}, { locale }), (one) => exact(one.unitPricePaise)),
    ...taxed(
      paid(m.invoice_taxable({}, { locale }), (one) => one.taxablePaise),
      column(m.invoice_rate({}, { locale }), (one) => rateText(one.taxBasisPoints)),
      paid(m.invoice_tax({}, { locale }), (one) => one.taxPaise),
    ),
    column(m.invoice_amount({}, { locale }), (one) => exact(one.amountPaise), exact(view.totalPaise), [
      { bold: true },
      bold,
    ]),
  ])
}

/** Tax by rate, split into halves (CGST and SGST) as the school's GST return requires. */
function taxTable(view: InvoiceView, locale: Locale): Content {
  const rates = taxByRate(view.lines)
  const paid = (label: string, amountOf: (rate: (typeof rates)[number]) => number) => ({
    head: head(label, 'right'),
    cell: (rate: (typeof rates)[number]) => figure(exact(amountOf(rate))),
  })
  const table = paperTable(rates, [
    { head: head(m.invoice_rate({}, { locale })), cell: (rate) => ({ text: rateText(rate.taxBasisPoints) }) },
    paid(m.invoice_taxable({}, { locale }), (rate) => rate.taxablePaise),
    paid(m.invoice_cgst({}, { locale }), (rate) => rate.cgstPaise),
    paid(m.invoice_sgst({}, { locale }), (rate) => rate.sgstPaise),
  ])
  const layout = ruled((row) => row <= 1, 3)
  return { fontSize: tableSize, margin: [0, 14, 0, 0], table: { ...table, headerRows: 0 }, layout }
}

function ending(view: InvoiceView, locale: Locale): Content {
  const paid = view.payments.map((one): [string, string] => [
    m.invoice_paid_by({}, { locale }),
    [methodWords[one.method]({}, { locale }), formatDay(one.paidOn, locale), one.transactionId, exact(one.amountPaise)]
      .filter((part) => part !== '')
      .join('  ·  '),
  ])
  const notes: Content[] = []
  if (view.school.gstin) notes.push(pdfText(m.invoice_with_tax({}, { locale }), { color: soft, margin: [0, 8, 0, 0] }))
  if (view.cancelled)
    notes.push(pdfText(m.invoice_cancelled_note({}, { locale }), { bold: true, margin: [0, 10, 0, 0] }))
  return closing([[m.receipt_in_words({}, { locale }), amountInWords(view.totalPaise, locale)], ...paid], ...notes)
}
