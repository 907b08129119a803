import { execute } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { payloadContext } from '~/models/people/second-person/ask.server'
import { saveLimit } from '~/models/people/second-person/limit.server'
import type { RequestKind } from '~/models/people/second-person/options'
import { encrypt } from '~/services/secrets/secrets.server'
import { insert } from './insert'
import { readRow } from './read'
import { type MadeSchool, type MadeStaff, makeStaff } from './school'

/** Password of the two owners and the accountant of `makeTwoOwners`. */
export const ownPassword = 'Nadi-kinare-gaam-7'

/** Backdates the account's last change of role and address by `days` days. */
export async function backdateRights(staff: { id: number }, days: number): Promise<void> {
  await execute('UPDATE staff_users SET rights_changed_at = UTC_TIMESTAMP(3) - INTERVAL :days DAY WHERE id = :id', {
    id: staff.id,
    days,
  })
}

/** Creates two long-standing owners and an accountant; by default, the school requires a second person above ₹1,000. */
export async function makeTwoOwners(school: MadeSchool, abovePaise: number | null = 1000_00) {
  const make = async (role: 'owner' | 'accounts') => {
    const staff = await makeStaff(school, { role, password: ownPassword })
    await backdateRights(staff, 30)
    return staff
  }
  const [asker, second, accounts]: MadeStaff[] = [await make('owner'), await make('owner'), await make('accounts')]
  if (!asker || !second || !accounts) throw new Error('Nobody was made')
  if (abovePaise !== null) {
    const saved = await saveLimit(asker.scope, abovePaise)
    if (!saved.ok) throw new Error(saved.reason)
  }
  return { asker, second, accounts }
}

/** Returns the sum of refunded and reversed payments of the school, in paise. */
export async function paidOutPaise(school: { id: number }): Promise<number> {
  const row = await readRow<{ paise: string }>(
    `SELECT COALESCE(SUM(-amount_paise), 0) AS paise FROM payment_lines
     WHERE school_id = :id AND kind IN ('refund','bounce') AND state <> 'void'`,
    { id: school.id },
  )
  return Number(row?.paise ?? 0)
}

export function lastRequest(school: { id: number }) {
  return readRow<{ publicId: string; state: string; kind: string; amountPaise: number | null; payload: string | null }>(
    `SELECT public_id AS publicId, state, kind, CAST(amount_paise AS SIGNED) AS amountPaise, payload FROM second_person_requests
     WHERE school_id = :id ORDER BY id DESC LIMIT 1`,
    { id: school.id },
  )
}

/** Backdates the school's newest request by `days` days. */
export async function backdateRequest(school: { id: number }, days: number): Promise<void> {
  await execute(
    `UPDATE second_person_requests SET asked_at = asked_at - INTERVAL :days DAY WHERE school_id = :id ORDER BY id DESC LIMIT 1`,
    { id: school.id, days },
  )
}

export interface SecondPersonThings {
  toDecide: string
  toDecideToo: string
  own: string
}

/** Creates requests of a colleague and of the owner; withdrawn ones for kinds that already have a waiting request. */
export async function makeSecondPersonThings(
  school: MadeSchool,
  owner: MadeStaff,
  student: { id: number },
): Promise<SecondPersonThings> {
  await backdateRights(owner, 30)
  const colleague = await makeStaff(school)
  await backdateRights(colleague, 30)
  const make = async (by: MadeStaff, kind: RequestKind, payload: object, more: Record<string, number> = {}) => {
    const isThere = await readRow(
      "SELECT id FROM second_person_requests WHERE school_id = :id AND kind = :kind AND state = 'waiting'",
      { id: school.id, kind },
    )
    const publicId = newPublicId()
    const sealed = JSON.stringify(encrypt(JSON.stringify(payload), payloadContext(school.id)))
    await insert('second_person_requests', {
      public_id: publicId,
      school_id: school.id,
      kind,
      subject: '',
      ...more,
      state: isThere ? 'withdrawn' : 'waiting',
      payload: isThere ? null : sealed,
      asked_by: by.id,
      asked_by_name: by.name,
      asked_at: new Date(),
    })
    return publicId
  }
  const account = { bankName: 'Bank of Baroda', bankAccountNumber: '38220100004711', bankIfscCode: 'BARB0NAVRAN' }
  return {
    toDecide: await make(colleague, 'limit', { before: null, after: 50_000_00 }),
    toDecideToo: await make(colleague, 'fee-account', { before: account, after: account }),
    own: await make(owner, 'payment-keys-removal', { before: '' }, { student_id: student.id, amount_paise: 1234_00 }),
  }
}
