import { AsyncLocalStorage } from 'node:async_hooks'
import { countQueries } from '~/database/connection.server'
import { chooseLanguage } from '~/language/language'
import { inLanguage } from '~/language/request.server'

interface DoorRequest {
  path: string
  cookie: string | undefined
  acceptLanguage: string | undefined
}

const state = new AsyncLocalStorage<{ databaseGone: boolean }>()

/** Wraps one request: its language (the office's pages are English) and the count of its statements. Called by the door. */
export function inRequest(request: DoorRequest, work: () => Promise<void>): Promise<void> {
  const language = /^\/school(\/|$)/.test(request.path) ? 'en' : chooseLanguage(request.cookie, request.acceptLanguage)
  return state.run({ databaseGone: false }, () =>
    inLanguage(language, async () => {
      await countQueries(work)
    }),
  )
}

/** Remembers that this request failed because the database is out of reach: the document becomes a 503. */
export function noteDatabaseGone(): void {
  const current = state.getStore()
  if (current) current.databaseGone = true
}

export function isDatabaseGoneNow(): boolean {
  return state.getStore()?.databaseGone ?? false
}
