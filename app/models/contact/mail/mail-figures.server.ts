import { number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { checkDomain, sendingDomain } from '~/services/mail/domain-check.server'

export type { RecordState } from '~/services/mail/domain-check.server'

const sumIf = (asks: string) => number(`COALESCE(SUM(${asks}), 0)`)

const figures = {
  today: sumIf(`o.state = 'sent' AND o.sent_at >= UTC_TIMESTAMP(3) - INTERVAL 1 DAY`),
  sent: sumIf(`o.state = 'sent' AND o.bounced_at IS NULL`),
  waiting: sumIf(`o.state = 'waiting'`),
  failed: sumIf(`o.state = 'failed' OR o.bounced_at IS NOT NULL`),
  unsubscribed: sumIf(`o.state = 'skipped' AND o.last_error = 'unsubscribed'`),
  undeliverable: sumIf(`o.state = 'skipped' AND o.last_error = 'undeliverable'`),
}

/** Counts the school's stored mails of the last fortnight by result; `today` counts those sent in the last 24 hours. */
export function findMailFigures({ schoolId }: SchoolScope) {
  const fromClause = `FROM outgoing_mail o WHERE o.school_id = :schoolId AND o.created_at > UTC_TIMESTAMP(3) - INTERVAL 14 DAY`
  return selectRow(figures, fromClause, { schoolId })
}

/** Domain from which the portal's mails are sent, or null, and its DNS records as receivers see them. */
export async function checkSendingDomain(_scope: SchoolScope) {
  const domain = sendingDomain()
  return { domain, records: domain === null ? [] : await checkDomain(domain) }
}
