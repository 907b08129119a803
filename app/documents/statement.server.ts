import type { Cell, Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { StatementDue, StatementEntry, StatementView } from '~/models/money/ledger/books/statement-view'
import { methodWords } from '~/models/money/ledger/method-words'
import { classAndSection, closing, factColumns, linesTable, makeBill, numberOf, tableSize } from './bill.server'
import { head, type LetterheadView, letterhead, line, type PaperColumn, soft } from './letterhead.server'
import { pdfText, phrase } from './pdf.server'

/**
 * A student's account as an A4 PDF in `locale`: dues, payments, refunds and the balance. Calculates only the sums of
 * the columns. The same view gives the same bytes. `logo` is a PNG or JPEG as the file store keeps it.
 */
export function renderStatement(
  view: StatementView,
  school: LetterheadView,
  locale: Locale,
  { logo }: { logo?: Uint8Array } = {},
) {
  const title = m.payments_statement_title({}, { locale })
  const session = view.sessionName ?? m.payments_statement_all({}, { locale })
  const heading = (words: string): Content => pdfText(words, { fontSize: 10, bold: true, margin: [0, 14, 0, 4] })
  return makeBill(
    {
      title,
      school,
      logo,
      number: session,
      cancelled: false,
      numberLabel: m.receipt_session({}, { locale }),
      studentName: view.student.name,
      createdAt: new Date(`${view.writtenOn}T12:00:00+05:30`),
      note: m.payments_statement_note({}, { locale }),
      content: [
        letterhead(school, logo !== undefined),
        line([0, 10, 0, 12]),
        pdfText(title, { fontSize: 14, bold: true, margin: [0, 0, 0, 8] }),
        facts(view, session, locale),
        ...(view.asked.length > 0
          ? [heading(m.payments_statement_asked({}, { locale })), askedTable(view.asked, locale)]
          : []),
        ...(view.entries.length > 0
          ? [heading(m.payments_statement_paid({}, { locale })), moneyTable(view, locale)]
          : []),
        totals(view, locale),
      ],
    },
    locale,
  )
}

function facts({ student, writtenOn }: StatementView, session: string, locale: Locale): Content {
  return factColumns(
    [
      [m.receipt_student({}, { locale }), student.name],
      [m.receipt_father({}, { locale }), student.fatherName],
      numberOf(student, locale),
    ],
    [
      [m.receipt_session({}, { locale }), session],
      [m.receipt_class_section({}, { locale }), classAndSection(student)],
      [m.payments_list_date({}, { locale }), formatDay(writtenOn, locale)],
    ],
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

function money(paise: number, bold = false): Cell {
  return { text: paise === 0 && !bold ? '–' : exact(paise), alignment: 'right', noWrap: true, bold }
}

/** Column width that fits its longest amount, and at least `least`; a character takes up to 0.6 of the font size. */
const widthFor = (widestPaise: number, least: number) =>
  Math.max(least, Math.ceil(exact(widestPaise).length * tableSize * 0.6))

function askedTable(dues: readonly StatementDue[], locale: Locale): Content {
  const sum = (amountOf: (due: StatementDue) => number) => dues.reduce((so, due) => so + amountOf(due), 0)
  const column = (label: string, amountOf: (due: StatementDue) => number): PaperColumn<StatementDue> => ({
    width: widthFor(sum(amountOf), 50),
    head: head(label, 'right'),
    cell: (due) => money(amountOf(due)),
    sum: money(sum(amountOf), true),
  })
  return linesTable(dues, locale, [
    {
      width: '*',
      head: head(m.receipt_particulars({}, { locale })),
      cell: (due) => particulars(due, locale),
      sum: pdfText(m.payments_several_total({}, { locale }), { bold: true }),
    },
    column(m.receipt_fee({}, { locale }), (due) => due.amountPaise),
    column(m.receipt_concession({}, { locale }), (due) => -due.concessionPaise),
    column(m.receipt_fine({}, { locale }), (due) => due.finePaise),
    column(m.room_paid({}, { locale }), (due) => due.paidPaise),
    column(m.payments_statement_balance({}, { locale }), (due) => due.owedPaise - due.paidPaise),
  ])
}

function particulars({ name, title, dueOn, isCancelled }: StatementDue, locale: Locale): Cell {
  const due = m.receipt_due_on({ date: formatDay(dueOn, locale) }, { locale })
  const mark = isCancelled ? `  ·  ${m.fees_cancelled({}, { locale })}` : ''
  return phrase(
    [title === '' || title === name ? name : `${name} – ${title}`, {}],
    [`  ·  ${due}${mark}`, { color: soft }],
  )
}

function moneyTable({ entries, totals: { paidPaise } }: StatementView, locale: Locale): Content {
  const columns: PaperColumn<StatementEntry>[] = [
    {
      head: head(m.payments_list_date({}, { locale })),
      cell: (entry) => ({ ...pdfText(formatDay(entry.on, locale)), noWrap: true }),
      sum: pdfText(m.payments_several_total({}, { locale }), { bold: true }),
    },
    { width: '*', head: head(m.receipt_particulars({}, { locale })), cell: (entry) => entryText(entry, locale) },
    { width: 80, head: head(m.receipt_number({}, { locale })), cell: (entry) => pdfText(entry.receiptNumber ?? '–') },
    {
      width: 90,
      head: head(m.receipt_method({}, { locale })),
      cell: ({ method, reference }) => {
        const words = methodWords[method]({}, { locale })
        return pdfText(reference ? `${words}, ${reference}` : words)
      },
    },
    {
      head: head(m.receipt_amount({}, { locale }), 'right'),
      cell: (entry) => money(entry.amountPaise),
      sum: money(paidPaise, true),
    },
  ]
  return linesTable(entries, locale, columns)
}

/** Purposes of the entry, preceded by its kind for a refund, a bounce or a mistake. */
function entryText({ kind, purposes }: StatementEntry, locale: Locale): Cell {
  const purposeText = purposes.join('; ')
  const word = {
    paid: '',
    refund: m.payments_statement_given_back({}, { locale }),
    bounce: m.payments_list_bounced({}, { locale }),
    mistake: m.payments_list_mistake({}, { locale }),
  }[kind]
  return word === ''
    ? pdfText(purposeText)
    : phrase([word, { bold: true }], [purposeText === '' ? '' : `: ${purposeText}`, {}])
}

function totals(
  { totals: { askedPaise, paidPaise, excessPaise, balancePaise } }: StatementView,
  locale: Locale,
): Content {
  return closing([
    [m.payments_statement_sum_asked({}, { locale }), exact(askedPaise)],
    [m.payments_statement_sum_paid({}, { locale }), exact(paidPaise)],
    [m.payments_statement_sum_excess({}, { locale }), excessPaise === 0 ? null : exact(excessPaise)],
    [m.payments_statement_sum_left({}, { locale }), exact(balancePaise)],
  ])
}
