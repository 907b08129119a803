import type { LoaderFunctionArgs } from '@remix-run/node'
import { isDatabaseGone } from '~/database/errors.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { whoseOf } from '~/models/accounts/sessions.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { log } from '~/services/log.server'
import { whenAccountIsKnown } from '~/services/programs/asker.server'
import { ProgramTrouble, Turns } from '~/services/programs/turns.server'
import { PasswordsBusy } from '~/services/secrets/passwords.server'
import { StoreAway } from '~/services/storage/port'
import { logError, requestId } from './log.server'
import { giveTurnBack, notedScope, pathAsRouted } from './request-context.server'

/** Seconds after which a database that is away may be back, or a file be done. */
export const retryAfterSeconds = '5'

/** Whether what failed may be there again in a moment: the database, the place of the files, or a turn to sign in. */
const isAway = (error: unknown): boolean =>
  isDatabaseGone(error) || error instanceof StoreAway || error instanceof PasswordsBusy

/** Whether the same request may be answered in a moment: what it needs is away, or others have the turns. */
export const passesByItself = (error: unknown): boolean => isAway(error) || isBusy(error) || isOwnShare(error)

/**
 * Wraps the loader or action of a route without a page (a download, a webhook): Remix would answer a surprise in it with three
 * words and 500. People get the same words as on a page, programs get JSON, and a database, or a store of files, out of reach is a 503; so is
 * a file for which too many people wait. An account or a school that has its share of files gets 429; a paper that would take too much memory gets
 * 422. The account's turn ends with the work.
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
      // Of an answer to HEAD nobody reads the body. Remix drops the answer to a client that has left, and would drop with it what makes the body.
      if (args.request.method === 'HEAD' || args.request.signal.aborted) await body?.cancel()
      return answer
    } catch (error) {
      await body?.cancel()
      if (!(error instanceof Error)) throw error
      // That many want something at once is no error.
      if (isBusy(error) || isOwnShare(error) || isTooLarge(error))
        log().warn({ reason: error.message, requestId: requestId(args.request) }, 'a file was refused')
      else if (!args.request.signal.aborted) logError(error, args.request)
      throw troubleResponse(error, args.request)
    } finally {
      giveBack()
      // A file is sent as slowly as its client reads, and a long one has a turn of its own (large-file).
      await giveTurnBack()
    }
  }
}

/** As many papers as an account may have: one that is made, and two that wait (make-paper). */
const papers = new Turns({
  atOnce: { all: Number.POSITIVE_INFINITY, owner: 3, group: Number.POSITIVE_INFINITY },
  seconds: 0,
})

/** Refuses a paper too many before its data is read, which is most of its work for the app. Answers how the share is given back. */
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
 * Every list, PDF and document that somebody signed in takes away goes to the security log: these routes are the only ones that send files.
 * Files that all may have are none of somebody's data.
 */
async function recordDownload(answer: Response, request: Request): Promise<void> {
  const scope = notedScope()
  // A receipt is opened to be printed: it is taken away all the same.
  const isPdf = answer.headers.get('Content-Type') === 'application/pdf'
  const isFile = isPdf || answer.headers.get('Content-Disposition')?.startsWith('attachment')
  const isPublic = answer.headers.get('Cache-Control')?.startsWith('public')
  if (!scope || !isFile || isPublic || answer.status !== 200 || request.method !== 'GET') return
  await recordSecurityEvent(whoseOf(scope), { kind: 'downloaded', details: { path: new URL(request.url).pathname } })
}

const isBusy = (error: unknown) => error instanceof ProgramTrouble && /^too-(many|slow)$/.test(error.code)
/** The account, or its school, already has as many files being made or waiting as it may. */
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
 * Whether a person waits for the answer: followed a link, also one to a file, for which browsers name no kinds that they take, or sent a form.
 * Scripts, pictures and programs say otherwise.
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
