import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Trouble } from '../processes.mjs'
import { checkedEntries, manifestName, Sums, sha256, sumsName } from './manifest'
import { type Entry, readSealed, writeSealed } from './sealed-archive'

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-sealed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'made.tar.age')
const key = 'a passphrase of the test'

const contents = new Map([
  ['database/000001.sql.gz', Buffer.alloc(150_000, 'first')],
  ['files/photos/a.jpg', Buffer.alloc(70_001, 'second')],
  [`files/${'deep/'.repeat(30)}b.pdf`, Buffer.from('at a long name')],
  ['files/empty.txt', Buffer.alloc(0)],
])

async function* entries(manifest: object = {}): AsyncGenerator<Entry> {
  const sums = new Sums()
  for (const [name, bytes] of contents) yield sums.of(entryOf(name, bytes))
  const stored = [...contents].filter(([name]) => name.startsWith('files/'))
  const said = {
    format: 1,
    madeAt: new Date().toISOString(),
    version: '1',
    commit: null,
    lastMigration: '0001',
    rows: {},
    files: { count: stored.length, bytes: stored.reduce((sum, [, bytes]) => sum + bytes.length, 0) },
    sums: sha256(sums.text),
    ...manifest,
  }
  yield entryOf(sumsName, Buffer.from(sums.text))
  yield entryOf(manifestName, Buffer.from(JSON.stringify(said)))
}

function entryOf(name: string, bytes: Buffer): Entry {
  const content = (async function* () {
    yield bytes
  })()
  return { name, sizeBytes: bytes.length, content }
}

/** Reads an archive: returns all entries, or the error message. */
async function readAll(name: string, passphrases = [key]): Promise<Map<string, Buffer> | string> {
  const found = new Map<string, Buffer>()
  try {
    for await (const entry of checkedEntries(readSealed(name, passphrases), 'it')) {
      found.set(entry.name, await buffer(entry.content as AsyncIterable<Uint8Array> & NodeJS.ReadableStream))
    }
    return found
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    return error.message.replace(name, 'it')
  }
}

beforeAll(async () => {
  await writeSealed(file, key, entries())
})

const damaged = 'it is damaged: it was changed, its end is missing, or it is not a backup.'

describe('a sealed archive', () => {
  it('returns its entries to a reader with the right key', async () => {
    expect(await readAll(file)).toEqual(contents)
    expect(await readAll(file, ['another', key])).toEqual(contents)
    expect(await readAll(file, ['another'])).toContain('it was made with another APP_KEY')
  })

  it('gets its final file name only when it is complete', async () => {
    const broken = path.join(folder, 'broken', 'made.tar.age')
    async function* breaking() {
      yield entryOf('a', Buffer.alloc(200_000))
      throw new Error('the disk of the files is gone')
    }
    await expect(writeSealed(broken, key, breaking())).rejects.toThrow('the disk of the files is gone')
    expect(readdirSync(path.dirname(broken))).toEqual([])
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['its end is missing', (bytes) => bytes.subarray(0, -10)],
    ['a whole piece is missing at its end', (bytes) => bytes.subarray(0, headLength(bytes) + 2 * 65_552)],
    ['a piece is missing in its middle', (bytes) => without(bytes, headLength(bytes) + 65_552, 65_552)],
    ['one bit in its middle is changed', (bytes) => flipped(bytes, bytes.length >> 1)],
    ['one bit of its last piece is another', (bytes) => flipped(bytes, bytes.length - 1)],
    ['one bit of its head is another', (bytes) => flipped(bytes, headLength(bytes) - 20)],
    ['something was added', (bytes) => Buffer.concat([bytes, bytes.subarray(-200)])],
    ['it is empty', () => Buffer.alloc(0)],
    ['it is another kind of file', () => Buffer.from('PK no backup at all')],
  ])('is refused when %s', async (_what, spoil) => {
    const spoilt = path.join(folder, 'spoilt')
    writeFileSync(spoilt, spoil(readFileSync(file)))
    expect(await readAll(spoilt)).toBe(damaged)
  })

  it.each([
    ['its checksums do not match', { sums: sha256('other') }, 'it does not match its manifest.'],
    ['it has other files', { files: { count: 3, bytes: 1 } }, 'it does not match its manifest.'],
    ['its format is newer', { format: 2 }, 'it was made by a version whose backups this version cannot read.'],
  ])('is refused when its manifest shows that %s', async (_what, manifest, words) => {
    const other = path.join(folder, 'other.tar.age')
    await writeSealed(other, key, entries(manifest))
    expect(await readAll(other)).toBe(words)
  })
})

/** Bytes before the first sealed piece: age's header, its MAC and a nonce of 16 bytes. */
const headLength = (bytes: Buffer) => bytes.indexOf('\n', bytes.indexOf('\n---') + 1) + 1 + 16

const without = (bytes: Buffer, from: number, length: number) =>
  Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
