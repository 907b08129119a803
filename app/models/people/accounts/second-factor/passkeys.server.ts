import {
  execute,
  instant,
  instantOrNull,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  wordOf,
} from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  counterOfAnswer,
  type KnownPasskey,
  passkeyCreationOptions,
  passkeyNamedIn,
  passkeyRequestOptions,
  verifyNewPasskey,
} from '~/services/secrets/passkeys.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { closeOtherSessions, ownAccount } from '../sign-in/sessions.server'
import { findSecondFactor } from './second-factor.server'
import { passkeyMinutes, passkeyObstacle } from './second-factor-rules'

const registered = {
  id: number('id'),
  publicId: text('public_id'),
  name: text('name'),
  credentialId: wordOf<Buffer>('credential_id'),
  publicKey: wordOf<Buffer>('public_key'),
  counter: number('counter'),
  transports: {
    sql: 'transports',
    read: (stored: unknown) => String(stored).split(',').filter(Boolean) as KnownPasskey['transports'],
  },
  createdAt: instant('created_at'),
  lastUsedAt: instantOrNull('last_used_at'),
}

export function listPasskeys(scope: SchoolScope) {
  const { schoolId, id } = ownAccount(scope)
  const condition = 'WHERE school_id = :schoolId AND staff_user_id = :id'
  return selectRows(registered, `FROM passkeys ${condition} ORDER BY id`, { schoolId, id })
}

/** Returns the browser options for a passkey prompt, and stores the challenge in the session of `token`. */
export async function requestPasskey(scope: SchoolScope, token: string) {
  const options = await passkeyRequestOptions(await listPasskeys(scope), passkeyMinutes * 60)
  await keepChallenge(scope, token, options.challenge)
  return options
}

/** Stores in the session the challenge that a passkey has to sign; it replaces an earlier one. */
export async function keepChallenge(scope: SchoolScope, token: string, challenge: string): Promise<void> {
  await execute(
    `UPDATE sessions SET passkey_challenge = :challenge, passkey_asked_at = UTC_TIMESTAMP(3)
     WHERE id_hash = :hash AND staff_user_id = :id`,
    { challenge, hash: hashToken(token), id: ownAccount(scope).id },
  )
}

/** Takes the session's challenge, once: of two concurrent calls one gets it. Null after five minutes. */
export function takeChallenge(scope: SchoolScope, token: string): Promise<string | null> {
  const session = { hash: hashToken(token), id: ownAccount(scope).id, minutes: passkeyMinutes }
  return inTransaction(async () => {
    const row = await selectRow(
      { challenge: text('passkey_challenge') },
      `FROM sessions WHERE id_hash = :hash AND staff_user_id = :id
         AND passkey_challenge IS NOT NULL AND passkey_asked_at > UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE FOR UPDATE`,
      session,
    )
    await execute('UPDATE sessions SET passkey_challenge = NULL WHERE id_hash = :hash AND staff_user_id = :id', session)
    return row?.challenge ?? null
  })
}

/**
 * Verifies a passkey's signature for this session, once. Refuses a counter that did not grow, also when two sessions
 * send the same signature concurrently.
 */
export async function takePasskeyAnswer(scope: SchoolScope, answer: string, token: string): Promise<boolean> {
  const challenge = await takeChallenge(scope, token)
  const claimedId = await passkeyNamedIn(answer)
  const passkey = claimedId && (await listPasskeys(scope)).find(({ credentialId }) => credentialId.equals(claimedId))
  const counter = challenge && passkey ? await counterOfAnswer(answer, challenge, passkey) : null
  if (!passkey || counter === null) return false
  const updatedRows = await execute(
    `UPDATE passkeys SET counter = :counter, last_used_at = UTC_TIMESTAMP(3)
     WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
    { id: passkey.id, counter },
  )
  return updatedRows === 1
}

type Person = Parameters<typeof passkeyCreationOptions>[0]

/**
 * Returns the browser options for creating a passkey in the session of `token`; the caller has checked the password.
 */
export async function startPasskey(scope: SchoolScope, person: Person, token: string) {
  const { confirmedAt, passkeys } = await findSecondFactor(scope)
  const obstacle = passkeyObstacle({ isOn: confirmedAt !== null, passkeys })
  if (obstacle) return refused(obstacle)
  const options = await passkeyCreationOptions(person, await listPasskeys(scope), passkeyMinutes * 60)
  await keepChallenge(scope, token, options.challenge)
  return done(options)
}

/**
 * Adds the passkey that the user's browser has created; the caller has checked the password. A passkey that is already
 * registered is refused like an invalid one.
 */
export async function addPasskey(scope: SchoolScope, newPasskey: { name: string; passkey: string }, token: string) {
  const challenge = await takeChallenge(scope, token)
  const passkey = challenge && (await verifyNewPasskey(newPasskey.passkey, challenge))
  if (!passkey) return refused('not-right')
  const { schoolId, id } = ownAccount(scope)
  return inTransaction(
    async () => {
      // Locks the factor's row before counting passkeys: of two concurrent calls the second counts the first.
      const factor = await selectRow(
        { id: number('staff_user_id') },
        `FROM staff_factors
         WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL FOR UPDATE`,
        { schoolId, id },
      )
      const ownPasskeys = await selectRows({ id: number('id') }, 'FROM passkeys WHERE staff_user_id = :id', { id })
      const obstacle = passkeyObstacle({ isOn: factor !== null, passkeys: ownPasskeys.length })
      if (obstacle) return refused(obstacle)
      await execute(
        `INSERT INTO passkeys (public_id, school_id, staff_user_id, credential_id, public_key, counter, transports, name, created_at)
         VALUES (:publicId, :schoolId, :id, :credentialId, :publicKey, :counter, :transports, :name, UTC_TIMESTAMP(3))`,
        {
          ...passkey,
          transports: passkey.transports.join(','),
          publicId: newPublicId(),
          schoolId,
          id,
          name: newPasskey.name,
        },
      )
      const details = { name: newPasskey.name }
      await recordAudit(scope, { action: 'passkey.added', subject: { kind: 'staff', id }, details })
      return done()
    },
    { passkeys_credential: 'not-right' },
  )
}

/**
 * Removes one of the user's passkeys; the caller has checked the password. Ends the user's other sessions, because a
 * lost device may still be signed in.
 */
export function removePasskey(scope: SchoolScope, publicId: string, sessionToken: string) {
  const account = ownAccount(scope)
  const key = { publicId, schoolId: account.schoolId, id: account.id }
  return inTransaction(async () => {
    const row = await selectRow(
      { name: text('name') },
      'FROM passkeys WHERE public_id = :publicId AND school_id = :schoolId AND staff_user_id = :id FOR UPDATE',
      key,
    )
    if (!row) return refused('not-found')
    await execute('DELETE FROM passkeys WHERE public_id = :publicId AND school_id = :schoolId', key)
    await closeOtherSessions(scope, account, sessionToken)
    const subject = { kind: 'staff', id: account.id }
    await recordAudit(scope, { action: 'passkey.removed', subject, details: { name: row.name } })
    return done()
  })
}
