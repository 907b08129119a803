import type { ServerResponse } from 'node:http'

/** Tells when whoever waits for this answer leaves before its end. */
export function goneBefore(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.destroyed) look()
  else response.once('close', look)
  return gone.signal
}
