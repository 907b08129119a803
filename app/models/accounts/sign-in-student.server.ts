import { select } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { accountsSharingAName, maxAccountsChecked } from '~/models/students/options'
import { requireTurn, verifyNothing, verifyPassword } from '~/services/secrets/passwords.server'
import { sameText } from '~/services/secrets/secrets.server'
import { isActivationCode } from './activation-code.server'
import { forgetDates, tryBirthDate } from './birth-dates.server'
import { isKnownSql, noteDeviceFailure, valuesOfKnown } from './devices.server'
import { type Browser, openAccount, type SignedIn } from './open-account.server'
import type { Slowed } from './own-password.server'
import { parseSignInName, readFirstPassword, type SignInName } from './rules'
import { isCalled, isUnapproved } from './school-order'
import { countSignInTry, recordFailedSignIn, refuseSlowed } from './sign-in-tries.server'
import { bucketOf } from './throttle.server'

export type StudentSignIn =
  | { ok: true; value: SignedIn }
  /** The password fits several accounts (twins), or an account and a registration: the page asks whose it is. */
  | { ok: false; reason: 'several'; accounts: string[]; applications: string[] }
  /** Registered online, and no school has accepted yet: there is no account, only a page that says how things stand. */
  | { ok: false; reason: 'applicant'; application: string }
  | { ok: false; reason: 'wrong-password' }
  /** More accounts have this name than are tried: the page asks for the name of the school. */
  | { ok: false; reason: 'which-school' }
  | Slowed

/** A child registered online with a password of its own, under the name typed; the domain `admissions` finds them. */
export interface Applicant {
  kind: 'applicant'
  id: number
  schoolId: number
  publicId: string
  passwordHash: string
  /** Refused otherwise: then it gives way to whatever else the password fits. */
  isWaiting: boolean
}

/** Of all schools, or of those that are called `school`. */
type FindApplicants = (visitor: VisitorScope, name: SignInName, school?: string) => Promise<Applicant[]>

interface Candidate {
  kind: 'student'
  id: number
  schoolId: number
  publicId: string
  dateOfBirth: string
  passwordHash: string | null
  activationRound: number
}

/**
 * Signs a student in by e-mail or mobile number. Up to eight accounts of a school may share that name; the password decides. Those of approved schools
 * are tried first; where more have the name than are tried, the school's name finds the others. Until a
 * password is chosen the date of birth is one, and opens no more than the page to choose it; where many wrong dates were tried it is
 * wanted with the code of the activation slip behind it. Wrong passwords are counted for each account that was found; while one waits, its
 * password is not looked at, and while all wait, none is hashed. A name that nobody has reads and costs the same: it is counted by itself, and one
 * argon2 check is made either way (one for each account and registration of siblings who share the name).
 */
export async function signInStudent(
  visitor: VisitorScope,
  attempt: { name: string; password: string; browser: Browser; school?: string },
  findApplicants: FindApplicants = async () => [],
): Promise<StudentSignIn> {
  const { password, browser, school } = attempt
  const name = parseSignInName(attempt.name)
  const [allCandidates, allApplicants] = await Promise.all([
    name ? findCandidates(name, school, browser) : [],
    name ? findApplicants(visitor, name, school) : [],
  ])
  const [candidates, applicants] = [checked(allCandidates), checked(allApplicants)]
  const isCrowded = candidates.length < allCandidates.length || applicants.length < allApplicants.length
  const typed = attempt.name.trim().toLowerCase()
  const unknown = bucketOf('student', typed)
  const found = [...candidates, ...applicants]
  requireTurn()
  const tries = await countSignInTry(found, unknown, browser)
  const open = candidates.filter((candidate) => tries.open.includes(candidate))
  if (tries.isRefused) return refuseSlowed(found, typed, tries.waitSeconds)

  const first = readFirstPassword(password)
  const undecided = open.filter(({ passwordHash }) => passwordHash === null)
  const byFirstPassword =
    first && !first.code
      ? await tryBirthDate(undecided, first.date, unknown)
      : undecided.filter((candidate) => fitsFirstPassword(candidate, first))
  const openApplicants = applicants.filter((applicant) => tries.open.includes(applicant))
  const fitting = await tries.look(() => whoseIs(password, open, byFirstPassword, openApplicants))
  const [account] = fitting.accounts
  const [application] = fitting.applications
  const fits = fitting.accounts.length + fitting.applications.length
  if (fits === 0) {
    if (tries.byBrowserOnly.length > 0) await noteDeviceFailure(browser.deviceToken)
    else if (tries.waitSeconds > 0) return refuseSlowed(found, typed, tries.waitSeconds)
    await recordFailedSignIn(found, typed, 'wrong-password')
    return { ok: false, reason: isCrowded ? 'which-school' : 'wrong-password' }
  }
  // Siblings keep the failures that they had. For everybody else it was a wrong password: a student of another school, or a registration,
  // made under this name with the password to be tried, would make each try free.
  const opened: Array<Candidate | Applicant> = [...fitting.accounts, ...fitting.applications]
  const schools = new Set(fitting.accounts.map(({ schoolId }) => schoolId))
  const failed = tries.open.filter((one) => !opened.includes(one) && !schools.has(one.schoolId))
  if (failed.length > 0) await recordFailedSignIn(failed, typed, 'wrong-password')
  await Promise.all([tries.right(opened, failed), forgetDates(fitting.accounts)])
  if (fits > 1) {
    return {
      ok: false,
      reason: 'several',
      accounts: idsOf(fitting.accounts),
      applications: idsOf(fitting.applications),
    }
  }
  if (!account) {
    const { id = null, schoolId = null } = application ?? {}
    await recordSecurityEvent({ schoolId }, { kind: 'signed-in', subject: { kind: 'applicant', id } })
    return { ok: false, reason: 'applicant', application: application?.publicId ?? '' }
  }
  const stage = account.passwordHash === null ? 'choose-password' : 'full'
  return { ok: true, value: await openAccount(visitor, account, stage, browser) }
}

const idsOf = (all: ReadonlyArray<{ publicId: string }>) => all.map((one) => one.publicId)

const checked = <One>(all: readonly One[]) => all.slice(0, maxAccountsChecked)

/**
 * As many of each school as may share a name there, those first who have been in this browser or network, then those of approved schools: nobody can
 * hide another's by registering schools. One more than is checked says that there are others.
 */
async function findCandidates(name: SignInName, school: string | undefined, from: Browser): Promise<Candidate[]> {
  const rows = await select<Omit<Candidate, 'kind'>>(
    `SELECT id, schoolId, publicId, dateOfBirth, passwordHash, activationRound FROM (
       SELECT s.id, s.school_id AS schoolId, s.public_id AS publicId, s.date_of_birth AS dateOfBirth, s.password_hash AS passwordHash,
         s.activation_round AS activationRound, ${isUnapproved} AS isUnapproved,
         ROW_NUMBER() OVER (PARTITION BY s.school_id ORDER BY s.id) AS place
       FROM students s JOIN schools c ON c.id = s.school_id
       WHERE s.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND s.status = 'active' ${school ? isCalled : ''}
     ) AS found WHERE place <= ${accountsSharingAName} ORDER BY ${isKnownSql('student', 'found.id')} DESC, isUnapproved, place, id
     LIMIT ${maxAccountsChecked + 1}`,
    { name: name.value, school: school ?? '', ...valuesOfKnown(from) },
  )
  return rows.map((row) => ({ kind: 'student', ...row }))
}

interface Fitting {
  accounts: Candidate[]
  applications: Applicant[]
}

/** Whether this is the account's date of birth with the code of its slip behind it. */
function fitsFirstPassword(account: Candidate, first: ReturnType<typeof readFirstPassword>): boolean {
  if (!first?.code) return false
  return isActivationCode(first.code, account) && sameText(account.dateOfBirth, first.date)
}

/** What the password opens, beside what it opens as first password. Every call costs at least one argon2 check, whatever there is to check. */
async function whoseIs(
  password: string,
  candidates: readonly Candidate[],
  byFirstPassword: readonly Candidate[],
  applicants: readonly Applicant[],
): Promise<Fitting> {
  const hashes = candidates.filter((candidate) => candidate.passwordHash !== null).length + applicants.length
  const [, accountFits, applicantFits] = await Promise.all([
    hashes === 0 ? verifyNothing(password) : null,
    Promise.all(
      candidates.map((candidate) =>
        candidate.passwordHash === null
          ? byFirstPassword.includes(candidate)
          : verifyPassword(candidate.passwordHash, password),
      ),
    ),
    Promise.all(applicants.map(({ passwordHash }) => verifyPassword(passwordHash, password))),
  ])
  const accounts = candidates.filter((_, index) => accountFits[index] === true)
  const fitting = applicants.filter((_, index) => applicantFits[index] === true)
  const waiting = fitting.filter((applicant) => applicant.isWaiting)
  return { accounts, applications: accounts.length + waiting.length > 0 ? waiting : fitting }
}
