import type { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'

/**
 * A stream as the body of an answer. When the client leaves, the body is cancelled and the stream destroyed with the reason; Remix has taken its
 * own listeners off by then, and an error without a listener would end the process.
 */
export function bodyOfStream(stream: Readable): ReadableStream<Uint8Array> {
  stream.on('error', () => undefined)
  return createReadableStreamFromReadable(stream)
}
