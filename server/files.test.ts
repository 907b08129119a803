import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { csvStream } from '~/http/csv.server'
import { answerTrouble } from '~/http/resource-trouble.server'
import { fileHandler, sendAnswer } from './files'

const rowLength = 1_000
const rowsOfPart = 500
const allRows = 100_000

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A server with one long file, and a client that has requested it without reading yet. */
async function askedFor(waitMs?: number) {
  const seen = { rows: 0, isEnded: false, response: null as express.Response | null, failure: null as unknown }
  async function* parts() {
    try {
      for (; seen.rows < allRows; seen.rows += rowsOfPart)
        yield Array.from({ length: rowsOfPart }, () => ['x'.repeat(rowLength)])
    } finally {
      seen.isEnded = true
    }
  }
  const app = express()
  app.get('/', async (_request, response) => {
    seen.response = response
    await sendAnswer(response, await csvStream('list.csv', parts()), waitMs).catch((error) => {
      seen.failure = error
    })
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => undefined)
  stops.push(() => {
    client.destroy()
    server.close()
  })
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await expect.poll(() => seen.isEnded || seen.response?.writableNeedDrain).toBe(true)
  return { seen, client }
}

it('reads rows from the database only as fast as a slow client reads the response', async () => {
  const { seen, client } = await askedFor()
  // The buffers of both sockets hold a few megabytes; the file has a hundred.
  expect(seen.rows).toBeLessThan(20_000)
  let bytes = 0
  client.on('data', (part) => {
    bytes += part.length
  })
  client.resume()
  await once(client, 'end')
  expect(seen).toMatchObject({ rows: allRows, isEnded: true, failure: null })
  expect(bytes).toBeGreaterThan(allRows * rowLength)
})

it('stops reading rows from the database when the client disconnects', async () => {
  const { seen, client } = await askedFor()
  client.destroy()
  await expect.poll(() => seen.isEnded).toBe(true)
  expect(seen.rows).toBeLessThan(20_000)
  expect(seen.failure).toBeNull()
})

it('ends the response to a client that reads nothing for too long', async () => {
  const { seen } = await askedFor(1)
  await expect.poll(() => seen.isEnded).toBe(true)
  expect(seen.failure).toMatchObject({ name: 'AbortError' })
  expect(seen.response?.destroyed).toBe(true)
})

it('stops reading rows from the database when the client disconnects before the response begins', async () => {
  const seen = { isBegun: false, isEnded: false }
  let goOn = () => {}
  const going = new Promise<void>((resolve) => {
    goOn = resolve
  })
  async function* parts() {
    try {
      seen.isBegun = true
      await going
      yield [['Asha']]
    } finally {
      seen.isEnded = true
    }
  }
  let file: Promise<unknown> = Promise.resolve()
  const loader = answerTrouble(() => {
    file = csvStream('list.csv', parts())
    return file
  })
  const routes = {
    list: { id: 'list', path: 'list.csv', module: { loader: (args: LoaderFunctionArgs) => loader(args) } },
  }
  const build = { routes, future: {}, entry: { module: {} } } as unknown as ServerBuild
  const handler = fileHandler({ build, leaf: 'list' }, 'http://localhost')
  let isOver = false
  const app = express()
  app.get('/list.csv', (request, response) => {
    const end = () => {
      isOver = true
    }
    handler?.(request, response).then(end, end)
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET /list.csv HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await expect.poll(() => seen.isBegun).toBe(true)
  client.destroy()
  // Remix has dropped the request while its loader still works.
  await expect.poll(() => isOver).toBe(true)
  goOn()
  await file
  await expect.poll(() => seen.isEnded).toBe(true)
})
