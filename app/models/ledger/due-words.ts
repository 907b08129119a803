import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { DueKind } from './options'

/**
 * What a due is called: by the school's own words, as a fee is; what the portal raises by itself in the reader's language, or in
 * `locale`.
 */
export function dueName(due: { kind: DueKind; name: string }, locale?: Locale): string {
  return due.kind === 'order' ? m.payments_due_store({}, locale ? { locale } : undefined) : due.name
}
