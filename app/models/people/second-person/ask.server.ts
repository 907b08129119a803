import { schoolPaths } from '~/addresses/school-paths'
import { execute, flag, inTransaction, selectRow, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import { formatPaise } from '~/models/core/shared/money'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { systemActor } from '~/models/core/shared/system-actor'
import type { Permission } from '~/models/people/accounts/staff/permissions'
import { mayStaff, staffRoles } from '~/models/people/accounts/staff/permissions'
import { daysOfTrust } from '~/models/people/accounts/staff/staff-options'
import { notifyOwners } from '~/models/people/accounts/staff/tell-owners.server'
import { StaffUser } from '~/models/people/accounts/tables.server'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { siteUrl } from '~/services/site.server'
import { daysToDecide, labelOf, type RequestKind } from './options'
import { SecondPersonRequest } from './tables.server'

/** Input of a use case, sufficient to run it again in the requester's name once a second person has agreed. */
export interface Act {
  kind: RequestKind
  /** Public id of the payment, order, application or hostel; empty for the school itself. */
  subject: string
  /** Arguments for running the use case again. Encrypted while the request waits. */
  payload: object
}

/**
 * Refusal because the action waits for a second person; `isOther` if a different request about the same subject was
 * already waiting, which stays unchanged.
 */
export interface Waits {
  ok: false
  reason: 'waits'
  requestId: string
  isOther: boolean
}

interface Wanted {
  act: Act
  amountPaise: number | null
  studentId: number | null
}

export const payloadContext = (schoolId: number) => `second_person_requests.payload:${schoolId}`

/**
 * Creates the request and notifies the owners. Only one request per subject may wait: a further call returns the
 * waiting one.
 */
export function requestApproval(scope: SchoolScope, input: Wanted): Promise<Waits> {
  return inTransaction(() => requestApprovalStep(scope, input), {
    second_person_requests_waiting: () => inTransaction(() => requestApprovalStep(scope, input)),
  }).then((request) => ({ ok: false, reason: 'waits', ...request }))
}

export async function requestApprovalStep(scope: SchoolScope, { act, amountPaise, studentId }: Wanted) {
  const { schoolId, actor } = scope
  const { kind, subject } = act
  if (actor.kind !== 'staff' || actor.id === null) throw new Error('Only staff can request a second person')
  const payload = JSON.stringify(act.payload)
  const waiting = await findWaiting(scope, kind, subject)
  if (waiting) {
    const waitingPayload = waiting.payload && decryptOrNull(waiting.payload, payloadContext(schoolId))
    return { requestId: waiting.publicId, isOther: waitingPayload !== payload || waiting.askedBy !== actor.id }
  }
  const request = await SecondPersonRequest.create({
    publicId: newPublicId(),
    schoolId,
    kind,
    subject,
    studentId,
    amountPaise,
    payload: encrypt(payload, payloadContext(schoolId)),
    askedBy: actor.id,
    askedByName: actor.name,
    askedAt: new Date(),
  })
  await enqueueJob({
    kind: 'lapse-request',
    schoolId,
    payload: { requestId: request.id },
    uniqueKey: `lapse-request:${request.publicId}`,
    delaySeconds: daysToDecide * 86_400,
  })
  const auditSubject = { kind: 'second-person-request', id: request.id }
  await recordAudit(scope, {
    action: 'second-person.asked',
    subject: auditSubject,
    details: { what: kind, amountPaise },
  })
  await notifyOwners(scope, `${labelOf(kind)}: a second person is needed`, [
    `${actor.name} has asked for this: ${labelOf(kind)}${amountPaise === null ? '' : `, ${formatPaise(amountPaise, { style: 'exact' })}`}.`,
    `Nothing happens until a second person agrees. The request lapses after ${daysToDecide} days.`,
    requestUrl(request.publicId),
  ])
  return { requestId: request.publicId, isOther: false }
}

const stale = `t.asked_at <= UTC_TIMESTAMP(3) - INTERVAL ${daysToDecide} DAY`

const waitingRequest = {
  ...columnsOf(SecondPersonRequest, 't', 'id', 'publicId', 'askedBy', 'payload'),
  isStale: flag(stale),
}

/**
 * Runs in the caller's transaction: returns the waiting request about this subject, or null. Marks an expired one as
 * lapsed, even if the worker is late.
 */
async function findWaiting(scope: SchoolScope, kind: RequestKind, subject: string) {
  const request = await selectRow(
    waitingRequest,
    `FROM second_person_requests t WHERE t.school_id = :schoolId AND t.kind = :kind AND t.subject = :subject AND t.state = 'waiting'`,
    { schoolId: scope.schoolId, kind, subject },
  )
  if (!request?.isStale) return request
  await lapseStep(scope, request.id)
  return null
}

/**
 * Runs in the caller's transaction: mails the requester the outcome of the request, in words that follow 'Your
 * request'.
 */
export async function notifyRequester({ schoolId }: SchoolScope, id: number, words: string): Promise<void> {
  const request = await selectRow(
    { ...columnsOf(SecondPersonRequest, 't', 'publicId', 'kind'), ...columnsOf(StaffUser, 'u', 'name', 'email') },
    `FROM second_person_requests t JOIN staff_users u ON u.school_id = t.school_id AND u.id = t.asked_by AND u.status = 'active'
     WHERE t.school_id = :schoolId AND t.id = :id`,
    { schoolId, id },
  )
  if (!request) return
  const { name, email, kind, publicId } = request
  const lines = [`Hello ${name},`, `Your request ${words}: ${labelOf(kind)}.`, requestUrl(publicId)]
  const subject = `${labelOf(kind)}: your request ${words}`
  await enqueueMail({ schoolId, to: email, subject, text: lines.join('\n\n'), class: 'waited' })
}

const requestUrl = (publicId: string) => siteUrl(schoolPaths.secondPersonRequest(publicId))

/** Runs in the caller's transaction: marks an expired request as lapsed; no effect on a decided one. */
export async function lapseStep(scope: SchoolScope, id: number): Promise<void> {
  const { schoolId } = scope
  const changed = await execute(
    `UPDATE second_person_requests t SET t.state = 'lapsed', t.payload = NULL, t.decided_at = UTC_TIMESTAMP(3)
     WHERE t.school_id = :schoolId AND t.id = :id AND t.state = 'waiting' AND ${stale}`,
    { schoolId, id },
  )
  if (changed === 0) return
  const subject = { kind: 'second-person-request', id }
  await recordAudit({ ...scope, actor: systemActor }, { action: 'second-person.lapsed', subject })
  await notifyRequester(scope, id, 'has lapsed')
}

const colleague = {
  ...columnsOf(StaffUser, 'u', 'id', 'name'),
  isTrusted: { sql: `u.rights_changed_at <= UTC_TIMESTAMP(3) - INTERVAL ${daysOfTrust} DAY`, read: Boolean },
}

/**
 * Lists the active colleagues who have the right and so could be the second person, except the staff user `butFor`.
 * `isTrusted` is false if account, role or mail address are newer than `daysOfTrust`.
 */
export function listSecondPersons({ schoolId }: SchoolScope, right: Permission, butFor: number | null) {
  const roles = staffRoles.filter((role) => mayStaff(role, right))
  return selectRows(
    colleague,
    `FROM staff_users u WHERE u.school_id = :schoolId AND u.role IN (:roles) AND u.status = 'active' AND u.password_hash IS NOT NULL
       AND u.id <> :butFor ORDER BY u.name, u.id`,
    { schoolId, roles, butFor: butFor ?? 0 },
  )
}
