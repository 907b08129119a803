import { expect, it, vi } from 'vitest'
import { currentLanguage } from '~/language/current'
import { schoolScope } from '~/models/core/shared/scope.server'
import { noteFailedSignIn } from '~/services/programs/asker.server'
import { inRequest, keepingTurns, noteSession, waitForAccount } from './request-context.server'
import { answerTrouble } from './resource-trouble.server'

const doorRequest = {
  method: 'GET',
  path: '/school',
  cookie: undefined,
  acceptLanguage: undefined,
  requestId: undefined,
  userAgent: undefined,
  address: '192.0.2.1',
  gone: () => new AbortController().signal,
  tellAsker: () => undefined,
}

it('processes at most three visitors’ forms of a network at once, and delays no pages or other networks', async () => {
  const open: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, method = 'POST', path = '/Students/login') =>
    inRequest({ ...doorRequest, method, path, address }, async () => {
      open.push(`${method} ${address}`)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const spellings = [
    '/Students/login',
    '/students/%6Cogin',
    '/students/login.data',
    '/%53tudents/login/',
    '/students/login',
  ]
  const all = spellings.map((path) => ask('192.0.2.1', 'POST', path))
  const others = [ask('198.51.100.1'), ask('192.0.2.1', 'GET')]
  await new Promise(setImmediate)
  const three = ['POST 192.0.2.1', 'POST 192.0.2.1', 'POST 192.0.2.1']
  expect([...open].sort()).toEqual(['GET 192.0.2.1', ...three, 'POST 198.51.100.1'])
  for (const end of ends.splice(0)) end()
  await expect.poll(() => open.length).toBe(7)
  for (const end of ends) end()
  await Promise.all([...all, ...others])
})

it('processes at most four requests of an account at once, queues the rest, and does not delay others', async () => {
  const open: string[] = []
  const ends: (() => void)[] = []
  const ask = (id: number, fails = false) =>
    inRequest(doorRequest, async () => {
      noteSession({ scope: schoolScope(1, { kind: 'staff', id, name: 'Asha' }) })
      // A page's two guards wait for the same turn.
      await Promise.all([waitForAccount(), waitForAccount()])
      open.push(`staff ${id}`)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (fails) throw new Error('failed')
    }).catch((error) => error.message)
  const all = Array.from({ length: 6 }, (_, number) => ask(1, number === 0))
  const other = ask(2)
  await new Promise(setImmediate)
  expect(open).toEqual([...Array(4).fill('staff 1'), 'staff 2'])
  ends[0]?.()
  await expect.poll(() => open.length).toBe(6)
  ends[1]?.()
  await expect.poll(() => open.length).toBe(7)
  for (const end of ends) end()
  expect((await Promise.all([...all, other]))[0]).toBe('failed')
})

it('processes an account’s pages while its clients download slowly, at most four of its requests at once', async () => {
  const open: string[] = []
  const ends: (() => void)[] = []
  const signIn = async (name: string) => {
    noteSession({ scope: schoolScope(1, { kind: 'staff', id: 3, name: 'Asha' }) })
    await waitForAccount()
    open.push(name)
  }
  const untilEnd = () => new Promise<void>((resolve) => ends.push(resolve))
  const file = (name: string, isMade: Promise<unknown> = Promise.resolve()) =>
    inRequest(doorRequest, async () => {
      const loader = async () => {
        await signIn(name)
        await isMade
        return new Response('a long list')
      }
      const request = new Request('http://localhost:3000/school/students.csv')
      await answerTrouble(loader)({ request, params: {}, context: {} })
      await untilEnd()
    })
  const page = (name: string) =>
    inRequest(doorRequest, async () => {
      await signIn(name)
      await untilEnd()
    })
  const slow = Array.from({ length: 8 }, () => file('file'))
  await expect.poll(() => ends.length).toBe(8)
  let made = () => {}
  const making = new Promise<void>((resolve) => {
    made = resolve
  })
  const others = [file('file that is made', making), ...Array.from({ length: 4 }, () => page('page'))]
  await new Promise(setImmediate)
  expect(open.slice(8)).toEqual(['file that is made', 'page', 'page', 'page'])
  // A file's turn ends when the file is made, which admits the fourth page; the end of its response admits no request.
  made()
  await expect.poll(() => open.length).toBe(13)
  others.push(page('last page'))
  await expect.poll(() => ends.length).toBe(13)
  for (const end of ends.splice(0, 8)) end()
  await Promise.all(slow)
  expect(open).toHaveLength(13)
  for (const end of ends.splice(0)) end()
  await expect.poll(() => open.at(-1)).toBe('last page')
  for (const end of ends) end()
  await Promise.all(others)
})

it('holds at most twelve unread responses of an account, so that they do not fill the memory', async () => {
  let sent = 0
  const ends: (() => void)[] = []
  const file = () =>
    inRequest(doorRequest, async () => {
      const loader = async () => {
        noteSession({ scope: schoolScope(1, { kind: 'staff', id: 4, name: 'Asha' }) })
        await waitForAccount()
        return new Response('a workbook')
      }
      const request = new Request('http://localhost:3000/school/students.xlsx')
      await answerTrouble(loader)({ request, params: {}, context: {} })
      sent += 1
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = Array.from({ length: 20 }, file)
  await expect.poll(() => ends.length).toBe(16)
  await new Promise(setImmediate)
  expect(sent).toBe(16)
  // Response 0 is one of the twelve and has released its turn; response 15 still holds its turn. When both end, two
  // more requests are admitted.
  for (const end of [ends[0], ends[15]]) end?.()
  await expect.poll(() => ends.length).toBe(18)
  await new Promise(setImmediate)
  expect(sent).toBe(18)
  for (let at = 0; at < 20; at += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]?.()
  }
  await Promise.all(all)
})

it('counts a request as running until its loaders end, even when Remix no longer waits for them', async () => {
  const open: string[] = []
  const ends: (() => void)[] = []
  const loader = keepingTurns(async (id: number) => {
    noteSession({ scope: schoolScope(1, { kind: 'staff', id, name: 'Asha' }) })
    await waitForAccount()
    open.push(`staff ${id}`)
    await new Promise<void>((resolve) => ends.push(resolve))
    throw new Error('failed')
  })
  // Like Remix when the client disconnects, the request ends while its loader still runs.
  const askAndLeave = (id: number) =>
    inRequest(doorRequest, async () => {
      loader(id).catch(() => undefined)
      throw new Error('left')
    }).catch((error) => error.message)
  const all = Array.from({ length: 6 }, () => askAndLeave(3))
  await new Promise(setImmediate)
  expect(open).toHaveLength(4)
  ends[0]?.()
  await expect.poll(() => open.length).toBe(5)
  ends[1]?.()
  await expect.poll(() => open.length).toBe(6)
  for (const end of ends) end()
  expect(await Promise.all(all)).toEqual(all.map(() => 'left'))
})

it('counts a visitor’s form as running until it is done, even when the visitor has disconnected', async () => {
  const open: number[] = []
  const ends: (() => void)[] = []
  const action = keepingTurns(async (number: number) => {
    open.push(number)
    await new Promise<void>((resolve) => ends.push(resolve))
  })
  const all = Array.from({ length: 4 }, (_, number) =>
    inRequest({ ...doorRequest, method: 'POST', path: '/students/login', address: '203.0.113.9' }, async () => {
      action(number).catch(() => undefined)
    }),
  )
  await new Promise(setImmediate)
  expect(open).toEqual([0, 1, 2])
  ends[0]?.()
  await expect.poll(() => open).toEqual([0, 1, 2, 3])
  for (const end of ends) end()
  await Promise.all(all)
})

it('starts the next form of a network only 0.4 s after a failed sign-in, and at once after a successful one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const open: number[] = []
    const post = (number: number, isWrong: boolean) =>
      inRequest({ ...doorRequest, method: 'POST', path: '/students/login', address: '203.0.113.10' }, async () => {
        open.push(number)
        if (isWrong) noteFailedSignIn()
      })
    const all = [0, 1, 2, 3].map((number) => post(number, number < 3))
    await Promise.all(all.slice(0, 3))
    vi.advanceTimersByTime(399)
    await new Promise(setImmediate)
    expect(open).toEqual([0, 1, 2])
    vi.advanceTimersByTime(1)
    await all[3]
    expect(open).toEqual([0, 1, 2, 3])
    for (let number = 4; number < 8; number++) await post(number, false)
    expect(open).toHaveLength(8)
  } finally {
    vi.useRealTimers()
  }
})

it('shows office pages in English, however their URL is spelled', async () => {
  const spoken: string[] = []
  for (const path of ['/school/fees', '/School/fees', '/%73chool/fees', '/students/fees'])
    await inRequest({ ...doorRequest, path, acceptLanguage: 'hi' }, async () => {
      spoken.push(currentLanguage())
    })
  expect(spoken).toEqual(['en', 'en', 'en', 'hi'])
})
