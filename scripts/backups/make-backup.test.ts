import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { splitDump } from './make-backup'

it('splitDump: cuts a dump into pieces that together are the whole dump', async () => {
  // Random bytes, which gzip cannot make smaller.
  const dump = randomBytes(300_000)
  const pieces: Buffer[] = []
  for await (const piece of splitDump(Readable.from([dump.subarray(0, 100), dump.subarray(100)]), 50_000))
    pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.slice(0, -1).every(({ length }) => length >= 50_000 && length < 100_000)).toBe(true)
  expect(gunzipSync(Buffer.concat(pieces)).equals(dump)).toBe(true)
})
