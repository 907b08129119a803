import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '../../app/models/core/shared/scope.server'
import { findFeePlan } from '../../app/models/money/fees/queries.server'
import { currentSession, type MadeClass, type MadeSession, makeClass } from './academics'
import { insert, unique } from './insert'

export interface MadeFee {
  id: number
  publicId: string
  session: MadeSession
  class: MadeClass
  name: string
  /** Ids of the instalments in order; dues refer to them as their sources. */
  instalmentIds: number[]
}

/**
 * Creates a fee of the class without dues: tuition ₹40,000 and computer ₹10,000, in two instalments. The use case
 * `assignFee` creates the dues.
 */
export async function makeFee(
  school: { id: number },
  overrides: {
    session?: MadeSession
    class?: MadeClass
    name?: string
    heads?: Array<{ kind: 'tuition' | 'other'; name: string; amountPaise: number }>
    instalments?: Array<{ title: string; dueOn: string; amountPaise: number }>
  } = {},
): Promise<MadeFee> {
  const session = overrides.session ?? (await currentSession(school))
  const ofClass = overrides.class ?? (await makeClass(school))
  const name = overrides.name ?? 'School Fee'
  const year = session.startsOn.slice(0, 4)
  const heads = overrides.heads ?? [
    { kind: 'tuition', name: 'Tuition Fee', amountPaise: 40_000_00 },
    { kind: 'other', name: 'Computer Fee', amountPaise: 10_000_00 },
  ]
  const instalments = overrides.instalments ?? [
    { title: 'First instalment', dueOn: `${year}-04-10`, amountPaise: 25_000_00 },
    { title: 'Second instalment', dueOn: `${year}-10-10`, amountPaise: 25_000_00 },
  ]
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('fees', {
    public_id: publicId,
    school_id: school.id,
    academic_session_id: session.id,
    class_id: ofClass.id,
    name,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  for (const [position, head] of heads.entries()) {
    await insert('fee_heads', {
      fee_id: id,
      position,
      kind: head.kind,
      name: head.name,
      amount_paise: head.amountPaise,
    })
  }
  const instalmentIds: number[] = []
  for (const [position, one] of instalments.entries()) {
    const row = { fee_id: id, position, title: one.title, due_on: one.dueOn, amount_paise: one.amountPaise }
    instalmentIds.push(await insert('fee_instalments', row))
  }
  return { id, publicId, session, class: ofClass, name, instalmentIds }
}

/** Returns the current version of a fee, as its forms send it. */
export async function feeVersion(scope: SchoolScope, publicId: string): Promise<number> {
  return (await findFeePlan(scope, publicId))?.version ?? 0
}
