import { latinDigits } from '~/language/language'
import type { Presence } from '../options'

/** Mark of a student in a paper; null if nothing is entered. */
export type ExamMark = { presence: Presence; marks: number | null } | null

/** Formats a mark for grid, files and audit log: `42.5`, `AB`, `EX`, '' if nothing is entered. */
export function markText(mark: ExamMark): string {
  if (mark === null) return ''
  if (mark.presence === 'absent') return 'AB'
  if (mark.presence === 'exempt') return 'EX'
  return mark.marks === null ? '' : String(mark.marks)
}

export type ReadMark = { ok: true; mark: ExamMark } | { ok: false; problem: string }

/**
 * Words that offices write instead of marks. A student on medical leave is exempt, so that the paper does not count as
 * failed.
 */
const words: Record<string, Presence> = {
  a: 'absent',
  ab: 'absent',
  abs: 'absent',
  absent: 'absent',
  अनु: 'absent',
  अनुपस्थित: 'absent',
  गैरहाजर: 'absent',
  ગેરહાજર: 'absent',
  'ગે.હા': 'absent',
  ex: 'exempt',
  exempt: 'exempt',
  exempted: 'exempt',
  ml: 'exempt',
  'm.l': 'exempt',
  medical: 'exempt',
  'medical leave': 'exempt',
}

const wrong = (problem: string): ReadMark => ({ ok: false, problem })

/** Brackets around marks, by which offices point out a fail or grace marks: `(42)`, `[AB]`. */
const inBrackets = /^(?:\((.*)\)|\[(.*)\])$/

/** Marks as typed, in digits of any script, without brackets. */
function bareText(typed: string): string {
  const text = latinDigits(typed).trim()
  const inside = inBrackets.exec(text)
  return (inside?.[1] ?? inside?.[2] ?? text).trim()
}

/**
 * Interprets a row of the grid. `AB` and `EX` in the marks field override the choice of presence beside it. A number
 * overrides an unchanged choice of absent or exempt (`seen` is the row's earlier value), so that marks can be typed
 * without the mouse.
 */
export function readMark(row: { text: string; presence: Presence; seen: string }, maxMarks: number): ReadMark {
  const text = bareText(row.text)
  if (text === '')
    return { ok: true, mark: row.presence === 'present' ? null : { presence: row.presence, marks: null } }
  const word = words[text.toLowerCase().replace(/\.$/, '')]
  if (word) return { ok: true, mark: { presence: word, marks: null } }
  if (/^[-−–]\s*\d/.test(text)) return wrong('Marks cannot be negative')
  if (/^\d+[.]\d{3,}$/.test(text)) return wrong('Use at most two decimals')
  if (!/^(\d{1,6}([.]\d{0,2})?|[.]\d{1,2})$/.test(text)) return wrong('Enter marks as a number, AB or EX')
  const marks = Number(text)
  if (marks > maxMarks) return wrong(`Marks cannot be more than ${maxMarks}`)
  const untouched = row.presence === presenceOf(row.seen)
  if (row.presence !== 'present' && !untouched)
    return wrong(
      `Choose present, or leave the marks of ${row.presence === 'absent' ? 'an absent' : 'an exempt'} student empty`,
    )
  return { ok: true, mark: { presence: 'present', marks } }
}

/** Returns the presence for a text of `markText`. */
export function presenceOf(text: string): Presence {
  if (text === 'AB') return 'absent'
  return text === 'EX' ? 'exempt' : 'present'
}

export interface MarkingDuty {
  sectionId: number
  /** Null: all subjects, as class teacher. */
  subjectId: number | null
}

/**
 * Returns whether a user with these duties (null: unrestricted) may see and enter the marks of a subject in a section.
 */
export function mayMark(duties: readonly MarkingDuty[] | null, sectionId: number, subjectId: number): boolean {
  return (
    duties === null ||
    duties.some((duty) => duty.sectionId === sectionId && (duty.subjectId ?? subjectId) === subjectId)
  )
}
