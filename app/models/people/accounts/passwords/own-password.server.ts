import { selectRow, textOrNull } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { requireTurn, verifyPassword } from '~/services/secrets/passwords.server'
import { slowDownSeconds } from '../rules'
import {
  accountTables,
  confirmSession,
  type OwnScope,
  ownAccount,
  rowOf,
  securityOwnerOf,
} from '../sign-in/sessions.server'
import { claimAttempt, forgetFailures, uncountAttempt } from '../sign-in/throttle.server'

export type Slowed = { ok: false; reason: 'slowed'; waitSeconds: number }

type Trial<Wrong extends string> = {
  /** Tries with the same bucket are counted together. */
  bucket: string
  delayOf?: (failures: number) => number
  /** Labels of the request and of a wrong answer in the security log. */
  asked: string
  wrong: Parameters<typeof recordSecurityEvent>[1]
  refusal: Wrong
}

/**
 * Checks a secret that only the account's owner knows. The try counts as failed until the secret proves right, so that
 * concurrent tries count too. Each wrong try prolongs the wait, but never locks the account for good.
 */
export async function tryOnce<Wrong extends string>(
  scope: OwnScope,
  { bucket, delayOf = slowDownSeconds, asked, wrong, refusal }: Trial<Wrong>,
  isRight: () => Promise<boolean>,
): Promise<{ ok: true } | { ok: false; reason: Wrong } | Slowed> {
  requireTurn()
  const claimed = await claimAttempt(bucket, delayOf)
  if (!claimed.ok) {
    await recordSecurityEvent(securityOwnerOf(scope), { kind: 'slowed', details: { asked } })
    return { ok: false, reason: 'slowed', waitSeconds: claimed.waitSeconds }
  }
  // A request that disconnects or is rejected before its turn does not count.
  const isDone = await isRight().catch(async (error) => {
    await uncountAttempt(claimed.claim)
    throw error
  })
  if (!isDone) {
    await recordSecurityEvent(securityOwnerOf(scope), wrong)
    return refused(refusal)
  }
  await forgetFailures(bucket)
  return { ok: true }
}

const purpose = 'own password again'

export type PasswordProof = Awaited<ReturnType<typeof proveOwnPassword>>

/**
 * Checks the password that the signed-in user has entered again. Wrong tries are counted apart from sign-ins: a phone
 * left open cannot be used to guess the password, and guesses do not block sign-in. Returns in `hash` the hash that
 * matched; a later write must check that it is still current.
 */
export async function proveOwnPassword(scope: OwnScope, password: string) {
  const account = ownAccount(scope)
  const { kind, schoolId, id } = account
  let hash = ''
  const wrong = { kind: 'wrong-password', details: { asked: purpose } } as const
  const trial = { bucket: `own-password:${kind}:${id}`, asked: purpose, wrong, refusal: 'wrong-password' } as const
  const attempt = await tryOnce(scope, trial, async () => {
    const row = await selectRow(
      { hash: textOrNull('password_hash') },
      `FROM ${accountTables[kind].table} WHERE ${rowOf(account)}`,
      { schoolId, id },
    )
    hash = row?.hash ?? ''
    return hash !== '' && verifyPassword(hash, password)
  })
  return attempt.ok ? { ok: true as const, hash } : attempt
}

/**
 * Checks the password of a signed-in staff user again and records the time in the session: changes to payment keys,
 * refunds and rights require a recent check.
 */
export async function confirmStaffPassword(scope: SchoolScope, password: string, sessionToken: string) {
  const proof = await proveOwnPassword(scope, password)
  if (!proof.ok) return proof
  await confirmSession(scope, sessionToken)
  return done()
}
