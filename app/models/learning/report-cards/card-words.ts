import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import type { CellState, SchemeCard } from './card-view'

type Word = (inputs?: object, options?: { locale?: Locale }) => string

/** Common names in schemes: typed in English, they are translated into the language of the card. */
const usualNames: readonly Word[] = [
  m.cards_term_1,
  m.cards_term_2,
  m.cards_academic_year,
  m.cards_periodic_test,
  m.cards_notebook,
  m.cards_subject_enrichment,
  m.cards_half_yearly,
  m.cards_yearly,
  m.cards_annual,
  m.cards_work_education,
  m.cards_art_education,
  m.cards_health_education,
  m.cards_discipline,
  m.cards_outstanding,
  m.cards_very_good,
  m.cards_fair,
]

/** Name as the card shows it; the school's own names stay as typed. */
export function nameOnCard(name: string, locale?: Locale): string {
  const usualName = usualNames.find((word) => word({}, { locale: 'en' }).toLowerCase() === name.toLowerCase())
  return usualName ? usualName({}, locale ? { locale } : {}) : name
}

/** Text shown in place of missing marks. */
export function cardStateWord(state: Exclude<CellState, 'marks'>, locale?: Locale): string {
  const say = sayIn(locale)
  if (state === 'absent') return say(m.cards_absent)
  if (state === 'not-joined') return say(m.cards_not_joined)
  return state === 'exempt' ? say(m.cards_exempt) : '–'
}

/** Areas by kind with their position on the card: co-scholastic first, then discipline. Leaves out an empty kind. */
export function areasByKind({ areas }: Pick<SchemeCard, 'areas'>, locale?: Locale) {
  const say = sayIn(locale)
  const namedAreas = areas.map(({ name, kind }, position) => ({
    name: nameOnCard(name, locale),
    kind,
    place: position,
  }))
  return [
    { kind: 'co_scholastic', title: say(m.cards_co_scholastic) },
    { kind: 'discipline', title: say(m.cards_discipline) },
  ]
    .map(({ kind, title }) => ({ title, areas: namedAreas.filter((area) => area.kind === kind) }))
    .filter(({ areas }) => areas.length > 0)
}

/** Legend of the area grades, where the scheme explains them: `A: Outstanding, B: Very good`. */
export function areaGradesOnCard({ areaGrades }: Pick<SchemeCard, 'areaGrades'>, locale?: Locale): string {
  return areaGrades.flatMap(({ grade, words }) => (words ? [`${grade}: ${nameOnCard(words, locale)}`] : [])).join(', ')
}

/** Result and promotion as a sentence; null until the year is complete, and for a scheme without a pass mark. */
export function resultOnCard({ isWhole, year }: Pick<SchemeCard, 'isWhole' | 'year'>, locale?: Locale): string | null {
  if (!isWhole || year.outcome === null || year.outcome === 'waiting') return null
  const say = sayIn(locale)
  if (year.outcome === 'improve') return say(m.cards_improve, { subjects: year.toImprove.join(', ') })
  return year.promotedTo === null ? say(m.cards_passed) : say(m.cards_promoted, { class: year.promotedTo })
}

/** Formats attendance as `43 of 48 days`. */
export function daysOnCard({ present, days }: { present: number; days: number }, locale?: Locale): string {
  return m.cards_days({ present, days }, locale ? { locale } : {})
}
