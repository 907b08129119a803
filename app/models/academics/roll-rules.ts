import { maxRollNumber } from './options'

export const rollOrders = ['first', 'last', 'number', 'hand'] as const
export type RollOrder = (typeof rollOrders)[number]
export const rollGroups = ['', 'girls', 'boys'] as const
export type RollGroup = (typeof rollGroups)[number]

export interface RollStudent extends Record<'firstName' | 'lastName' | 'enrollmentNumber' | 'gender', string> {
  rollNumber: number | null
}

/**
 * The students in the order of their new roll numbers: by first or last name, or by enrollment number; girls or boys first if so
 * wished. 'hand' leaves them as they are, those without a number last.
 */
export function rollOrder<Student extends RollStudent>(
  students: readonly Student[],
  order: RollOrder,
  group: RollGroup,
): Student[] {
  const words = new Intl.Collator('en-IN', { sensitivity: 'base', numeric: true })
  const name = ({ firstName, lastName }: Student) =>
    order === 'last' ? `${lastName} ${firstName}` : `${firstName} ${lastName}`
  const first = { girls: 'Female', boys: 'Male', '': null }[group]
  const rank = (student: Student) => (first === null || student.gender === first ? 0 : 1)
  return [...students].sort((one, other) => {
    if (order === 'hand') return (one.rollNumber ?? Infinity) - (other.rollNumber ?? Infinity) || 0
    const difference = rank(one) - rank(other)
    if (difference !== 0) return difference
    const byNumber = order === 'number' ? words.compare(one.enrollmentNumber, other.enrollmentNumber) : 0
    return byNumber || words.compare(name(one), name(other))
  })
}

/** The numbers from 1 on, without those that somebody who left keeps. */
export function countOn(count: number, kept: readonly number[]): number[] {
  const taken = new Set(kept)
  const numbers: number[] = []
  for (let next = 1; numbers.length < count; next += 1) if (!taken.has(next)) numbers.push(next)
  return numbers
}

/** What a typed roll number means: a number, null for none, undefined for what is neither. */
export function readRoll(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= maxRollNumber ? number : undefined
}
