import { execute, flag, inTransaction, selectRows, text, textOrNull } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { hashToken } from '~/services/secrets/secrets.server'
import { forgetDevices } from './devices.server'
import { closeOtherSessions, isOpen, type OwnScope, ownAccount, sessionsOf } from './sessions.server'

const columns = {
  publicId: text('s.public_id'),
  /** From `deviceOf`; null if unknown. */
  browser: textOrNull('s.device_browser'),
  system: textOrNull('s.device_system'),
  openedAt: { sql: 's.created_at', read: (stored: unknown) => stored as Date },
  /** Accurate to five minutes. */
  seenAt: { sql: 's.seen_at', read: (stored: unknown) => stored as Date },
  /** Network (from `networkOf`) of the sign-in, and of the last use. */
  openedNetwork: textOrNull('s.opened_network'),
  seenNetwork: textOrNull('s.seen_network'),
  isThis: flag('s.id_hash = :hash'),
}

export type OpenSession = Awaited<ReturnType<typeof listSessions>>[number]

/** Lists the user's open sessions: the one with `token` first, then the most recently used, at most `limit`. */
export function listSessions(scope: OwnScope, token: string, limit: number) {
  const account = ownAccount(scope)
  return selectRows(
    columns,
    `FROM sessions s WHERE ${sessionsOf(account)} AND ${isOpen} AND s.stage <> 'second-factor'
     ORDER BY s.id_hash = :hash DESC, s.seen_at DESC, s.created_at DESC, s.id_hash LIMIT :limit`,
    { schoolId: account.schoolId, id: account.id, hash: hashToken(token), limit },
  )
}

/**
 * Ends one other session of the user. Refuses a session that is closed, is the current one (use sign-out) or belongs to
 * another account; the response is the same for all three.
 */
export function endSession(scope: OwnScope, publicId: string, ownToken: string) {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    const ended = await execute(
      `DELETE s FROM sessions s WHERE s.public_id = :publicId AND ${sessionsOf(account)} AND s.id_hash <> :keep AND ${isOpen}`,
      { publicId, schoolId: account.schoolId, id: account.id, keep: hashToken(ownToken) },
    )
    if (ended === 0) return refused('not-found')
    await recordAudit(scope, { action: 'session.ended', subject: { kind: account.kind, id: account.id } })
    return done()
  })
}

/** Ends all sessions of the user but the current one, and forgets all known browsers. */
export function signOutEverywhere(scope: OwnScope, keepToken: string): Promise<void> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    await closeOtherSessions(scope, account, keepToken)
    await forgetDevices(account)
    await recordAudit(scope, { action: 'sessions.ended', subject: { kind: account.kind, id: account.id } })
  })
}
