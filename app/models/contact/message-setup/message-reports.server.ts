import { execute, inTransaction } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { readExotelReport } from '~/services/messages/exotel.server'
import { readMsg91Reports } from '~/services/messages/msg91.server'
import type { Channel, DeliveryReport } from '~/services/messages/port'
import { isSignedByMeta } from '~/services/messages/signatures.server'
import { readWhatsappReports } from '~/services/messages/whatsapp.server'
import { sameText } from '~/services/secrets/secrets.server'
import { findReportSecrets } from './message-keys.server'

/** Reason for refusing a webhook: not authenticated, unreadable, or more reports than a school's messages can cause. */
type ReportRefusal = 'signature' | 'unreadable' | 'too-many'

/** Limits of reports per request, and per school and hour: several reports for each daily message of a large school. */
const limits = { atOnce: 5_000, inHour: 50_000 }

/**
 * Reads and stores reports of an SMS gateway. Gateways do not sign: the token in the URL, shown in the school's
 * settings, authenticates them. Returns the number of new reports.
 */
export async function takeSmsReports(
  scope: SchoolScope,
  { body, token, contentType }: { body: Buffer; token: string | null; contentType: string | null },
  now: Date = new Date(),
): Promise<Outcome<number, ReportRefusal>> {
  const { smsTokens } = await findReportSecrets(scope, now)
  // Compares all tokens, so that timing does not reveal which one matched.
  const fitting = smsTokens.filter((one) => sameText(one, token ?? ''))
  if (fitting.length === 0) return refused('signature')
  // Chooses the format by content, not by the school's gateway: a gateway replaced yesterday still reports today.
  const isForm = (contentType ?? '').startsWith('application/x-www-form-urlencoded')
  const form = isForm ? new URLSearchParams(body.toString()) : null
  const isExotel = form !== null && !form.has('data')
  const reports = isExotel
    ? readExotelReport(form, now)
    : readMsg91Reports(jsonOf(form?.get('data') ?? body.toString()), now)
  return keepReports(scope, 'sms', reports)
}

/**
 * Reads and stores reports of WhatsApp, authenticated by the signature over the raw body. Returns the number of new
 * reports.
 */
export async function takeWhatsappReports(
  scope: SchoolScope,
  { body, signature }: { body: Buffer; signature: string | null },
  now: Date = new Date(),
): Promise<Outcome<number, ReportRefusal>> {
  const { appSecrets, phoneId } = await findReportSecrets(scope, now)
  if (!isSignedByMeta(body, signature, appSecrets)) return refused('signature')
  return keepReports(scope, 'whatsapp', readWhatsappReports(jsonOf(body.toString()), phoneId ?? '', now))
}

/** Checks the school's verify token, which WhatsApp sends once when a school enters the URL there. */
export async function isVerifyToken(scope: SchoolScope, token: string): Promise<boolean> {
  const { verifyToken } = await findReportSecrets(scope)
  return verifyToken !== null && sameText(verifyToken, token)
}

/** UTC instant in the format of JSON_TABLE. */
const storedInstant = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function keepReports(scope: SchoolScope, channel: Channel, reports: DeliveryReport[] | null) {
  if (!reports) return refused('unreadable')
  if (reports.length === 0) return done(0)
  const hasRoom =
    reports.length <= limits.atOnce &&
    (await takeQuota(`message-reports:${scope.schoolId}`, limits.inHour, 3600, reports.length))
  return hasRoom ? done(await storeReports(scope, channel, reports)) : refused('too-many')
}

/**
 * Stores reports, each state of a message once, and lets the worker apply new ones. Returns the number of new reports.
 */
export function storeReports(scope: SchoolScope, channel: Channel, reports: DeliveryReport[]): Promise<number> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const fresh = await execute(
      `INSERT IGNORE INTO message_reports (school_id, channel, provider_id, reference, state, reason, reported_at, created_at)
       SELECT :schoolId, :channel, r.provider_id, r.reference, r.state, r.reason, r.reported_at, UTC_TIMESTAMP(3)
       FROM JSON_TABLE(:reports, '$[*]' COLUMNS (provider_id VARCHAR(190) PATH '$.providerId', reference VARCHAR(40) PATH '$.reference',
         state VARCHAR(20) PATH '$.state', reason VARCHAR(20) PATH '$.reason', reported_at DATETIME(3) PATH '$.at')) r`,
      { schoolId, channel, reports: JSON.stringify(reports.map((one) => ({ ...one, at: storedInstant(one.at) }))) },
    )
    if (fresh > 0) await enqueueReports(schoolId)
    return fresh
  })
}

/**
 * Runs in the caller's transaction: makes the worker apply waiting reports now or after `delaySeconds`; one job per
 * school.
 */
export function enqueueReports(schoolId: number, delaySeconds = 0): Promise<void> {
  const uniqueKey = `message-reports:${schoolId}`
  return enqueueJob({ kind: 'apply-message-reports', schoolId, payload: {}, uniqueKey, delaySeconds })
}
