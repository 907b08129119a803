import { select } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { ownAccount } from './own-account.server'
import { isOpen, sessionsOf } from './sessions.server'

export interface OpenSession {
  publicId: string
  /** By `deviceOf`; null for what is not known. */
  browser: string | null
  system: string | null
  openedAt: Date
  /** To within five minutes. */
  seenAt: Date
  /** By `networkOf`: at sign-in, and as of `seenAt`. */
  openedNetwork: string | null
  seenNetwork: string | null
  isThis: boolean
}

/** The open sessions of whoever is signed in with `token`: this one first, then those used last, at most `limit`. */
export async function listSessions(
  scope: StudentScope | SchoolScope,
  token: string,
  limit: number,
): Promise<OpenSession[]> {
  const account = ownAccount(scope)
  const rows = await select<Omit<OpenSession, 'isThis'> & { isThis: number }>(
    `SELECT s.public_id AS publicId, s.device_browser AS browser, s.device_system AS \`system\`, s.created_at AS openedAt,
       s.seen_at AS seenAt, s.opened_network AS openedNetwork, s.seen_network AS seenNetwork, s.id_hash = :hash AS isThis
     FROM sessions s WHERE ${sessionsOf(account)} AND ${isOpen} AND s.stage <> 'second-factor' ORDER BY isThis DESC, s.seen_at DESC LIMIT :limit`,
    { schoolId: account.schoolId, id: account.id, hash: hashToken(token), limit },
  )
  return rows.map((row) => ({ ...row, isThis: row.isThis === 1 }))
}
