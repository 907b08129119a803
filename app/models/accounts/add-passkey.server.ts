import { execute, inTransaction, select, selectOne } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { passkeyToMake, readMadePasskey } from '~/services/secrets/passkeys.server'
import { ownAccount } from './own-account.server'
import { keepChallenge, listPasskeys, takeChallenge } from './passkeys.server'
import { findSecondFactor } from './second-factor.server'
import { passkeyMinutes, passkeyObstacle } from './second-factor-rules'

type Person = Parameters<typeof passkeyToMake>[0]
type Obstacle = NonNullable<ReturnType<typeof passkeyObstacle>>

/** What a browser needs to make a passkey of this person, for the session of `token`; the caller has asked for the password. */
export async function startPasskey(scope: SchoolScope, person: Person, token: string) {
  const { confirmedAt, passkeys } = await findSecondFactor(scope)
  const obstacle = passkeyObstacle({ isOn: confirmedAt !== null, passkeys })
  if (obstacle) return refused(obstacle)
  const options = await passkeyToMake(person, await listPasskeys(scope), passkeyMinutes * 60)
  await keepChallenge(scope, token, options.challenge)
  return done(options)
}

/**
 * Adds the passkey that the person's browser has made; the caller has asked for the password. One that somebody has already is refused
 * like one that is not right.
 */
export async function addPasskey(
  scope: SchoolScope,
  made: { name: string; passkey: string },
  token: string,
): Promise<Outcome<undefined, 'not-right' | Obstacle>> {
  const challenge = await takeChallenge(scope, token)
  const passkey = challenge && (await readMadePasskey(made.passkey, challenge))
  if (!passkey) return refused('not-right')
  const { schoolId, id } = ownAccount(scope)
  const write = () =>
    inTransaction(async () => {
      // The row of the codes is locked before the passkeys are counted: of two at once the second counts the first.
      const factor = await selectOne(
        `SELECT 1 FROM staff_factors
         WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL FOR UPDATE`,
        { schoolId, id },
      )
      const own = await select('SELECT 1 FROM passkeys WHERE staff_user_id = :id', { id })
      const obstacle = passkeyObstacle({ isOn: factor !== null, passkeys: own.length })
      if (obstacle) return refused(obstacle)
      await execute(
        `INSERT INTO passkeys (public_id, school_id, staff_user_id, credential_id, public_key, counter, transports, name, created_at)
         VALUES (:publicId, :schoolId, :id, :credentialId, :publicKey, :counter, :transports, :name, UTC_TIMESTAMP(3))`,
        {
          ...passkey,
          publicId: newPublicId(),
          schoolId,
          id,
          transports: passkey.transports.join(','),
          name: made.name,
        },
      )
      const details = { name: made.name }
      await recordAudit(scope, { action: 'passkey.added', subject: { kind: 'staff', id }, details })
      return done()
    })
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueKey(error) === 'passkeys_credential') return refused('not-right')
    throw error
  }
}
