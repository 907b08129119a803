import { execute, selectOne } from '~/database/database.server'
import { payloadContext } from '~/models/second-person/ask.server'
import { saveLimit } from '~/models/second-person/limit.server'
import type { RequestKind } from '~/models/second-person/options'
import { newPublicId } from '~/models/shared/public-id.server'
import { encrypt } from '~/services/secrets/secrets.server'
import { insert } from './insert'
import { type MadeSchool, type MadeStaff, makeStaff } from './school'

/** What the two owners and the accountant of `makeTwoOwners` sign in with. */
export const ownPassword = 'Nadi-kinare-gaam-7'

/** As if the account had its role and address for so many days. */
export async function trustedFor(staff: { id: number }, days: number): Promise<void> {
  await execute('UPDATE staff_users SET rights_changed_at = UTC_TIMESTAMP(3) - INTERVAL :days DAY WHERE id = :id', {
    id: staff.id,
    days,
  })
}

/** Two owners and an accountant of long standing; the school wants a second person above ₹1,000. */
export async function makeTwoOwners(school: MadeSchool, abovePaise: number | null = 1000_00) {
  const make = async (role: 'owner' | 'accounts') => {
    const staff = await makeStaff(school, { role, password: ownPassword })
    await trustedFor(staff, 30)
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

/** What went out of the payments of the school, and what was undone of them, in paise. */
export async function goneOut(school: { id: number }): Promise<number> {
  const row = await selectOne<{ paise: string }>(
    `SELECT COALESCE(SUM(-amount_paise), 0) AS paise FROM payment_lines
     WHERE school_id = :id AND kind IN ('refund','bounce') AND state <> 'void'`,
    { id: school.id },
  )
  return Number(row?.paise ?? 0)
}

/** The school's newest request for a second person. */
export function lastRequest(school: { id: number }) {
  return selectOne<{
    publicId: string
    state: string
    kind: string
    amountPaise: number | null
    payload: string | null
  }>(
    `SELECT public_id AS publicId, state, kind, CAST(amount_paise AS SIGNED) AS amountPaise, payload FROM second_person_requests
     WHERE school_id = :id ORDER BY id DESC LIMIT 1`,
    { id: school.id },
  )
}

/** As if the school's newest request had been made so many days ago. */
export async function askedBefore(school: { id: number }, days: number): Promise<void> {
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

/** Requests that a colleague and the owner have made; of two sets in one school the second one’s are withdrawn. */
export async function makeSecondPersonThings(
  school: MadeSchool,
  owner: MadeStaff,
  student: { id: number },
): Promise<SecondPersonThings> {
  await trustedFor(owner, 30)
  const colleague = await makeStaff(school)
  await trustedFor(colleague, 30)
  const make = async (by: MadeStaff, kind: RequestKind, payload: object, more: Record<string, number> = {}) => {
    const isThere = await selectOne(
      "SELECT id FROM second_person_requests WHERE school_id = :id AND kind = :kind AND state = 'waiting'",
      { id: school.id, kind },
    )
    const publicId = newPublicId()
    const sealed = JSON.stringify(encrypt(JSON.stringify(payload), payloadContext(school.id)))
    await insert('second_person_requests', {
      ...{ public_id: publicId, school_id: school.id, kind, subject: '', ...more },
      ...{ state: isThere ? 'withdrawn' : 'waiting', payload: isThere ? null : sealed },
      ...{ asked_by: by.id, asked_by_name: by.name, asked_at: new Date() },
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
