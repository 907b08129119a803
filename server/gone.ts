import type { ServerResponse } from 'node:http'

/** Returns a signal that aborts when the client disconnects before the end of this response. */
export function goneBefore(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const look = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.destroyed) look()
  else response.once('close', look)
  return controller.signal
}
