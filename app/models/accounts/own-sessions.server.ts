import { execute, flag, inTransaction, selectRows, text, textOrNull } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import { hashToken } from '~/services/secrets/secrets.server'
import { forgetDevices } from './devices.server'
import { closeOtherSessions, isOpen, type OwnScope, ownAccount, sessionsOf } from './sessions.server'

const columns = {
  publicId: text('s.public_id'),
  /** By `deviceOf`; null for what is not known. */
  browser: textOrNull('s.device_browser'),
  system: textOrNull('s.device_system'),
  openedAt: { sql: 's.created_at', read: (stored: unknown) => stored as Date },
  /** To within five minutes. */
  seenAt: { sql: 's.seen_at', read: (stored: unknown) => stored as Date },
  /** By `networkOf`: at sign-in, and as of `seenAt`. */
  openedNetwork: textOrNull('s.opened_network'),
  seenNetwork: textOrNull('s.seen_network'),
  isThis: flag('s.id_hash = :hash'),
}

export type OpenSession = Awaited<ReturnType<typeof listSessions>>[number]

/** The open sessions of whoever is signed in with `token`: this one first, then those used last, at most `limit`. */
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
 * Ends one other session of whoever is signed in with `ownToken`; its next request finds nobody. Refuses what is not open, is this one (that is
 * signing out), or is somebody else's: nobody can tell these apart.
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

/** Ends every own session but this one; no browser is known to the account any longer. */
export function signOutEverywhere(scope: OwnScope, keepToken: string): Promise<void> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    await closeOtherSessions(scope, account, keepToken)
    await forgetDevices(account)
    await recordAudit(scope, { action: 'sessions.ended', subject: { kind: account.kind, id: account.id } })
  })
}
