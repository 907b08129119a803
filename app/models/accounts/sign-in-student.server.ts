import { select } from '~/database/connection.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { accountsSharingAName } from '~/models/students/options'
import { verifyNothing, verifyPassword } from '~/services/secrets/passwords.server'
import { sameText } from '~/services/secrets/secrets.server'
import { isBirthDateAlarmOn, noteBirthDateFailures } from './birth-dates.server'
import { accountsKnownTo, noteDeviceFailure } from './devices.server'
import { type Browser, openAccount, type SignedIn } from './open-account.server'
import { looksLikeBirthDate, parseSignInName, slowDownSeconds } from './rules'
import { bucketOf, claimAttempt, forgetFailures, takeBack } from './throttle.server'

export type StudentSignIn =
  | { ok: true; value: SignedIn }
  /** The password fits several accounts (twins): the page asks whose it is. */
  | { ok: false; reason: 'several'; accounts: string[] }
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'slowed'; waitSeconds: number }

interface Candidate {
  kind: 'student'
  id: number
  schoolId: number
  publicId: string
  dateOfBirth: string
  passwordHash: string | null
}

/**
 * Signs a student in by e-mail or mobile number. Up to eight accounts may share that name; the password decides. Until a
 * password is chosen the date of birth is one, and opens no more than the page to choose it. A name that nobody has reads
 * and costs the same as a wrong password: counters go by the name typed, and one argon2 check is made either way (one for
 * each account of siblings who share the name).
 */
export async function signInStudent(
  visitor: VisitorScope,
  attempt: { name: string; password: string; browser: Browser },
): Promise<StudentSignIn> {
  const { name, password, browser } = attempt
  const candidates = await findCandidates(name)
  const known = await accountsKnownTo(browser.deviceToken, candidates)
  const alarm = looksLikeBirthDate(password) && (await isBirthDateAlarmOn())
  const bucket = bucketOf('student', name.trim().toLowerCase())
  const claimed = await claimAttempt(bucket, (failures) => slowDownSeconds(failures, alarm))
  const open = claimed.ok ? candidates : known

  const fitting = await whoseIs(password, open)
  const [account] = fitting
  if (!account) {
    if (!claimed.ok) {
      if (known.length === 0) return { ok: false, reason: 'slowed', waitSeconds: claimed.waitSeconds }
      await noteDeviceFailure(browser.deviceToken)
    }
    await noteBirthDateFailures(
      open.filter((candidate) => candidate.passwordHash === null),
      bucket,
    )
    return { ok: false, reason: 'wrong-password' }
  }
  // Where others share the name, their failures are not this account's to forget.
  if (claimed.ok) await (candidates.length === 1 ? forgetFailures(bucket) : takeBack(claimed.claim))
  if (fitting.length > 1) return { ok: false, reason: 'several', accounts: fitting.map((one) => one.publicId) }
  const stage = account.passwordHash === null ? 'choose-password' : 'full'
  return { ok: true, value: await openAccount(visitor, account, stage, browser) }
}

async function findCandidates(text: string): Promise<Candidate[]> {
  const name = parseSignInName(text)
  if (!name) return []
  const rows = await select<Omit<Candidate, 'kind'>>(
    `SELECT id, school_id AS schoolId, public_id AS publicId, date_of_birth AS dateOfBirth, password_hash AS passwordHash
     FROM students WHERE ${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND status = 'active'
     ORDER BY id LIMIT ${accountsSharingAName}`,
    { name: name.value },
  )
  return rows.map((row) => ({ kind: 'student', ...row }))
}

/** The accounts that the password opens. Every call costs at least one argon2 check, whatever there is to check. */
async function whoseIs(password: string, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const withHash = candidates.filter((candidate) => candidate.passwordHash !== null)
  const [, ...fits] = await Promise.all([
    withHash.length === 0 ? verifyNothing(password) : null,
    ...candidates.map(({ passwordHash, dateOfBirth }) =>
      passwordHash === null ? sameText(dateOfBirth, password) : verifyPassword(passwordHash, password),
    ),
  ])
  return candidates.filter((_, index) => fits[index] === true)
}
