import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { School, SchoolSettings } from '~/models/schools/tables.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { type Browser, openAccount, type SignedIn } from './open-account.server'
import { staffPasswordLength } from './options'
import { type PasswordProblem, passwordProblem } from './rules'
import { type Account, scopeOfAccount } from './sessions.server'
import { StaffUser } from './tables.server'

interface Registration {
  name: string
  person: string
  email: string
  phone: string
  address: string
  password: string
}

/** Makes an empty school with its owner, who is signed in at once. Refuses an e-mail that a staff user has. */
export async function registerSchool(
  visitor: VisitorScope,
  form: Registration,
  browser: Browser,
): Promise<Outcome<SignedIn, PasswordProblem | 'email-taken'>> {
  const { name, email, phone, address } = form
  const problem = passwordProblem(form.password, { names: [name, form.person], phones: [phone] }, staffPasswordLength)
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(form.password)
  try {
    const account = await inTransaction(async (tx) => {
      const school = await School.create({ publicId: newPublicId(), name, email, phone, address }, { transaction: tx })
      await SchoolSettings.create({ schoolId: school.id }, { transaction: tx })
      const owner = await StaffUser.create(
        { publicId: newPublicId(), schoolId: school.id, name: form.person, email, role: 'owner', passwordHash },
        { transaction: tx },
      )
      const made: Account = { kind: 'staff', schoolId: school.id, id: owner.id }
      const entry = { action: 'school.registered', subject: { kind: 'school', id: school.id } }
      await recordAudit(scopeOfAccount(made, form.person), entry, tx)
      return made
    })
    return done(await openAccount(visitor, account, 'full', browser))
  } catch (error) {
    if (violatedUniqueKey(error) === 'staff_email') return refused('email-taken')
    throw error
  }
}
