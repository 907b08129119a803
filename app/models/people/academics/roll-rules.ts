import { maxRollNumber } from './options'

export const rollOrders = ['first', 'last', 'number', 'hand'] as const
export type RollOrder = (typeof rollOrders)[number]
export const rollGroups = ['', 'girls', 'boys'] as const
export type RollGroup = (typeof rollGroups)[number]

export interface RollStudent extends Record<'firstName' | 'lastName' | 'enrollmentNumber' | 'gender', string> {
  rollNumber: number | null
}

/**
 * Sorts students for new roll numbers: by first or last name, or by enrollment number; optionally girls or boys first.
 * 'hand' keeps the current order, students without a number last.
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

/** Returns `count` roll numbers from 1 upwards, skipping those kept by students who left. */
export function countOn(count: number, keptNumbers: readonly number[]): number[] {
  const usedNumbers = new Set(keptNumbers)
  const numbers: number[] = []
  for (let next = 1; numbers.length < count; next += 1) if (!usedNumbers.has(next)) numbers.push(next)
  return numbers
}

/** Parses a typed roll number: a number, null if empty, undefined if invalid. */
export function readRoll(input: string): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= maxRollNumber ? number : undefined
}
