import type { UnsubscribeWay } from '~/models/core/outbox/options'

export const wayWords: Record<UnsubscribeWay, string> = {
  page: 'on the page of the link',
  one_click: 'in the mail program',
  complaint: 'called a mail spam',
}
