import { execute, inTransaction } from '~/database/database.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { takeQuota } from '~/models/shared/quota.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { readExotelReport } from '~/services/messages/exotel.server'
import { readMsg91Reports } from '~/services/messages/msg91.server'
import type { Channel, DeliveryReport } from '~/services/messages/port'
import { isSignedByMeta } from '~/services/messages/signatures.server'
import { readWhatsappReports } from '~/services/messages/whatsapp.server'
import { sameText } from '~/services/secrets/secrets.server'
import { findReportSecrets } from './message-keys.server'

/** Why a webhook was not taken: it does not prove who speaks, cannot be read, or reports more than a school can have sent. */
type Untaken = 'signature' | 'unreadable' | 'too-many'

/** What a provider may report at a time, and of one school in an hour: several reports of each message that a large school sends in a day. */
const most = { atOnce: 5_000, inHour: 50_000 }

/**
 * Reads and keeps what an SMS gateway reports. Neither gateway signs: the token in the address, which the school's settings show, proves who
 * speaks. Answers how many reports were new.
 */
export async function takeSmsReports(
  scope: SchoolScope,
  { body, token, contentType }: { body: Buffer; token: string | null; contentType: string | null },
  now: Date = new Date(),
): Promise<Outcome<number, Untaken>> {
  const { smsTokens } = await findReportSecrets(scope, now)
  // Each is compared, so that the time taken does not tell which one fitted.
  const fitting = smsTokens.filter((one) => sameText(one, token ?? ''))
  if (fitting.length === 0) return refused('signature')
  // By what was sent and not by the school's gateway: one that was changed yesterday still reports today.
  const isForm = (contentType ?? '').startsWith('application/x-www-form-urlencoded')
  const form = isForm ? new URLSearchParams(body.toString()) : null
  const isExotel = form !== null && !form.has('data')
  const reports = isExotel
    ? readExotelReport(form, now)
    : readMsg91Reports(jsonOf(form?.get('data') ?? body.toString()), now)
  return keepReports(scope, 'sms', reports)
}

/** Reads and keeps what WhatsApp reports: the signature over the raw body proves who speaks. Answers how many reports were new. */
export async function takeWhatsappReports(
  scope: SchoolScope,
  { body, signature }: { body: Buffer; signature: string | null },
  now: Date = new Date(),
): Promise<Outcome<number, Untaken>> {
  const { appSecrets, phoneId } = await findReportSecrets(scope, now)
  if (!isSignedByMeta(body, signature, appSecrets)) return refused('signature')
  return keepReports(scope, 'whatsapp', readWhatsappReports(jsonOf(body.toString()), phoneId ?? '', now))
}

/** Whether WhatsApp, which asks for it once when a school enters the address there, has the school's own verify token. */
export async function isVerifyToken(scope: SchoolScope, token: string): Promise<boolean> {
  const { verifyToken } = await findReportSecrets(scope)
  return verifyToken !== null && sameText(verifyToken, token)
}

/** As JSON_TABLE reads an instant in UTC. */
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
    reports.length <= most.atOnce &&
    (await takeQuota(`message-reports:${scope.schoolId}`, most.inHour, 3600, reports.length))
  return hasRoom ? done(await storeReports(scope, channel, reports)) : refused('too-many')
}

/** Keeps reports, each state of a message once, and has the worker apply what is new. Answers how many were. */
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

/** A step: the worker applies the reports that wait, now or after so many seconds; all of a school's by one job. */
export function enqueueReports(schoolId: number, delaySeconds = 0): Promise<void> {
  const uniqueKey = `message-reports:${schoolId}`
  return enqueueJob({ kind: 'apply-message-reports', schoolId, payload: {}, uniqueKey, delaySeconds })
}
