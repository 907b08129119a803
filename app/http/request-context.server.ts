import { AsyncLocalStorage } from 'node:async_hooks'
import { workForRequest } from '~/database/work.server'
import { chooseLanguage } from '~/language/language'
import { inLanguage } from '~/language/request.server'
import { asRequester, type RequesterHeaders } from '~/models/core/audit/requester.server'
import { networkOf } from '~/models/core/shared/client/network.server'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { securityOwnerOf } from '~/models/people/accounts/sign-in/sessions.server'
import {
  clientGoneSignal,
  hasFailedSignIn,
  noteAccount,
  runForClient,
  turnOfAccount,
  turnOfNetwork,
} from '~/services/programs/asker.server'
import { ProgramTrouble, Turns } from '~/services/programs/turns.server'

interface DoorRequest extends RequesterHeaders {
  method: string
  path: string
  cookie: string | undefined
  acceptLanguage: string | undefined
  /** Returns a signal that aborts when the client disconnects. */
  gone: () => AbortSignal
  /** Passes the account behind the request to the request log. */
  tellAsker: (asker: { school: number | null; account: string }) => void
}

/**
 * Forms for visitors without a session; each checks a password or sends a mail. Same list as in docs/deploy/nginx.conf.
 */
const visitorsForm =
  /^\/(students|school|guardians)\/(login|forgot-password|reset-password|choose-password|activate|registration)\b/

/**
 * Limits how many visitors' forms of one network are processed at once; three keep both password programs busy. Further
 * forms wait, so that no network delays another, even when 600 students share one school's address.
 */
const formsOfNetworks = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: 3, group: Number.POSITIVE_INFINITY },
  // Just below nginx's timeout of two minutes, so that a queued request is refused as late as possible.
  seconds: 110,
  max: 2_400,
})

/**
 * Milliseconds after the response for which a failed sign-in still occupies a turn of its network; a successful one
 * releases it at once. Without this pause, 300 connections that retry wrong passwords keep both cores busy.
 */
const failedSignInMs = 400

/**
 * A path as the router reads it: for `/students/login`, the router also accepts `/students/%6Cogin`, any case and
 * trailing slashes. Decoding cannot fail, because the server admits only decodable paths.
 */
export const pathAsRouted = (path: string): string => decodeURIComponent(path).toLowerCase().replace(/\/+$/, '')

type Scope = SchoolScope | StudentScope | GuardianScope

const state = new AsyncLocalStorage<{
  recordsAway: boolean
  scope: Scope | null
  isOnSharedPhone: boolean
  tellAsker: DoorRequest['tellAsker']
  /** The request's turn among those of its account (`requestsOfAccount`); resolves to the function that releases it. */
  turn: Promise<() => void> | null
  /**
   * Releases the response's share of `answersOnTheirWay`. The response takes a share when the turn of its request ends
   * before the client has read the response.
   */
  endSending: () => void
  /** Started loaders and actions of the request. */
  works: Promise<unknown>[]
}>()

/**
 * Maximum number of requests of one account that are processed at once. Further requests wait in the account's own
 * queue, so that one account cannot take the database connections from others.
 */
const requestsOfAccount = 4
const turns = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: requestsOfAccount, group: Number.POSITIVE_INFINITY },
  seconds: 20,
  maxOfOwner: 200,
})

/**
 * Limits how many responses of one account may be unread while the account's next requests are processed: papers and
 * workbooks stay in memory until the client has read them.
 */
const answersOnTheirWay = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: 12, group: Number.POSITIVE_INFINITY },
  seconds: 0,
})

/**
 * Runs one request with its language (the office's pages are English), client address, disconnect signal and statement
 * count. The server calls it.
 * @throws ProgramTrouble when a visitor's form gets no turn, or the signal's reason when the visitor disconnects first
 */
export function inRequest(request: DoorRequest, work: () => Promise<void>): Promise<void> {
  const path = pathAsRouted(request.path)
  const language = /^\/school(\/|$)/.test(path) ? 'en' : chooseLanguage(request.cookie, request.acceptLanguage)
  const { tellAsker } = request
  const initialState = {
    recordsAway: false,
    scope: null,
    isOnSharedPhone: false,
    tellAsker,
    turn: null,
    endSending: () => {},
    works: [],
  }
  return state.run(initialState, () =>
    asRequester(request, () =>
      runForClient({ gone: request.gone, network: networkOf(request.address ?? null) }, () =>
        inLanguage(language, async () => {
          const giveBack =
            request.method === 'POST' && visitorsForm.test(path)
              ? await formsOfNetworks.take(turnOfNetwork(), clientGoneSignal())
              : () => {}
          await workForRequest(work)
            .finally(worksEnd)
            .finally(endTurn)
            .finally(() => endForm(giveBack))
        }),
      ),
    ),
  )
}

/** Releases the turn of its network that a visitor's form occupies; after a failed sign-in, only after a pause. */
function endForm(giveBack: () => void): void {
  if (hasFailedSignIn()) setTimeout(giveBack, failedSignInMs).unref()
  else giveBack()
}

export function noteSession({ scope, isOnSharedPhone = false }: { scope: Scope; isOnSharedPhone?: boolean }): void {
  const current = state.getStore()
  if (!current) return
  current.scope = scope
  current.isOnSharedPhone ||= isOnSharedPhone
  const { schoolId, actor } = securityOwnerOf(scope)
  current.tellAsker({ school: schoolId, account: actor.kind })
  noteAccount({ name: `${actor.kind} ${actor.id}`, school: schoolId === null ? null : `school ${schoolId}` })
}

/**
 * Waits for a turn of the account behind this request.
 * @throws ProgramTrouble when the account's other requests take too long, or too many of them wait
 */
export async function waitForAccount(): Promise<void> {
  const current = state.getStore()
  if (!current) return
  current.turn ??= turns.take(turnOfAccount(), clientGoneSignal())
  await current.turn
}

/**
 * Wraps a loader or an action, so that the request keeps its turns until the work ends. Remix stops waiting once the
 * client disconnects, so a client that repeatedly requests and disconnects could otherwise start unlimited work.
 */
export function keepingTurns<Args, Answer>(
  work: (args: Args) => Answer | Promise<Answer>,
): (args: Args) => Promise<Answer> {
  return (args) => {
    const running = (async () => work(args))()
    state.getStore()?.works.push(running)
    return running
  }
}

async function worksEnd(): Promise<void> {
  await Promise.allSettled(state.getStore()?.works ?? [])
}

/**
 * Releases the account's turn when the request needs no more work, although its client may still read the response. If
 * too many responses of the account are unread, the request keeps its turn until its own response is read.
 */
export async function giveTurnBack(): Promise<void> {
  const current = state.getStore()
  const giveBack = await current?.turn?.catch(() => null)
  if (!current || !giveBack) return
  try {
    current.endSending = answersOnTheirWay.takeNow(turnOfAccount())
  } catch (error) {
    if (error instanceof ProgramTrouble) return
    throw error
  }
  current.turn = null
  giveBack()
}

/** Releases all turns and shares of the request. */
async function endTurn(): Promise<void> {
  const current = state.getStore()
  current?.endSending()
  const giveBack = await current?.turn?.catch(() => null)
  giveBack?.()
}

export function isForSharedPhone(): boolean {
  return state.getStore()?.isOnSharedPhone ?? false
}

/** Scope of the session, if this request has read it. */
export function notedScope(): Scope | null {
  return state.getStore()?.scope ?? null
}

/** Marks this request as failed because the database or the file store is unreachable: the document becomes a 503. */
export function noteRecordsAway(): void {
  const current = state.getStore()
  if (current) current.recordsAway = true
}

export function areRecordsAway(): boolean {
  return state.getStore()?.recordsAway ?? false
}

/** Network of the request's client address; null when the server found no address. */
export function networkOfRequest(request: Request): string | null {
  return networkOf(request.headers.get('X-Client-Address'))
}

/**
 * Key for counting the attempts of visitors. It is the network, because one household has more IPv6 addresses than any
 * limit allows.
 */
export function clientAddress(request: Request): string {
  return networkOfRequest(request) ?? request.headers.get('X-Client-Address') ?? 'unknown'
}
