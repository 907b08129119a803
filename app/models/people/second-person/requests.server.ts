import { randomUUID } from 'node:crypto'
import { execute, inTransaction, selectRow, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { findSettingsWith } from '~/models/core/schools/settings.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'
import { StaffUser } from '~/models/people/accounts/tables.server'
import { decryptOrNull } from '~/services/secrets/secrets.server'
import { lapseStep, listSecondPersons, notifyRequester, payloadContext } from './ask.server'
import { AgreementVoid, runWithAgreement } from './money-out.server'
import { daysToDecide, type RequestKind, type RequestState, rightFor } from './options'
import { SecondPersonRequest } from './tables.server'

const isStillOpen = `asked_at > UTC_TIMESTAMP(3) - INTERVAL ${daysToDecide} DAY`
const isOver = `t.state = 'waiting' AND NOT (t.${isStillOpen})`

const columns = {
  ...columnsOf(
    SecondPersonRequest,
    't',
    'publicId',
    'kind',
    'subject',
    'amountPaise',
    'askedBy',
    'askedByName',
    'askedAt',
  ),
  ...columnsOf(SecondPersonRequest, 't', 'decidedByName', 'decidedAt', 'note'),
  // The worker may be late, so expired requests are shown as lapsed.
  state: { sql: `IF(${isOver}, 'lapsed', t.state)`, read: (stored: unknown) => stored as RequestState },
  studentName: textOrNull("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
}
const from = 'second_person_requests t LEFT JOIN students s ON s.school_id = t.school_id AND s.id = t.student_id'

const reads = plainList({
  columns,
  from,
  always: 't.school_id = :schoolId',
  search: ['t.asked_by_name', 't.decided_by_name', "TRIM(CONCAT(s.first_name, ' ', s.last_name))"],
  filters: { state: `IF(${isOver}, 'lapsed', t.state) = :state`, kind: 't.kind = :kind' },
  orders: { asked: 't.asked_at', amount: 't.amount_paise' },
  last: 't.id',
})

/** Lists the school's requests for a second person, newest first by default. */
export function listRequests(scope: SchoolScope, query: Parameters<typeof reads.list>[1]) {
  return reads.list(scope, { ...query, descending: !query.descending })
}

/** SQL: number of waiting requests of the school `:schoolId`. */
export const waitingCountSql = `(SELECT COUNT(*) FROM second_person_requests t
  WHERE t.school_id = :schoolId AND t.state = 'waiting' AND NOT (${isOver}))`

export type WaitingRequest = Pick<FoundRequest, 'publicId' | 'kind' | 'amountPaise' | 'askedByName'>

/**
 * Column that selects the waiting requests about a subject. `schoolId` and `subject` are SQL expressions of the
 * surrounding statement.
 */
export const waitingRequestsAbout = (schoolId: string, subject: string) => ({
  sql: `COALESCE((SELECT JSON_ARRAYAGG(JSON_OBJECT('publicId', asked.public_id, 'kind', asked.kind, 'amountPaise', asked.amount_paise, 'askedByName', asked.asked_by_name))
    FROM second_person_requests asked WHERE asked.school_id = ${schoolId} AND asked.subject = ${subject} AND asked.state = 'waiting'
      AND asked.${isStillOpen}), '[]')`,
  read: (stored: unknown): WaitingRequest[] => JSON.parse(String(stored)),
})

/** Returns the settings with waiting requests about the fee account, payment keys and the limit for a second person. */
export const findSettingsAndRequests = (scope: SchoolScope) =>
  findSettingsWith(scope, { requests: waitingRequestsAbout('s.id', "''") })

/** Returns whether a refund of the student's own payment, order or application waits for a second person. */
export async function isRefundChecked({ schoolId, studentId }: StudentScope, subject: string): Promise<boolean> {
  const row = await selectRow(
    columnsOf(SecondPersonRequest, 't', 'id'),
    `FROM second_person_requests t WHERE t.school_id = :schoolId AND t.student_id = :studentId AND t.subject = :subject
       AND t.kind IN ('refund','order-cancellation','hostel-refund','transport-refund') AND t.state = 'waiting' AND NOT (${isOver}) LIMIT 1`,
    { schoolId, studentId, subject },
  )
  return row !== null
}

const columnsWithPayload = { ...columns, ...columnsOf(SecondPersonRequest, 't', 'id', 'payload') }

/**
 * Returns a request with its payload, or null. The payload is null once the request is over, or if another APP_KEY
 * encrypted it.
 */
export async function findRequest({ schoolId }: SchoolScope, publicId: string) {
  const row = await selectRow(
    columnsWithPayload,
    `FROM ${from} WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId, publicId },
  )
  if (!row) return null
  const { payload: sealed, ...request } = row
  const opened = sealed === null ? null : decryptOrNull(sealed, payloadContext(schoolId))
  return { ...request, payload: opened === null ? null : (JSON.parse(opened) as object) }
}

export type FoundRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/**
 * Returns why this colleague cannot be the second person now, or null: `over` (decided, withdrawn or lapsed),
 * `same-person` (the requester), `no-right`, `too-new` (account, role or mail address newer than a week).
 */
export async function obstacleToAgree(scope: SchoolScope, request: FoundRequest) {
  if (request.state !== 'waiting') return 'over' as const
  if (request.askedBy === scope.actor.id) return 'same-person' as const
  const may = await listSecondPersons(scope, rightFor(request.kind), request.askedBy)
  const secondPerson = may.find(({ id }) => id === scope.actor.id)
  if (scope.actor.kind !== 'staff' || !secondPerson) return 'no-right' as const
  return secondPerson.isTrusted ? null : ('too-new' as const)
}

type Done = { ok: true } | { ok: false; reason: string }
/** Executes a request of any kind in the requester's name. */
export type Doing = (scope: SchoolScope, kind: RequestKind, subject: string, payload: object) => Promise<Done>

/** Refusals after which the request stays open, so that agreeing can be retried. */
const passing: readonly string[] = ['provider-down', 'link-open', 'payment-under-way', 'under-way']

/**
 * Agrees as second person: runs the action once in the requester's name, with all its checks. Refuses for the reasons
 * of `obstacleToAgree`, and `not-found`, `asker-gone` (the requester lost the right), `unreadable` (another APP_KEY),
 * `not-done` and `not-now` (both with the use case's reason as `because`). After `not-now` the request still waits;
 * `asker-gone`, `unreadable` and `not-done` end it.
 */
export async function agree(scope: SchoolScope, publicId: string, doing: Doing) {
  const request = await findRequest(scope, publicId)
  if (!request) return refused('not-found')
  const obstacle = await obstacleToAgree(scope, request)
  if (obstacle) return refused(obstacle)
  const asker = await findRequester(scope, request)
  if (!asker) return end(scope, request, 'asker-gone')
  if (request.payload === null) return end(scope, request, 'unreadable')
  const { id, kind, subject, amountPaise, payload } = request
  const agreed = { id, kind, subject, amountPaise, secondPerson: scope.actor, runKey: randomUUID() }
  const outcome = await runWithAgreement(agreed, () => doing({ ...scope, actor: asker }, kind, subject, payload)).catch(
    voided,
  )
  // Reports success only to the run that used up the agreement: the use case also succeeds when nothing is left to do,
  // for example because another owner has just agreed.
  if (outcome.ok && (await isSpentBy(scope, agreed))) return done()
  const state = (await findRequest(scope, publicId))?.state
  // The use case succeeded without using up the agreement: nothing was left to do.
  const reason = outcome.ok ? 'changed' : outcome.reason
  // Another user decided in the meantime, which prevents a second execution.
  if (reason === 'over-already' || state !== 'waiting') return refused('over')
  if (passing.includes(reason)) return { ok: false as const, reason: 'not-now' as const, because: reason }
  await end(scope, request, reason)
  return { ok: false as const, reason: 'not-done' as const, because: reason }
}

async function isSpentBy({ schoolId }: SchoolScope, { id, runKey }: { id: number; runKey: string }): Promise<boolean> {
  const row = await selectRow(
    { runKey: textOrNull('t.run_key') },
    "FROM second_person_requests t WHERE t.school_id = :schoolId AND t.id = :id AND t.state = 'done'",
    { schoolId, id },
  )
  return row?.runKey === runKey
}

function voided(error: unknown): { ok: false; reason: string } {
  if (!(error instanceof AgreementVoid)) throw error
  return { ok: false, reason: error.reason === 'over' ? 'over-already' : error.reason }
}

/** Returns the requester if still active and permitted, otherwise null. */
async function findRequester({ schoolId }: SchoolScope, { askedBy, kind }: FoundRequest) {
  const row = await selectRow(
    columnsOf(StaffUser, 'u', 'id', 'name', 'role', 'status'),
    'FROM staff_users u WHERE u.school_id = :schoolId AND u.id = :askedBy',
    { schoolId, askedBy },
  )
  const right = kind === 'hostel-account' ? 'hostels:edit' : rightFor(kind)
  if (row?.status !== 'active' || !mayStaff(row.role, right)) return null
  return { kind: 'staff' as const, id: row.id, name: row.name }
}

/** Ends a request that can no longer be carried out. */
async function end<Reason extends string>(scope: SchoolScope, request: FoundRequest, reason: Reason) {
  await inTransaction(() => decideStep(scope, request, { state: 'failed', note: reason }))
  return refused(reason)
}

type Decision = { state: Exclude<RequestState, 'waiting' | 'done' | 'lapsed'>; note: string | null }

/**
 * Runs in the caller's transaction: ends a waiting request without carrying it out. Returns false if it was already
 * over.
 */
async function decideStep(scope: SchoolScope, { id, kind, amountPaise }: FoundRequest, { state, note }: Decision) {
  const { schoolId, actor } = scope
  const changed = await execute(
    `UPDATE second_person_requests t SET t.state = :state, t.payload = NULL, t.note = :note, t.decided_by = :by, t.decided_by_name = :name,
       t.decided_at = UTC_TIMESTAMP(3) WHERE t.school_id = :schoolId AND t.id = :id AND t.state = 'waiting' AND NOT (${isOver})`,
    { schoolId, id, state, note, by: actor.id, name: actor.name },
  )
  if (changed === 0) return false
  const details = { what: kind, amountPaise, ...(note === null ? {} : { reason: note }) }
  await recordAudit(scope, {
    action: `second-person.${state}`,
    subject: { kind: 'second-person-request', id },
    details,
  })
  if (state !== 'withdrawn') await notifyRequester(scope, id, state === 'refused' ? 'was refused' : 'could not be done')
  return true
}

/**
 * Returns why this colleague cannot refuse now, or null: as `obstacleToAgree`, and `own-rights` for the owner whose
 * rights the request takes away. That owner could otherwise refuse every such request and stay.
 */
export async function obstacleToRefuse(scope: SchoolScope, request: FoundRequest) {
  const obstacle = await obstacleToAgree(scope, request)
  if (obstacle || (request.kind !== 'owner-removal' && request.kind !== 'owner-demotion')) return obstacle
  return (await findStaffUser(scope, request.subject))?.id === scope.actor.id ? ('own-rights' as const) : null
}

/** Rejects a request as second person. Refuses `not-found`, and for the reasons of `obstacleToRefuse`. */
export function refuseRequest(scope: SchoolScope, publicId: string, reason: string) {
  return inTransaction(async () => {
    const request = await findRequest(scope, publicId)
    if (!request) return refused('not-found')
    const obstacle = await obstacleToRefuse(scope, request)
    if (obstacle) return refused(obstacle)
    return (await decideStep(scope, request, { state: 'refused', note: reason })) ? done() : refused('over')
  })
}

/** Withdraws the user's own request. Refuses `not-found`, `not-own` and `over`. */
export function withdrawRequest(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const request = await findRequest(scope, publicId)
    if (!request) return refused('not-found')
    if (request.askedBy !== scope.actor.id) return refused('not-own')
    return (await decideStep(scope, request, { state: 'withdrawn', note: null })) ? done() : refused('over')
  })
}

/** Marks a request as lapsed if it was not decided in time; no effect on any other. */
export function lapse(scope: SchoolScope, id: number): Promise<void> {
  return inTransaction(() => lapseStep(scope, id))
}
