import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { checkKey } from './key'
import type { FileStore, ListedObject } from './port'

const maxMs = 60_000

/**
 * Stores files in an S3-compatible store, addressed by path and signed with Signature Version 4.
 * @param address `s3://key:secret@host:port/bucket?region=…&tls=0` (the secret percent-encoded)
 */
export function s3Store(address: string): FileStore {
  const url = new URL(address)
  const scheme = url.searchParams.get('tls') === '0' ? 'http' : 'https'
  const bucket = `${scheme}://${url.host}/${url.pathname.split('/')[1]}`
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
    retries: 2,
  })

  async function ask(method: string, target: string, init: RequestInit = {}): Promise<Response> {
    const limits = { signal: AbortSignal.timeout(maxMs), redirect: 'error' as const }
    const response = await client.fetch(target, { ...init, ...limits, method })
    if (response.ok || response.status === 404) return response
    const errorCode = /<Code>([A-Za-z]+)<\/Code>/.exec(await response.text())?.[1] ?? 'no reason given'
    throw new Error(`The file store answered ${response.status} to ${method}: ${errorCode}`)
  }
  const objectOf = (key: string) => `${bucket}/${checkKey(key)}`

  return {
    put: async (key, content, contentType) => {
      const target = objectOf(key)
      const body = await measure(content)
      try {
        const headers = { 'Content-Type': contentType, 'X-Amz-Content-Sha256': body.sha256 }
        const response = await ask('PUT', target, { body: body.blob, headers })
        if (response.status === 404) throw new Error('The file store has no such bucket')
        return body.blob.size
      } finally {
        await body.release()
      }
    },
    get: async (key) => {
      // Asks for no encoding: fetch would decode an encoded body, whose length would then differ from Content-Length.
      const response = await ask('GET', objectOf(key), { headers: { 'Accept-Encoding': 'identity' } })
      if (response.status === 404 || !response.body) {
        await response.body?.cancel()
        return null
      }
      const stream = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
      return { stream, sizeBytes: Number(response.headers.get('Content-Length')) }
    },
    exists: async (key) => (await ask('HEAD', objectOf(key))).ok,
    remove: async (key) => {
      const response = await ask('DELETE', objectOf(key))
      await response.body?.cancel()
    },
    list: () => listBucket(bucket, ask),
  }
}

async function* listBucket(
  bucket: string,
  ask: (method: string, target: string) => Promise<Response>,
): AsyncGenerator<ListedObject> {
  let next: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', ...(next ? { 'continuation-token': next } : {}) })
    const page = await (await ask('GET', `${bucket}?${query}`)).text()
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      yield { key: textOf(entry, 'Key') ?? '', modifiedAt: new Date(textOf(entry, 'LastModified') ?? Number.NaN) }
    }
    next = textOf(page, 'NextContinuationToken')
  } while (next)
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

function textOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replace(/&\w+;/g, (name) => entities[name] ?? name)
}

interface Measured {
  blob: Blob
  sha256: string
  release: () => Promise<void>
}

/** Writes a stream to a temporary file first, since the store requires length and checksum before the first byte. */
async function measure(content: Uint8Array | Readable): Promise<Measured> {
  const hash = createHash('sha256')
  if (!(content instanceof Readable)) {
    const blob = new Blob([new Uint8Array(content)])
    return { blob, sha256: hash.update(content).digest('hex'), release: async () => {} }
  }
  const file = path.join(os.tmpdir(), `shala-${randomUUID()}`)
  const release = () => rm(file, { force: true })
  const listen = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk)
      callback(null, chunk)
    },
  })
  try {
    await pipeline(content, listen, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return { blob: await openAsBlob(file), sha256: hash.digest('hex'), release }
  } catch (error) {
    await release()
    throw error
  }
}
