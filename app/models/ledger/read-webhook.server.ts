import { webhookSecrets } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type ProviderEvent, parseWebhookEvent } from '~/services/payments/events'
import { verifyWebhook } from '~/services/payments/signatures.server'

/**
 * A webhook of the school's provider account, read once its signature over the raw body holds (the current secret's, or for a day the
 * one before). Refuses `signature`, and `unreadable` for a genuine body or event id that cannot be understood.
 */
export async function readWebhook(
  scope: SchoolScope,
  given: { body: Buffer; signature: string | null; eventId: string | null },
): Promise<Outcome<{ event: ProviderEvent; eventId: string }, 'signature' | 'unreadable'>> {
  if (!verifyWebhook(given.body, given.signature, await webhookSecrets(scope))) return refused('signature')
  const event = parseWebhookEvent(given.body)
  if (!event || !given.eventId || !/^[\w-]{1,80}$/.test(given.eventId)) return refused('unreadable')
  return done({ event, eventId: given.eventId })
}
