import { PassThrough } from 'node:stream'
import pino from 'pino'
import { DatabaseError } from 'sequelize'
import { expect, it } from 'vitest'
import { loggable, loggedPath } from './log.server'

it('logs only the kind of a database error, since the driver’s message repeats user input', () => {
  const parent = Object.assign(new Error("Duplicate entry 'asha@family.example' for key 'email'"), {
    sql: 'INSERT …',
    code: 'ER_DUP_ENTRY',
    errno: 1062,
  })
  const kept = loggable(new DatabaseError(parent as never))
  expect(kept).toMatchObject({ name: 'SequelizeDatabaseError', code: 'ER_DUP_ENTRY', errno: 1062 })
  expect(JSON.stringify(kept)).not.toMatch(/asha|INSERT/)
})

it('removes mail addresses from any thrown value', () => {
  expect(loggable(new Error('No such user <asha@family.example>')).message).toBe('No such user <(address)>')
  expect(loggable('asha@family.example').message).toBe('(address)')
})

it.each([
  ['/students/reset-password?token=secret', '/students/reset-password'],
  ['/unsubscribe/VRUn9k-secret', '/unsubscribe/…'],
  ['/unsubscribe/VRUn9k-secret.data?_routes=x', '/unsubscribe/…'],
  ['/Unsubscribe/VRUn9k-secret', '/Unsubscribe/…'],
  ['/%75nsubscribe/VRUn9k-secret', '/%75nsubscribe/…'],
  ['//unsubscribe//VRUn9k-secret', '//unsubscribe/…'],
  ['http://portal.test/unsubscribe/VRUn9k-secret', 'http://portal.test/unsubscribe/…'],
  ['/VERIFY/bcdf2345ghjk/', '/VERIFY/…'],
  ['/verify', '/verify'],
  ['/%/verify/bcdf2345ghjk', '/%/verify/…'],
  [`/students/reset-password%3Ftoken=secret${'x'.repeat(40)}`, '/students/…'],
  ['/school/students/bcdf2345ghjk/edit', '/school/students/bcdf2345ghjk/edit'],
])('logs %s as %s, without secrets in the path', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})

it('removes tokens that an error repeats', () => {
  const token = 'aB3_-'.repeat(9)
  expect(loggable(new Error(`cannot open https://portal.test/unsubscribe/${token}`)).message).not.toContain(token)
})

it('writes one line per entry, even if a text contains line breaks', () => {
  const out = new PassThrough()
  pino({ base: undefined }, out).warn({ path: '/a\n{"level":50,"msg":"made up"}\r\u2028' })
  const lines = String(out.read()).trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').path).toContain('made up')
})
