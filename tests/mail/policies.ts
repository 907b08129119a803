import { unsubscribeToken } from '~/models/core/outbox/unsubscribe-token.server'
import type { Policy } from '../security/policy'

export const mailPolicies: Record<string, Policy> = {
  'routes/webhooks+/mail-bounces': {
    get: 'nobody',
    post: 'everyone',
    body: () => ({}),
    // Only the operator's token opens this address; no session does.
    verdict: (_actor, method) => (method === 'GET' ? 405 : 401),
    notAcceptedBecause: 'it is raw mail behind the operator’s token (mail-bounces.db.test)',
  },
  'routes/_public+/unsubscribe.$token': {
    get: 'everyone',
    post: 'everyone',
    ids: ({ school }) => [unsubscribeToken(school.id, 'reader@family.test')],
    body: () => ({ 'List-Unsubscribe': 'One-Click' }),
    idIsPublic: true,
    showsOnce: 'mail programs that post for their reader are led nowhere (RFC 8058)',
  },
  'routes/school+/_shell+/mail-addresses+/index': { get: 'students:edit' },
  'routes/school+/_shell+/mail-addresses+/index[.]csv': { get: 'students:edit' },
  'routes/school+/_shell+/mail-addresses+/$id': {
    get: 'students:edit',
    post: 'students:edit',
    ids: ({ breaches }) => [breaches.mailAddress],
    body: () => ({}),
  },
  'routes/school+/_shell+/settings+/mail': { get: 'settings:view' },
}
