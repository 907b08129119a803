import { clockOf } from '~/models/core/shared/time-of-day'
import type { Passenger } from './passengers.server'

export function sectionText({ className, sectionName }: Pick<Passenger, 'className' | 'sectionName'>): string {
  return [className, sectionName].filter((part) => part !== null).join(' – ') || '–'
}

export function phonesOf(passenger: Pick<Passenger, 'fatherMobile' | 'motherMobile' | 'guardianMobile'>): string {
  const phones = [passenger.fatherMobile, passenger.motherMobile, passenger.guardianMobile].filter(
    (phone) => phone !== null,
  )
  return [...new Set(phones)].join(', ') || '–'
}

export function stopText({ stopName, pickupAddress }: Pick<Passenger, 'stopName' | 'pickupAddress'>): string {
  return stopName ?? pickupAddress
}

export function timeLabel(minute: number | null): string {
  return minute === null ? '–' : clockOf(minute)
}

export const expectedWords = 'Not travelling yet'
