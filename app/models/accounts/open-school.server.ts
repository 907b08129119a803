import { execute, inTransaction, selectOne } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { School, SchoolSettings } from '~/models/schools/tables.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { type Browser, openAccount } from './open-account.server'
import { type Account, scopeOfAccount } from './sessions.server'
import { StaffUser } from './tables.server'

export interface SchoolRegistration {
  name: string
  person: string
  email: string
}

const byToken = 'FROM school_registrations WHERE token_hash = :hash AND expires_at > UTC_TIMESTAMP(3)'

/** What waits to be opened by the token of a mailed link, or null where the link opens nothing. */
export function findRegistration(_visitor: VisitorScope, token: string): Promise<SchoolRegistration | null> {
  return selectOne<SchoolRegistration>(`SELECT name, person, email ${byToken}`, { hash: hashToken(token) })
}

/**
 * Makes an empty school with its owner, who is signed in at once, by a mailed link; it works once. The school is open to the
 * public when the operator says yes, or at once (`approved`). Refuses `link-not-valid`, and `email-taken` when
 * the address came to sign in somewhere meanwhile.
 */
export async function openSchool(visitor: VisitorScope, token: string, browser: Browser, approved: boolean) {
  try {
    const account = await inTransaction(async () => {
      // Locked: of links that are opened at once, one finds it.
      const found = await selectOne<SchoolRegistration & { phone: string; address: string; passwordHash: string }>(
        `SELECT name, person, email, phone, address, password_hash AS passwordHash ${byToken} FOR UPDATE`,
        { hash: hashToken(token) },
      )
      if (!found) return null
      const { name, person, email, phone, address, passwordHash } = found
      await execute('DELETE FROM school_registrations WHERE email = :email', { email })
      const approvedAt = approved ? new Date() : null
      const school = await School.create({ publicId: newPublicId(), name, email, phone, address, approvedAt })
      await SchoolSettings.create({ schoolId: school.id })
      const owner = await StaffUser.create({
        publicId: newPublicId(),
        schoolId: school.id,
        name: person,
        email,
        role: 'owner',
        passwordHash,
      })
      const made: Account = { kind: 'staff', schoolId: school.id, id: owner.id }
      const entry = { action: 'school.registered', subject: { kind: 'school', id: school.id } }
      await recordAudit(scopeOfAccount(made, person), entry)
      return made
    })
    return account ? done(await openAccount(visitor, account, 'full', browser)) : refused('link-not-valid')
  } catch (error) {
    if (violatedUniqueKey(error) === 'staff_email') return refused('email-taken')
    throw error
  }
}
