import { once } from 'node:events'
import { createRequestHandler } from '@remix-run/node'
import type { Request as DoorRequest, Response as DoorResponse } from 'express'
import { goneBefore } from './gone'
import { requestOf } from './light-pages'
import type { Slice } from './slices'

/** Time after which a client that reads nothing loses the rest of its response. */
const patienceMs = 60_000

type FileHandler = (request: DoorRequest, response: DoorResponse) => Promise<void>

/**
 * Handles GET of a route without a page: a download, a picture, JSON. Remix's own handler writes a stream as fast as it
 * is produced, so a slow client's whole file would be in memory. Returns null for a page.
 */
export function fileHandler({ build, leaf }: Slice, origin: string): FileHandler | null {
  if (leaf === null || build.routes[leaf]?.module.default) return null
  const answerTo = createRequestHandler(build, 'production')
  return async (request, response) => {
    const answer = await answerTo(requestOf(request, response, origin))
    await sendAnswer(response, answer)
  }
}

/**
 * Sends a response at its client's pace. Cancels the source of the body when the client disconnects or reads nothing
 * for a minute.
 */
export async function sendAnswer(response: DoorResponse, answer: Response, waitMs = patienceMs): Promise<void> {
  response.statusMessage = answer.statusText
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.append(name, value)
  if (!answer.body) {
    response.end()
    return
  }
  const reader = answer.body.getReader()
  const disconnectSignal = goneBefore(response)
  const leave = () => reader.cancel(disconnectSignal.reason).catch(() => undefined)
  disconnectSignal.addEventListener('abort', leave, { once: true })
  const drains = drainsOf(response)
  try {
    if (disconnectSignal.aborted) return await leave()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!response.write(part.value))
        await drains.next(AbortSignal.any([disconnectSignal, AbortSignal.timeout(waitMs)]))
    }
    response.end()
  } catch (error) {
    await leave()
    response.destroy()
    if (!disconnectSignal.aborted) throw error
  } finally {
    disconnectSignal.removeEventListener('abort', leave)
  }
}

/**
 * Waits for a response to drain. Adds a single listener for all waits, because compression passes listeners on to a
 * stream that never removes them.
 */
function drainsOf(response: DoorResponse) {
  const drains = new EventTarget()
  response.on('drain', () => drains.dispatchEvent(new Event('drain')))
  return { next: (signal: AbortSignal) => once(drains, 'drain', { signal }) }
}
