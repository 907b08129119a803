import type { Language } from '~/language/language'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { GuardianRelation } from '~/models/people/guardians/options'
import { hashPassword } from '~/services/secrets/passwords.server'
import { insert, unique } from './insert'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

export interface MadeGuardian {
  id: number
  publicId: string
  schoolId: number
  name: string
  mobileNumber: string | null
  email: string | null
}

export interface MadeGuardianAccount {
  id: number
  name: string
  mobileNumber: string | null
  email: string | null
}

export const guardianPassword = 'blue kites over Anand'

const hashes = new Map<string, Promise<string>>()

/** Hashes each password once per run, because hashing is slow. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** Creates a guardian's account that no school has linked yet. */
export async function makeGuardianAccount(
  facts: Partial<Omit<MadeGuardianAccount, 'id'> & { password: string | null; language: Language }> = {},
): Promise<MadeGuardianAccount> {
  const {
    name = 'Rajesh Patel',
    mobileNumber = null,
    email = null,
    password = guardianPassword,
    language = null,
  } = facts
  const now = new Date()
  const id = await insert('guardian_accounts', {
    public_id: newPublicId(),
    name,
    mobile_number: mobileNumber,
    email,
    // No password matches `!`: the account cannot sign in.
    password_hash: password === null ? '!' : await hashOf(password),
    password_changed_at: now,
    language,
    created_at: now,
    updated_at: now,
  })
  return { id, name, mobileNumber, email }
}

/** Creates a guardian of the school without an account or children. */
export async function makeGuardian(
  school: Pick<MadeSchool, 'id'>,
  facts: Partial<Pick<MadeGuardian, 'name' | 'mobileNumber' | 'email'>> & {
    language?: Language
    accountId?: number
  } = {},
): Promise<MadeGuardian> {
  const made = {
    publicId: newPublicId(),
    schoolId: school.id,
    name: facts.name ?? 'Rajesh Patel',
    mobileNumber: facts.mobileNumber ?? null,
    email: facts.email ?? null,
  }
  const now = new Date()
  const id = await insert('family_guardians', {
    public_id: made.publicId,
    school_id: made.schoolId,
    account_id: facts.accountId ?? null,
    name: made.name,
    mobile_number: made.mobileNumber,
    email: made.email,
    language: facts.language ?? null,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  return { id, ...made }
}

/** Links the guardian to the child, by default with all rights. */
export async function linkGuardian(
  guardian: MadeGuardian,
  child: MadeStudent,
  rights: Partial<{
    maySee: boolean
    mayPay: boolean
    isTold: boolean
    relation: GuardianRelation
    position: number
    shutOutAt: Date
  }> = {},
): Promise<number> {
  const { maySee = true, mayPay = true, isTold = true, relation = 'father', position = 1, shutOutAt = null } = rights
  const now = new Date()
  return insert('guardian_links', {
    public_id: newPublicId(),
    school_id: guardian.schoolId,
    guardian_id: guardian.id,
    student_id: child.id,
    relation,
    may_see: Number(maySee),
    may_pay: Number(mayPay),
    is_told: Number(isTold),
    position,
    shut_out_at: shutOutAt,
    created_at: now,
    updated_at: now,
  })
}
