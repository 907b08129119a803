import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { newStorageKey } from '~/services/storage/key'
import { insert, insertMany } from '../factories/insert'
import { isRouteDue } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { beforeAllSteadily, steadily } from '../setup/steadily'
import { rightfulActor } from './expectations'
import { type House, openHouse } from './house'
import { policies } from './policies'
import { type Actor, makeWorld, type World } from './world'

/*
 * Checks the server's responses byte by byte: a proxy shares one connection between many users, so a response must end
 * exactly where it says. Uses no HTTP client, which would repair or hide errors.
 */

const encodings = ['identity', 'gzip', 'br'] as const
type Encoding = (typeof encodings)[number]

interface Sent {
  method: string
  address: string
  headers: Record<string, string>
  body?: string
}

interface Received {
  status: number
  headers: Map<string, string>
  /** After decompression. */
  body: Buffer
}

/** One connection to the server. Reads each response by RFC 9112, and not a byte further. */
class Wire {
  readonly #socket
  #left: Buffer = Buffer.alloc(0)
  #ended = false
  #wake = () => {}

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1' })
    this.#socket.on('data', (bytes: Buffer) => {
      this.#left = Buffer.concat([this.#left, bytes])
      this.#wake()
    })
    for (const event of ['close', 'error'] as const) {
      this.#socket.on(event, () => {
        this.#ended = true
        this.#wake()
      })
    }
  }

  async ask({ method, address, headers, body = '' }: Sent): Promise<Received> {
    if (this.#left.length > 0) throw new Error(`after the end of the answer before: ${this.#excerpt()}`)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#socket.write(`${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return this.#answerTo(method)
  }

  /** Waits until the server closes the connection; returns the bytes after the last response. */
  async rest(): Promise<string> {
    while (!this.#ended) await this.#more()
    return this.#left.toString('latin1')
  }

  end(): void {
    this.#socket.destroy()
  }

  async #answerTo(method: string): Promise<Received> {
    const [first = '', ...lines] = (await this.#until('\r\n\r\n')).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w' -]+$/.exec(first)?.[1])
    if (!status) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 120))}`)
    const headers = new Map<string, string>()
    for (const line of lines) {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
      if (name === '') throw new Error(`no header: ${JSON.stringify(line)}`)
      headers.set(name.toLowerCase(), value)
    }
    const raw = await this.#bodyOf(method, status, headers)
    return { status, headers, body: decoded(raw, headers.get('content-encoding')) }
  }

  async #bodyOf(method: string, status: number, headers: Map<string, string>): Promise<Buffer> {
    if (method === 'HEAD' || status === 204 || status === 304) return Buffer.alloc(0)
    const length = headers.get('content-length')
    if (headers.get('transfer-encoding') === undefined) {
      if (!/^\d+$/.test(length ?? '')) throw new Error('neither a length nor chunks')
      return this.#take(Number(length))
    }
    if (length !== undefined) throw new Error('both a length and chunks')
    const chunks: Buffer[] = []
    for (;;) {
      const size = await this.#until('\r\n')
      if (!/^[0-9a-f]+$/i.test(size)) throw new Error(`no size of a chunk: ${JSON.stringify(size.slice(0, 120))}`)
      chunks.push(await this.#take(Number.parseInt(size, 16)))
      if ((await this.#take(2)).toString() !== '\r\n') throw new Error('a chunk is longer than its size')
      if (Number.parseInt(size, 16) === 0) return Buffer.concat(chunks)
    }
  }

  /** Consumes the input up to and including `mark`; returns the text before it. */
  async #until(mark: string): Promise<string> {
    while (!this.#left.includes(mark)) await this.#moreOrTrouble()
    const text = this.#left.subarray(0, this.#left.indexOf(mark)).toString('latin1')
    this.#left = this.#left.subarray(text.length + mark.length)
    return text
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#left.length < length) await this.#moreOrTrouble()
    const taken = this.#left.subarray(0, length)
    this.#left = this.#left.subarray(length)
    return taken
  }

  async #moreOrTrouble(): Promise<void> {
    if (this.#ended) throw new Error(`the connection ended in the middle: ${this.#excerpt()}`)
    await this.#more()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #excerpt(): string {
    return JSON.stringify(this.#left.subarray(0, 120).toString('latin1'))
  }
}

function decoded(raw: Buffer, encoding: string | undefined): Buffer {
  // Response to HEAD, or 304.
  if (raw.length === 0) return raw
  if (encoding === 'br') return brotliDecompressSync(raw)
  return encoding === 'gzip' ? gunzipSync(raw) : raw
}

interface Kind {
  name: string
  address: string
  actor?: Actor
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Default: 200. */
  status?: number | 'any'
  /** Returns true when the body is complete. */
  isWhole?: (body: Buffer) => boolean
  /** Unset for pictures, workbooks and PDFs, which are compressed already, and for short bodies. */
  isCompressed?: true
}

/** React streams deferred data of an enhanced page after `</html>`. */
const isPage = (body: Buffer) =>
  /(<\/html>|streamController\.close\(\);<\/script>(<!--\/\$-->)+)\s*$/.test(body.toString())
const isPaper = (body: Buffer) =>
  body.toString('latin1').startsWith('%PDF-') && /%%EOF\s*$/.test(body.toString('latin1'))
/** Checks the number of lines including the heading. */
const hasLines = (min: number, max: number) => (body: Buffer) => {
  const lines = body.toString().split('\r\n')
  return lines.pop() === '' && lines.length >= min && lines.length <= max
}

const auditEntries = 5_400
let house: House
let world: World
let photo: { key: string; bytes: Buffer }

beforeAllSteadily(async (step) => {
  house = await openHouse()
  step('the house is open')
  world = await makeWorld(house.app, { step })
  step('the world is made')
  photo = await makePhoto()
  step('the photo is stored')
  // More rows than one read returns, so that the file is sent in several parts.
  await insertMany(
    'audit_entries',
    Array.from({ length: auditEntries }, (_, nth) => ({
      school_id: world.own.school.id,
      actor_kind: 'system',
      actor_name: `System ${nth}`,
      action: 'student.updated',
      subject_kind: 'student',
      subject_id: world.own.student.id,
      details: JSON.stringify({ nth, why: 'a detail that is long enough to fill the buffers on the way' }),
      created_at: new Date(),
    })),
  )
})
afterAll(() => house?.close())

/**
 * Stores a photo that is larger than the buffers of two sockets, so that the file is still open when a client that
 * reads nothing disconnects.
 */
async function makePhoto(): Promise<typeof photo> {
  const key = newStorageKey('photos', 'jpg')
  const bytes = randomBytes(12_000_001)
  const file = path.join(house.app.dataDir, 'files', key)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  await insert('files', {
    school_id: world.own.school.id,
    student_id: world.own.student.id,
    storage_key: key,
    visibility: 'student',
    content_type: 'image/jpeg',
    file_name: 'photo.jpg',
    size_bytes: bytes.length,
    state: 'kept',
    created_at: new Date(),
  })
  return { key, bytes }
}

/** Returns the address of a route for the resources of `world.own`. */
function addressOfRoute(id: string): string {
  const found = Object.entries(policies).find(([route]) => route.replace(/_[a-z]+\+\//g, '') === `routes/${id}`)
  if (!found) throw new Error(`There is no policy of ${id}.`)
  return found[1].at(world.own)
}

function kinds(etagOfPhoto: string): Kind[] {
  const asset = readdirSync(path.join(house.buildDir, 'client', 'assets')).find((name) => name.endsWith('.css'))
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: house.app.url }
  const enhanced = { cookie: `${world.cookies.student}; enhance=1` }
  const ofPhoto = `/storage/${photo.key}`
  return [
    { name: 'a light page', address: '/students/fees', actor: 'student', isWhole: isPage, isCompressed: true },
    { name: 'an enhanced page', address: '/students/fees', headers: enhanced, isWhole: isPage, isCompressed: true },
    { name: 'a page of the office', address: '/school/students', actor: 'owner', isWhole: isPage, isCompressed: true },
    { name: 'data', address: '/students/fees.data', actor: 'student', isCompressed: true },
    {
      name: 'a CSV file of one row',
      address: addressOfRoute('school+/quizzes+/$id.statistics[.]csv'),
      actor: 'owner',
      isWhole: hasLines(2, 10),
    },
    { name: 'a CSV file of few rows', address: '/school/students.csv', actor: 'owner', isWhole: hasLines(3, 100) },
    { name: 'a CSV file of no row', address: '/school/messages/counts.csv', actor: 'owner', isWhole: hasLines(1, 1) },
    {
      name: 'a CSV file of many rows',
      address: '/school/audit.csv',
      actor: 'owner',
      isWhole: hasLines(auditEntries + 1, auditEntries + 2_000),
      isCompressed: true,
    },
    {
      name: 'a workbook',
      address: '/school/students/export/students.xlsx?columns=first_name',
      actor: 'owner',
      // A complete ZIP ends with a record of 22 bytes, which starts with `PK\x05\x06`.
      isWhole: (body) => body.subarray(0, 2).toString() === 'PK' && body.lastIndexOf('PK\x05\x06') === body.length - 22,
    },
    {
      name: 'a paper',
      address: addressOfRoute('students+/payments+/statement[.]pdf'),
      actor: 'student',
      isWhole: isPaper,
    },
    { name: 'a picture', address: ofPhoto, actor: 'student', isWhole: (body) => body.equals(photo.bytes) },
    {
      name: 'a picture that the browser has',
      address: ofPhoto,
      actor: 'student',
      headers: { 'if-none-match': etagOfPhoto },
      status: 304,
    },
    { name: 'a style sheet', address: `/assets/${asset}`, isCompressed: true },
    { name: 'a redirect', address: '/students/fees', status: 302 },
    {
      name: 'a redirect after a form',
      address: '/language',
      method: 'POST',
      headers: form,
      body: 'language=gu',
      status: 303,
    },
    {
      name: 'a form sent from another site',
      address: '/language',
      method: 'POST',
      headers: { ...form, 'sec-fetch-site': 'cross-site' },
      body: 'language=gu',
      status: 403,
      isWhole: isPage,
    },
    {
      name: 'a form with errors',
      address: '/language',
      method: 'POST',
      headers: form,
      body: 'language=xx',
      status: 422,
    },
    { name: 'a page that does not exist', address: '/nothing/here', status: 404, isWhole: isPage, isCompressed: true },
    { name: 'data that does not exist', address: '/nothing/here.data', status: 404 },
    { name: 'an asset that does not exist', address: '/assets/missing.js', status: 404 },
    { name: 'an address that is not valid text', address: '/%ff', status: 400, isWhole: isPage },
    { name: 'health', address: '/healthz' },
    ...['/students/fees', '/school/audit.csv', ofPhoto, `/assets/${asset}`, '/nothing/here'].map(
      (address): Kind => ({
        name: `the head of ${address}`,
        address,
        method: 'HEAD',
        actor: address.startsWith('/school') ? 'owner' : 'student',
        status: address === '/nothing/here' ? 404 : 200,
      }),
    ),
  ]
}

function requestOf(kind: Kind, encoding: Encoding): Sent {
  return {
    method: kind.method ?? 'GET',
    address: kind.address,
    body: kind.body,
    headers: {
      host: new URL(house.app.url).host,
      'accept-encoding': encoding,
      ...(kind.actor ? { cookie: world.cookies[kind.actor] } : {}),
      ...(kind.body === undefined
        ? {}
        : { 'content-length': String(Buffer.byteLength(kind.body)), 'sec-fetch-site': 'same-origin' }),
      ...kind.headers,
    },
  }
}

/** Sends the request twice on one connection and closes it with a third; returns the errors. */
async function troublesOf(kind: Kind, encoding: Encoding): Promise<string[]> {
  const wire = new Wire(house.app.port)
  try {
    const answers = [await wire.ask(requestOf(kind, encoding)), await wire.ask(requestOf(kind, encoding))]
    const last = requestOf({ name: 'the last', address: '/healthz' }, 'identity')
    const health = await wire.ask({ ...last, headers: { ...last.headers, connection: 'close' } })
    const rest = await wire.rest()
    return [
      ...answers.flatMap((answer) => troublesIn(answer, kind, encoding)),
      ...(health.status === 200 ? [] : [`${health.status} to the request after them`]),
      ...(rest === '' ? [] : [`bytes after the last answer: ${JSON.stringify(rest.slice(0, 120))}`]),
    ]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    wire.end()
  }
}

function troublesIn({ status, headers, body }: Received, kind: Kind, encoding: Encoding): string[] {
  const wanted = kind.status ?? 200
  const sentAs = headers.get('content-encoding') ?? 'identity'
  const isRight = kind.isCompressed ? sentAs === encoding : ['identity', encoding].includes(sentAs)
  return [
    ...(wanted === 'any' || status === wanted ? [] : [`${status}, not ${wanted}`]),
    ...(kind.method === 'HEAD' || isRight ? [] : [`sent as ${sentAs}`]),
    ...(kind.isWhole?.(body) === false
      ? [`not whole: ${body.length} bytes, ${JSON.stringify(body.toString().slice(-80))}`]
      : []),
  ]
}

/** Sends each request in each encoding; returns those with errors. */
function wrongOf(
  kindsAsked: Kind[],
  encodingsAsked: readonly Encoding[],
): Promise<Array<[string, Encoding, string[]]>> {
  return steadily(async (step) => {
    const wrong: Array<[string, Encoding, string[]]> = []
    for (const kind of kindsAsked) {
      for (const encoding of encodingsAsked) {
        step(`${kind.name}, ${encoding}`)
        const troubles = await troublesOf(kind, encoding)
        if (troubles.length > 0) wrong.push([kind.name, encoding, troubles])
      }
    }
    return wrong
  })
}

it(
  'ends every kind of response exactly at its declared length, plain or compressed, so that the next one can follow',
  async () => {
    const { headers } = await house.app.request(`/storage/${photo.key}`, { cookie: world.cookies.student })
    expect(await wrongOf(kinds(headers.etag ?? ''), encodings)).toEqual([])
  },
  hourMs,
)

/** Pages that accept an upload. */
const takers = [
  ['/students/profile', 'student'],
  ['/students/fees/transfer', 'student'],
  ['/school/imports/new', 'owner'],
] as const

/** Returns the first half of a form with a file. */
function halfOfFile(address: string, actor: Actor): Kind {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '400000',
    origin: house.app.url,
  }
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'Asha,1\n'.repeat(30_000)}`
  return { name: address, address, actor, method: 'POST', headers, body }
}

/** Sends a request and disconnects after `moment` milliseconds, or when the response begins. */
async function leave(kind: Kind, moment: number | 'begun'): Promise<void> {
  const { method, address, headers, body = '' } = requestOf(kind, 'identity')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const client = connect({ port: house.app.port, host: '127.0.0.1' })
  // The portal may close the connection first, for example when it refuses a body over the limit.
  client.on('error', () => undefined)
  await once(client, 'connect')
  client.write(`${[`${method} ${address} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`)
  if (moment === 'begun') await once(client, 'readable')
  else await sleep(moment)
  client.destroy()
}

it(
  'keeps running when clients disconnect in the middle of a request or a response',
  () =>
    steadily(async (step) => {
      for (const kind of kinds('')) {
        step(kind.name)
        for (const moment of [0, 1, 2, 4, 8, 16, 'begun'] as const) await leave(kind, moment)
      }
      for (const [address, actor] of takers) {
        step(`a file for ${address}`)
        for (const moment of [0, 1, 2, 4, 8, 16]) await leave(halfOfFile(address, actor), moment)
      }
      expect((await house.app.request('/readyz')).status, house.app.output()).toBe(200)
      expect(house.app.output()).not.toMatch(/"level":(50|60)/)
    }),
  hourMs,
)

it(
  'ends every file and every page of this run exactly at its declared length',
  async () => {
    const due = house.routes
      .filter((route) => route.hasLoader && isRouteDue(route.id, 10))
      .flatMap(({ id }): Kind[] => {
        const policy = policies[id]
        if (!policy || policy.get === 'nobody') return []
        return [{ name: id, address: policy.at(world.own), actor: rightfulActor(policy.get), status: 'any' }]
      })
    expect(await wrongOf(due, ['identity', 'br'])).toEqual([])
  },
  hourMs,
)
