import { createReadStream } from 'node:fs'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import { inTransaction } from '~/database/transaction.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { loader } from '~/routes/storage+/$'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { makeSchool, makeStaff } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { fileResponse } from './file-response.server'
import { type Role, sessionCookieHeader } from './own-cookies.server'

async function ask(key: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = new Request(`http://localhost:3000/storage/${key}`, { headers, method })
  try {
    return await loader({ request, params: { '*': key }, context: {} } as LoaderFunctionArgs)
  } catch (thrown) {
    return thrown as Response
  }
}

async function signIn(
  role: Role,
  account: { schoolId: number; id: number },
  stage: 'full' | 'choose-password' = 'full',
) {
  const kind = role === 'student' ? ('student' as const) : ('staff' as const)
  const token = await openSession(visitorScope(), { kind, ...account }, { stage, idleMinutes: 30 })
  return { Cookie: (await sessionCookieHeader(role, token, { lasting: false })).split(';')[0] ?? '' }
}

const bytes = Buffer.from('%PDF ₹')
async function school() {
  const made = await makeSchool()
  const asha = await makeStudent(made)
  const keep = async (visibility: 'public' | 'student', contentType: string, fileName: string) => {
    const key = newStorageKey('receipts', 'pdf')
    await fileStore().put(key, bytes, contentType)
    const file = { key, fileName, contentType, sizeBytes: bytes.length, visibility, studentId: asha.id }
    await inTransaction(() => keepFile(made.scope, file))
    return key
  }
  return { made, asha, keep }
}

it('sends a student’s own file as a download that browsers neither cache nor run', async () => {
  const { asha, keep } = await school()
  const key = await keep('student', 'application/pdf', 'રસીદ "1".pdf')
  const response = await ask(key, await signIn('student', asha))
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'cache-control': 'private, no-store',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    'content-disposition': `attachment; filename="____ _1_.pdf"; filename*=UTF-8''${encodeURIComponent('રસીદ "1".pdf')}`,
  })
})

it('returns 404 for a student’s file to everyone but the student and the staff of the school', async () => {
  const { made, asha, keep } = await school()
  const key = await keep('student', 'application/pdf', 'receipt.pdf')
  const ravi = await makeStudent(made)
  const elsewhere = await makeSchool()
  const status = async (headers?: Record<string, string>) => (await ask(key, headers)).status
  const staffOf = async (of: typeof made) => ({ schoolId: of.id, id: (await makeStaff(of)).id })
  expect(await status()).toBe(404)
  expect(await status(await signIn('student', ravi))).toBe(404)
  expect(await status(await signIn('student', asha, 'choose-password'))).toBe(404)
  expect(await status(await signIn('school', await staffOf(elsewhere)))).toBe(404)
  expect(await status(await signIn('school', await staffOf(made)))).toBe(200)
  expect((await ask('receipts/../../secret')).status).toBe(404)
  expect((await ask(newStorageKey('receipts', 'pdf'))).status).toBe(404)
})

it('shows a public picture inline to everyone, and allows browsers to cache it', async () => {
  const { keep } = await school()
  const key = await keep('public', 'image/png', 'logo.png')
  const response = await ask(key)
  expect(response.headers.get('Content-Disposition')).toMatch(/^inline; /)
  expect(response.headers.get('Cache-Control')).toMatch(/^public/)
  await response.body?.cancel()

  const etag = response.headers.get('ETag') ?? ''
  const again = await ask(key, { 'If-None-Match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await ask(key, {}, 'HEAD')
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, String(bytes.length), ''])
})

it('never shows an uploaded HTML, SVG or PDF file inline', async () => {
  const { keep } = await school()
  for (const type of ['text/html', 'image/svg+xml', 'application/pdf']) {
    const response = await ask(await keep('public', type, 'x'))
    expect(response.headers.get('Content-Disposition'), type).toMatch(/^attachment; /)
    await response.body?.cancel()
  }
})

it('returns 404 when the file store lacks the bytes of a file', async () => {
  const { keep } = await school()
  const key = await keep('public', 'image/png', 'logo.png')
  await fileStore().remove(key)
  expect((await ask(key)).status).toBe(404)
})

it('closes the file when the client disconnects, and throws nothing', async () => {
  const stream = createReadStream('package-lock.json')
  const file = {
    key: 'lock',
    fileName: 'lock.json',
    contentType: 'text/plain',
    sizeBytes: 1,
    visibility: 'public' as const,
  }
  const response = await fileResponse(new Request('http://localhost/'), file, async () => ({ stream, sizeBytes: 1 }))
  const reader = response.body?.getReader()
  await reader?.read()
  const end = new Promise((resolve) => {
    stream.once('close', () => resolve('closed'))
    process.once('uncaughtExceptionMonitor', resolve)
  })
  await reader?.cancel(new Error('The client has left'))
  expect(await end).toBe('closed')
})
