import { once } from 'node:events'
import { createRequestHandler } from '@remix-run/node'
import type { Request as DoorRequest, Response as DoorResponse } from 'express'
import { goneBefore } from './gone'
import { requestOf } from './light-pages'
import type { Slice } from './slices'

/** A client that takes nothing for so long loses the rest of its answer. */
const patienceMs = 60_000

type FileHandler = (request: DoorRequest, response: DoorResponse) => Promise<void>

/**
 * Answers GET of a route without a page: a download, a picture, an answer to a program. Remix's own handler writes a stream as fast as it is made, so that
 * all of it would lie in memory for a slow client. Null for a page.
 */
export function fileHandler({ build, leaf }: Slice, origin: string): FileHandler | null {
  if (leaf === null || build.routes[leaf]?.module.default) return null
  const answerTo = createRequestHandler(build, 'production')
  return async (request, response) => {
    const answer = await answerTo(requestOf(request, response, origin))
    await sendAnswer(response, answer)
  }
}

/** Sends an answer as fast as its client takes it. When the client leaves or takes nothing for a minute, what makes the body is cancelled. */
export async function sendAnswer(response: DoorResponse, answer: Response, waitMs = patienceMs): Promise<void> {
  response.statusMessage = answer.statusText
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.append(name, value)
  if (!answer.body) {
    response.end()
    return
  }
  const reader = answer.body.getReader()
  const gone = goneBefore(response)
  const leave = () => reader.cancel(gone.reason).catch(() => undefined)
  gone.addEventListener('abort', leave, { once: true })
  const drains = drainsOf(response)
  try {
    if (gone.aborted) return await leave()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!response.write(part.value)) await drains.next(AbortSignal.any([gone, AbortSignal.timeout(waitMs)]))
    }
    response.end()
  } catch (error) {
    await leave()
    response.destroy()
    if (!gone.aborted) throw error
  } finally {
    gone.removeEventListener('abort', leave)
  }
}

/** Waits for a response to take more. It listens once: compression passes such a listener on to a stream that never lets it go. */
function drainsOf(response: DoorResponse) {
  const drains = new EventTarget()
  response.on('drain', () => drains.dispatchEvent(new Event('drain')))
  return { next: (signal: AbortSignal) => once(drains, 'drain', { signal }) }
}
