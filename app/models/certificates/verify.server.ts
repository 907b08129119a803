import { flag, selectRow, text } from '~/database/database.server'
import { claimTurn, takeBack } from '~/models/accounts/throttle.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { VisitorScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { numberColumn } from './certificates.server'
import { Certificate, CertificateCopy } from './tables.server'

const columns = {
  ...columnsOf(Certificate, 'x', 'view', 'state', 'issuedOn', 'cancelledAt'),
  ...columnsOf(CertificateCopy, 'c', 'madeOn'),
  isDuplicate: flag('c.number > 0'),
  number: numberColumn,
  schoolName: text('h.name'),
  isSuspended: flag('h.suspended_at IS NOT NULL'),
}

/** Codes that no certificate has, from one network: so many are free in a quarter of an hour, then one in ten seconds. */
const turns = { free: 30, seconds: 10, minutes: 15 }

/**
 * What anybody who holds a certificate is told of it by its token: whether it is valid, cancelled or a duplicate, and of the student only
 * initials and class; a suspended school's papers stay what they were, and it is said beside them; null where no certificate has this token, and while the
 * operator has not approved the school: anybody can register one under any name, and the portal vouches for none of its papers. Who guesses has to wait: `waitSeconds`. What is found is not counted, so that
 * nobody behind the same address waits for it.
 * @param network where it is asked from
 */
export async function verifyCertificate(_visitor: VisitorScope, token: string, network: string | null) {
  const claimed = await claimTurn(`verify:${network ?? 'none'}`, turns)
  if (!claimed.ok) return { ok: false as const, waitSeconds: claimed.waitSeconds }
  const found = await findByToken(token)
  if (found) await takeBack(claimed.claim)
  return { ok: true as const, found }
}

async function findByToken(token: string) {
  const row = await selectRow(
    columns,
    `FROM certificate_copies c JOIN certificates x ON x.id = c.certificate_id JOIN certificate_kinds k ON k.id = x.kind_id
     JOIN schools h ON h.id = c.school_id WHERE c.token = :token AND h.approved_at IS NOT NULL`,
    { token },
  )
  if (!row?.view || row.issuedOn === null) return null
  const { view, state, issuedOn, isDuplicate, madeOn, number, schoolName, isSuspended, cancelledAt } = row
  return {
    state: state === 'cancelled' ? ('cancelled' as const) : isDuplicate ? ('duplicate' as const) : ('valid' as const),
    schoolName,
    isSuspended,
    title: view.title,
    number,
    issuedOn,
    madeOn: isDuplicate ? madeOn : null,
    cancelledOn: cancelledAt && todayInIndia(cancelledAt),
    ...view.subject,
  }
}

/** A token as people type it from paper, with hyphens, spaces and capitals. */
export const tokenAsTyped = (typed: string) => typed.toLowerCase().replace(/[\s-]+/g, '')
