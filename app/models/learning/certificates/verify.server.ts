import { flag, selectRow, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { claimTurn, uncountAttempt } from '~/models/people/accounts/sign-in/throttle.server'
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

/** Unknown tokens allowed from one network: `free` in a quarter of an hour, then one every ten seconds. */
const turns = { free: 30, seconds: 10, minutes: 15 }

/**
 * Verifies a certificate by its token, for anyone. Returns whether it is valid, cancelled or a duplicate, and of the
 * student only the initials and the class. Returns null for an unknown token, or if the school is not approved, because
 * anyone can register a school. Certificates of a suspended school stay valid, with a note. Slows down guesses
 * (`waitSeconds`); lookups that find a certificate do not count, so that others on the same network need not wait.
 * @param network network of the request
 */
export async function verifyCertificate(_visitor: VisitorScope, token: string, network: string | null) {
  const claimed = await claimTurn(`verify:${network ?? 'none'}`, turns)
  if (!claimed.ok) return { ok: false as const, waitSeconds: claimed.waitSeconds }
  const certificate = await findByToken(token)
  if (certificate) await uncountAttempt(claimed.claim)
  return { ok: true as const, found: certificate }
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

/** Normalises a token typed from paper, with hyphens, spaces and capitals. */
export const tokenAsTyped = (input: string) => input.toLowerCase().replace(/[\s-]+/g, '')
