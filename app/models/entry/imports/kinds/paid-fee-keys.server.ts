import { createHash } from 'node:crypto'
import { flag, inParts, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { voidedStates } from '~/models/money/ledger/options'
import { foldKey, looseKey } from '../values/cells'
import type { ReadRow, RowValues } from './port'

/** Existing payments with these form keys, and whether they still count or were reversed (`back`). */
async function readStates(scope: SchoolScope, keys: readonly string[]): Promise<Map<string, 'counts' | 'back'>> {
  const states = new Map<string, 'counts' | 'back'>()
  for (const part of inParts(keys)) {
    const rows = await selectRows(
      { formKey: text('form_key'), isBack: flag('state IN (:back)') },
      'FROM payments WHERE school_id = :schoolId AND form_key IN (:part)',
      { schoolId: scope.schoolId, part, back: [...voidedStates] },
    )
    for (const row of rows) states.set(row.formKey, row.isBack ? 'back' : 'counts')
  }
  return states
}

/** References used by payments of the school, with the form keys of those payments. */
export async function readReferences(scope: SchoolScope, references: readonly string[]) {
  const used = new Map<string, string[]>()
  for (const part of inParts([...new Set(references)])) {
    const rows = await selectRows(
      { reference: text('reference'), formKey: text('form_key') },
      `FROM payments
       WHERE school_id = :schoolId AND reference IN (:part) AND state NOT IN (:free)`,
      { schoolId: scope.schoolId, part, free: ['failed', ...voidedStates] },
    )
    for (const row of rows) used.set(foldKey(row.reference), [...(used.get(foldKey(row.reference)) ?? []), row.formKey])
  }
  return used
}

/**
 * Identifies a payment, also by its purpose: the same amount for the bus and for the hostel on one day are two
 * payments, in one file or in two.
 */
const identityOf = (scope: SchoolScope, studentId: number, values: RowValues) =>
  [
    scope.schoolId,
    studentId,
    values.paid_on,
    values.method,
    foldKey(values.reference ?? ''),
    values.amount,
    looseKey(values.name ?? ''),
    looseKey(values.title ?? ''),
    looseKey(values.session ?? ''),
  ].join('|')

const keyOf = (identity: string, occurrence: number) =>
  `import-${createHash('sha256').update(`${identity}|${occurrence}`).digest('hex').slice(0, 32)}`

/**
 * Returns the form key of each row's payment, and the keys that are already booked; `studentIds` has each row's
 * student. The same payment has the same key in every file, and equal payments of one day are numbered. Skips the
 * number of a reversed payment, so that the payment can be imported once more.
 */
export async function findPaymentKeys(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  studentIds: readonly number[],
): Promise<{ keys: string[]; booked: Set<string> }> {
  const whats = rows.map(({ values }, index) => identityOf(scope, studentIds[index] ?? 0, values))
  const open = new Map<string, { wanted: number; tried: number; keys: string[] }>()
  for (const identity of whats) {
    const one = open.get(identity) ?? { wanted: 0, tried: 0, keys: [] }
    one.wanted += 1
    open.set(identity, one)
  }
  const booked = new Set<string>()
  for (let lacking = [...open]; lacking.length > 0; ) {
    const candidates = lacking.map(([what, one]) => {
      const first = one.tried + 1
      one.tried += one.wanted - one.keys.length
      return { one, keys: Array.from({ length: one.tried - first + 1 }, (_, index) => keyOf(what, first + index)) }
    })
    const states = await readStates(
      scope,
      candidates.flatMap(({ keys }) => keys),
    )
    for (const { one, keys } of candidates) one.keys.push(...keys.filter((key) => states.get(key) !== 'back'))
    for (const [key, state] of states) if (state === 'counts') booked.add(key)
    lacking = lacking.filter(([, one]) => one.keys.length < one.wanted)
  }
  return { keys: whats.map((identity) => open.get(identity)?.keys.shift() ?? ''), booked }
}
