import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { DueKind } from './options'

type Words = (inputs: Record<string, never>, options?: { locale: Locale }) => string

const seatDues = {
  'Transport deposit': m.payments_due_transport_deposit,
  'Transport fare': m.payments_due_transport,
  'Security deposit': m.payments_part_deposit,
  Fare: m.payments_part_fare,
}

/** Names of dues that the portal itself creates, translated; keyed by the English words that the office reads. */
const ownWords: Partial<Record<DueKind, Readonly<Record<string, Words>>>> = {
  order: { Store: m.payments_due_store },
  hostel: {
    'Hostel deposit': m.payments_due_hostel_deposit,
    'Hostel first month': m.payments_due_hostel_first,
    'Hostel rent': m.payments_due_hostel_month,
    'Security deposit': m.payments_part_deposit,
    'Room rent': m.payments_part_rent,
    Meals: m.payments_part_meals,
    'Processing fee': m.payments_part_fee,
  },
  transport: seatDues,
  vehicle: seatDues,
}

/**
 * Name of a due or of a part of it. A fee has the school's own words; a due that the portal creates is translated into
 * `locale`, by default the reader's language.
 */
export function dueName(due: { kind: DueKind; name: string }, locale?: Locale): string {
  return ownWords[due.kind]?.[due.name]?.({}, locale ? { locale } : undefined) ?? due.name
}
