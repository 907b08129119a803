import type { UnsubscribeWay } from '~/models/core/outbox/options'

/** Office labels for the ways to unsubscribe. */
export const wayWords: Record<UnsubscribeWay, string> = {
  page: 'on the page of the link',
  one_click: 'in the mail program',
  complaint: 'called a mail spam',
}
