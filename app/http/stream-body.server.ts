import type { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'

/**
 * Turns a stream into the body of a response. When the client disconnects, Remix removes its listeners and destroys the
 * stream with an error. Without the listener added here, that error would end the process.
 */
export function bodyOfStream(stream: Readable): ReadableStream<Uint8Array> {
  stream.on('error', () => undefined)
  return createReadableStreamFromReadable(stream)
}
