import { execute, inTransaction, select, selectOne } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { counterOfAnswer, type KnownPasskey, passkeyNamedIn, passkeysToAsk } from '~/services/secrets/passkeys.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { ownAccount } from './own-account.server'
import { passkeyMinutes } from './second-factor-rules'

export interface Passkey extends KnownPasskey {
  id: number
  publicId: string
  /** As its owner calls it. */
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** The own passkeys of whoever is signed in, the oldest first. */
export async function listPasskeys(scope: SchoolScope): Promise<Passkey[]> {
  const { schoolId, id } = ownAccount(scope)
  const rows = await select<Omit<Passkey, 'transports'> & { transports: string }>(
    `SELECT id, public_id AS publicId, name, credential_id AS credentialId, public_key AS publicKey, counter, transports,
       created_at AS createdAt, last_used_at AS lastUsedAt
     FROM passkeys WHERE school_id = :schoolId AND staff_user_id = :id ORDER BY id`,
    { schoolId, id },
  )
  return rows.map((row) => ({
    ...row,
    transports: row.transports.split(',').filter((one) => one !== '') as Passkey['transports'],
  }))
}

/** What a browser needs to ask one of the own passkeys, for the session of `token`. */
export async function askForPasskey(scope: SchoolScope, token: string) {
  const options = await passkeysToAsk(await listPasskeys(scope), passkeyMinutes * 60)
  await keepChallenge(scope, token, options.challenge)
  return options
}

/** Keeps what a passkey is to sign with the own session that asked. What the session asked before is worth nothing then. */
export async function keepChallenge(scope: SchoolScope, token: string, challenge: string): Promise<void> {
  await execute(
    `UPDATE sessions SET passkey_challenge = :challenge, passkey_asked_at = UTC_TIMESTAMP(3)
     WHERE id_hash = :hash AND staff_user_id = :id`,
    { challenge, hash: hashToken(token), id: ownAccount(scope).id },
  )
}

/** What the own session asked a passkey to sign, once: of two at the same moment one gets it. Null after five minutes. */
export function takeChallenge(scope: SchoolScope, token: string): Promise<string | null> {
  const session = { hash: hashToken(token), id: ownAccount(scope).id, minutes: passkeyMinutes }
  return inTransaction(async () => {
    const row = await selectOne<{ challenge: string }>(
      `SELECT passkey_challenge AS challenge FROM sessions WHERE id_hash = :hash AND staff_user_id = :id
         AND passkey_challenge IS NOT NULL AND passkey_asked_at > UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE FOR UPDATE`,
      session,
    )
    await execute('UPDATE sessions SET passkey_challenge = NULL WHERE id_hash = :hash AND staff_user_id = :id', session)
    return row?.challenge ?? null
  })
}

/**
 * Takes what one of the own passkeys signed for this session, once. A counter that did not grow is refused, also where two sessions of
 * the person send the same one at a time.
 */
export async function takePasskeyAnswer(scope: SchoolScope, sent: string, token: string): Promise<boolean> {
  const challenge = await takeChallenge(scope, token)
  const named = await passkeyNamedIn(sent)
  const passkey = named && (await listPasskeys(scope)).find(({ credentialId }) => credentialId.equals(named))
  const counter = challenge && passkey ? await counterOfAnswer(sent, challenge, passkey) : null
  if (!passkey || counter === null) return false
  const taken = await execute(
    `UPDATE passkeys SET counter = :counter, last_used_at = UTC_TIMESTAMP(3)
     WHERE id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
    { id: passkey.id, counter },
  )
  return taken === 1
}
