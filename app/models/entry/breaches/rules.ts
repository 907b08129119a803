import { type Language, languages } from '~/language/language'
import { clockOf } from '~/models/core/shared/time-of-day'
import type { BreachTexts } from './breach-fields'
import { type Authority, clockHours, type TextPart, textParts } from './options'

/** Converts a day in India and minutes after midnight to an instant. */
export function momentOfDay(day: string, minute: number): Date {
  return new Date(`${day}T${clockOf(minute)}:00+05:30`)
}

export type Clock = {
  authority: Authority
  /** Null: due at once. */
  dueAt: Date | null
  toldAt: Date | null
  reference: string | null
  /** Reported too late, or overdue and not reported. */
  isLate: boolean
  /** Minutes until it is due; negative if overdue, null if reported or without a deadline. */
  minutesLeft: number | null
}

type Reports = Record<Authority, { at: Date | null; reference: string | null }>

/** Returns, for each authority, when its report is due and whether it is late at this instant. */
export function clocksOf(noticedAt: Date, reports: Reports, now: Date): Clock[] {
  return (Object.keys(reports) as Authority[]).map((authority) => {
    const { at, reference } = reports[authority]
    const hours = clockHours[authority as keyof typeof clockHours] as number | undefined
    const dueAt = hours === undefined ? null : new Date(noticedAt.getTime() + hours * 3_600_000)
    const compared = at ?? now
    return {
      authority,
      dueAt,
      toldAt: at,
      reference,
      isLate: dueAt !== null && compared > dueAt,
      minutesLeft: at || !dueAt ? null : Math.floor((dueAt.getTime() - now.getTime()) / 60_000),
    }
  })
}

export function hoursInWords(minutes: number): string {
  return `${Math.floor(Math.abs(minutes) / 60)} h ${Math.abs(minutes) % 60} min`
}

/** Returns the parts of Rule 7 in a language; null if incomplete. */
export function partsInLanguage(texts: BreachTexts, language: Language): Record<TextPart, string> | null {
  const parts = textParts.map((part) => [part, texts[part][language] ?? ''] as const)
  return parts.every(([, words]) => words !== '') ? (Object.fromEntries(parts) as Record<TextPart, string>) : null
}

/**
 * Returns the parts for a reader: in their language if complete, otherwise in the first complete one; null if none is
 * complete.
 */
export function textFor(texts: BreachTexts, language: Language) {
  for (const one of [language, ...languages]) {
    const parts = partsInLanguage(texts, one)
    if (parts) return { language: one, parts }
  }
  return null
}

/** Returns the missing fields of languages that are started but incomplete. */
export function missingParts(texts: Partial<BreachTexts>) {
  return languages.flatMap((language) => {
    const empty = textParts.filter((part) => !texts[part]?.[language])
    return empty.length === textParts.length ? [] : empty.map((part) => `${part}_${language}` as const)
  })
}

/** Parses the numbers of a list or CSV: the first cell of each line, without quotes and duplicates. */
export function listedNumbers(text: string): string[] {
  const cells = text.split(/\r?\n/).map((line) => {
    const [, quoted, bare] = /^\s*(?:"([^"]*)"|([^,;\t]*))/.exec(line) ?? []
    return (quoted ?? bare ?? '').trim()
  })
  return [...new Set(cells.filter((cell) => cell !== ''))]
}
