import { clockOf } from '~/models/shared/time-of-day'
import type { Passenger } from './passengers.server'

/** `Class 6 – A`, or a dash for who has no class now. */
export function sectionOf({ className, sectionName }: Pick<Passenger, 'className' | 'sectionName'>): string {
  return [className, sectionName].filter((part) => part !== null).join(' – ') || '–'
}

/** Phones of the parents and the guardian, each once. */
export function phonesOf(of: Pick<Passenger, 'fatherMobile' | 'motherMobile' | 'guardianMobile'>): string {
  const known = [of.fatherMobile, of.motherMobile, of.guardianMobile].filter((phone) => phone !== null)
  return [...new Set(known)].join(', ') || '–'
}

/** The stop, or where the student is picked up when it is at none. */
export function stopOf({ stopName, pickupAddress }: Pick<Passenger, 'stopName' | 'pickupAddress'>): string {
  return stopName ?? pickupAddress
}

export function timeOf(minute: number | null): string {
  return minute === null ? '–' : clockOf(minute)
}

export const expectedWords = 'Not travelling yet'
