import { readHalfMarks } from '../question-draft'

export function marksText(marks: number | null): string {
  return marks === null ? '' : String(marks)
}

export type ReadMarks = { ok: true; marks: number | null } | { ok: false; problem: string }

/**
 * Parses a field of the marking page: empty (still unmarked), or marks from 0 to the question's maximum in steps of a
 * half.
 */
export function readAwarded(input: string, max: number): ReadMarks {
  const text = input.trim()
  if (text === '') return { ok: true, marks: null }
  if (/^[-−–]/.test(text)) return { ok: false, problem: 'Marks cannot be negative' }
  const number = /^\d{1,6}([.]\d{0,4})?$|^[.]\d{1,4}$/.test(text) ? Number(text) : null
  if (number === null) return { ok: false, problem: `Enter marks from 0 to ${max}` }
  if (number > max) return { ok: false, problem: `Marks cannot be more than ${max}` }
  const marks = readHalfMarks(text, max)
  return marks === null ? { ok: false, problem: 'Use steps of 0.5, such as 1.5' } : { ok: true, marks }
}
