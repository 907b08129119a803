import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabase } from '../../scripts/database.mjs'
import { type Answer, migrate, type RunningApp, startApp } from '../factories/app'
import { until } from './stage'

/** A separate database server, because these tests stop it. */
let folder: string
let database: Awaited<ReturnType<typeof startDatabase>>
let app: RunningApp

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shala-gone-'))
  database = await startDatabase(folder, { everyRight: true })
  await migrate(database.url)
  app = await startApp({ databaseUrl: database.url })
})

afterAll(async () => {
  await app?.stop('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sign-in form of an unknown account: checking it needs the database. */
const signIn = { email: 'nobody@school.test', password: 'whatever-it-is-1' }

interface Line {
  requestId?: string
  path?: string
  error?: { code?: string }
  req?: { path: string }
  res?: { status: number }
}

/** Returns the complete log lines of an app. */
const linesOf = (of: RunningApp): Line[] =>
  of
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

/** Waits until readiness has this status. */
const untilReady = (status: number): Promise<Answer> =>
  until(async () => {
    const answer = await app.request('/readyz')
    expect(answer.status).toBe(status)
    return answer
  })

describe('when the database is unreachable', () => {
  it('shows users a page that asks to come back, keeps the process running, and recovers by itself', async () => {
    expect((await app.request('/readyz')).status).toBe(200)
    await database.stop()

    const ready = await untilReady(503)
    expect(JSON.parse(ready.text)).toEqual({ ready: false, reason: 'database' })
    expect((await app.request('/healthz')).status).toBe(200)

    const page = await app.request('/students/login', { form: signIn })
    expect(page.status).toBe(503)
    expect(page.headers['retry-after']).toBe('5')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).toContain(String(page.headers['x-request-id']))
    expect(page.text).not.toMatch(/ECONNREFUSED|sequelize|127\.0\.0\.1|mysql/i)
    // Pages without database access are served throughout.
    expect((await app.request('/privacy')).status).toBe(200)

    database = await startDatabase(folder, { everyRight: true })
    await untilReady(200)
    expect((await app.request('/students/login', { form: signIn })).status).toBe(422)
  })

  it("logs the path and the request id, and none of the user's input", () => {
    expect(app.output()).toContain('/students/login')
    expect(app.output()).not.toContain(signIn.email)
    expect(app.output()).not.toContain(signIn.password)
  })

  it('logs the cause once, with its error code and the request id that users saw', () => {
    const lines = linesOf(app).filter(({ path, req }) => path === '/students/login' || req?.path === '/students/login')
    const [id] = lines.map(({ requestId }) => requestId)
    expect(lines.map(({ requestId }) => requestId)).toEqual([id, id])
    expect(lines.map(({ error }) => error?.code)).toEqual(expect.arrayContaining(['ECONNREFUSED', undefined]))
    expect(lines.filter((line) => JSON.stringify(line).includes('"stack"'))).toHaveLength(1)
  })
})

describe('a portal with its own address', () => {
  const id = '0123456789abcdef0123456789abcdef'
  const origin = 'https://portal.test'
  const form = { language: 'gu', redirectTo: '/privacy' }
  let portal: RunningApp

  beforeAll(async () => {
    const env = { BASE_URL: origin, TRUST_PROXY: '1', LOG_LEVEL: 'info' }
    portal = await startApp({ databaseUrl: database.url, env })
  })
  afterAll(() => portal?.stop('SIGKILL'))

  const post = (host: string, path = '/language') =>
    portal.request(path, { form, headers: { host, origin, 'x-request-id': id, 'x-forwarded-for': '203.0.113.7' } })

  it('accepts forms sent to its own host name, and refuses those sent to another one before any route handles them', async () => {
    for (const path of ['/language', '/status', '/students/login'])
      expect(await post('portal.test:1', path)).toMatchObject({ status: 403, text: `This portal is at ${origin}\n` })
    expect((await post('portal.test')).status).toBe(303)
  })

  it("logs each request with the client's address, under the proxy's request id", async () => {
    expect((await post('portal.test')).headers['x-request-id']).toBe(id)
    const line = await until(() => {
      const [found] = linesOf(portal).filter(({ res }) => res?.status === 303)
      if (!found) throw new Error('It is not logged yet')
      return Promise.resolve(found)
    })
    expect(line).toMatchObject({ requestId: id, address: '203.0.113.7', req: { method: 'POST', path: '/language' } })
    expect(JSON.stringify(line).split(id)).toHaveLength(2)
  })
})

describe('readiness of the app', () => {
  it('is not reported while a migration is pending', async () => {
    const { createConnection } = await import('mysql2/promise')
    const connection = await createConnection(database.url)
    await connection.query('CREATE DATABASE shala_empty CHARACTER SET utf8mb4')
    await connection.end()
    const url = new URL(database.url)
    url.pathname = '/shala_empty'
    const early = await startApp({ databaseUrl: url.href, until: 'alive' })
    try {
      const before = await early.request('/readyz')
      expect(before.status).toBe(503)
      expect(JSON.parse(before.text)).toEqual({ ready: false, reason: 'migrations' })
      await migrate(url.href)
      expect((await early.request('/readyz')).status).toBe(200)
    } finally {
      await early.stop()
    }
  })
})

describe('the process', () => {
  it('finishes requests in progress on SIGTERM, accepts no new ones and exits cleanly', async () => {
    const ending = await startApp({ databaseUrl: database.url })
    // Sends only half of a form at first.
    const body = 'language=gu&redirectTo=%2Fprivacy'
    const socket = connect(ending.port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.write(
      `POST /language HTTP/1.1\r\nHost: 127.0.0.1:${ending.port}\r\nOrigin: ${ending.url}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 8)}`,
    )
    // When this request is answered, the app has read the first half of the form.
    await ending.request('/healthz')
    const stopped = ending.stop('SIGTERM')
    await until(() => expect(fetch(`${ending.url}/healthz`)).rejects.toThrow())
    socket.write(body.slice(8))
    await closed
    expect(answer).toContain('303 See Other')
    expect(answer.toLowerCase()).toContain('set-cookie: lang=gu')
    expect(await stopped).toBe(0)
  })

  it('starts again at once on the same port after it was killed', async () => {
    const killed = await startApp({ databaseUrl: database.url })
    const under = Array.from({ length: 20 }, () =>
      killed.request('/students/login', { form: signIn }).catch(() => null),
    )
    await killed.request('/healthz')
    expect(await killed.stop('SIGKILL')).toBeNull()
    await Promise.all(under)
    const again = await startApp({ databaseUrl: database.url, port: killed.port })
    expect((await again.request('/students/login')).status).toBe(200)
    await again.stop()
  })

  it('refuses to start with invalid settings, in sentences that name them', async () => {
    const wrong = { APP_MODE: 'production', APP_KEY: '', BASE_URL: '', PAYMENT_API_URL: 'http://127.0.0.1:9' }
    const message = await startApp({ databaseUrl: database.url, env: wrong }).then(
      (started) => started.stop().then(() => 'it started'),
      (error: Error) => error.message,
    )
    expect(message).toContain('APP_KEY is required in production')
    expect(message).toContain('BASE_URL is required in production')
    expect(message).toContain('production refuses it')
  })
})
