import { formatDay } from '~/models/core/shared/calendar'
import { cellText, markOf } from '~/services/spreadsheets/port'
import { type DayShape, readDay, shapeOfDay, usualDays, type Years } from '../days'
import {
  askOrAnswer,
  type ColumnCell,
  type ColumnFacts,
  type DayDecision,
  type Decided,
  linesOf,
  type Question,
} from './port'

export interface DayFacts extends ColumnFacts {
  years: Years
  /** The day cannot be in the future: a birth or a payment. */
  isPast: boolean
  /** A month without a day may count as its first day. */
  mayBeBare: boolean
  /** Order that the other columns of the file have; null if they do not tell it. */
  fileOrder: DayDecision['order'] | null
}

interface Seen {
  line: number
  text: string
  shape: DayShape
  isDateCell: boolean
}

/** Month first and without a zone, an Indian midnight that a program has written in UTC. */
const midnightInUtc = { hour: 18, minute: 30 }
const maxMonth = 12

/**
 * Decides once for a column of days: day or month first, true dates that a spreadsheet has exchanged, times in UTC, and
 * months without a day.
 */
export function decideDays(cells: readonly ColumnCell[], facts: DayFacts): Decided<'day'> {
  const seen = cells.flatMap(({ line, cell }): Seen[] => {
    const text = cellText(cell)
    const shape = shapeOfDay(text)
    return shape ? [{ line, text, shape, isDateCell: markOf(cell)?.kind === 'date' }] : []
  })
  const questions: Question[] = []
  const { order, contradictions } = orderOf(seen, facts, questions)
  const decision: DayDecision = {
    order,
    dates: datesOf(seen, facts, questions),
    zone: zoneOf(seen, facts, questions),
    bare: bareOf(seen, facts, questions),
  }
  return { decision, questions, contradictions }
}

/** Orders that the values of a column show: both, if some have a day above 12 first and others second. */
export function ordersOf(cells: readonly ColumnCell[]): ReadonlySet<DayDecision['order']> {
  const orders = new Set<DayDecision['order']>()
  for (const { cell } of cells) {
    const shape = shapeOfDay(cellText(cell))
    if (shape?.kind !== 'numbers') continue
    if (shape.first > maxMonth && shape.second <= maxMonth) orders.add('day-first')
    if (shape.second > maxMonth && shape.first <= maxMonth) orders.add('month-first')
  }
  return orders
}

const isNumbers = (one: Seen): one is Seen & { shape: Extract<DayShape, { kind: 'numbers' }> } =>
  one.shape.kind === 'numbers'

function orderOf(seen: readonly Seen[], facts: DayFacts, questions: Question[]) {
  const numbers = seen.filter(isNumbers)
  const dayFirst = numbers.filter(({ shape }) => shape.first > maxMonth && shape.second <= maxMonth)
  const monthFirst = numbers.filter(({ shape }) => shape.second > maxMonth && shape.first <= maxMonth)
  const [one, other] = [dayFirst[0], monthFirst[0]]
  if (one && other) {
    const message = `Dates in “${facts.heading}” are written in two ways: ${one.text} (line ${one.line}) has the day first, ${other.text} (line ${other.line}) the month. Write all of them in the same way`
    const fewer = dayFirst.length < monthFirst.length ? dayFirst : monthFirst
    return { order: 'day-first' as const, contradictions: [{ column: facts.key, message, lines: linesOf(fewer) }] }
  }
  if (other) return { order: 'month-first' as const, contradictions: [] }
  if (one) return { order: 'day-first' as const, contradictions: [] }
  // Nothing tells the order. Days in the future that would be past with the month first raise a doubt.
  const late = facts.isPast ? numbers.filter((each) => isLate(each, facts)) : []
  if (late.length === 0 && facts.fileOrder) return { order: facts.fileOrder, contradictions: [] }
  const unsure = numbers.filter(({ shape }) => shape.first !== shape.second)
  const those = late.length > 0 ? late : unsure
  const [first] = those
  if (!first) return { order: 'day-first' as const, contradictions: [] }
  const future = late.length === 1 ? 'a date is' : `${late.length} dates are`
  const answer = askOrAnswer(facts, questions, {
    id: `order:${facts.key}`,
    sentence: `Which number is the day in “${facts.heading}”?${late.length > 0 ? ` With the day first, ${future} in the future.` : ''}`,
    options: [
      {
        value: 'day-first' as const,
        label: 'The first number',
        example: example(first, facts, { order: 'day-first' }),
      },
      { value: 'month-first', label: 'The second number', example: example(first, facts, { order: 'month-first' }) },
    ],
    lines: linesOf(those),
  })
  return { order: answer ?? ('day-first' as const), contradictions: [] }
}

function isLate({ text }: Seen, { today, years }: DayFacts): boolean {
  const usual = readDay(text, today, years)
  const american = readDay(text, today, years, { ...usualDays, order: 'month-first' })
  return usual.ok && american.ok && usual.text > today && american.text <= today
}

function example({ text, isDateCell }: Seen, { today, years }: DayFacts, decision: Partial<DayDecision>): string {
  const read = readDay(text, today, years, { ...usualDays, ...decision }, isDateCell)
  if (!read.ok) return `${text} is refused`
  return read.text === '' ? `${text} is left out` : `${text} is ${formatDay(read.text, 'en')}`
}

/**
 * True dates that all have a day up to 12, beside texts with a day above: a spreadsheet with American settings has read
 * 05/12/2015 as 12 May, and could not read 25/12/2015.
 */
function datesOf(seen: readonly Seen[], facts: DayFacts, questions: Question[]): DayDecision['dates'] {
  const dates = seen.filter(({ isDateCell, shape }) => isDateCell && shape.kind === 'clear')
  const texts = seen.filter((one) => !one.isDateCell && isNumbers(one) && one.shape.first > maxMonth)
  const areLow = dates.every(({ shape }) => shape.kind === 'clear' && shape.day <= maxMonth)
  const first = dates.find(({ shape }) => shape.kind === 'clear' && shape.day !== shape.month)
  const [text] = texts
  if (!areLow || !first || !text) return 'as-shown'
  const answer = askOrAnswer(facts, questions, {
    id: `dates:${facts.key}`,
    sentence: `The spreadsheet may have exchanged day and month in “${facts.heading}”: ${text.text} stayed a text, and all ${dates.length} true dates have a day up to 12. Compare one with your papers.`,
    options: [
      { value: 'as-shown' as const, label: 'The dates are right', example: example(first, facts, {}) },
      { value: 'exchanged', label: 'Exchange day and month', example: example(first, facts, { dates: 'exchanged' }) },
    ],
    lines: linesOf(dates),
  })
  return answer ?? 'as-shown'
}

function zoneOf(seen: readonly Seen[], facts: DayFacts, questions: Question[]): DayDecision['zone'] {
  const timed = seen.filter(({ shape }) => 'time' in shape && shape.time !== null && shape.time.offset === null)
  const [first] = timed
  const isMidnight = ({ shape }: Seen) =>
    'time' in shape && shape.time?.hour === midnightInUtc.hour && shape.time.minute === midnightInUtc.minute
  if (!first || !timed.every(isMidnight)) return 'india'
  const answer = askOrAnswer(facts, questions, {
    id: `zone:${facts.key}`,
    sentence: `All times in “${facts.heading}” are 18:30, which is midnight in India in the time of London. Which day is meant?`,
    options: [
      { value: 'utc' as const, label: 'The next day', example: example(first, facts, { zone: 'utc' }) },
      { value: 'india', label: 'The day as written', example: example(first, facts, {}) },
    ],
    lines: linesOf(timed),
  })
  return answer ?? 'india'
}

function bareOf(seen: readonly Seen[], facts: DayFacts, questions: Question[]): DayDecision['bare'] {
  const bare = seen.filter(({ shape }) => shape.kind === 'bare')
  const [first] = bare
  if (!first || !facts.mayBeBare) return null
  return askOrAnswer(facts, questions, {
    id: `bare:${facts.key}`,
    sentence: `Some dates in “${facts.heading}” have no day. What should be recorded?`,
    options: [
      { value: 'first' as const, label: 'The first day', example: example(first, facts, { bare: 'first' }) },
      { value: 'blank', label: 'Nothing', example: example(first, facts, { bare: 'blank' }) },
    ],
    lines: linesOf(bare),
  })
}
