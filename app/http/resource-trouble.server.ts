import type { LoaderFunctionArgs } from '@remix-run/node'
import { isDatabaseGone } from '~/database/errors.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { securityOwnerOf } from '~/models/people/accounts/sign-in/sessions.server'
import { log } from '~/services/log.server'
import { whenAccountIsKnown } from '~/services/programs/asker.server'
import { ProgramTrouble, Turns } from '~/services/programs/turns.server'
import { PasswordsBusy } from '~/services/secrets/passwords.server'
import { StoreAway } from '~/services/storage/port'
import { logError, requestId } from './log.server'
import { giveTurnBack, notedScope, pathAsRouted } from './request-context.server'

/** Seconds after which clients should retry: by then a database may be available again, or a file finished. */
export const retryAfterSeconds = '5'

/** Returns whether the database or file store was unreachable, or too many passwords waited to be checked. */
const isAway = (error: unknown): boolean =>
  isDatabaseGone(error) || error instanceof StoreAway || error instanceof PasswordsBusy

/** Returns whether a retry may succeed in a moment: a resource is unreachable, or too many requests run or wait. */
export const passesByItself = (error: unknown): boolean => isAway(error) || isBusy(error) || isOwnShare(error)

/**
 * Wraps the loader or action of a route without a page (a download, a webhook), where Remix would return a bare 500.
 * People get an error page, programs JSON. Status 503: the database or file store is unreachable, or too many requests
 * wait for a file. 429: the account or school has used its share of files. 422: a paper needs too much memory. After
 * the work, the account's next waiting request may run.
 */
export function answerTrouble(
  work: (args: LoaderFunctionArgs) => unknown,
): (args: LoaderFunctionArgs) => Promise<unknown> {
  return async (args) => {
    let body: ReadableStream | null = null
    const giveBack = countPaper(args.request)
    try {
      const answer = await work(args)
      if (!(answer instanceof Response)) return answer
      body = answer.body
      await recordDownload(answer, args.request)
      // No client reads the body of a HEAD response, or of a response that Remix drops because the client disconnected.
      // Cancelling it releases its source.
      if (args.request.method === 'HEAD' || args.request.signal.aborted) await body?.cancel()
      return answer
    } catch (error) {
      await body?.cancel()
      if (!(error instanceof Error)) throw error
      // Refusing a file because of too many requests is not an error, so log only a warning.
      if (isBusy(error) || isOwnShare(error) || isTooLarge(error))
        log().warn({ reason: error.message, requestId: requestId(args.request) }, 'a file was refused')
      else if (!args.request.signal.aborted) logError(error, args.request)
      throw troubleResponse(error, args.request)
    } finally {
      giveBack()
      // Lets the account's next request run now, since a client may read a download slowly. Long files have their own
      // limit (large-file).
      await giveTurnBack()
    }
  }
}

/** At most three papers of one account are in progress: one being made and two waiting (make-paper). */
const papers = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: 3, group: Number.POSITIVE_INFINITY },
  seconds: 0,
})

/**
 * Refuses a paper over the limit before its data is read, since reading is most of the app's work for a paper. Returns
 * a function that stops counting the paper.
 */
function countPaper(request: Request): () => void {
  let giveBack = () => {}
  if (pathAsRouted(new URL(request.url).pathname).endsWith('.pdf')) {
    whenAccountIsKnown((turn) => {
      giveBack()
      giveBack = papers.takeNow(turn)
    })
  }
  return () => giveBack()
}

/**
 * Records in the security log each list, PDF or document that a signed-in user downloads; only routes wrapped by
 * `answerTrouble` send files. Skips public files, which contain no personal data.
 */
async function recordDownload(answer: Response, request: Request): Promise<void> {
  const scope = notedScope()
  // A receipt opened for printing counts as a download.
  const isPdf = answer.headers.get('Content-Type') === 'application/pdf'
  const isFile = isPdf || answer.headers.get('Content-Disposition')?.startsWith('attachment')
  const isPublic = answer.headers.get('Cache-Control')?.startsWith('public')
  if (!scope || !isFile || isPublic || answer.status !== 200 || request.method !== 'GET') return
  await recordSecurityEvent(securityOwnerOf(scope), {
    kind: 'downloaded',
    details: { path: new URL(request.url).pathname },
  })
}

const isBusy = (error: unknown) =>
  error instanceof ProgramTrouble && /^(too-many|too-slow|not-started)$/.test(error.code)
/** Returns whether the account or its school has reached its share of files being made or waiting. */
const isOwnShare = (error: unknown) => error instanceof ProgramTrouble && error.code === 'own-share'

const isTooLarge = (error: unknown) => error instanceof ProgramTrouble && error.code === 'too-large'

function troubleWords(error: unknown): [title: string, text: string] {
  if (isAway(error)) return [m.public_unreachable_title(), m.public_unreachable_text()]
  if (isBusy(error)) return [m.public_busy_title(), m.public_busy_text()]
  if (isOwnShare(error)) return [m.public_own_share_title(), m.public_own_share_text()]
  if (isTooLarge(error)) return [m.public_too_large_title(), m.public_too_large_text()]
  return [m.public_error_title(), m.public_error_text()]
}

/**
 * Returns whether a person who followed a link or sent a form waits for the response. A request that accepts HTML is a
 * person's. If it does not, as for some links to files, `Sec-Fetch-Mode` decides, or without that header the method and
 * the accepted types.
 */
function isForPerson({ method, headers }: Request): boolean {
  const accept = headers.get('Accept') ?? ''
  if (accept.includes('text/html')) return true
  const mode = headers.get('Sec-Fetch-Mode')
  if (mode !== null) return mode === 'navigate'
  return /^(GET|HEAD)$/.test(method) && !/json|^image\//.test(accept)
}

function troubleResponse(error: unknown, request: Request): Response {
  const [title, text] = troubleWords(error)
  const id = requestId(request)
  const passes = passesByItself(error)
  const headers = { 'Cache-Control': 'no-store', ...(passes ? { 'Retry-After': retryAfterSeconds } : {}) }
  const status = isOwnShare(error) ? 429 : isTooLarge(error) ? 422 : passes ? 503 : 500
  if (!isForPerson(request)) {
    return Response.json({ error: `${title}. ${text}`, requestId: id }, { status, headers })
  }
  const page = `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><p>${m.shared_request_id({ id })}</p></main></body></html>`
  return new Response(page, { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } })
}
