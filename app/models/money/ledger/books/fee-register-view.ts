import { formatPaise } from '~/models/core/shared/money'

export interface DueSums {
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
  /** amount − concession + fine − paid */
  balancePaise: number
}

/** Part of a receipt that pays a student's dues of a month. */
export interface RegisterReceipt {
  /** `2026-27/000123` */
  number: string
  /** Day on which the money arrived, YYYY-MM-DD in India. */
  on: string
  /** Amount in paise, less what was refunded or bounced since. */
  paise: number
  /** True when a part of it was refunded or bounced. */
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
  /** Last day at the school, for students who left; YYYY-MM-DD. */
  leftOn: string | null
  /** Money of the student that the school holds without a due, of all sessions. */
  creditPaise: number
  /** One cell per month of the session; null where nothing was due. */
  cells: Array<RegisterCell | null>
  total: DueSums
}

export interface FeeRegister {
  /** Months of the session in order, as `2026-04`. */
  months: string[]
  students: FeeRegisterStudent[]
  totals: RegisterTotals
}

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

/** Sums of some students: of a page, of the pages before it, or of all. */
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

/**
 * Receipt number as the register shows it: without its year when that is the financial year in which the session
 * begins.
 */
export function shortReceipt(number: string, financialYear: string): string {
  return number.startsWith(`${financialYear}/`) ? number.slice(financialYear.length + 1) : number
}

/** Lines of a student's block; `receipt`, `on` and `part` repeat for each receipt of a month. */
export type RegisterLine = 'due' | 'concession' | 'fine' | 'paid' | 'receipt' | 'on' | 'part' | 'balance'

/** Receipts shown per month; further ones are only counted: the spreadsheet export lists all. */
const maxReceipts = 6

/** Rupees in a narrow column: `1,500`, `1,500.50`; empty for zero. */
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

/** Lines of the totals and the texts of each column: one column per month, then the total. */
export function linesOfTotals({ months, all }: RegisterTotals): { lines: RegisterLine[]; columns: string[][] } {
  const lines = shownSums(all)
  return { lines, columns: [...months, all].map((sums) => lines.map((line) => narrowRupees(sums[sumLines[line]]))) }
}

function shownSums(all: DueSums): Array<keyof typeof sumLines> {
  const hasNone = { concession: all.concessionPaise === 0, fine: all.finePaise === 0 }
  return (['due', 'concession', 'fine', 'paid', 'balance'] as const).filter(
    (line) => !(line === 'concession' || line === 'fine') || !hasNone[line],
  )
}

/**
 * Lines of a student's block in the register and the texts of each column (months first, then the total), one for each
 * line.
 * @param financialYear year that receipt numbers leave out
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
    const receiptCells = receiptTexts(cell.receipts, ofReceipt, financialYear)
    return [
      ...before.map((line) => narrowRupees(cell[sumLines[line]])),
      ...receipts.map((_, index) => receiptCells[index] ?? ''),
      narrowRupees(cell.balancePaise) || '0',
    ]
  }
  return { lines, columns: [...cells, { ...total, receipts: [] }].map(column) }
}

function receiptTexts(receipts: readonly RegisterReceipt[], lines: readonly RegisterLine[], financialYear: string) {
  const hasMore = receipts.length > maxReceipts
  const listedReceipts = receipts.slice(0, hasMore ? maxReceipts - 1 : maxReceipts)
  const texts = listedReceipts.flatMap(({ number, on, paise, wentBack }) =>
    lines.map((line) => {
      if (line === 'receipt') return `${shortReceipt(number, financialYear)}${wentBack ? '*' : ''}`
      return line === 'on' ? narrowDay(on) : narrowRupees(paise)
    }),
  )
  return hasMore ? [...texts, `+${receipts.length - listedReceipts.length}`] : texts
}
