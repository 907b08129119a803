import type { Cell, Content, TableLayout } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { ReminderView } from '~/models/money/ledger/counter/reminder-view'
import {
  dataUrl,
  headAndTotal,
  ink,
  type LetterheadView,
  letterhead,
  line,
  type PaperColumn,
  pageMargin,
  paperTable,
  ruled,
  soft,
} from './letterhead.server'
import { makePdf, pdfText, phrase } from './pdf.server'

export interface LettersView {
  school: LetterheadView
  writtenOn: string
  /** Sign-in address of families, as they type it. */
  address: string
  letters: readonly ReminderView[]
  /** PNG or JPEG. */
  logo: Uint8Array | null
}

/** Letters to the parents of defaulters, each on its own page and in the family's language. */
export function renderReminderLetters(view: LettersView): Promise<Uint8Array> {
  return makePdf(
    {
      pageMargins: [pageMargin, 44, pageMargin, 50],
      defaultStyle: { fontSize: 10, color: ink },
      images: view.logo ? { logo: dataUrl(view.logo) } : undefined,
      content: view.letters.map((letter, index) => ({
        stack: letterOf(view, letter),
        ...(index > 0 ? { pageBreak: 'before' as const } : {}),
      })),
    },
    {
      title: m.reminders_title({}, { locale: view.letters[0]?.language ?? 'en' }),
      author: view.school.name,
      createdAt: new Date(`${view.writtenOn}T12:00:00+05:30`),
      language: `${view.letters[0]?.language ?? 'en'}-IN`,
    },
  )
}

const rows: TableLayout = { ...ruled(headAndTotal, 6, 4), paddingRight: (column) => (column === 2 ? 0 : 6) }

function letterOf({ school, writtenOn, address, logo }: LettersView, letter: ReminderView): Content[] {
  const locale = letter.language
  const totalPaise = letter.dues.reduce((so, due) => so + due.balancePaise, 0)
  const classSection = [letter.className, letter.sectionName].filter((part) => part !== null).join(' – ')
  const fact = (label: string, value: string): Content =>
    phrase([`${label}: `, { color: soft }], [value, { bold: true }])
  const right = (content: string, bold: boolean): Cell => ({
    ...pdfText(content, { alignment: 'right', bold }),
    noWrap: true,
  })
  const columns: PaperColumn<ReminderView['dues'][number]>[] = [
    {
      width: '*',
      head: pdfText(m.reminders_fee({}, { locale }), { bold: true }),
      cell: (due) => ({ stack: feeLines(due, locale) }),
      sum: pdfText(m.reminders_total({}, { locale }), { bold: true, fontSize: 11 }),
    },
    {
      head: pdfText(m.reminders_due({}, { locale }), { bold: true }),
      cell: (due) => ({ ...pdfText(formatDay(due.dueOn, locale)), noWrap: true }),
    },
    {
      head: right(m.reminders_amount({}, { locale }), true),
      cell: (due) => right(formatPaise(due.balancePaise, { style: 'exact' }), false),
      sum: right(formatPaise(totalPaise, { style: 'exact' }), true),
    },
  ]
  return [
    letterhead(school, logo !== null),
    line([0, 10, 0, 14]),
    {
      columns: [
        pdfText(m.reminders_title({}, { locale }), { fontSize: 14, bold: true, width: '*' }),
        { ...fact(m.reminders_date({}, { locale }), formatDay(writtenOn, locale)), width: 'auto' },
      ],
      margin: [0, 0, 0, 14],
    },
    {
      stack: [
        pdfText(letter.fatherName, { bold: true }),
        fact(m.reminders_to({}, { locale }), letter.studentName),
        ...(classSection === '' ? [] : [fact(m.reminders_class({}, { locale }), classSection)]),
        fact(m.reminders_number({}, { locale }), letter.enrollmentNumber),
      ],
      lineHeight: 1.25,
      margin: [0, 0, 0, 16],
    },
    pdfText(m.reminders_greeting({}, { locale }), { margin: [0, 0, 0, 8] }),
    pdfText(m.reminders_text({ address }, { locale }), { margin: [0, 0, 0, 12], lineHeight: 1.3 }),
    { table: paperTable(letter.dues, columns), layout: rows },
    {
      stack: [
        phrase([`${m.reminders_in_words({}, { locale })}: `, { color: soft }], [amountInWords(totalPaise, locale), {}]),
        pdfText(m.reminders_thanks({}, { locale }), { margin: [0, 14, 0, 0], lineHeight: 1.3 }),
        pdfText(m.reminders_for_school({ school: school.name }, { locale }), { bold: true, margin: [0, 44, 0, 0] }),
      ],
      unbreakable: true,
      margin: [0, 10, 0, 0],
    },
  ]
}

function feeLines(due: ReminderView['dues'][number], locale: ReminderView['language']): Content[] {
  const name = due.title === '' || due.title === due.name ? due.name : `${due.name} – ${due.title}`
  if (due.finePaise === 0) return [pdfText(name)]
  const fine = m.reminders_with_fine({ amount: formatPaise(due.finePaise, { style: 'exact' }) }, { locale })
  return [pdfText(name), pdfText(fine, { color: soft, fontSize: 9 })]
}
