import { AsyncLocalStorage } from 'node:async_hooks'
import { workForRequest } from '~/database/work.server'
import { chooseLanguage } from '~/language/language'
import { inLanguage } from '~/language/request.server'
import { whoseOf } from '~/models/accounts/sessions.server'
import { asRequester, type RequesterHeaders } from '~/models/audit/requester.server'
import { networkOf } from '~/models/shared/network.server'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { askerGone, forAsker, noteAccount, turnOfAccount, turnOfNetwork } from '~/services/programs/asker.server'
import { ProgramTrouble, Turns } from '~/services/programs/turns.server'

export { actFor } from '~/database/work.server'

interface DoorRequest extends RequesterHeaders {
  method: string
  path: string
  cookie: string | undefined
  acceptLanguage: string | undefined
  /** Tells when whoever asked has left. */
  gone: () => AbortSignal
  /** Passes to the log who made the request. */
  tellAsker: (asker: { school: number | null; account: string }) => void
}

/** Forms of people who are not signed in, as docs/deploy/nginx.conf knows them: each looks at a password, or writes a mail. */
const visitorsForm =
  /^\/(students|school|guardians)\/(login|forgot-password|reset-password|choose-password|activate|registration)\b/

/**
 * Forms of visitors that this process works on at once, by network: enough to keep the two programs for passwords busy. More wait in turn, so that one
 * network holds up nobody else, and 600 students of one school are counted as trying a few at a time.
 */
const formsOfNetworks = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: 3, group: Number.POSITIVE_INFINITY },
  // nginx waits for an answer for two minutes: nobody in the row is refused before.
  seconds: 110,
  most: 2_400,
})

/** A path as the router reads it: it takes `/students/%6Cogin` for `/students/login`, in any letters and with slashes behind. The door lets in what can be read. */
export const pathAsRouted = (path: string): string => decodeURIComponent(path).toLowerCase().replace(/\/+$/, '')

type Scope = SchoolScope | StudentScope | GuardianScope

const state = new AsyncLocalStorage<{
  recordsAway: boolean
  scope: Scope | null
  isOnSharedPhone: boolean
  tellAsker: DoorRequest['tellAsker']
  /** The turn of the account behind the request, and how it is given back. */
  turn: Promise<() => void> | null
  /** Ends the share of an answer that is on its way without a turn. */
  endSending: () => void
  /** Loaders and actions of the request that have begun. */
  works: Promise<unknown>[]
}>()

/**
 * Requests of one account that this process works on at once. One person looks at one page. What an account sends beyond waits in its own row: it cannot take the connections to the database from others.
 */
const requestsOfAccount = 4
const turns = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: requestsOfAccount, group: Number.POSITIVE_INFINITY },
  seconds: 20,
  mostOfOwner: 200,
})

/** Answers of one account that its clients may still read while others are worked on. Papers and workbooks lie in memory until they are taken. */
const answersOnTheirWay = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: 12, group: Number.POSITIVE_INFINITY },
  seconds: 0,
})

/**
 * Wraps one request: its language (the office's pages are English), whence it comes, whether anybody still waits for it, and the count of
 * its statements. Called by the door.
 * @throws ProgramTrouble where a visitor's form gets no turn, or the signal's reason where the visitor has left before
 */
export function inRequest(request: DoorRequest, work: () => Promise<void>): Promise<void> {
  const path = pathAsRouted(request.path)
  const language = /^\/school(\/|$)/.test(path) ? 'en' : chooseLanguage(request.cookie, request.acceptLanguage)
  const { tellAsker } = request
  const known = {
    recordsAway: false,
    scope: null,
    isOnSharedPhone: false,
    tellAsker,
    turn: null,
    endSending: () => {},
    works: [],
  }
  return state.run(known, () =>
    asRequester(request, () =>
      forAsker({ gone: request.gone, network: networkOf(request.address ?? null) }, () =>
        inLanguage(language, async () => {
          const giveBack =
            request.method === 'POST' && visitorsForm.test(path)
              ? await formsOfNetworks.take(turnOfNetwork(), askerGone())
              : () => {}
          await workForRequest(work).finally(worksEnd).finally(endTurn).finally(giveBack)
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

/**
 * Waits until the account behind this request may have one more worked on.
 * @throws ProgramTrouble where its others take too long, or too many wait
 */
export async function waitForAccount(): Promise<void> {
  const current = state.getStore()
  if (!current) return
  current.turn ??= turns.take(turnOfAccount(), askerGone())
  await current.turn
}

/**
 * Wraps a loader or an action: the request keeps its turns until the work ends. Remix waits for none of them once the client has left, and a client that
 * asks and leaves over and over would have any number worked on.
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
 * Lets the account have the next request worked on: this one needs no more work, though its client may still read the answer. An account with many such
 * answers keeps the turn until one is taken.
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

/** Gives back what the request has had. */
async function endTurn(): Promise<void> {
  const current = state.getStore()
  current?.endSending()
  const giveBack = await current?.turn?.catch(() => null)
  giveBack?.()
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
