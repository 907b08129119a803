import { AsyncLocalStorage } from 'node:async_hooks'
import {
  execute,
  inParts,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Actor, SchoolScope } from '~/models/core/shared/scope.server'
import { type Act, notifyRequester, requestApproval, type Waits } from './ask.server'
import type { RequestKind, RequestState } from './options'

/** Money paid out of a payment or by reversing it, in paise. */
interface MoneyOut {
  studentId: number
  paymentId: number
  amountPaise: number
}

/** Request that a second person has agreed to, while it is carried out. */
interface Agreement {
  id: number
  kind: RequestKind
  subject: string
  amountPaise: number | null
  secondPerson: Actor
  /** Identifies this attempt: when two second persons agree concurrently, only one attempt carries it out. */
  runKey: string
}

/** Money that the running `moneyOut` has paid out so far, and the sum that a second person has agreed to before. */
const transactionOutflows = new AsyncLocalStorage<{ outflows: MoneyOut[]; agreedPaise: number | null }>()
/** Agreed request that is carried out now; none for an action that a user has just submitted. */
const currentAgreement = new AsyncLocalStorage<Agreement>()

/** Carries out an agreed request: it may pay out once, up to its amount, without asking a second person again. */
export const runWithAgreement = <T>(agreement: Agreement, work: () => Promise<T>): Promise<T> =>
  currentAgreement.run(agreement, work)

/**
 * Records that money is paid out of a payment, or that the payment is reversed. All code that does so must call this.
 * @throws outside of `moneyOut`, which would bypass the second person
 */
export function recordMoneyOut(outflow: MoneyOut): void {
  const running = transactionOutflows.getStore()
  if (!running) throw new Error('Money can be paid out only within moneyOut')
  running.outflows.push(outflow)
}

/** Refusal because a second person is needed; it rolls the transaction back, and the request is created afterwards. */
export interface SecondPersonNeeded {
  ok: false
  reason: 'second-person'
  act: Act
  amountPaise: number | null
  studentId: number | null
}

/** Outcome of the change that `moneyOut` runs. */
type WorkOutcome = { ok: true } | { ok: false; reason: string }

/**
 * Runs a transaction that may pay money out. Adds the outflows that `work` records to earlier ones of the same
 * payments, and of the same students on the same day (IST). If the sum exceeds the school's limit, rolls back and lets
 * the action wait for a second person (refuses `waits`). Also refuses as `work` does.
 * @param agreedPaise sum that a second person has agreed to with `planMoneyOutStep`, when a job pays it out
 */
export async function moneyOut<Result extends WorkOutcome>(
  scope: SchoolScope,
  act: Act,
  work: () => Promise<Result>,
  { agreedPaise = null }: { agreedPaise?: number | null } = {},
): Promise<Exclude<Result, SecondPersonNeeded> | Waits> {
  const outcome = await inTransaction(() => {
    const outflows: MoneyOut[] = []
    return transactionOutflows.run({ outflows, agreedPaise }, async (): Promise<Result | SecondPersonNeeded> => {
      const result = await work()
      if (!result.ok) return result
      return (await checkSecondPerson(scope, act, outflows, 'paid')) ?? result
    })
  })
  return requestSecondPersonIfNeeded(scope, outcome)
}

/**
 * Runs in the caller's transaction before money is paid out. The payout follows later in this transaction, within
 * `moneyOut`, or in a job that the transaction enqueues. Returns the refusal if the sum needs a second person, else
 * null. If a second person has agreed, uses up the agreement.
 */
export function planMoneyOutStep(scope: SchoolScope, act: Act, planned: readonly MoneyOut[]) {
  return checkSecondPerson(scope, act, planned, 'planned')
}

/**
 * Runs in the transaction of a change that needs a second person whatever the amount. Returns the refusal if the school
 * requires a second person, else null. If a second person has agreed, uses up the agreement.
 */
export async function secondPersonStep(scope: SchoolScope, act: Act): Promise<SecondPersonNeeded | null> {
  const agreement = currentAgreement.getStore()
  if (agreement) return spendAgreement(scope, agreement, act, { amountPaise: 0, when: 'paid' })
  if ((await findSecondPersonLimit(scope)) === null) return null
  return { ok: false, reason: 'second-person', act, amountPaise: null, studentId: null }
}

/** Creates the request if a second person is needed, after the transaction was rolled back. */
export async function requestSecondPersonIfNeeded<Result extends WorkOutcome>(
  scope: SchoolScope,
  outcome: Result,
): Promise<Exclude<Result, SecondPersonNeeded> | Waits> {
  return isSecondPersonNeeded(outcome)
    ? requestApproval(scope, outcome)
    : (outcome as Exclude<Result, SecondPersonNeeded>)
}

const isSecondPersonNeeded = (outcome: WorkOutcome): outcome is SecondPersonNeeded =>
  !outcome.ok && outcome.reason === 'second-person'

/** Returns the amount in paise above which a school requires a second person; null: never. */
export async function findSecondPersonLimit({ schoolId }: SchoolScope): Promise<number | null> {
  const row = await selectRow(
    { from: { sql: 't.second_person_paise', read: (stored: unknown) => (stored === null ? null : Number(stored)) } },
    'FROM school_settings t WHERE t.school_id = :schoolId',
    { schoolId },
  )
  return row?.from ?? null
}

/** Returns the refusal if these outflows need a second person, else null. Uses up an agreement that covers them. */
async function checkSecondPerson(
  scope: SchoolScope,
  act: Act,
  outflows: readonly MoneyOut[],
  when: 'planned' | 'paid',
): Promise<SecondPersonNeeded | null> {
  const amountPaise = outflows.reduce((sum, outflow) => sum + outflow.amountPaise, 0)
  const agreement = currentAgreement.getStore()
  if (agreement)
    return spendAgreement(scope, agreement, act, { amountPaise: outflows.length === 0 ? null : amountPaise, when })
  const [firstOutflow] = outflows
  if (!firstOutflow) return null
  if (amountPaise <= (transactionOutflows.getStore()?.agreedPaise ?? 0)) return null
  const limitPaise = await findSecondPersonLimit(scope)
  if (limitPaise === null || (await maxCombinedAmount(scope, outflows, when)) <= limitPaise) return null
  return { ok: false as const, reason: 'second-person' as const, act, amountPaise, studentId: firstOutflow.studentId }
}

/** SQL condition: the payment line `l` paid money out. */
const isPaidOutSql = "l.kind IN ('refund','bounce') AND l.state <> 'void'"

/**
 * Returns the largest combined amount in paise, including these outflows: all outflows of one payment, or of one student
 * today. Outflows that a second person agreed to count as well, so that splitting an amount cannot bypass the limit.
 */
async function maxCombinedAmount(
  { schoolId }: SchoolScope,
  outflows: readonly MoneyOut[],
  when: 'planned' | 'paid',
): Promise<number> {
  const sums = new Map<string, number>()
  for (const part of inParts(outflows)) {
    const rows = await selectRows(
      { about: text('x.about'), paise: number('CAST(SUM(-x.paise) AS SIGNED)') },
      `FROM (
         SELECT CONCAT('payment ', l.payment_id) AS about, l.amount_paise AS paise FROM payment_lines l
         WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) AND ${isPaidOutSql}
         UNION ALL
         SELECT CONCAT('student ', p.student_id), l.amount_paise FROM payments p
         JOIN payment_lines l ON l.payment_id = p.id AND ${isPaidOutSql}
         WHERE p.school_id = :schoolId AND p.student_id IN (:studentIds) AND l.created_at >= CONVERT_TZ(:today, '+05:30', '+00:00')
       ) x GROUP BY x.about`,
      {
        schoolId,
        paymentIds: part.map((outflow) => outflow.paymentId),
        studentIds: part.map((outflow) => outflow.studentId),
        today: todayInIndia(new Date()),
      },
    )
    for (const { about, paise } of rows) sums.set(about, paise)
  }
  if (when === 'planned')
    for (const { paymentId, studentId, amountPaise } of outflows)
      for (const about of [`payment ${paymentId}`, `student ${studentId}`])
        sums.set(about, (sums.get(about) ?? 0) + amountPaise)
  return [...sums.values()].reduce((max, paise) => Math.max(max, paise), 0)
}

/**
 * Thrown when an agreement does not cover the action: the request was decided in between, or more money would be paid
 * out.
 */
export class AgreementVoid extends Error {
  constructor(readonly reason: 'over' | 'more-than-agreed') {
    super(`This agreement is void: ${reason}`)
  }
}

/**
 * Marks the request as done in the transaction that carries it out, so that this happens once. A transaction without
 * outflow (`amountPaise` null) does not use up the agreement: it only closed a payment link, or found that the form had
 * been submitted before.
 * @throws AgreementVoid
 */
async function spendAgreement(
  scope: SchoolScope,
  agreement: Agreement,
  act: Act,
  { amountPaise, when }: { amountPaise: number | null; when: 'planned' | 'paid' },
): Promise<null> {
  if (act.kind !== agreement.kind || act.subject !== agreement.subject)
    throw new Error('The second person did not agree to this act')
  if ((amountPaise ?? 0) > (agreement.amountPaise ?? 0)) throw new AgreementVoid('more-than-agreed')
  const { schoolId } = scope
  const request = await selectRow(
    { state: wordOf<RequestState>('t.state'), runKey: textOrNull('t.run_key') },
    'FROM second_person_requests t WHERE t.school_id = :schoolId AND t.id = :id FOR UPDATE',
    { schoolId, id: agreement.id },
  )
  if (request?.state === 'done' && request.runKey === agreement.runKey) return null
  if (request?.state !== 'waiting') throw new AgreementVoid('over')
  if (amountPaise === null) return null
  const { secondPerson, runKey } = agreement
  await execute(
    `UPDATE second_person_requests SET state = 'done', payload = NULL, run_key = :runKey, decided_by = :by, decided_by_name = :name,
       decided_at = UTC_TIMESTAMP(3) WHERE id = :id`,
    { id: agreement.id, runKey, by: secondPerson.id, name: secondPerson.name },
  )
  await recordAudit(
    { ...scope, actor: secondPerson },
    {
      action: 'second-person.agreed',
      subject: { kind: 'second-person-request', id: agreement.id },
      details: { what: agreement.kind, amountPaise: agreement.amountPaise, askedBy: scope.actor.name },
    },
  )
  await notifyRequester(scope, agreement.id, `was agreed to and is ${when === 'paid' ? 'done' : 'being carried out'}`)
  return null
}
