import { AsyncLocalStorage } from 'node:async_hooks'
import { execute, inTransaction, number, selectRow, selectRows, textOrNull, wordOf } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Actor, SchoolScope } from '~/models/core/shared/scope.server'
import { type Act, notifyRequester, requestApproval, type Waits } from './ask.server'
import type { RequestKind, RequestState } from './options'

/** Money paid out of a payment, or a payment being reversed, in paise. */
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

const recordedOutflows = new AsyncLocalStorage<MoneyOut[]>()
const agreedNow = new AsyncLocalStorage<Agreement>()

/** Carries out an agreed request: the rule allows this action once, up to its amount. */
export const runAgreed = <T>(agreed: Agreement, work: () => Promise<T>): Promise<T> => agreedNow.run(agreed, work)

/**
 * Records that money is paid out of a payment, or that the payment is reversed. Every statement that does so must call
 * it.
 * @throws outside of `moneyOut`, which would bypass the second person
 */
export function noteMoneyOut(out: MoneyOut): void {
  const passage = recordedOutflows.getStore()
  if (!passage) throw new Error('Money goes out within moneyOut only')
  passage.push(out)
}

/** Refusal because a second person is needed; it rolls the transaction back, and the request is created afterwards. */
export interface Needed {
  ok: false
  reason: 'second-person'
  act: Act
  amountPaise: number | null
  studentId: number | null
}

type Answer = { ok: true } | { ok: false; reason: string }

/**
 * Runs a transaction that may pay money out. Adds all that `work` records to earlier outflows of the same payments, and
 * of the same students on the same day (IST). Above the school's limit it rolls back and the action waits for a second
 * person (refuses `waits`). Refuses as `work` does, too.
 */
export async function moneyOut<Answered extends Answer>(
  scope: SchoolScope,
  act: Act,
  work: () => Promise<Answered>,
): Promise<Answered | Waits> {
  const outcome = await inTransaction(() => {
    const passage: MoneyOut[] = []
    return recordedOutflows.run(passage, async (): Promise<Answered | Needed> => {
      const answer = await work()
      if (!answer.ok) return answer
      return (await obstacleTo(scope, act, passage)) ?? answer
    })
  })
  return waitingIfNeeded(scope, outcome)
}

/** A step, called within the transaction of a change that needs the second person for any amount. Null: continue. */
export async function secondPersonStep(scope: SchoolScope, act: Act): Promise<Needed | null> {
  const agreed = agreedNow.getStore()
  if (agreed) return spendAgreement(scope, agreed, act, 0)
  if ((await secondPersonFrom(scope)) === null) return null
  return { ok: false, reason: 'second-person', act, amountPaise: null, studentId: null }
}

/** Creates the request if a second person is needed, after the transaction was rolled back. */
export async function waitingIfNeeded<Answered extends Answer>(
  scope: SchoolScope,
  outcome: Answered,
): Promise<Exclude<Answered, Needed> | Waits> {
  return isNeeded(outcome) ? requestApproval(scope, outcome) : (outcome as Exclude<Answered, Needed>)
}

const isNeeded = (outcome: Answer): outcome is Needed => !outcome.ok && outcome.reason === 'second-person'

/** Returns the amount in paise above which a school requires a second person; null: never. */
export async function secondPersonFrom({ schoolId }: SchoolScope): Promise<number | null> {
  const row = await selectRow(
    { from: { sql: 't.second_person_paise', read: (stored: unknown) => (stored === null ? null : Number(stored)) } },
    'FROM school_settings t WHERE t.school_id = :schoolId',
    { schoolId },
  )
  return row?.from ?? null
}

async function obstacleTo(scope: SchoolScope, act: Act, outs: readonly MoneyOut[]) {
  const amountPaise = outs.reduce((sum, out) => sum + out.amountPaise, 0)
  const agreed = agreedNow.getStore()
  if (agreed) return spendAgreement(scope, agreed, act, outs.length === 0 ? null : amountPaise)
  const [first] = outs
  const limitPaise = first ? await secondPersonFrom(scope) : null
  if (!first || limitPaise === null || (await countedTogether(scope, outs)) <= limitPaise) return null
  return { ok: false as const, reason: 'second-person' as const, act, amountPaise, studentId: first.studentId }
}

const went = "l.kind IN ('refund','bounce') AND l.state <> 'void'"

/**
 * Returns the largest combined amount in paise, including this transaction: all outflows of one payment, or of one
 * student today. Agreed outflows count as well, so that parts never exceed the limit.
 */
async function countedTogether({ schoolId }: SchoolScope, outs: readonly MoneyOut[]): Promise<number> {
  const sums = await selectRows(
    { paise: number('CAST(SUM(-x.paise) AS SIGNED)') },
    `FROM (
       SELECT l.payment_id AS of_payment, NULL AS of_student, l.amount_paise AS paise FROM payment_lines l
       WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) AND ${went}
       UNION ALL
       SELECT NULL, p.student_id, l.amount_paise FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND ${went}
       WHERE p.school_id = :schoolId AND p.student_id IN (:studentIds) AND l.created_at >= CONVERT_TZ(:today, '+05:30', '+00:00')
     ) x GROUP BY x.of_payment, x.of_student`,
    {
      schoolId,
      paymentIds: outs.map((out) => out.paymentId),
      studentIds: outs.map((out) => out.studentId),
      today: todayInIndia(new Date()),
    },
  )
  return Math.max(0, ...sums.map(({ paise }) => paise))
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
 * Marks the request as done in the transaction that carries it out, so that this happens once. An action without
 * outflow (`amountPaise` null) keeps the agreement: a link is closed first, or the same form was used before.
 * @throws AgreementVoid
 */
async function spendAgreement(
  scope: SchoolScope,
  agreed: Agreement,
  act: Act,
  amountPaise: number | null,
): Promise<null> {
  if (act.kind !== agreed.kind || act.subject !== agreed.subject) throw new Error('This act was not agreed to')
  if ((amountPaise ?? 0) > (agreed.amountPaise ?? 0)) throw new AgreementVoid('more-than-agreed')
  const { schoolId } = scope
  const stored = await selectRow(
    { state: wordOf<RequestState>('t.state'), runKey: textOrNull('t.run_key') },
    'FROM second_person_requests t WHERE t.school_id = :schoolId AND t.id = :id FOR UPDATE',
    { schoolId, id: agreed.id },
  )
  if (stored?.state === 'done' && stored.runKey === agreed.runKey) return null
  if (stored?.state !== 'waiting') throw new AgreementVoid('over')
  if (amountPaise === null) return null
  const { secondPerson, runKey } = agreed
  await execute(
    `UPDATE second_person_requests SET state = 'done', payload = NULL, run_key = :runKey, decided_by = :by, decided_by_name = :name,
       decided_at = UTC_TIMESTAMP(3) WHERE id = :id`,
    { id: agreed.id, runKey, by: secondPerson.id, name: secondPerson.name },
  )
  await recordAudit(
    { ...scope, actor: secondPerson },
    {
      action: 'second-person.agreed',
      subject: { kind: 'second-person-request', id: agreed.id },
      details: { what: agreed.kind, amountPaise: agreed.amountPaise, askedBy: scope.actor.name },
    },
  )
  await notifyRequester(scope, agreed.id, 'was agreed to and is done')
  return null
}
