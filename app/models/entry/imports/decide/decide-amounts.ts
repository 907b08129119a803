import { formatPaise } from '~/models/core/shared/money'
import { cellText } from '~/services/spreadsheets/port'
import { type AmountShape, readAmount, readSide, shapeOfAmount, unitInHeading, usualAmounts } from '../values/amounts'
import {
  type AmountDecision,
  askOrAnswer,
  type ColumnCell,
  type ColumnFacts,
  type Decided,
  linesOf,
  type Question,
} from './port'

export interface AmountFacts extends ColumnFacts {
  /** True for a file of payments, in which `Dr` and `Cr` mean the opposite of what they mean in a file of dues. */
  arePayments: boolean
  /** True for the cells of several fees: each fee's heading may name a unit, otherwise its amounts are in rupees. */
  ofFees?: boolean
  /** Cells of the column that contains only the side of the account, `Dr` or `Cr`. */
  sides?: readonly ColumnCell[]
}

interface Seen {
  line: number
  text: string
  shape: AmountShape
}

/**
 * Returns the decimal mark that the digits require: the comma for `1.234,50`, the point for `1,25,000` and `12.5`.
 * Unsure for `12,50`, which may be a typing error, and `4.500`, which may be thousands. Null if the digits do not
 * decide it.
 */
function signOf(digits: string): '.' | ',' | 'unsure-comma' | 'unsure-point' | null {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (commas > 1) return '.'
  if (points > 1) return ','
  if (commas === 1) return /,\d{3}$/.test(digits) ? null : 'unsure-comma'
  if (points === 1) return /^\d{1,3}\.\d{3}$/.test(digits) ? 'unsure-point' : '.'
  return null
}

const unusuallyHighPaise = 1_00_000_00
const enoughAmounts = 3

/** Decides once for a column of amounts: its decimal mark, its unit, and the side of payments. */
export function decideAmounts(cells: readonly ColumnCell[], facts: AmountFacts): Decided<'amount'> {
  const debits = new Set(
    (facts.sides ?? []).flatMap(({ line, cell }) => {
      const side = readSide(cellText(cell))
      return side.ok && side.text === 'dr' ? [line] : []
    }),
  )
  const seen = cells.flatMap(({ line, cell }): Seen[] => {
    const text = cellText(cell)
    const shape = shapeOfAmount(text)
    if (shape === null || shape === 'nothing') return []
    const isDebit = shape.side === null && debits.has(line)
    return [isDebit ? { line, text: `${text} Dr`, shape: { ...shape, side: 'dr' } } : { line, text, shape }]
  })
  const questions: Question[] = []
  const { decimal, contradictions } = decimalOf(seen, facts, questions)
  const decision: AmountDecision = {
    decimal,
    unit: facts.ofFees ? 'rupees' : unitOf(seen, facts, decimal, questions),
    paidSide: facts.arePayments ? sideOf(seen, facts, questions) : 'cr',
  }
  return { decision, questions, contradictions }
}

function decimalOf(seen: readonly Seen[], facts: AmountFacts, questions: Question[]) {
  const by = new Map<ReturnType<typeof signOf>, Seen[]>()
  for (const one of seen) {
    const sign = signOf(one.shape.digits)
    const same = by.get(sign)
    if (same) same.push(one)
    else by.set(sign, [one])
  }
  const [point, comma] = [by.get('.')?.[0], by.get(',')?.[0]]
  if (point && comma) {
    const message = `Amounts in “${facts.heading}” are written in two ways: ${point.text} (line ${point.line}) and ${comma.text} (line ${comma.line}). Write all of them in the same way`
    const fewer = (by.get('.')?.length ?? 0) < (by.get(',')?.length ?? 0) ? by.get('.') : by.get(',')
    return { decimal: '.' as const, contradictions: [{ column: facts.key, message, lines: linesOf(fewer ?? []) }] }
  }
  if (comma) return { decimal: ',' as const, contradictions: [] }
  const unsure = by.get('unsure-comma') ?? by.get('unsure-point')
  const first = unsure?.[0]
  // If other amounts of the column have a decimal point, `12,50` and `4.500` (three decimals) are refused in their
  // rows.
  if (point || !unsure || !first) return { decimal: '.' as const, contradictions: [] }
  const answer = askOrAnswer(facts, questions, {
    id: `decimal:${facts.key}`,
    sentence: `How are rupees and paise separated in “${facts.heading}”?`,
    options: [
      { value: ',' as const, label: 'By a comma', example: example(first, { decimal: ',' }) },
      { value: '.', label: 'By a point', example: example(first, { decimal: '.' }) },
    ],
    lines: linesOf(unsure),
  })
  return { decimal: answer ?? ('.' as const), contradictions: [] }
}

function example({ text }: Seen, decision: Partial<AmountDecision>): string {
  const read = readAmount(text, { ...usualAmounts, ...decision })
  return read.ok ? `${text} is ${formatPaise(Number(read.text), { style: 'short' })}` : `${text} is refused`
}

function unitOf(
  seen: readonly Seen[],
  facts: AmountFacts,
  decimal: AmountDecision['decimal'],
  questions: Question[],
): AmountDecision['unit'] {
  const named = unitInHeading(facts.heading)
  if (named) return named
  const amounts = seen.map(({ text }) => readAmount(text, { ...usualAmounts, decimal }))
  const mayBePaise =
    seen.length >= enoughAmounts &&
    amounts.every((read) => read.ok && Number(read.text) % 10_000 === 0 && Number(read.text) >= unusuallyHighPaise)
  const [first] = seen
  if (!mayBePaise || !first) return 'rupees'
  const answer = askOrAnswer(facts, questions, {
    id: `unit:${facts.key}`,
    sentence: `The amounts in “${facts.heading}” are unusually high. Are they in paise?`,
    options: [
      { value: 'rupees' as const, label: 'Rupees', example: example(first, { decimal }) },
      { value: 'paise', label: 'Paise', example: example(first, { decimal, unit: 'paise' }) },
    ],
    lines: linesOf(seen),
  })
  return answer ?? 'rupees'
}

function sideOf(seen: readonly Seen[], facts: AmountFacts, questions: Question[]): AmountDecision['paidSide'] {
  const debits = seen.filter(({ shape }) => shape.side === 'dr')
  const [first] = debits
  // Payments are Cr in a student's account and in a bank statement, but Dr in a cash book.
  if (!first) return 'cr'
  const answer = askOrAnswer(facts, questions, {
    id: `side:${facts.key}`,
    sentence: `Which lines in “${facts.heading}” are payments of students?`,
    options: [
      { value: 'cr' as const, label: 'Cr', example: `${first.text} is not imported` },
      { value: 'dr', label: 'Dr', example: `${first.text} is a payment` },
    ],
    lines: linesOf(debits),
  })
  return answer ?? 'cr'
}
