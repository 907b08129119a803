import { select } from '~/database/connection.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { accountsSharingAName } from '~/models/students/options'
import { verifyNothing, verifyPassword } from '~/services/secrets/passwords.server'
import { sameText } from '~/services/secrets/secrets.server'
import { isBirthDateAlarmOn, noteBirthDateFailures } from './birth-dates.server'
import { accountsKnownTo, noteDeviceFailure } from './devices.server'
import { type Browser, openAccount, type SignedIn } from './open-account.server'
import { looksLikeBirthDate, parseSignInName, type SignInName, slowDownSeconds } from './rules'
import { bucketOf, claimAttempt, forgetFailures, takeBack } from './throttle.server'

export type StudentSignIn =
  | { ok: true; value: SignedIn }
  /** The password fits several accounts (twins), or an account and a registration: the page asks whose it is. */
  | { ok: false; reason: 'several'; accounts: string[]; applications: string[] }
  /** Registered online, and no school has accepted yet: there is no account, only a page that says how things stand. */
  | { ok: false; reason: 'applicant'; application: string }
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'slowed'; waitSeconds: number }

/** A child registered online with a password of its own, under the name typed; the domain `admissions` finds them. */
export interface Applicant {
  publicId: string
  passwordHash: string
  /** Refused otherwise: then it gives way to whatever else the password fits. */
  isWaiting: boolean
}

type FindApplicants = (visitor: VisitorScope, name: SignInName) => Promise<Applicant[]>

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
 * each account and registration of siblings who share the name).
 */
export async function signInStudent(
  visitor: VisitorScope,
  attempt: { name: string; password: string; browser: Browser },
  findApplicants: FindApplicants = async () => [],
): Promise<StudentSignIn> {
  const { password, browser } = attempt
  const name = parseSignInName(attempt.name)
  const [candidates, applicants] = await Promise.all([
    name ? findCandidates(name) : [],
    name ? findApplicants(visitor, name) : [],
  ])
  const known = await accountsKnownTo(browser.deviceToken, candidates)
  const alarm = looksLikeBirthDate(password) && (await isBirthDateAlarmOn())
  const bucket = bucketOf('student', attempt.name.trim().toLowerCase())
  const claimed = await claimAttempt(bucket, (failures) => slowDownSeconds(failures, alarm))
  const open = claimed.ok ? candidates : known

  const fitting = await whoseIs(password, open, claimed.ok ? applicants : [])
  const [account] = fitting.accounts
  const [application] = fitting.applications
  const fits = fitting.accounts.length + fitting.applications.length
  if (fits === 0) {
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
  const sharing = candidates.length + applicants.length
  if (claimed.ok) await (sharing === 1 ? forgetFailures(bucket) : takeBack(claimed.claim))
  if (fits > 1) {
    return {
      ok: false,
      reason: 'several',
      accounts: idsOf(fitting.accounts),
      applications: idsOf(fitting.applications),
    }
  }
  if (!account) return { ok: false, reason: 'applicant', application: application?.publicId ?? '' }
  const stage = account.passwordHash === null ? 'choose-password' : 'full'
  return { ok: true, value: await openAccount(visitor, account, stage, browser) }
}

const idsOf = (all: ReadonlyArray<{ publicId: string }>) => all.map((one) => one.publicId)

async function findCandidates(name: SignInName): Promise<Candidate[]> {
  const rows = await select<Omit<Candidate, 'kind'>>(
    `SELECT id, school_id AS schoolId, public_id AS publicId, date_of_birth AS dateOfBirth, password_hash AS passwordHash
     FROM students WHERE ${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND status = 'active'
     ORDER BY id LIMIT ${accountsSharingAName}`,
    { name: name.value },
  )
  return rows.map((row) => ({ kind: 'student', ...row }))
}

interface Fitting {
  accounts: Candidate[]
  applications: Applicant[]
}

/** What the password opens. Every call costs at least one argon2 check, whatever there is to check. */
async function whoseIs(
  password: string,
  candidates: readonly Candidate[],
  applicants: readonly Applicant[],
): Promise<Fitting> {
  const hashes = candidates.filter((candidate) => candidate.passwordHash !== null).length + applicants.length
  const [, accountFits, applicantFits] = await Promise.all([
    hashes === 0 ? verifyNothing(password) : null,
    Promise.all(
      candidates.map(({ passwordHash, dateOfBirth }) =>
        passwordHash === null ? sameText(dateOfBirth, password) : verifyPassword(passwordHash, password),
      ),
    ),
    Promise.all(applicants.map(({ passwordHash }) => verifyPassword(passwordHash, password))),
  ])
  const accounts = candidates.filter((_, index) => accountFits[index] === true)
  const fitting = applicants.filter((_, index) => applicantFits[index] === true)
  const waiting = fitting.filter((applicant) => applicant.isWaiting)
  return { accounts, applications: accounts.length + waiting.length > 0 ? waiting : fitting }
}
