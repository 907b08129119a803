import { expect, it } from 'vitest'
import { schoolScope } from '~/models/shared/scope.server'
import { inRequest, noteSession, waitForAccount } from './request-context.server'

const doorRequest = {
  ...{
    method: 'GET',
    path: '/school',
    cookie: undefined,
    acceptLanguage: undefined,
    requestId: undefined,
    userAgent: undefined,
  },
  ...{ address: '192.0.2.1', gone: () => new AbortController().signal, tellAsker: () => undefined },
}

it('works on three forms of visitors of one network at once, and on pages and those of other networks meanwhile', async () => {
  const open: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, method = 'POST') =>
    inRequest({ ...doorRequest, method, path: '/Students/login', address }, async () => {
      open.push(`${method} ${address}`)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = Array.from({ length: 5 }, () => ask('192.0.2.1'))
  const others = [ask('198.51.100.1'), ask('192.0.2.1', 'GET')]
  await new Promise(setImmediate)
  const three = ['POST 192.0.2.1', 'POST 192.0.2.1', 'POST 192.0.2.1']
  expect([...open].sort()).toEqual(['GET 192.0.2.1', ...three, 'POST 198.51.100.1'])
  for (const end of ends.splice(0)) end()
  await expect.poll(() => open.length).toBe(7)
  for (const end of ends) end()
  await Promise.all([...all, ...others])
})

it('works on four requests of an account at once, one after the other beyond, and on those of others meanwhile', async () => {
  const open: string[] = []
  const ends: (() => void)[] = []
  const ask = (id: number, fails = false) =>
    inRequest(doorRequest, async () => {
      noteSession({ scope: schoolScope(1, { kind: 'staff', id, name: 'Asha' }) })
      // Both guards of a page ask.
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
