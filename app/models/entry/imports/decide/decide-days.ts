import { formatDay } from '~/models/core/shared/calendar'
import { cellText, markOf } from '~/services/spreadsheets/port'
import { type DayShape, readDay, shapeOfDay, usualDays, type Years } from '../values/days'
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
  /** The day cannot be in the future, such as a birth or a payment. */
  isPast: boolean
  /** The user may have a month without a day recorded as the first of that month. */
  mayBeBare: boolean
  /** Usual distance of this column's days from today, in years. */
  spanYears?: number
  /** Order of day and month in the other columns of the file; null if it cannot be seen there. */
  fileOrder: DayDecision['order'] | null
}

interface Seen {
  line: number
  text: string
  shape: DayShape
  isDateCell: boolean
}

const maxMonth = 12
const maxDay = 31
const usualSpan = 30

/**
 * Decides once for a column of days: whether day or month comes first in texts, and whether a spreadsheet has exchanged
 * them in date cells. Also decides whether times are UTC, and how a month without a day is read.
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
    zone: zoneOf(seen, { ...facts, order }, questions),
    bare: bareOf(seen, facts, questions),
  }
  return { decision, questions, contradictions }
}

type ReadingFacts = Pick<DayFacts, 'today' | 'years' | 'spanYears'>

/**
 * Orders of day and month that the values of a column show. Returns both if a number above 12 comes first in some
 * values and second in others.
 */
export function ordersOf(cells: readonly ColumnCell[], facts: ReadingFacts): ReadonlySet<DayDecision['order']> {
  const orders = new Set<DayDecision['order']>()
  for (const { cell } of cells) {
    const text = cellText(cell)
    const shape = shapeOfDay(text)
    const order = shape && orderIn(shape)
    if (order && !fitsYearFirst(text, shape, facts)) orders.add(order)
  }
  return orders
}

/** Order of day and month, shown by a number above 12; null without such a number. */
function orderIn(shape: DayShape): 'day-first' | 'month-first' | null {
  if (shape.kind !== 'numbers') return null
  const { first, second } = shape
  if (first > maxMonth) return first <= maxDay && second <= maxMonth ? 'day-first' : null
  return second > maxMonth ? 'month-first' : null
}

/**
 * Returns true if a text such as `15-06-14` may start with the year (14 June 2015): that year is at most `spanYears`
 * from the current one.
 */
function fitsYearFirst(text: string, shape: DayShape, { today, years, spanYears = usualSpan }: ReadingFacts): boolean {
  if (shape.kind !== 'numbers' || !shape.mayStartWithYear) return false
  const read = readDay(text, today, years, { ...usualDays, order: 'year-first' })
  return read.ok && Math.abs(Number(read.text.slice(0, 4)) - Number(today.slice(0, 4))) <= spanYears
}

const isNumbers = (one: Seen): one is Seen & { shape: Extract<DayShape, { kind: 'numbers' }> } =>
  one.shape.kind === 'numbers'

/** A year of four digits at the start of a text. */
const startsWithYear = ({ text, isDateCell }: Seen) => !isDateCell && /^\p{N}{4}[^\p{N}]/u.test(text)

const partLabels: Record<DayDecision['order'], string> = {
  'day-first': 'The first number',
  'month-first': 'The second number',
  'year-first': 'The third number, after the year',
}

function orderOf(seen: readonly Seen[], facts: DayFacts, questions: Question[]) {
  const numbers = seen.filter(isNumbers)
  const ask = (those: readonly Seen[], orders: ReadonlyArray<DayDecision['order']>, reason: string) =>
    askOrAnswer(facts, questions, {
      id: `order:${facts.key}`,
      sentence: `Which number is the day in “${facts.heading}”?${reason}`,
      options: orders.map((order) => ({
        value: order,
        label: partLabels[order],
        ...(those[0] ? { example: example(those[0], facts, { order }) } : {}),
      })),
      lines: linesOf(those),
    }) ?? 'day-first'
  const short = numbers.filter(({ shape }) => shape.year.length === 2)
  const mayStartWithYear =
    short.length > 0 &&
    (short.length === numbers.length || seen.some(startsWithYear)) &&
    short.every(({ text, shape }) => fitsYearFirst(text, shape, facts))
  if (mayStartWithYear) {
    const { today, years } = facts
    const orders = (['day-first', 'month-first', 'year-first'] as const).filter((order) =>
      numbers.every(({ text }) => readDay(text, today, years, { ...usualDays, order }).ok),
    )
    const known = orders.length === 1 ? orders[0] : orders.find((order) => order === facts.fileOrder)
    if (orders.length > 0) return { order: known ?? ask(short, orders, ''), contradictions: [] }
  }
  const dayFirst = numbers.filter(({ shape }) => orderIn(shape) === 'day-first')
  const monthFirst = numbers.filter(({ shape }) => orderIn(shape) === 'month-first')
  const [one, other] = [dayFirst[0], monthFirst[0]]
  if (one && other) {
    const message = `Dates in “${facts.heading}” are written in two ways: ${one.text} (line ${one.line}) has the day first, ${other.text} (line ${other.line}) the month. Write all of them in the same way`
    const fewer = dayFirst.length < monthFirst.length ? dayFirst : monthFirst
    return { order: 'day-first' as const, contradictions: [{ column: facts.key, message, lines: linesOf(fewer) }] }
  }
  if (other) return { order: 'month-first' as const, contradictions: [] }
  if (one) return { order: 'day-first' as const, contradictions: [] }
  // No value shows the order. Takes the order of the file's other columns. Asks the user if that is unknown, or if days
  // that must be past would be in the future when read with the day first.
  const late = facts.isPast ? numbers.filter((each) => isLate(each, facts)) : []
  if (late.length === 0 && facts.fileOrder) return { order: facts.fileOrder, contradictions: [] }
  const unsure = numbers.filter(({ shape }) => shape.first !== shape.second)
  const those = late.length > 0 ? late : unsure
  if (those.length === 0) return { order: 'day-first' as const, contradictions: [] }
  const future = late.length === 1 ? 'a date is' : `${late.length} dates are`
  const reason = late.length > 0 ? ` With the day first, ${future} in the future.` : ''
  return { order: ask(those, ['day-first', 'month-first'], reason), contradictions: [] }
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
 * Asks whether day and month of the date cells are exchanged. Asks only if all date cells have a day up to 12, and a
 * text cell has a number above 12. A spreadsheet with American settings reads 05/12/2015 as 12 May and leaves
 * 25/12/2015 as a text. One with Indian settings reads 5 December and leaves 12/25/2015 as a text.
 */
function datesOf(seen: readonly Seen[], facts: DayFacts, questions: Question[]): DayDecision['dates'] {
  const dates = seen.filter(({ isDateCell, shape }) => isDateCell && shape.kind === 'clear')
  const texts = seen.filter((one) => !one.isDateCell && orderIn(one.shape) !== null)
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

const minuteOf = ({ shape }: Seen) => ('time' in shape && shape.time ? shape.time.hour * 60 + shape.time.minute : -1)
/** Midnight in India, written in UTC: 18:30. */
const midnightInUtc = 18 * 60 + 30

/** Asks whether times are UTC: if at least half of them are 18:30, or some are 18:30 and the others are midnight. */
function zoneOf(
  seen: readonly Seen[],
  facts: DayFacts & Pick<DayDecision, 'order'>,
  questions: Question[],
): DayDecision['zone'] {
  const timed = seen.filter(({ shape }) => 'time' in shape && shape.time !== null && shape.time.offset === null)
  const evening = timed.filter((one) => minuteOf(one) === midnightInUtc)
  const others = timed.filter((one) => minuteOf(one) !== midnightInUtc)
  const [first] = evening
  if (!first || (evening.length < others.length && !others.every((one) => minuteOf(one) === 0))) return 'india'
  const { order } = facts
  const answer = askOrAnswer(facts, questions, {
    id: `zone:${facts.key}`,
    sentence: `${others.length > 0 ? 'Some' : 'All'} times in “${facts.heading}” are 18:30, which is midnight in India in the time of London. Which day is meant?`,
    options: [
      { value: 'utc' as const, label: 'The next day', example: example(first, facts, { order, zone: 'utc' }) },
      { value: 'india', label: 'The day as written', example: example(first, facts, { order }) },
    ],
    lines: linesOf(evening),
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
