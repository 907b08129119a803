import { AsyncLocalStorage } from 'node:async_hooks'
import { countQueries } from '~/database/work.server'
import { chooseLanguage } from '~/language/language'
import { inLanguage } from '~/language/request.server'
import { whoseOf } from '~/models/accounts/sessions.server'
import { asRequester, type RequesterHeaders } from '~/models/audit/requester.server'
import { networkOf } from '~/models/shared/network.server'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { forAsker, noteAccount } from '~/services/programs/asker.server'

export { actFor } from '~/database/work.server'

interface DoorRequest extends RequesterHeaders {
  path: string
  cookie: string | undefined
  acceptLanguage: string | undefined
  /** Tells when whoever asked has left. */
  gone: () => AbortSignal
  /** Passes to the log who made the request. */
  tellAsker: (asker: { school: number | null; account: string }) => void
}

type Scope = SchoolScope | StudentScope | GuardianScope

const state = new AsyncLocalStorage<{
  recordsAway: boolean
  scope: Scope | null
  isOnSharedPhone: boolean
  tellAsker: DoorRequest['tellAsker']
}>()

/**
 * Wraps one request: its language (the office's pages are English), whence it comes, whether anybody still waits for it, and the count of
 * its statements. Called by the door.
 */
export function inRequest(request: DoorRequest, work: () => Promise<void>): Promise<void> {
  const language = /^\/school(\/|$)/.test(request.path) ? 'en' : chooseLanguage(request.cookie, request.acceptLanguage)
  const { tellAsker } = request
  return state.run({ recordsAway: false, scope: null, isOnSharedPhone: false, tellAsker }, () =>
    asRequester(request, () =>
      forAsker({ gone: request.gone, network: networkOf(request.address ?? null) }, () =>
        inLanguage(language, async () => {
          await countQueries(work)
        }),
      ),
    ),
  )
}

/** Remembers who is signed in and where, for the answer and what is recorded about it. */
export function noteSession({ scope, isOnSharedPhone = false }: { scope: Scope; isOnSharedPhone?: boolean }): void {
  const current = state.getStore()
  if (!current) return
  current.scope = scope
  current.isOnSharedPhone ||= isOnSharedPhone
  const { schoolId, actor } = whoseOf(scope)
  current.tellAsker({ school: schoolId, account: actor.kind })
  noteAccount({ name: `${actor.kind} ${actor.id}`, school: schoolId === null ? null : `school ${schoolId}` })
}

/** Whether the answer goes to a phone that others use too. */
export function isForSharedPhone(): boolean {
  return state.getStore()?.isOnSharedPhone ?? false
}

/** Who is signed in, as far as this request asked. */
export function notedScope(): Scope | null {
  return state.getStore()?.scope ?? null
}

/** Remembers that this request failed because the database, or where the files lie, is out of reach: the document becomes a 503. */
export function noteRecordsAway(): void {
  const current = state.getStore()
  if (current) current.recordsAway = true
}

export function areRecordsAway(): boolean {
  return state.getStore()?.recordsAway ?? false
}

/** The network that a request comes from, by the address that the door found; null where it found none. */
export function networkOfRequest(request: Request): string | null {
  return networkOf(request.headers.get('X-Client-Address'))
}

/** By what strangers are counted: one household has more addresses of IPv6 than any limit. */
export function senderOf(request: Request): string {
  return networkOfRequest(request) ?? request.headers.get('X-Client-Address') ?? 'unknown'
}
