import { violatedConstraint, violatedForeignKey } from './errors.server'
import { againOnCollision } from './retry.server'
import { transact } from './statements.server'
import { currentTransaction } from './transaction-store.server'

type Answering<Answer> = () => Promise<Answer>

/**
 * Runs `work` in one transaction, which all its statements join automatically. Retries it when the database reports a
 * conflict, so `work` must not have effects outside the database. A returned refusal (`{ ok: false }`) rolls back.
 * `refusals` maps the name of a violated unique key, foreign key or CHECK to a refusal's reason or a handler; '*'
 * matches every foreign key.
 */
export function inTransaction<Value>(work: () => Promise<Value>): Promise<Value>
export function inTransaction<Value, Reason extends string>(
  work: () => Promise<Value>,
  refusals: Readonly<Record<string, Reason>>,
): Promise<Value | { ok: false; reason: Reason }>
export function inTransaction<Value, Answer>(
  work: () => Promise<Value>,
  refusals: Readonly<Record<string, Answering<Answer>>>,
): Promise<Value | Answer>
export function inTransaction<Value, Reason extends string, Answer>(
  work: () => Promise<Value>,
  refusals: Readonly<Record<string, Reason | Answering<Answer>>>,
): Promise<Value | Answer | { ok: false; reason: Reason }>
export async function inTransaction(
  work: () => Promise<unknown>,
  refusals: Readonly<Record<string, string | Answering<unknown>>> = {},
): Promise<unknown> {
  if (currentTransaction()) throw new Error('A transaction is not opened within another')
  let effects: Effect[] = []
  let value: unknown
  try {
    value = await againOnCollision(() =>
      transact(async () => {
        effects = []
        currentTransaction()?.set(effectsOf, effects)
        const answer = await work()
        if (isRefusal(answer)) throw new TakenBack(answer)
        return answer
      }),
    )
  } catch (error) {
    if (error instanceof TakenBack) return error.answer
    const any = violatedForeignKey(error) === null ? '' : '*'
    const answer = refusals[violatedConstraint(error) ?? ''] ?? refusals[any]
    if (answer === undefined) throw error
    return typeof answer === 'string' ? { ok: false, reason: answer } : answer()
  }
  for (const effect of effects) await effect()
  return value
}

/** Carries a refusal out of the transaction as an error, because Sequelize commits whenever `work` returns a value. */
class TakenBack extends Error {
  constructor(readonly answer: unknown) {
    super('A refused change was taken back')
  }
}

const isRefusal = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false

type Effect = () => Promise<void>
const effectsOf = 'effects'

/** Runs `effect` after the transaction committed and released its connection; never after a rollback. */
export function afterCommit(effect: Effect): void {
  const effects = currentTransaction()?.get(effectsOf) as Effect[] | undefined
  if (!effects) throw new Error('This belongs inside a transaction')
  effects.push(effect)
}
