import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import type { Tone } from '~/models/core/shared/tone'
import type { EventType, NoticeState, Priority } from './options'

export const priorityTones: Record<Priority, Tone> = { high: 'bad', medium: 'warn', low: 'neutral' }

export function priorityWord(priority: Priority): string {
  const words = { high: m.notices_priority_high, medium: m.notices_priority_medium, low: m.notices_priority_low }
  return words[priority]()
}

export function eventTypeWord(type: EventType): string {
  const words = {
    celebration: m.notices_type_celebration,
    sports: m.notices_type_sports,
    cultural: m.notices_type_cultural,
    meeting: m.notices_type_meeting,
    trip: m.notices_type_trip,
    competition: m.notices_type_competition,
    other: m.notices_type_other,
  }
  return words[type]()
}

// Not translated, because the office's pages are in English.
export const noticeStateNames: Record<NoticeState, { word: string; tone: Tone }> = {
  now: { word: 'Shown now', tone: 'good' },
  coming: { word: 'Upcoming', tone: 'info' },
  over: { word: 'Over', tone: 'neutral' },
}

export const eventStateNames: Record<NoticeState, { word: string; tone: Tone }> = {
  ...noticeStateNames,
  now: { word: 'On now', tone: 'good' },
}

export function daysName(from: string, until: string | null): string {
  if (until === from) return formatDay(from, 'en')
  return until === null ? `From ${formatDay(from, 'en')}` : `${formatDay(from, 'en')} – ${formatDay(until, 'en')}`
}
