import { select } from '~/database/database.server'
import { excessSql } from '~/models/ledger/columns.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import type { PaymentMethod, PaymentState } from '~/models/ledger/options'

/** A payment that was meant for a place and has not settled all of it. */
export interface Declaration {
  publicId: string
  method: PaymentMethod
  /**
   * waiting: declared by the student, and the school has not looked yet. refused: the school has not received it. excess: money that came
   * when nothing was owed for it any more, and waits at the school.
   */
  stage: 'waiting' | 'refused' | 'excess'
  /** In paise: what of it is declared for this place; of an excess what the school still holds. */
  amountPaise: number
  /** Why the school refused it. */
  reason: string | null
  /** Public ids of the place's dues that it was meant for. */
  dueIds: string[]
}

interface Line {
  publicId: string
  method: PaymentMethod
  state: PaymentState
  failure: string | null
  excessPaise: number
  duePublicId: string
  linePaise: number
  isOpen: number
}

/** What was declared for a place and waits, was refused or came too late, the oldest first. What the student took back is none of it. */
export async function declarationsOf(scope: LedgerScope, application: { id: number; studentId: number }) {
  const lines = await select<Line>(
    `SELECT p.public_id AS publicId, p.method, p.state, p.failure, ${excessSql} AS excessPaise, d.public_id AS duePublicId,
       i.amount_paise AS linePaise, i.state = 'open' AS isOpen
     FROM hostel_charges k
     JOIN dues d ON d.school_id = k.school_id AND d.student_id = :studentId AND d.kind = 'hostel' AND d.source_id = k.id
     JOIN payment_lines i ON i.due_id = d.id AND i.kind = 'due'
     JOIN payments p ON p.id = i.payment_id
     WHERE k.school_id = :schoolId AND k.application_id = :applicationId ORDER BY p.id, i.id`,
    { schoolId: scope.schoolId, studentId: application.studentId, applicationId: application.id },
  )
  const found = new Map<string, Declaration>()
  for (const line of lines) {
    const stage = stateOf(line)
    if (stage === null) continue
    const { publicId, method, failure, excessPaise } = line
    const declaration = found.get(publicId) ?? {
      ...{ publicId, method, stage, dueIds: [] },
      amountPaise: stage === 'excess' ? excessPaise : 0,
      reason: stage === 'refused' ? failure : null,
    }
    if (stage === 'refused' || line.isOpen === 1) declaration.amountPaise += line.linePaise
    declaration.dueIds.push(line.duePublicId)
    found.set(publicId, declaration)
  }
  return [...found.values()]
}

function stateOf({ method, state, failure, excessPaise }: Line): Declaration['stage'] | null {
  if (excessPaise > 0) return 'excess'
  if (method === 'online') return null
  if (state === 'pending') return 'waiting'
  // One without a reason was taken back by the student.
  return state === 'failed' && failure !== null ? 'refused' : null
}

/** Declarations that wait for the school. */
export function waitingOf(declarations: readonly Declaration[]): Declaration[] {
  return declarations.filter((one) => one.stage === 'waiting')
}

/** What the school said last about a declaration, where the student has declared nothing since. */
export function lastRefusalOf(declarations: readonly Declaration[]): Declaration | null {
  const last = declarations.filter((one) => one.method !== 'online' && one.stage !== 'excess').at(-1)
  return last?.stage === 'refused' ? last : null
}
