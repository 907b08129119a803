import { currentTransaction, database } from './connection.server'
import { violatedConstraint } from './errors.server'
import { againOnCollision } from './retry.server'

/** By the name of a unique key, foreign key or CHECK: the reason that its violation is refused with, or what to answer then instead. */
type Refusals = Record<string, string | (() => Promise<unknown>)>

type Refused<Given extends Refusals> = {
  [Name in keyof Given]: Given[Name] extends string
    ? { ok: false; reason: Given[Name] }
    : Given[Name] extends () => Promise<infer Answer>
      ? Answer
      : never
}[keyof Given]

/**
 * Runs `work` in one transaction, which every statement of it joins by itself, and again when the database says that it collided with
 * another: `work` must not have effects outside the database. A refusal that it answers (`{ ok: false }`) takes back what it has
 * written. A constraint named in `refusals` that it runs into is answered by a refusal too.
 */
export async function inTransaction<Value, const Given extends Refusals = Record<never, never>>(
  work: () => Promise<Value>,
  refusals?: Given,
): Promise<Value | Refused<Given>> {
  if (currentTransaction()) throw new Error('A transaction is not opened within another')
  let effects: Effect[] = []
  let value: Value
  try {
    value = await againOnCollision(() =>
      database().transaction(async () => {
        effects = []
        currentTransaction()?.set(effectsOf, effects)
        const answer = await work()
        if (isRefusal(answer)) throw new TakenBack(answer)
        return answer
      }),
    )
  } catch (error) {
    if (error instanceof TakenBack) return error.answer as Value
    const answer = refusals?.[violatedConstraint(error) ?? '']
    if (answer === undefined) throw error
    return (typeof answer === 'string' ? { ok: false, reason: answer } : await answer()) as Refused<Given>
  }
  for (const effect of effects) await effect()
  return value
}

/** Carries a refusal past Sequelize, which commits whatever is returned. */
class TakenBack extends Error {
  constructor(readonly answer: unknown) {
    super('A refused change was taken back')
  }
}

const isRefusal = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false

type Effect = () => Promise<void>
const effectsOf = 'effects'

/** Does something once the transaction has come to its good end and given its connection back; not at all when it was taken back. */
export function afterCommit(effect: Effect): void {
  const effects = currentTransaction()?.get(effectsOf) as Effect[] | undefined
  if (!effects) throw new Error('This belongs inside a transaction')
  effects.push(effect)
}
