import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, expect, it } from 'vitest'
import { guardOrigin, isOwn } from './origin-guard'

const settings = { origin: 'https://portal.test', local: false } as Parameters<typeof guardOrigin>[0]
const server = express()
  .use(guardOrigin(settings, () => undefined))
  .listen(0)
afterAll(() => server.close())

async function refused(headers: Record<string, string>) {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/student-management/quizzes`
  const answer = await fetch(address, { method: 'POST', body: '{}', headers: { 'accept-language': 'en', ...headers } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

it('returns the reason for a refused API call as JSON', async () => {
  for (const name of ['content-type', 'accept']) {
    expect(await refused({ [name]: 'application/json' })).toEqual({
      status: 403,
      type: 'application/json; charset=utf-8',
      text: '{"message":"This request was not sent from a page of this site. Nothing was done."}',
    })
  }
})

it('shows an error page for a refused form', async () => {
  const form = { accept: 'text/html,*/*', 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await refused(form)
  expect(answer).toMatchObject({ status: 403, type: 'text/html; charset=utf-8' })
  expect(answer.text).toContain('This form was not sent from this site')
})

it('accepts a demo’s forms only from the requested host name', async () => {
  const demo = express()
    .use(guardOrigin({ ...settings, origin: 'http://localhost:3000', local: true }, () => undefined))
    .use((_request, response) => response.end('taken'))
    .listen(0)
  const own = `http://127.0.0.1:${(demo.address() as AddressInfo).port}`
  const post = async (origin: string) => (await fetch(own, { method: 'POST', body: '{}', headers: { origin } })).status
  expect([await post(own), await post('http://localhost:3000')]).toEqual([200, 403])
  demo.close()
})

it.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://portal.test' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  [{ 'sec-fetch-site': 'same-origin', referer: 'https://evil.example/x' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://portal.test' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://portal.test' }, true],
  [{ origin: 'https://portal.test.example' }, false],
  [{ referer: 'https://portal.test/students?x=1' }, true],
  [{ referer: 'https://example.test/?https://portal.test' }, false],
  [{ referer: 'portal.test' }, false],
  [{}, false],
])('detects whether a request with %o comes from our own page: %s', (headers, own) => {
  expect(isOwn(headers, ['https://portal.test'])).toBe(own)
})
