import { latinDigits } from '~/language/language'
import { addDays, isDay, todayInIndia } from '~/models/core/shared/calendar'
import type { DayDecision } from '../decide/port'
import { ok, type Read, wrong } from './cells'
import { monthOfName } from './months'

/** Default reading of a column of days, as in India. */
export const usualDays: DayDecision = { order: 'day-first', dates: 'as-shown', zone: 'india', bare: null }

export const notADay = 'Write the date as dd/mm/yyyy or yyyy-mm-dd'
const hasNoDay = 'Write the day, month and year'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthOf(word: string): number {
  return monthOfName(word) ?? (word.length > 2 ? months.indexOf(word.slice(0, 3)) + 1 : 0)
}

/** Day 0 of Excel, which counts a 29 February 1900 that did not exist: days from 1 March 1900 on are right. */
const excelStart = '1899-12-30'

/** Time of day. `offset`: its distance from UTC in minutes, null if the text names no zone. */
export interface TimeOfDay {
  hour: number
  minute: number
  offset: number | null
}

/** A day as it is written. */
export type DayShape =
  /**
   * Day and month are two numbers, whose order is decided for the column. A two-digit year may also be the first number
   * (`mayStartWithYear`).
   */
  | { kind: 'numbers'; first: number; second: number; year: string; time: TimeOfDay | null; mayStartWithYear: boolean }
  | { kind: 'clear'; year: string; month: number; day: number; time: TimeOfDay | null }
  /** Month and year, or a year alone. */
  | { kind: 'bare'; year: string; month: number | null }
  | { kind: 'stored'; day: string }

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/
const timePart =
  /(?:t|[,\s])\s*(\d{1,2}):?(\d{2})(?::?\d{2}(?:[.,]\d+)?)?\s*([ap])?\.?(?:m\.?)?\s*(z|ist|utc|gmt)?\s*([+-]\d{1,2}:?\d{0,2})?(?:\s*\(.*\))?$/
const hasTime = /\d{1,2}:\d{2}|\dt\d{6}/

/** Separates the time of day from the day. */
function splitTime(text: string): { date: string; time: TimeOfDay | null } {
  const match = hasTime.test(text) ? timePart.exec(text) : null
  if (!match) return { date: text, time: null }
  const [, hours = '', minutes = '', half, zone, offset] = match
  const hour = (Number(hours) % (half ? 12 : 24)) + (half === 'p' ? 12 : 0)
  const time = { hour, minute: Number(minutes), offset: offsetOf(zone, offset) }
  return { date: text.slice(0, match.index).trim(), time }
}

const indiaOffset = 330

function offsetOf(zone: string | undefined, offset: string | undefined): number | null {
  if (offset) {
    const [, sign, hours = '', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
  if (zone === undefined) return null
  return zone === 'ist' ? indiaOffset : 0
}

/** Recognizes a day as offices and programs write it; null if the text is not a day. */
export function shapeOfDay(cellText: string): DayShape | null {
  const { date, time } = splitTime(latinDigits(cellText).toLowerCase().trim().replace(weekday, ''))
  const text = date
    .replace(/(\d)(?:st|nd|rd|th)\b/, '$1')
    .replace(/\s+of\s+/, ' ')
    .replace(/['’]/g, '')
    .trim()
  return numeric(text, time) ?? named(text, time)
}

function numeric(text: string, time: TimeOfDay | null): DayShape | null {
  const serial = /^(\d{4,5})(?:\.\d+)?$/.exec(text)
  const count = Number(serial?.[1])
  if (serial && count >= 7_000) return count < 75_000 ? { kind: 'stored', day: addDays(excelStart, count) } : null
  if (/^(?:19|20)\d{2}$/.test(text)) return { kind: 'bare', year: text, month: null }
  // Milliseconds since 1970, as JavaScript exports them; 13 digits from 2001 on.
  if (/^[12]\d{12}$/.test(text)) return { kind: 'stored', day: todayInIndia(new Date(Number(text))) }
  const yearFirst = /^(\d{4})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{1,2})$/.exec(text)
  if (yearFirst) return clear(yearFirst[1], Number(yearFirst[2]), yearFirst[3], time)
  const compact = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(\d{2})$/.exec(text)
  if (compact) return clear(compact[1], Number(compact[2]), compact[3], time)
  const [, first, second, year] =
    /^(\d{1,2})\s?[-/.,\\ ]\s?(\d{1,2})\s?[-/.,\\ ]\s?(\d{4}|\d{2})$/.exec(text) ??
    // A number cell has lost the leading zero of its day: 4062015.
    /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/.exec(text) ??
    []
  if (year !== undefined) {
    // A two-digit year can come first only if all parts have two digits.
    const mayStartWithYear = [first, second, year].every((part) => part?.length === 2)
    return { kind: 'numbers', first: Number(first), second: Number(second), year, time, mayStartWithYear }
  }
  const monthYear = /^(\d{1,2})\s?[-/.]\s?((?:19|20)\d{2})$/.exec(text)
  if (!monthYear) return null
  const month = Number(monthYear[1])
  return month >= 1 && month <= 12 ? { kind: 'bare', year: monthYear[2] ?? '', month } : null
}

const word = '([\\p{L}\\p{M}]+)'
const gap = '[-/., ]*'
const dayMonthYear = new RegExp(`^(\\d{1,2})${gap}${word}${gap}(\\d{4}|\\d{2})$`, 'u')
const monthDayYear = new RegExp(`^${word}${gap}(\\d{1,2})[-/., ]+(\\d{4}|\\d{2})$`, 'u')
const yearMonthDay = new RegExp(`^(\\d{4})${gap}${word}${gap}(\\d{1,2})$`, 'u')
const monthAndYear = new RegExp(`^${word}${gap}(\\d{4}|\\d{2})$`, 'u')

function named(text: string, time: TimeOfDay | null): DayShape | null {
  const [, day, month, year] = dayMonthYear.exec(text) ?? []
  if (month) return clear(year, monthOf(month), day, time)
  const american = monthDayYear.exec(text)
  if (american) return clear(american[3], monthOf(american[1] ?? ''), american[2], time)
  const sorted = yearMonthDay.exec(text)
  if (sorted) return clear(sorted[1], monthOf(sorted[2] ?? ''), sorted[3], time)
  const bare = monthAndYear.exec(text)
  const bareMonth = monthOf(bare?.[1] ?? '')
  return bare && bareMonth > 0 ? { kind: 'bare', year: bare[2] ?? '', month: bareMonth } : null
}

function clear(year = '', month: number, day = '', time: TimeOfDay | null): DayShape | null {
  return month >= 1 && month <= 12 ? { kind: 'clear', year, month, day: Number(day), time } : null
}

/**
 * Year that a two-digit year means. `past`: the latest such year that is not after today's, as for birthdays.
 * `nearest`: the one nearest to today's year, for days that may be in the future.
 */
export type Years = 'past' | 'nearest'

/**
 * Reads a day as offices write it: 05/04/2012, 5-4-12, 2012-04-05, 5 Apr 2012, or Excel's day number. A time with a
 * zone counts as its day in India.
 * @param isDateCell the text comes from a cell that is a date in the spreadsheet
 */
export function readDay(
  cellText: string,
  today: string,
  years: Years = 'past',
  decision: DayDecision = usualDays,
  isDateCell = false,
): Read {
  const written = shapeOfDay(cellText)
  if (!written) return wrong(notADay)
  const shape = decision.order === 'year-first' ? yearFirst(written) : written
  if (shape.kind === 'stored') return ok(shape.day)
  const latest = Number(today.slice(0, 4)) + (years === 'nearest' ? 50 : 0)
  const year = shape.year.length === 2 ? latest - ((latest - Number(shape.year)) % 100) : Number(shape.year)
  if (shape.kind === 'bare') {
    if (decision.bare === null) return wrong(hasNoDay)
    return ok(decision.bare === 'blank' ? '' : dayText(year, shape.month ?? 1, 1))
  }
  const [day, month] =
    shape.kind === 'numbers'
      ? decision.order === 'month-first'
        ? [shape.second, shape.first]
        : [shape.first, shape.second]
      : isDateCell && decision.dates === 'exchanged' && shape.day <= 12
        ? [shape.month, shape.day]
        : [shape.day, shape.month]
  const text = dayText(year, month, day)
  if (!isDay(text)) return wrong(notADay)
  return ok(inIndia(text, shape.time, decision))
}

/** Reads `15-06-14` as 14 June 2015. */
function yearFirst(shape: DayShape): DayShape {
  if (shape.kind !== 'numbers' || !shape.mayStartWithYear) return shape
  const { first, second: month, year: day, time } = shape
  return { kind: 'clear', year: String(first).padStart(2, '0'), month, day: Number(day), time }
}

const dayText = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

function inIndia(day: string, time: TimeOfDay | null, { zone }: DayDecision): string {
  const offset = time?.offset ?? (zone === 'utc' ? 0 : indiaOffset)
  if (!time || offset === indiaOffset) return day
  const minutes = time.hour * 60 + time.minute - offset
  return todayInIndia(new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000))
}
