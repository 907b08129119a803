import { formatPaise } from '~/models/shared/money'

/** The figures of some dues; all amounts are paise. */
export interface DueSums {
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
  /** amount − concession + fine − paid */
  balancePaise: number
}

/** What a receipt gave to a student's dues of a month. */
export interface RegisterReceipt {
  /** `2026-27/000123` */
  number: string
  /** The day on which the money came, YYYY-MM-DD in India. */
  on: string
  /** What stands of it today. */
  paise: number
  /** Whether some of it was given back. */
  wentBack: boolean
}

/** A student's dues of one month, with the receipts that pay them. */
export type RegisterCell = DueSums & { receipts: RegisterReceipt[] }

export interface FeeRegisterStudent {
  publicId: string
  name: string
  rollNumber: number | null
  admissionNumber: string | null
  enrollmentNumber: string
  /** The last day, of whoever left; YYYY-MM-DD. */
  leftOn: string | null
  /** What the school holds of the student's money without a due, of all sessions. */
  creditPaise: number
  /** One a month of the session; null where nothing was due. */
  cells: Array<RegisterCell | null>
  total: DueSums
}

/** The fee register of a section for a session. */
export interface FeeRegister {
  /** `2026-04` first */
  months: string[]
  students: FeeRegisterStudent[]
  /** Of all students. */
  totals: RegisterTotals
}

/** Sums by month and in all. */
export interface RegisterTotals {
  months: DueSums[]
  all: DueSums
}

export const noSums: DueSums = { amountPaise: 0, concessionPaise: 0, finePaise: 0, paidPaise: 0, balancePaise: 0 }

export function addSums(one: DueSums, other: DueSums): DueSums {
  return {
    amountPaise: one.amountPaise + other.amountPaise,
    concessionPaise: one.concessionPaise + other.concessionPaise,
    finePaise: one.finePaise + other.finePaise,
    paidPaise: one.paidPaise + other.paidPaise,
    balancePaise: one.balancePaise + other.balancePaise,
  }
}

/** The sums of some students: of a page, of those before it, of all. */
export function totalsOf(
  students: readonly Pick<FeeRegisterStudent, 'cells' | 'total'>[],
  months: readonly string[],
): RegisterTotals {
  return {
    months: months.map((_, index) =>
      students.reduce((sums, { cells }) => addSums(sums, cells[index] ?? noSums), noSums),
    ),
    all: students.reduce((sums, { total }) => addSums(sums, total), noSums),
  }
}

/** A receipt's number as the register has it: without its year, where that is the financial year in which the session begins. */
export function shortReceipt(number: string, financialYear: string): string {
  return number.startsWith(`${financialYear}/`) ? number.slice(financialYear.length + 1) : number
}

/** What a line of a student's block says; `receipt`, `on` and `part` come again for each receipt of a month. */
export type RegisterLine = 'due' | 'concession' | 'fine' | 'paid' | 'receipt' | 'on' | 'part' | 'balance'

/** More receipts of one month than these are counted, not named: the file for a spreadsheet has all. */
const maxReceipts = 6

/** Rupees in a narrow column: `1,500`, `1,500.50`; nothing for none. */
export function narrowRupees(paise: number): string {
  return paise === 0 ? '' : formatPaise(paise, { style: 'short' }).replace('₹', '')
}

const narrowDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`

const sumLines = {
  due: 'amountPaise',
  concession: 'concessionPaise',
  fine: 'finePaise',
  paid: 'paidPaise',
  balance: 'balancePaise',
} as const

/** The lines of some sums, those of all months and then the one in all: of a page's total. */
export function linesOfTotals({ months, all }: RegisterTotals): { lines: RegisterLine[]; columns: string[][] } {
  const lines = shownSums(all)
  return { lines, columns: [...months, all].map((sums) => lines.map((line) => narrowRupees(sums[sumLines[line]]))) }
}

/** Concession and fine only where there are any. */
function shownSums(all: DueSums): Array<keyof typeof sumLines> {
  const hasNone = { concession: all.concessionPaise === 0, fine: all.finePaise === 0 }
  return (['due', 'concession', 'fine', 'paid', 'balance'] as const).filter(
    (line) => !(line === 'concession' || line === 'fine') || !hasNone[line],
  )
}

/**
 * A student's block of the register: what its lines say, and the texts of each column, the months and then the total, all equally long.
 * @param financialYear the year that its receipts' numbers leave out
 */
export function linesOfStudent(
  { cells, total }: Pick<FeeRegisterStudent, 'cells' | 'total'>,
  financialYear: string,
): { lines: RegisterLine[]; columns: string[][] } {
  const several = Math.max(0, ...cells.map((cell) => cell?.receipts.length ?? 0))
  const ofReceipt: RegisterLine[] = several > 1 ? ['receipt', 'on', 'part'] : ['receipt', 'on']
  const receipts = Array.from({ length: Math.min(several, maxReceipts) }, () => ofReceipt).flat()
  const sums = shownSums(total)
  const before = sums.filter((line) => line !== 'balance')
  const lines: RegisterLine[] = [...before, ...receipts, 'balance']
  const column = (cell: RegisterCell | null): string[] => {
    if (!cell) return lines.map(() => '')
    const shown = receiptTexts(cell.receipts, ofReceipt, financialYear)
    return [
      ...before.map((line) => narrowRupees(cell[sumLines[line]])),
      ...receipts.map((_, index) => shown[index] ?? ''),
      narrowRupees(cell.balancePaise) || '0',
    ]
  }
  return { lines, columns: [...cells, { ...total, receipts: [] }].map(column) }
}

function receiptTexts(receipts: readonly RegisterReceipt[], lines: readonly RegisterLine[], financialYear: string) {
  const hasMore = receipts.length > maxReceipts
  const named = receipts.slice(0, hasMore ? maxReceipts - 1 : maxReceipts)
  const texts = named.flatMap(({ number, on, paise, wentBack }) =>
    lines.map((line) => {
      if (line === 'receipt') return `${shortReceipt(number, financialYear)}${wentBack ? '*' : ''}`
      return line === 'on' ? narrowDay(on) : narrowRupees(paise)
    }),
  )
  return hasMore ? [...texts, `+${receipts.length - named.length}`] : texts
}
