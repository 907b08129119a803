import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startObjectStore } from '../../../tests/stand-ins/object-store'
import { startS3Server } from '../../../tests/stand-ins/s3-server'
import { folderStore } from './folder-store.server'
import { isStorageKey, newStorageKey } from './key'
import type { FileStore } from './port'
import { s3Store } from './s3-store.server'

const folder = await mkdtemp(path.join(os.tmpdir(), 'shala-store-'))
const objectStore = await startObjectStore()
const s3Server = await startS3Server()
afterAll(async () => {
  await objectStore.stop()
  await s3Server.stop()
  await rm(folder, { recursive: true })
})

const drivers: [string, () => FileStore][] = [
  ['a folder', () => folderStore(folder)],
  ['an S3-compatible store', () => s3Store(objectStore.address)],
  ['s3rver', () => s3Store(s3Server.address)],
]

const notKeys = [
  '',
  '../secret',
  'a/../../secret',
  'a/./b',
  '/etc/passwd',
  'a//b',
  'a/',
  '.hidden',
  'a/.hidden',
  'a\\b',
  'a\0b',
  'A/B',
  'a/%2e%2e/b',
  'a?b',
  `a${'b'.repeat(200)}`,
]

describe.each(drivers)('file store: %s', (_name, open) => {
  let store: FileStore
  beforeAll(() => {
    store = open()
  })

  const contentOf = async (key: string) => {
    const found = await store.get(key)
    return found && { size: found.sizeBytes, bytes: await buffer(found.stream) }
  }

  it('returns the stored bytes with their size', async () => {
    const key = newStorageKey('receipts', 'pdf')
    const bytes = Buffer.from('₹1,25,000 ગુજરાતી')
    expect(await store.exists(key)).toBe(false)
    expect(await store.put(key, bytes, 'application/pdf')).toBe(bytes.length)
    expect(await store.exists(key)).toBe(true)
    expect(await contentOf(key)).toEqual({ size: bytes.length, bytes })
  })

  it('stores a stream', async () => {
    const key = newStorageKey('photos', 'jpg')
    const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(10_000, index))
    expect(await store.put(key, Readable.from(chunks), 'image/jpeg')).toBe(500_000)
    expect((await contentOf(key))?.bytes.equals(Buffer.concat(chunks))).toBe(true)
  })

  it('stores an empty file', async () => {
    const key = newStorageKey('photos', 'txt')
    expect(await store.put(key, new Uint8Array(), 'text/plain')).toBe(0)
    expect((await contentOf(key))?.size).toBe(0)
  })

  it('stores nothing of a stream that fails', async () => {
    const key = newStorageKey('broken', 'jpg')
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('half a picture')
        throw new Error('the phone lost its network')
      })(),
    )
    await expect(store.put(key, breaking, 'image/jpeg')).rejects.toThrow('lost its network')
    expect(await store.exists(key)).toBe(false)
    const left: string[] = []
    for await (const found of store.list()) left.push(found.key)
    expect(left.filter((found) => found.startsWith('broken/'))).toEqual([])
  })

  it('returns null for an unknown key, and removes it without error', async () => {
    const key = newStorageKey('receipts', 'pdf')
    expect(await store.get(key)).toBeNull()
    await store.remove(key)
  })

  it('removes a file', async () => {
    const key = newStorageKey('receipts', 'pdf')
    await store.put(key, Buffer.from('x'), 'application/pdf')
    await store.remove(key)
    expect(await store.exists(key)).toBe(false)
    expect(await store.get(key)).toBeNull()
  })

  it('lists all files with their times', async () => {
    const keys = [1, 2, 3, 4, 5].map(() => newStorageKey('listed', 'txt'))
    const began = Date.now()
    for (const key of keys) await store.put(key, Buffer.from(key), 'text/plain')
    const found = new Map<string, Date>()
    for await (const { key, modifiedAt } of store.list()) found.set(key, modifiedAt)
    // Stores keep whole seconds, and their clocks differ from ours.
    for (const key of keys) {
      expect(found.get(key)?.getTime(), key).toBeGreaterThan(began - 60_000)
      expect(found.get(key)?.getTime(), key).toBeLessThan(Date.now() + 60_000)
    }
  })

  it.each(notKeys)('refuses the invalid key %j', async (key) => {
    await expect(async () => store.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('Invalid storage key')
    await expect(async () => store.get(key)).rejects.toThrow('Invalid storage key')
    await expect(async () => store.exists(key)).rejects.toThrow('Invalid storage key')
    await expect(async () => store.remove(key)).rejects.toThrow('Invalid storage key')
  })
})

it('folderStore: leaves no temporary file next to a stored file', async () => {
  const key = newStorageKey('whole', 'txt')
  await folderStore(folder).put(key, Buffer.from('x'), 'text/plain')
  expect(await readdir(path.join(folder, 'whole'))).toEqual([path.basename(key)])
})

it('folderStore: creates files and folders that other accounts of the machine cannot access', async () => {
  const key = newStorageKey('private', 'txt')
  await folderStore(folder).put(key, Buffer.from('x'), 'text/plain')
  const modes = await Promise.all(
    [key, 'private'].map(async (name) => (await stat(path.join(folder, name))).mode & 0o77),
  )
  expect(modes).toEqual([0, 0])
})

it('passes the content type on to the object store', async () => {
  const key = newStorageKey('receipts', 'pdf')
  await s3Store(objectStore.address).put(key, Buffer.from('x'), 'application/pdf')
  expect(objectStore.objects.get(key)?.contentType).toBe('application/pdf')
})

it('reports the answer of an object store that refuses the secret key', async () => {
  const store = s3Store(objectStore.wrongAddress)
  await expect(store.put('a/b.txt', Buffer.from('x'), 'text/plain')).rejects.toThrow(
    '403 to PUT: SignatureDoesNotMatch',
  )
})

it('s3Store: throws an error instead of sending the signed request to the target of a redirect', async () => {
  const asked: string[] = []
  const moved = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve))
  const { port } = moved.address() as AddressInfo
  await expect(s3Store(`s3://key:secret@127.0.0.1:${port}/files?tls=0`).get('a/b.txt')).rejects.toThrow()
  expect(asked).toEqual(['/files/a/b.txt'])
  moved.close()
})

it('isStorageKey: accepts generated keys and refuses malformed ones', () => {
  expect(isStorageKey(newStorageKey('receipts', 'pdf'))).toBe(true)
  for (const key of notKeys) expect(isStorageKey(key), key).toBe(false)
})
