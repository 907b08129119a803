import { type RowOf, selectRows, text, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { accountsSharingAName, maxAccountsChecked } from '~/models/people/students/options'
import { Student } from '~/models/people/students/tables.server'
import { requireTurn, verifyAgainstDecoy, verifyPassword } from '~/services/secrets/passwords.server'
import { sameText } from '~/services/secrets/secrets.server'
import { type Browser, openAccount, type SignedIn } from '../open-account.server'
import { isActivationCode } from '../passwords/activation-code.server'
import { forgetDates, tryBirthDate } from '../passwords/birth-dates.server'
import type { Slowed } from '../passwords/own-password.server'
import { parseSignInName, readFirstPassword, type SignInName } from '../rules'
import { hasSchoolName, isUnapproved } from '../staff/school-order'
import { isKnownSql, noteDeviceFailure, valuesOfKnown } from './devices.server'
import { countSignInTry, recordFailedSignIn, refuseSlowed } from './sign-in-tries.server'
import { bucketOf } from './throttle.server'

export type StudentSignIn =
  | { ok: true; value: SignedIn }
  /** The password fits several accounts (twins), or an account and an admission: the page lets the user choose. */
  | { ok: false; reason: 'several'; accounts: string[]; applications: string[] }
  /** Registered online and not yet accepted: there is no account, only a page that shows the status. */
  | { ok: false; reason: 'applicant'; application: string }
  | { ok: false; reason: 'wrong-password' }
  /** More accounts have this name than are tried: the page asks for the school's name. */
  | { ok: false; reason: 'which-school' }
  | Slowed

/** Child who registered online with the typed sign-in name and a password. The domain `admissions` finds applicants. */
export interface Applicant {
  kind: 'applicant'
  id: number
  schoolId: number
  publicId: string
  passwordHash: string
  /** False once rejected. A rejected applicant is ignored when the password fits anything else. */
  isWaiting: boolean
}

/** Finds applicants of all schools, or only of those with the name `school`. */
type FindApplicants = (visitor: VisitorScope, name: SignInName, school?: string) => Promise<Applicant[]>

const candidate = {
  kind: wordOf<'student'>("'student'"),
  ...columnsOf(Student, 'found', 'id', 'schoolId', 'publicId', 'passwordHash', 'activationRound'),
  dateOfBirth: text('found.date_of_birth'),
}
type Candidate = RowOf<typeof candidate>

/**
 * Signs a student in by e-mail or mobile number. Up to eight accounts of a school may share the name; the password
 * decides. Approved schools come first; if too many accounts match, the school's name narrows them down. Until a
 * password is chosen, the date of birth opens the page to choose one; after many wrong dates it does so only with the
 * activation code. A wrong password counts for each account found. Accounts that must wait are not checked, unless the
 * date comes with the correct code, which is never slowed. An unknown name gets the same answer as a wrong password and
 * costs as much as a name with one account: a counter and one argon2 check. Each further account or admission costs
 * another check.
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
  const typedName = attempt.name.trim().toLowerCase()
  const unknown = bucketOf('student', typedName)
  const accounts = [...candidates, ...applicants]
  requireTurn()
  const tries = await countSignInTry(accounts, unknown, browser)
  const first = readFirstPassword(password)
  const byCode = candidates.filter(
    (candidate) => candidate.passwordHash === null && fitsFirstPassword(candidate, first),
  )
  if (tries.isRefused && byCode.length === 0) return refuseSlowed(accounts, typedName, tries.waitSeconds)

  const open = candidates.filter((candidate) => tries.open.includes(candidate) || byCode.includes(candidate))
  const undecided = open.filter(({ passwordHash }) => passwordHash === null)
  const byFirstPassword = first && !first.code ? await tryBirthDate(undecided, first.date, unknown) : byCode
  const openApplicants = applicants.filter((applicant) => tries.open.includes(applicant))
  const fitting = await tries.look(() => findFitting(password, open, byFirstPassword, openApplicants))
  const [account] = fitting.accounts
  const [application] = fitting.applications
  const fits = fitting.accounts.length + fitting.applications.length
  if (fits === 0) {
    if (tries.byBrowserOnly.length > 0) await noteDeviceFailure(browser.deviceToken)
    else if (tries.waitSeconds > 0) return refuseSlowed(accounts, typedName, tries.waitSeconds)
    await recordFailedSignIn(accounts, typedName, 'wrong-password')
    return { ok: false, reason: isCrowded ? 'which-school' : 'wrong-password' }
  }
  // A password that opens one account does not count as wrong for other accounts of its school (siblings), whose
  // earlier failures stay. It counts for all others: otherwise an attacker could register a student elsewhere under
  // this name with the guessed password, and try the guess without being counted.
  const opened: Array<Candidate | Applicant> = [...fitting.accounts, ...fitting.applications]
  const schools = new Set(fitting.accounts.map(({ schoolId }) => schoolId))
  const failed = tries.open.filter((one) => !opened.includes(one) && !schools.has(one.schoolId))
  if (failed.length > 0) await recordFailedSignIn(failed, typedName, 'wrong-password')
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
 * Finds up to `accountsSharingAName` accounts of each school: first those that have signed in from this browser or
 * network, then those of approved schools, so that registering many schools cannot hide another school's account.
 * Returns one more than sign-in checks, which shows that there are others.
 */
function findCandidates(name: SignInName, school: string | undefined, from: Browser): Promise<Candidate[]> {
  return selectRows(
    candidate,
    `FROM (
       SELECT s.id, s.school_id, s.public_id, s.date_of_birth, s.password_hash, s.activation_round, ${isUnapproved} AS isUnapproved,
         ROW_NUMBER() OVER (PARTITION BY s.school_id ORDER BY s.id) AS place
       FROM students s JOIN schools c ON c.id = s.school_id
       WHERE s.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND s.status = 'active' ${school ? hasSchoolName : ''}
     ) AS found WHERE place <= ${accountsSharingAName} ORDER BY ${isKnownSql('student', 'found.id')} DESC, isUnapproved, place, id
     LIMIT ${maxAccountsChecked + 1}`,
    { name: name.value, school: school ?? '', ...valuesOfKnown(from) },
  )
}

interface Fitting {
  accounts: Candidate[]
  applications: Applicant[]
}

/** Returns whether this is the account's date of birth followed by its activation code. */
function fitsFirstPassword(account: Candidate, first: ReturnType<typeof readFirstPassword>): boolean {
  if (!first?.code) return false
  return isActivationCode(first.code, account) && sameText(account.dateOfBirth, first.date)
}

/**
 * Finds the accounts and applications that the password fits, and accounts without a password that are in
 * `byFirstPassword`. Each call costs at least one argon2 check.
 */
async function findFitting(
  password: string,
  candidates: readonly Candidate[],
  byFirstPassword: readonly Candidate[],
  applicants: readonly Applicant[],
): Promise<Fitting> {
  const hashes = candidates.filter((candidate) => candidate.passwordHash !== null).length + applicants.length
  const [, accountFits, applicantFits] = await Promise.all([
    hashes === 0 ? verifyAgainstDecoy(password) : null,
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
