import { formatPaise } from '~/models/core/shared/money'
import type { AmountDecision } from '../decide/port'
import { instalmentWords } from '../headings/money-headings'
import type { Problem, RowValues } from '../kinds/port'
import { readBalance, shapeOfAmount, unitInHeading, usualAmounts } from '../values/amounts'
import type { Read } from '../values/cells'
import { unpackCells } from '../wide-columns'

/** A fee of a row with a column for each fee; the heading names the fee or, for `Apr` and `Term 1`, its instalment. */
export interface FeeOfRow {
  name?: string
  title?: string
  paise: number
}

const maxNameLength = 80

/**
 * Amount of a cell in paise. Returns 0 for an empty cell or a dash, a negative amount for a credit, and null for any
 * other text.
 */
export function paiseOf(text: string | undefined, decision: AmountDecision = usualAmounts): number | null {
  const read = readBalance(text ?? '', decision)
  return !text ? 0 : read.ok ? Number(read.text) : null
}

/** A currency, a unit, or both, in brackets: `(Rs.)`, `(in lakhs)`, `[₹ in '000]`. */
const currencyOrUnit =
  /[([{]\s*(?:(?:in\s+)?(?:rs\.?|inr|₹|rupees))?\s*(?:(?:in\s*)?(?:lakhs?|lacs?|thousands?|paise|['’]?000))?\s*[)\]}]/gi

/** Name of a fee or instalment in a heading, without the currency and the unit. */
function nameOfFee(heading: string): string {
  return heading.replace(currencyOrUnit, '').trim().slice(0, maxNameLength)
}

/** Key under which `withFeeCells` adds the cell of a fee. */
export const feeCellKey = (name: string) => `fees ${name}`

/** Adds the cells of the fees that `packCells` has packed, for the preview. */
export function withFeeCells(texts: RowValues): RowValues {
  if (texts.fees === undefined) return texts
  return {
    ...texts,
    ...Object.fromEntries(unpackCells(texts.fees).map(([heading, cell]) => [feeCellKey(nameOfFee(heading)), cell])),
  }
}

/**
 * Reads the amounts of the fees that `packCells` has packed, each in the unit that its heading names, else in rupees.
 * An amount that is marked with the opposite of `side` (debit or credit) becomes negative.
 */
export function readFees(text: string, decision: AmountDecision, side: 'dr' | 'cr'): Read {
  const fees: FeeOfRow[] = []
  for (const [heading, cell] of unpackCells(text)) {
    const paise = paiseOf(cell, { ...decision, unit: unitInHeading(heading) ?? 'rupees' })
    if (paise === null) return { ok: false, problem: `${heading}: “${cell}” is not an amount in rupees` }
    const shape = shapeOfAmount(cell)
    const isOther = shape !== 'nothing' && shape?.side && shape.side !== side
    const name = nameOfFee(heading)
    const ofFee = instalmentWords.test(name) ? { title: name } : { name }
    fees.push({ ...ofFee, paise: isOther ? -Math.abs(paise) : Math.abs(paise) })
  }
  return { ok: true, text: JSON.stringify(fees) }
}

/** Fees of a row as `readFees` has read them. */
export const feesOf = (text: string) => JSON.parse(text) as FeeOfRow[]

/** Problem of a row whose fees do not add up to its total. */
export function sumProblems(fees: readonly FeeOfRow[], total: string | undefined): Problem[] {
  const sum = fees.reduce((paise, fee) => paise + fee.paise, 0)
  if (total === undefined || Number(total) === sum) return []
  const [added, written] = [sum, Number(total)].map((paise) => formatPaise(paise, { style: 'short' }))
  return [{ column: 'Total', message: `The fees add up to ${added}, but the total is ${written}` }]
}
