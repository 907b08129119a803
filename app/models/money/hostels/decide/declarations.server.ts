import { flag, number, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { tooMuchSql } from '~/models/money/ledger/books/columns.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import type { PaymentMethod } from '~/models/money/ledger/payment-methods'
import { Payment } from '~/models/money/ledger/tables.server'
import { allDues } from '../stay/charges.server'

/** A payment for an application; the payment awaits the school's check, was refused, or left an excess (`stage`). */
interface Declaration {
  publicId: string
  method: PaymentMethod
  /**
   * waiting: declared by the student and not yet checked by the school. refused: the school has not received it.
   * excess: money that arrived when nothing was owed any more, and is held by the school.
   */
  stage: 'waiting' | 'refused' | 'excess'
  /** Paise declared for this application; for excess, the amount that the school still holds. */
  amountPaise: number
  /** The school's reason for the refusal. */
  reason: string | null
  /** Public ids of the application's dues that it was meant for. */
  dueIds: string[]
}

const lines = {
  ...columnsOf(Payment, 'p', 'publicId', 'method', 'state', 'failure'),
  excessPaise: number(tooMuchSql),
  duePublicId: text('d.public_id'),
  linePaise: number('i.amount_paise'),
  isOpen: flag("i.state = 'open'"),
}

/**
 * Payments for an application that are declared, refused or in excess, the oldest first; excludes declarations that the
 * student withdrew.
 */
export async function declarationsOf(scope: LedgerScope, { id, studentId }: { id: number; studentId: number }) {
  const declarations = new Map<string, Declaration>()
  const rows = await selectRows(
    lines,
    `${allDues} JOIN payment_lines i ON i.due_id = d.id AND i.kind = 'due' JOIN payments p ON p.id = i.payment_id
     WHERE a.school_id = :schoolId AND a.id = :id AND a.student_id = :studentId ORDER BY p.id, i.id`,
    { schoolId: scope.schoolId, id, studentId },
  )
  for (const { duePublicId, linePaise, isOpen, state, failure, excessPaise, ...payment } of rows) {
    const stage = stageOf({ ...payment, state, failure, excessPaise })
    if (stage === null) continue
    const declaration = declarations.get(payment.publicId) ?? {
      ...payment,
      stage,
      dueIds: [],
      amountPaise: stage === 'excess' ? excessPaise : 0,
      reason: stage === 'refused' ? failure : null,
    }
    if (stage === 'refused' || isOpen) declaration.amountPaise += linePaise
    declaration.dueIds.push(duePublicId)
    declarations.set(payment.publicId, declaration)
  }
  return [...declarations.values()]
}

type PaymentStatus = Pick<Payment, 'method' | 'state' | 'failure'> & { excessPaise: number }

function stageOf({ method, state, failure, excessPaise }: PaymentStatus): Declaration['stage'] | null {
  if (excessPaise > 0) return 'excess'
  if (method === 'online') return null
  if (state === 'pending') return 'waiting'
  // A failed payment without a reason was withdrawn by the student.
  return state === 'failed' && failure !== null ? 'refused' : null
}

export function waitingOf(declarations: readonly Declaration[]): Declaration[] {
  return declarations.filter((one) => one.stage === 'waiting')
}

/** Latest declaration if the school refused it, and the student has declared nothing since. */
export function lastRefusalOf(declarations: readonly Declaration[]): Declaration | null {
  const last = declarations.filter((one) => one.method !== 'online' && one.stage !== 'excess').at(-1)
  return last?.stage === 'refused' ? last : null
}
