import type { Language } from '~/language/language'
import { clockOf } from '~/models/shared/time-of-day'
import type { BreachTexts } from './breach-fields'
import { type Authority, clockHours, type TextPart, textParts } from './options'

/** A moment of India from a day and minutes after midnight. */
export function momentOfDay(day: string, minute: number): Date {
  return new Date(`${day}T${clockOf(minute)}:00+05:30`)
}

export type Clock = {
  authority: Authority
  /** Null for what is due at once. */
  dueAt: Date | null
  toldAt: Date | null
  reference: string | null
  /** Told too late, or not told though the time is up. */
  isLate: boolean
  /** Minutes until it is due; negative when it is over, null where it was told or has no end. */
  minutesLeft: number | null
}

type Told = Record<Authority, { at: Date | null; reference: string | null }>

/** Where the case stands with each authority at this instant. */
export function clocksOf(noticedAt: Date, told: Told, now: Date): Clock[] {
  return (Object.keys(told) as Authority[]).map((authority) => {
    const { at, reference } = told[authority]
    const hours = clockHours[authority as keyof typeof clockHours] as number | undefined
    const dueAt = hours === undefined ? null : new Date(noticedAt.getTime() + hours * 3_600_000)
    const compared = at ?? now
    return {
      ...{ authority, dueAt, toldAt: at, reference },
      isLate: dueAt !== null && compared > dueAt,
      minutesLeft: at || !dueAt ? null : Math.floor((dueAt.getTime() - now.getTime()) / 60_000),
    }
  })
}

/** '5 h 59 min'. */
export function hoursInWords(minutes: number): string {
  return `${Math.floor(Math.abs(minutes) / 60)} h ${Math.abs(minutes) % 60} min`
}

const suffix = { en: 'En', hi: 'Hi', gu: 'Gu' } as const satisfies Record<Language, string>

/** Rule 7's parts in a language; null where the school has not written all of them. */
export function textIn(texts: BreachTexts, language: Language): Record<TextPart, string> | null {
  const parts = textParts.map((part) => [part, texts[`${part}${suffix[language]}`] ?? ''] as const)
  return parts.every(([, words]) => words !== '') ? (Object.fromEntries(parts) as Record<TextPart, string>) : null
}

/** The same for a reader: in the own language where it is written, else in the first that is. */
export function textFor(texts: BreachTexts, language: Language) {
  for (const one of [language, 'en', 'hi', 'gu'] as const) {
    const found = textIn(texts, one)
    if (found) return { language: one, parts: found }
  }
  return null
}

/** Languages that are begun and not whole, by the first field that is missing. */
export function missingParts(texts: Partial<BreachTexts>): Array<keyof BreachTexts> {
  return (['en', 'hi', 'gu'] as const).flatMap((language) => {
    const names = textParts.map((part) => `${part}${suffix[language]}` as const)
    const empty = names.filter((name) => !texts[name])
    return empty.length === names.length ? [] : empty
  })
}

/** The numbers that a list or a CSV names: the first cell of each line, without quotes, each once. */
export function listedNumbers(text: string): string[] {
  const cells = text.split(/\r?\n/).map((line) => {
    const [, quoted, bare] = /^\s*(?:"([^"]*)"|([^,;\t]*))/.exec(line) ?? []
    return (quoted ?? bare ?? '').trim()
  })
  return [...new Set(cells.filter((cell) => cell !== ''))]
}
