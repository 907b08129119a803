import type { Cell, Content } from 'pdfmake'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import { formatDay, formatMonth } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import {
  type FeeRegister,
  type FeeRegisterStudent,
  linesOfStudent,
  linesOfTotals,
  type RegisterLine,
  type RegisterTotals,
  totalsOf,
} from '~/models/money/ledger/books/fee-register-view'
import { soft } from './letterhead.server'
import { pdfText } from './pdf.server'
import {
  columnRoom,
  fittedBox,
  fittedCell,
  lineHeight,
  makeRegister,
  registerHeight,
  registerLayout,
  registerWidth,
} from './register-page.server'
import { fittedText } from './sheet.server'

export interface FeeRegisterView {
  schoolName: string
  className: string
  sectionName: string
  sessionName: string
  /** Financial year left out of receipt numbers: `2026-27`. */
  financialYear: string
  register: FeeRegister
  /** YYYY-MM-DD */
  printedOn: string
}

const size = 6
const widths = { roll: 16, name: 84, label: 38, total: 50 }
/** Points between two blocks. */
const between = 4
const noteHeight = 22
/** Smallest font size, needed for a session longer than twelve months, whose columns are narrower. */
const smallest = 3.5

/** Row of the register: a student, or sums. */
interface Block {
  roll: string
  /** Texts left of the lines; the first is bold. */
  about: readonly string[]
  lines: readonly RegisterLine[]
  columns: readonly string[][]
  isSum: boolean
}

/**
 * The fee register of a section for a session, A4 landscape: one block of lines per student (due, concession, fine,
 * paid, receipts with their days, balance), one column per month. Each page ends with its sums and the amount carried
 * forward, which the next page repeats; the last ends with the total. The same view gives the same bytes.
 */
export function renderFeeRegister(view: FeeRegisterView, locale: Locale): Promise<Uint8Array> {
  const say = sayIn(locale)
  const { register, sessionName, printedOn, financialYear } = view
  return makeRegister(
    {
      ...view,
      title: say(m.fees_register_title),
      of: [sessionName],
      signatories: [
        [say(m.fees_register_accountant), null],
        [say(m.results_card_principal), null],
      ],
      pages: pagesOf(view, locale).map((blocks, index) => [
        tableOfBlocks(blocks, register.months, locale),
        ...(index > 0
          ? []
          : [
              {
                ...fittedBox(say(m.fees_register_note, { date: formatDay(printedOn, locale), year: financialYear }), {
                  width: registerWidth,
                  height: noteHeight - 4,
                  size: 6.5,
                }),
                color: soft,
                margin: [0, 3, 0, 0] as [number, number, number, number],
              },
            ]),
      ]),
    },
    locale,
  )
}

const heightOf = ({ lines }: Pick<Block, 'lines'>) => lines.length * lineHeight(size) + between

/** Distributes the students over pages. Each page also has the sums before and after its students. */
function pagesOf({ register, financialYear }: FeeRegisterView, locale: Locale): Block[][] {
  const say = sayIn(locale)
  const { students, months, totals } = register
  const blocks = students.map((student) => blockOf(student, financialYear, locale))
  // Each sum (of the page, carried forward, brought forward) has at most as many lines as the total. The first page has
  // a note instead of the amount brought forward.
  const sums = heightOf(linesOfTotals(totals))
  const roomOf = (page: number) => registerHeight - lineHeight(size) * 1.5 - 2 * sums - (page === 0 ? noteHeight : sums)
  const pages: number[][] = [[]]
  let used = 0
  for (const [index, block] of blocks.entries()) {
    const height = heightOf(block)
    if (used + height > roomOf(pages.length - 1) && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(index)
    used += height
  }
  const sumOf = (words: string, registerTotals: RegisterTotals): Block => {
    return { roll: '', about: [words], ...linesOfTotals(registerTotals), isSum: true }
  }
  return pages.map((page, nth) => {
    const [first = 0, last = -1] = [page[0], page.at(-1)]
    const until = totalsOf(students.slice(0, last + 1), months)
    const isLast = nth === pages.length - 1
    const pageTotals = totalsOf(students.slice(first, last + 1), months)
    return [
      ...(nth > 0 ? [sumOf(say(m.fees_register_brought), totalsOf(students.slice(0, first), months))] : []),
      ...blocks.slice(first, last + 1),
      ...(pages.length > 1 ? [sumOf(say(m.fees_register_page_total), pageTotals)] : []),
      isLast ? sumOf(say(m.fees_register_total), totals) : sumOf(say(m.fees_register_carried), until),
    ]
  })
}

function blockOf(student: FeeRegisterStudent, financialYear: string, locale: Locale): Block {
  const { rollNumber, name, admissionNumber, leftOn, creditPaise } = student
  const say = sayIn(locale)
  return {
    roll: rollNumber === null ? '–' : String(rollNumber),
    about: [
      name,
      ...(admissionNumber === null ? [] : [`${say(m.receipt_admission_number)} ${admissionNumber}`]),
      ...(leftOn === null ? [] : [say(m.attendance_register_left, { date: formatDay(leftOn, locale) })]),
      ...(creditPaise === 0
        ? []
        : [say(m.fees_register_held, { amount: formatPaise(creditPaise, { style: 'short' }) })]),
    ],
    ...linesOfStudent(student, financialYear),
    isSum: false,
  }
}

function tableOfBlocks(blocks: readonly Block[], months: readonly string[], locale: Locale): Content {
  const say = sayIn(locale)
  const { roll, name, label, total } = widths
  const month = (registerWidth - columnRoom(months.length + 4) - roll - name - label - total) / months.length
  const heading = (words: string, width: number) =>
    fittedCell(words, { width, size: size + 0.5, smallest, lines: 1, bold: true })
  const above = (label: string, width: number) => ({ ...heading(label, width), alignment: 'right' as const })
  const words = lineWords(locale)
  const body: Cell[][] = [
    [
      heading(say(m.attendance_register_roll), roll),
      heading(say(m.attendance_register_name), name),
      heading('₹', label),
      ...months.map((one) => above(formatMonth(one, locale), month)),
      above(say(m.fees_register_total), total),
    ],
    ...blocks.map((block): Cell[] => {
      const { isSum } = block
      return [
        { ...pdfText(block.roll, { fontSize: size + 1 }), alignment: 'center' },
        about(block, name),
        column(
          block,
          block.lines.map((line) => words[line]),
          label,
          'left',
        ),
        ...block.columns.map((texts, index) =>
          column(block, texts, index < months.length ? month : total, 'right', isSum || index === months.length),
        ),
      ]
    }),
  ]
  const table = {
    widths: [roll, name, label, ...months.map(() => month), total],
    body,
    heights: body.map((_, row) => (row === 0 ? lineHeight(size + 0.5) : heightOf(blocks[row - 1] ?? { lines: [] }))),
    headerRows: 1,
    dontBreakRows: true,
  }
  return { table, layout: { ...registerLayout, paddingTop: () => 1 } }
}

/** The student's name, on several lines when the block is high enough, then other facts. */
function about({ about: said, lines, isSum }: Block, width: number): Cell {
  const [first = '', ...more] = said
  const forName = Math.max(1, Math.min(3, lines.length - more.length))
  const name = fittedText(first, { width, size: size + 1, smallest: 4.5, lines: isSum ? 2 : forName, bold: true })
  return {
    stack: [
      ...name.lines.map((words) => pdfText(words, { fontSize: name.size, bold: true, noWrap: true })),
      ...more.map((words) => {
        const {
          size: fitting,
          lines: [line = ''],
        } = fittedText(words, { width, size: size - 0.5, smallest, lines: 1 })
        return pdfText(line, { fontSize: fitting, noWrap: true, color: soft })
      }),
    ],
  }
}

/** Texts of one column, each beside the label of its line. */
function column(
  { lines }: Block,
  texts: readonly string[],
  width: number,
  alignment: 'left' | 'right',
  isBold = false,
): Cell {
  return {
    stack: texts.map((words, index) => {
      const bold = isBold || lines[index] === 'balance'
      const {
        size: fitting,
        lines: [line = ''],
      } = fittedText(words, { width, size, smallest, lines: 1, bold })
      // A smaller text keeps the full line height; otherwise lines of neighbouring columns would not align.
      const node = pdfText(line === '' ? ' ' : line, { fontSize: fitting, noWrap: true, bold })
      return { ...node, alignment, lineHeight: size / fitting }
    }),
  }
}

function lineWords(locale: Locale): Record<RegisterLine, string> {
  const say = sayIn(locale)
  return {
    due: say(m.fees_register_due),
    concession: say(m.receipt_concession),
    fine: say(m.receipt_fine),
    paid: say(m.room_paid),
    receipt: say(m.fees_register_receipt),
    on: say(m.fees_register_on),
    part: say(m.fees_register_part),
    balance: say(m.payments_statement_balance),
  }
}
