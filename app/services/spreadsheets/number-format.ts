import { cleanCell } from './clean-cell'
import type { Cell } from './port'

/** Kind of number format, as far as it changes the meaning of a number. */
export type NumberFormat =
  /** Day, with the format's code to show it. */
  | { kind: 'date'; code: string }
  /** Time of day without a day. */
  | { kind: 'time'; code: string }
  /** Digits with leading zeros. */
  | { kind: 'zeros'; width: number }
  | { kind: 'other' }

const other: NumberFormat = { kind: 'other' }

/** Formats that a file refers to by number, without a code. A date format that depends on the region is as in India. */
const builtIn = new Map<number, string>([
  [14, 'dd-mm-yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'dd-mm-yyyy h:mm'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, 'dd-mm-yyyy']),
  ...[32, 33, 34, 35, 55, 56].map((id): [number, string] => [id, 'h:mm:ss']),
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss'],
])

export function builtInFormat(id: number): string {
  return builtIn.get(id) ?? 'General'
}

/** Reads the first section of a format's code. */
export function numberFormatOf(code: string): NumberFormat {
  const [first = ''] = code.split(';')
  if (/^0{2,}$/.test(first)) return { kind: 'zeros', width: first.length }
  if (/\[\$-f800\]/i.test(first)) return { kind: 'date', code: 'dddd, d mmmm yyyy' }
  if (/\[\$-f400\]/i.test(first)) return { kind: 'time', code: 'h:mm:ss' }
  const bare = first
    .replace(/"[^"]*"|\\.|[_*].|general|standard/gi, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/am\/pm|a\/p/gi, 'h')
  if (/[dy]/i.test(bare) || /mmm/i.test(bare)) return { kind: 'date', code: first }
  if (/[hs]/i.test(bare)) return { kind: 'time', code: first }
  return /m/i.test(bare) ? { kind: 'date', code: first } : other
}

const dayMs = 86_400_000
/** Number of the day 9999-12-31, the last that spreadsheets know. */
const lastSerial = 2_958_465
const daysTo1904 = 1_462
/** Half a millisecond in days: rounding may leave a computed time slightly below its exact value. */
const hair = 6e-9
const maxDigits = 1e15

/**
 * Cell for a stored number. Converts exponents and removes leading zeros; marks a whole number of 16 or more digits.
 */
export function numberCell(raw: string, format: NumberFormat = other, is1904 = false): Cell {
  const trimmed = raw.trim()
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) return cleanCell(raw)
  if (format.kind === 'date' || format.kind === 'time') {
    const serial = value + (is1904 ? daysTo1904 : 0)
    // A number beyond these days was typed into a date column, where a spreadsheet shows "####"; it stays a number.
    if (serial >= 0 && serial < lastSerial + 1) return dateCell(format, serial)
  }
  if (Number.isInteger(value) && Math.abs(value) >= maxDigits)
    return { text: value.toExponential(5).toUpperCase(), mark: { kind: 'cut' } }
  const plain = String(value)
  if (format.kind !== 'zeros' || !/^\d+$/.test(plain) || plain.length >= format.width) return plain
  return { text: plain.padStart(format.width, '0'), mark: { kind: 'zeros', plain } }
}

function dateCell({ kind, code }: { kind: 'date' | 'time'; code: string }, serial: number): Cell {
  const shown = showDate(code, serial)
  return kind === 'time' ? shown : { text: dayOfSerial(serial), mark: { kind: 'date', shown } }
}

/** Cell for an ISO date, with or without a time. A date on day 0 of spreadsheets is a time without a day. */
export function isoCell(value: string, format?: NumberFormat): Cell {
  const text = cleanCell(value)
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(text) ?? []
  if (day === undefined) return text
  if (/^1899-12-3[01]$/.test(day)) return time
  const serial = (Date.parse(`${day}T${time}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
  if (!Number.isFinite(serial)) return text
  const shown = showDate(format?.kind === 'date' ? format.code : 'dd-mm-yyyy', serial)
  return { text: day, mark: { kind: 'date', shown } }
}

/** `YYYY-MM-DD` of a day's number. Spreadsheets have a day 29 February 1900, and show day 0 as "1900-01-00". */
function dayOfSerial(serial: number): string {
  const day = Math.floor(serial + hair)
  if (day === 0) return '1900-01-00'
  if (day === 60) return '1900-02-29'
  const date = new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * dayMs)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
months.push('November', 'December')
const weekdays = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const tokens = /"([^"]*)"|\\(.)|_.|\*.|\[(h+|m+|s+)\]|\[[^\]]*\]|am\/pm|a\/p|y+|m+|d+|h+|s+(?:\.0+)?|@/gi

/** Shows a day and time by a format's code. */
export function showDate(code: string, serial: number): string {
  const [year = '', month = '', day = ''] = dayOfSerial(serial).split('-')
  const seconds = Math.floor((serial + hair - Math.floor(serial + hair)) * 86_400)
  const [hour, minute, second] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const isHalfDay = /am\/pm|a\/p/i.test(code)
  const monthName = months[Number(month) - 1] ?? ''
  const weekday = weekdays[Math.floor(serial + hair) % 7] ?? ''
  const padded = (value: number, token: string) => (token.length > 1 ? String(value).padStart(2, '0') : String(value))
  // "m" beside hours or seconds means minutes.
  let isTime = false
  const shown = code.replace(tokens, (token, quoted, escaped, elapsed, at: number) => {
    if (quoted !== undefined) return quoted
    if (escaped !== undefined) return escaped
    if (elapsed !== undefined) {
      isTime = true
      const unit = { h: 24, m: 1_440, s: 86_400 }[elapsed[0].toLowerCase() as 'h' | 'm' | 's']
      return padded(Math.floor((serial + hair) * unit), elapsed)
    }
    switch (token[0]?.toLowerCase()) {
      case 'a':
        return hour < 12 ? 'AM' : 'PM'
      case 'y':
        return token.length > 2 ? year : year.slice(2)
      case 'd':
        if (token.length < 3) return padded(Number(day), token)
        return token.length === 3 ? weekday.slice(0, 3) : weekday
      case 'h':
        isTime = true
        return padded(isHalfDay ? hour % 12 || 12 : hour, token)
      case 's':
        return padded(second, token)
      case 'm':
        if (token.length < 3 && (isTime || /^[^a-z]*s/i.test(code.slice(at + token.length)))) {
          isTime = false
          return padded(minute, token)
        }
        if (token.length < 3) return padded(Number(month), token)
        if (token.length === 5) return monthName.slice(0, 1)
        return token.length === 3 ? monthName.slice(0, 3) : monthName
      default:
        return ''
    }
  })
  return cleanCell(shown)
}
