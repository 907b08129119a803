import { describe, expect, it } from 'vitest'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { noteAccount, runForClient } from '~/services/programs/asker.server'
import { ProgramTrouble } from '~/services/programs/side-program.server'
import { PasswordsBusy } from '~/services/secrets/passwords.server'
import { StoreAway } from '~/services/storage/port'
import { answerTrouble } from './resource-trouble.server'

const id = '3f0c5a36-0000-4000-8000-000000000000'

async function answerTo(
  thrown: unknown,
  headers: Record<string, string> = { Accept: 'application/json' },
  method = 'GET',
): Promise<Response> {
  const request = new Request('http://localhost:3000/students/receipts/x?token=secret', {
    method,
    headers: { ...headers, 'X-Request-Id': id },
  })
  const fail = () => {
    throw thrown
  }
  try {
    await answerTrouble(fail)({ request, params: {}, context: {} })
  } catch (answer) {
    if (answer instanceof Response) return answer
    throw answer
  }
  throw new Error('It was not answered at all')
}

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:3306'), { name: 'SequelizeConnectionError' })

it('shows what to do and the request id, but not the cause, when a download fails', async () => {
  const answer = await answerTo(new Error('no reader asha@demo.test here'), { Accept: 'text/html,*/*' })
  expect(answer.status).toBe(500)
  expect(answer.headers.get('Content-Type')).toContain('text/html')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Retry-After')).toBeNull()
  const text = await answer.text()
  expect(text).toContain('<h1>Something went wrong</h1>')
  expect(text).toContain(id)
  expect(text).not.toContain('asha')
})

it('returns JSON to a program, and 503 with Retry-After when the database is unreachable', async () => {
  const answer = await answerTo(refused)
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  const { error, requestId } = (await answer.json()) as { error: string; requestId: string }
  expect(requestId).toBe(id)
  expect(error).toMatch(/^We will be back in a moment/)
  expect(error).not.toContain('ECONNREFUSED')
})

describe('answerTrouble for a file store that is unreachable', () => {
  const gone = new StoreAway('connect ECONNREFUSED')
  const kind = async (headers: Record<string, string>, method?: string) => {
    const answer = await answerTo(gone, headers, method)
    expect(answer.status).toBe(503)
    return answer.headers.get('Content-Type')?.split(';')[0]
  }

  it.each<[string, Record<string, string>]>([
    ['a link', { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' }],
    ['a link that Chromium downloads', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'empty' }],
    ['an old browser, which takes anything', { Accept: '*/*' }],
    ['a browser that sends no Accept header', {}],
  ])('shows a page that asks the user to wait, for %s', async (_, headers) => {
    expect(await kind(headers)).toBe('text/html')
  })

  it.each<[string, Record<string, string>, string]>([
    ['a script', { Accept: '*/*', 'Sec-Fetch-Mode': 'cors' }, 'GET'],
    ['a picture of a page', { Accept: 'image/avif,image/webp,*/*' }, 'GET'],
    ['a program that takes JSON', { Accept: 'application/json' }, 'GET'],
    ['a webhook', { Accept: '*/*' }, 'POST'],
  ])('returns JSON for %s', async (_, headers, method) => {
    expect(await kind(headers, method)).toBe('application/json')
  })

  it('shows the page in the reader’s language', async () => {
    const answer = await inLanguage('gu', () => answerTo(gone, {}))
    expect(await answer.text()).toContain(m.public_unreachable_text({}, { locale: 'gu' }))
  })
})

it('offers a retry when too many requests wait for a paper, but not when the paper can never be made', async () => {
  const busy = await answerTo(new ProgramTrouble('too-many'), { Accept: 'text/html' })
  expect(busy.status).toBe(503)
  expect(Number(busy.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await busy.text()).toContain('<h1>We are generating many documents right now</h1>')
  expect((await answerTo(new ProgramTrouble('not-started'))).status).toBe(503)
  expect((await answerTo(new ProgramTrouble('failed'))).status).toBe(500)
})

it('returns 429 with a plain message and Retry-After to an account with too many waiting papers', async () => {
  const refused = await answerTo(new ProgramTrouble('own-share'), { Accept: 'text/html' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain('<h1>Your documents are being generated</h1>')
})

it('explains what to do when a paper needs too much memory', async () => {
  const refused = await answerTo(new ProgramTrouble('too-large'), { Accept: 'text/html' })
  expect(refused.status).toBe(422)
  expect(refused.headers.get('Retry-After')).toBeNull()
  expect(await refused.text()).toContain('<h1>This file would be too large</h1>')
})

it('refuses too many waiting papers of an account before reading their data, and admits other accounts', async () => {
  const reads: string[] = []
  let goOn = () => {}
  const going = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const ask = (name: string, path = '/students/payments/statement.pdf') => {
    const request = new Request(`http://localhost:3000${path}`, { headers: { Accept: 'text/html' } })
    const loader = async () => {
      noteAccount({ name, school: 'school 1' })
      reads.push(name)
      await going
      return new Response('a file')
    }
    const work = () => answerTrouble(loader)({ request, params: {}, context: {} }) as Promise<Response>
    return runForClient({ gone: () => new AbortController().signal }, work).catch((answer: Response) => answer)
  }
  const first = [ask('asha'), ask('asha'), ask('asha')]
  expect((await ask('asha')).status).toBe(429)
  // The router treats this spelling as the same path.
  const spelledOtherwise = ask('asha', '/students/payments/statement%2EPDF/')
  const others = [ask('asha', '/students/fees'), ask('ravi')]
  expect(reads).toEqual(['asha', 'asha', 'asha', 'asha', 'ravi'])
  goOn()
  const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)
  expect(await statuses([...first, ...others])).toEqual([200, 200, 200, 200, 200])
  expect((await spelledOtherwise).status).toBe(429)
  expect(await statuses([ask('asha')])).toEqual([200])
})

it('passes a route’s own response unchanged', async () => {
  const own = new Response(null, { status: 404 })
  expect(await answerTo(own)).toBe(own)
})

it('returns 503 with Retry-After when too many users sign in at once', async () => {
  const answer = await answerTo(new PasswordsBusy('Too many passwords wait.'))
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
})
