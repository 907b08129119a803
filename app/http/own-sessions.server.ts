import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { endSession } from '~/models/accounts/end-session.server'
import { listSessions, type OpenSession } from '~/models/accounts/list-sessions.server'
import { formatInstant } from '~/models/shared/calendar'
import { networkStart } from '~/models/shared/network.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { foundOr404 } from './guards.server'
import { networkOfRequest } from './network.server'
import { type Role, readSessionToken } from './session-cookie.server'

/** How many sessions the page shows; more are hardly ever open, and "Sign out everywhere" ends them all. */
const shown = 50

export interface ShownSession {
  id: string
  device: string
  since: string
  seen: string
  network: string
  isThis: boolean
}

/** The own open sessions in the words of the request's language; `areAll` is false where more are open than are listed. */
export async function ownSessions(
  scope: StudentScope | SchoolScope,
  request: Request,
  role: Role,
): Promise<{ sessions: ShownSession[]; areAll: boolean }> {
  const found = await listSessions(scope, (await readSessionToken(request, role)) ?? '', shown + 1)
  const here = networkOfRequest(request)
  const sessions = found.slice(0, shown).map((session) => ({
    id: session.publicId,
    device: deviceWords(session),
    since: formatInstant(session.openedAt, currentLanguage()),
    seen: formatInstant(session.seenAt, currentLanguage()),
    network: networkWords(session.isThis ? { ...session, seenNetwork: here } : session, here),
    isThis: session.isThis,
  }))
  return { sessions, areAll: found.length <= shown }
}

/** Ends the own session that an address names. @throws Response 404 for what is not open, is this one, or is somebody else's */
export async function endOwnSession(
  scope: StudentScope | SchoolScope,
  request: Request,
  role: Role,
  id: string | undefined,
): Promise<void> {
  const publicId = foundOr404(isPublicId(id) ? id : null)
  const ended = await endSession(scope, publicId, (await readSessionToken(request, role)) ?? '')
  foundOr404(ended.ok ? ended : null)
}

/** Answers 404 unless the address names one of the own open sessions, as for whoever comes to the address of "End this one" by a link. */
export async function ownSessionOr404(
  scope: StudentScope | SchoolScope,
  request: Request,
  role: Role,
  id: string | undefined,
): Promise<void> {
  const { sessions } = await ownSessions(scope, request, role)
  foundOr404(sessions.find((session) => session.id === id))
}

function deviceWords({ browser, system }: OpenSession): string {
  if (browser && system) return m.accounts_sessions_on({ browser, system })
  return browser ?? system ?? m.accounts_sessions_unknown()
}

/** Where a session is used, as far as can honestly be said: which network, and whether it is the reader's. */
function networkWords({ openedNetwork, seenNetwork }: OpenSession, here: string | null): string {
  if (!seenNetwork) return m.accounts_sessions_no_network()
  const start = networkStart(seenNetwork)
  const now = seenNetwork === here ? m.accounts_sessions_here({ start }) : m.accounts_sessions_elsewhere({ start })
  if (!openedNetwork || openedNetwork === seenNetwork) return now
  return `${now}; ${m.accounts_sessions_opened_from({ start: networkStart(openedNetwork) })}`
}
