import { recordSecurityEvents } from '~/models/core/audit/record-security-event.server'
import { noteFailedSignIn } from '~/services/programs/asker.server'
import { signInTurns } from '../options'
import type { Slowed } from '../passwords/own-password.server'
import { signInDelaySeconds } from '../rules'
import { accountsKnownTo, type Whereabouts } from './devices.server'
import {
  type Claim,
  type Claimed,
  claimAttempt,
  claimTurn,
  forgetFailures,
  signInBucket,
  uncountAttempt,
} from './throttle.server'

export interface SignInTries<Found> {
  /** Accounts whose password may be checked: the try is counted, or the browser is known. */
  open: Found[]
  /** Accounts of `open` whose try is not counted: they are admitted only because the browser is known. */
  byBrowserOnly: Found[]
  /** Longest wait of the accounts, in seconds; 0 if none waits. */
  waitSeconds: number
  /** No password may be checked: the try is refused before any hashing. */
  isRefused: boolean
  /** Runs the password check. A request that disconnects or is rejected before its turn does not count. */
  look: <Seen>(at: () => Promise<Seen>) => Promise<Seen>
  /**
   * Records success for `opened` and clears their failures. `failed` keep this try as a failure; for all others it does
   * not count.
   */
  right: (opened: readonly Found[], failed: readonly Found[]) => Promise<void>
}

/**
 * Counts one sign-in try, as failed until `right` is called. Uses three lenient counters (decision 23): of the account
 * from this network, of the account from all networks, and of the network. The last two hardly affect users whose
 * browser or network is known to the account, so that strangers elsewhere cannot slow them down.
 * @param accounts accounts and admissions that match the name
 * @param unknown key of the counter that is used when the name is unknown, so that such a try costs the same
 */
export async function countSignInTry<Found extends { kind: string; id: number }>(
  accounts: readonly Found[],
  unknown: string,
  from: Whereabouts,
): Promise<SignInTries<Found>> {
  const knownAccounts = await accountsKnownTo(from, accounts)
  const network = from.origin.network ?? 'none'
  const subjects = accounts.length > 0 ? accounts.map(signInBucket) : [unknown]
  const isStranger = (one: Found | undefined) =>
    !one || !(knownAccounts.browser.includes(one) || knownAccounts.network.includes(one))
  const hasStranger = subjects.some((_, index) => isStranger(accounts[index]))
  const turns = hasStranger ? 'strangers' : 'known'
  const ofNetwork = await claimTurn(`sign-in-network:${turns}:${network}`, signInTurns[turns])
  const tries = await Promise.all(
    subjects.map(async (subject, index): Promise<{ ofPair: Claimed; ofAccount: Claim | null }> => {
      const isKnown = !isStranger(accounts[index])
      if (!ofNetwork.ok && !(isKnown && hasStranger)) return { ofPair: ofNetwork, ofAccount: null }
      const ofAccount = isKnown ? null : await claimTurn(subject, signInTurns.account)
      if (ofAccount && !ofAccount.ok) return { ofPair: ofAccount, ofAccount: null }
      const ofPair = await claimAttempt(`${subject}:${network}`, signInDelaySeconds)
      if (ofPair.ok || !ofAccount) return { ofPair, ofAccount: ofAccount?.claim ?? null }
      await uncountAttempt(ofAccount.claim)
      return { ofPair, ofAccount: null }
    }),
  )
  const isCounted = tries.some(({ ofPair }) => ofPair.ok)
  if (ofNetwork.ok && !isCounted) await uncountAttempt(ofNetwork.claim)

  const right = async (opened: readonly Found[], failed: readonly Found[]) => {
    if (ofNetwork.ok && isCounted && failed.length === 0) await uncountAttempt(ofNetwork.claim)
    await Promise.all(
      tries.map(async ({ ofPair, ofAccount }, index) => {
        const one = accounts[index]
        if (!ofPair.ok || (one && failed.includes(one))) return
        if (ofAccount) await uncountAttempt(ofAccount)
        await (one && opened.includes(one) ? forgetFailures(ofPair.claim.bucket) : uncountAttempt(ofPair.claim))
      }),
    )
  }
  const countedAccounts = accounts.filter((_, index) => tries[index]?.ofPair.ok)
  const byBrowserOnly = knownAccounts.browser.filter((one) => !countedAccounts.includes(one))
  const open = accounts.filter((one) => countedAccounts.includes(one) || byBrowserOnly.includes(one))
  const waitSeconds = Math.max(...tries.map(({ ofPair }) => (ofPair.ok ? 0 : ofPair.waitSeconds)))
  return {
    open,
    byBrowserOnly,
    waitSeconds,
    isRefused: open.length === 0 && waitSeconds > 0,
    right,
    look: (at) =>
      at().catch(async (error) => {
        await right([], [])
        throw error
      }),
  }
}

type Tried = { kind: 'student' | 'staff' | 'applicant' | 'guardian'; id: number; schoolId: number | null }

/**
 * Refuses a slowed sign-in and records it in the security log; `accounts` and `typedName` as for `recordFailedSignIn`.
 */
export async function refuseSlowed(
  accounts: readonly Tried[],
  typedName: string,
  waitSeconds: number,
): Promise<Slowed> {
  await recordFailedSignIn(accounts, typedName, 'slowed')
  return { ok: false, reason: 'slowed', waitSeconds }
}

/**
 * Records a refused sign-in in the security log, for each account and admission that matches the name. Uses one
 * statement, whether the name is known or not.
 * @param typedName the typed name in lower case
 */
export function recordFailedSignIn(accounts: readonly Tried[], typedName: string, kind: 'wrong-password' | 'slowed') {
  noteFailedSignIn()
  if (accounts.length === 0) return recordSecurityEvents([{ schoolId: null, kind, unknownName: typedName }])
  return recordSecurityEvents(
    accounts.map((account) => ({ schoolId: account.schoolId, kind, subject: { kind: account.kind, id: account.id } })),
  )
}
