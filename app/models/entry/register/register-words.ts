import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { sayIn } from '~/language/say'
import { formatDay } from '~/models/core/shared/calendar'
import type { Correction } from '~/models/people/students/register/correct-register.server'
import type { CorrectedThing } from '~/models/people/students/register/register-options'
import { correctedValue } from './options'

interface Remarked {
  isNumbered: boolean
  otherNumbers: readonly string[]
  periods: ReadonlyArray<{
    leftOn: string
    leavingClass: string | null
    leavingReason: string | null
    returnedOn: string
    returnedClass: string | null
    certificateNumber: string | null
    certificateOn: string | null
  }>
  corrections: readonly Correction[]
}

const sentences: Record<CorrectedThing, typeof m.register_corrected_name> = {
  name: m.register_corrected_name,
  date_of_birth: m.register_corrected_birth,
  admission_number: m.register_corrected_number,
  admission_date: m.register_corrected_admitted,
}

/** Remarks of an entry, one sentence each: other numbers, returns, corrections. */
export function remarksOf(entry: Remarked, locale: Locale): string[] {
  const say = sayIn(locale)
  const day = (date: string | null) => (date === null ? '–' : formatDay(date, locale))
  const returns = entry.periods.flatMap((period) => [
    say(m.register_came_back, {
      left: day(period.leftOn),
      class: period.leavingClass ?? '–',
      reason: period.leavingReason ?? '–',
      returned: [day(period.returnedOn), period.returnedClass].filter(Boolean).join(', '),
    }),
    ...(period.certificateNumber === null
      ? []
      : [say(m.register_period_certificate, { number: period.certificateNumber, date: day(period.certificateOn) })]),
  ])
  const corrections = entry.corrections.map(
    ({ field, oldValue, newValue, authority, orderNumber, orderedOn, reason }) => {
      const facts = {
        old: correctedValue(field, oldValue, locale),
        new: correctedValue(field, newValue, locale),
        authority: orderNumber === null ? authority : say(m.register_order_number, { authority, number: orderNumber }),
        date: day(orderedOn),
        reason: reason.replace(/[.।\s]+$/u, ''),
      }
      return say(sentences[field], facts)
    },
  )
  return [
    ...(entry.isNumbered ? [] : [say(m.register_no_number)]),
    ...(entry.otherNumbers.length > 0
      ? [say(m.register_other_numbers, { numbers: entry.otherNumbers.join(', ') })]
      : []),
    ...returns,
    ...corrections,
  ]
}
