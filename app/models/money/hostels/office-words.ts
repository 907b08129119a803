import type { Tone } from '~/models/core/shared/tone'
import { type RoomStatus, type Semester, semesters } from './options'
import type { BedState } from './stay/occupancy.server'

export const roomStatusTones: Record<RoomStatus, Tone> = { available: 'good', maintenance: 'warn', closed: 'neutral' }

export const bedStateWords: Record<BedState, string> = {
  in: 'Lives here',
  expected: 'Expected',
  offered: 'Held for an applicant',
  free: 'Free',
  off: 'Not offered',
}

export const bedStateTones: Record<BedState, Tone> = {
  in: 'good',
  expected: 'info',
  offered: 'warn',
  free: 'neutral',
  off: 'neutral',
}

const ordinals: Record<string, string> = { 1: '1st', 2: '2nd', 3: '3rd' }

export function periodWord(semester: Semester): string {
  return semester === 'full_year' ? 'Full year' : `${ordinals[semester] ?? `${semester}th`} Semester`
}

export const periodChoices = semesters.map((value) => ({ value, label: periodWord(value) }))

export function floorWord(floor: number): string {
  if (floor === 0) return 'Ground floor'
  if (floor < 0) return `Basement ${-floor}`
  const inTens = floor % 10
  const isTeen = floor % 100 > 10 && floor % 100 < 20
  return `${isTeen ? `${floor}th` : `${floor}${(ordinals[inTens] ?? '_th').slice(1)}`} floor`
}

/** Label of a bed whose resident should have left. */
export const lateWord = 'Overstayed'

export const bedChoices = [
  ...(Object.keys(bedStateWords) as BedState[]).map((value) => ({ value, label: bedStateWords[value] })),
  { value: 'late', label: lateWord },
]
