import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { DueKind } from './options'

type Words = (inputs: Record<string, never>, options?: { locale: Locale }) => string

const rides = {
  'Transport deposit': m.payments_due_transport_deposit,
  'Transport fare': m.payments_due_transport,
  'Security deposit': m.payments_part_deposit,
  Fare: m.payments_part_fare,
}

/** What the portal raises by itself, by the English words that the office reads. */
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
  transport: rides,
  vehicle: rides,
}

/**
 * What a due, or a part of it, is called: by the school's own words, as a fee is; what the portal raises by itself in the reader's
 * language, or in `locale`.
 */
export function dueName(due: { kind: DueKind; name: string }, locale?: Locale): string {
  return ownWords[due.kind]?.[due.name]?.({}, locale ? { locale } : undefined) ?? due.name
}
