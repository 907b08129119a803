import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const region = 'ap-south-1'
const accessKey = 'SCHOOLKEY'
// Contains characters that a URL must encode.
const secretKey = 's3cret/with+signs'
const pageSize = 2

interface Kept {
  bytes: Buffer
  contentType: string
  modifiedAt: Date
}

/**
 * Starts an in-memory S3-compatible store that verifies every signature with its own implementation (AWS Signature
 * Version 4).
 */
export async function startObjectStore() {
  const objects = new Map<string, Kept>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '/', 'http://store')
    const key = decodeURIComponent(url.pathname).replace(/^\/files\/?/, '')
    const trouble = troubleWith(request, url, body)
    if (trouble) return response.writeHead(403).end(`<Error><Code>${trouble}</Code></Error>`)

    const kept = objects.get(key)
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: String(request.headers['content-type']), modifiedAt: new Date() })
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') return response.writeHead(200).end(listing(objects, url.searchParams.get('continuation-token')))
    if (!kept) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, { 'Content-Length': kept.bytes.length, 'Content-Type': kept.contentType })
    return response.end(request.method === 'HEAD' ? undefined : kept.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: `s3://${accessKey}:${encodeURIComponent(secretKey)}@${host}/files?region=${region}&tls=0`,
    wrongAddress: `s3://${accessKey}:wrong@${host}/files?region=${region}&tls=0`,
    objects,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listing(objects: Map<string, Kept>, after: string | null): string {
  const keys = [...objects.keys()].sort().filter((key) => after === null || key > after)
  const page = keys.slice(0, pageSize)
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modifiedAt.toISOString()}</LastModified></Contents>`,
  )
  const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

function troubleWith(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const parts = form.exec(request.headers.authorization ?? '')
  if (!parts) return 'AuthorizationHeaderMalformed'
  const [, id, day = '', where = '', signed = '', signature] = parts
  const time = String(request.headers['x-amz-date'])
  const checksum = String(request.headers['x-amz-content-sha256'])
  if (id !== accessKey || where !== region || !time.startsWith(day)) return 'InvalidAccessKeyId'
  if (!signed.split(';').includes('host') || !signed.includes('x-amz-content-sha256')) return 'MissingSignedHeader'
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return 'MissingContentLength'
  if (checksum !== 'UNSIGNED-PAYLOAD' && checksum !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const query = [...url.searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, checksum].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  return createHmac('sha256', key).update(toSign).digest('hex') === signature ? null : 'SignatureDoesNotMatch'
}
