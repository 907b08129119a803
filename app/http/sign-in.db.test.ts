import { expect, it } from 'vitest'
import { maxPasswordLength } from '~/models/people/accounts/options'
import { action as signInStaff } from '~/routes/school+/login'
import { action as signInStudent } from '~/routes/students+/login'
import { hashToken } from '~/services/secrets/secrets.server'
import { cookiePair } from '../../tests/factories/accounts'
import { readRows } from '../../tests/factories/read'
import { makeSchool, makeStaff } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { passwordRefusal } from './fresh-password.server'
import { deviceTokenOf } from './own-cookies.server'

const password = 'blue kite river'
type Action = typeof signInStaff | typeof signInStudent

function post(action: Action, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request('http://school.test/login', { method: 'POST', body, headers })
  return action({ request, params: {}, context: {} } as Parameters<Action>[0])
}

it.each(['student', 'staff'])('recognizes a new browser of a %s account from its first sign-in', async (who) => {
  const school = await makeSchool()
  const isStaff = who === 'staff'
  const account = isStaff ? await makeStaff(school, { password }) : await makeStudent(school, { password })
  const typed = new URLSearchParams({
    email: ` ${account.email} `,
    password,
    redirectTo: isStaff ? '/school/classes' : '/students/fees',
  })
  const answer = (await post(isStaff ? signInStaff : signInStudent, typed)) as Response
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, typed.get('redirectTo')])
  const cookie = answer.headers.getSetCookie().map(cookiePair).join('; ')
  const token = await deviceTokenOf(new Request('http://school.test/', { headers: { Cookie: cookie } }))
  const known = await readRows('SELECT account FROM device_cookies WHERE id_hash = :hash', { hash: hashToken(token) })
  expect(known).toEqual([{ account: expect.stringContaining(`:${account.id}`) }])
})

it('returns a failed sign-in form with its typed values, except the password', async () => {
  const typed = new URLSearchParams({ email: 'nobody', password: 'secret words', redirectTo: '/students/fees' })
  const answer = await post(signInStudent, typed)
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { initialValue: { email: 'nobody', redirectTo: '/students/fees' } },
  })
  expect(JSON.stringify(answer)).not.toContain('secret words')
})

it('refuses, before any lookup, a body that no sign-in form sends', async () => {
  const statusOf = (body: string, type: string) =>
    post(signInStudent, body, { 'Content-Type': type }).catch((thrown: Response) => thrown.status)
  expect(await statusOf('{"email":"a"}', 'application/json')).toBe(415)
  expect(await statusOf('garbage', 'multipart/form-data; boundary=x')).toBe(400)
  expect(await statusOf('__proto__=x', 'application/x-www-form-urlencoded')).toBe(400)
  expect(await statusOf('x&'.repeat(3_000), 'application/x-www-form-urlencoded')).toBe(413)
})

it('treats an overlong password as wrong, without hashing it', async () => {
  const staff = { confirmedAt: null } as Parameters<typeof passwordRefusal>[1]
  const request = new Request('http://localhost/school')
  expect(await passwordRefusal(request, staff, 'x'.repeat(maxPasswordLength + 1))).toBe('Password incorrect')
})
