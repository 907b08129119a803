import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import * as guardianLogout from '~/routes/guardians+/logout'
import * as schoolLogin from '~/routes/school+/login'
import * as register from '~/routes/school+/register'
import * as registration from '~/routes/school+/registration'
import * as choose from '~/routes/students+/choose-password'
import * as studentForgot from '~/routes/students+/forgot-password'
import * as studentLogin from '~/routes/students+/login'
import * as studentLogout from '~/routes/students+/logout'
import * as studentReset from '~/routes/students+/reset-password'
import * as whose from '~/routes/students+/whose-account'
import { cookiePair, signedInStudent } from '../factories/accounts'
import { guardianCookie } from '../factories/app'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { unique } from '../factories/insert'
import { readRow } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

type Handler = (args: { request: Request; context: object; params: object }) => unknown

const password = 'blue kite river'
let school: MadeSchool
/** Client address; unique, because the limits per address also count attempts of earlier runs on this database. */
const visitor = { 'X-Client-Address': `10.3.0.${unique()}` }

beforeEach(async () => {
  school = await makeSchool()
})

/** Calls a loader or action as Remix does; a thrown Response counts as a response too. */
async function call(handler: unknown, request: Request) {
  const args = { request, context: {}, params: {} }
  return await Promise.resolve((handler as Handler)(args)).catch((thrown: unknown) => thrown)
}

function get(path: string, cookies: readonly string[] = []) {
  return new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookies.join('; ') } })
}

function post(
  path: string,
  fields: Record<string, string>,
  cookies: readonly string[] = [],
  headers: Record<string, string> = {},
) {
  return new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...visitor, Cookie: cookies.join('; '), ...headers },
  })
}

function redirected(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error(`no redirect: ${JSON.stringify(answer)}`)
  return {
    status: answer.status,
    to: answer.headers.get('Location'),
    setCookies: answer.headers.getSetCookie(),
    cookies: answer.headers.getSetCookie().map(cookiePair),
    headers: answer.headers,
  }
}

/** Returns the link in the newest mail to an address. */
async function linkTo(to: string): Promise<URL> {
  const mail = await readRow<{ text: string }>(
    'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC LIMIT 1',
    { to },
  )
  return new URL(/http:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}

/** Returns status and errors of a 422. */
function refusal(answer: unknown) {
  const { data, init } = answer as {
    data: { error: Record<string, string[]>; initialValue?: Record<string, string> }
    init: { status: number }
  }
  return { status: init.status, errors: data.error, typed: data.initialValue }
}

describe('student login', () => {
  it('shows missing and wrong values, and keeps all input except the password', async () => {
    const empty = refusal(await call(studentLogin.action, post('/students/login', {})))
    expect(empty).toMatchObject({
      status: 422,
      errors: { email: ['Email is required'], password: ['Password is required'] },
    })
    const odd = refusal(await call(studentLogin.action, post('/students/login', { email: 'asha', password: 'x' })))
    expect(odd.errors).toEqual({ email: ['Invalid email'] })
    expect(odd.typed).toMatchObject({ email: 'asha' })
    expect(JSON.stringify(odd)).not.toContain('"x"')
  })

  it('returns the same error for a wrong password and an unknown account', async () => {
    const asha = await makeStudent(school, { password })
    for (const email of [asha.email ?? '', asha.mobileNumber, `nobody.${unique()}@school.test`]) {
      const answer = refusal(await call(studentLogin.action, post('/students/login', { email, password: 'wrong one' })))
      expect(answer).toMatchObject({ status: 422, errors: { '': ['Password incorrect'] } })
    }
  })

  it('explains the format of date and slip code after a refused date, but not after another password', async () => {
    const undecided = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const decided = await makeStudent(school, { dateOfBirth: '2011-08-15', password })
    const told = async (email: string | null, typed: string) =>
      refusal(await call(studentLogin.action, post('/students/login', { email: email ?? '', password: typed }))).errors
    const names = [undecided.email, decided.email, `nobody.${unique()}@school.test`]
    const [first, ...others] = await Promise.all(names.map((name) => told(name, '2010-01-01')))
    expect(first).toEqual({
      '': ['Password incorrect'],
      password: [expect.stringContaining('activation code from your slip, for example 2011-08-15 7KQ4-MW2H')],
    })
    for (const other of others) expect(other).toEqual(first)
    expect(await told(undecided.email, 'no date')).toEqual({ '': ['Password incorrect'] })
    expect(await told(undecided.email, '2011-08-15 BCDF-GHJK')).toEqual({ '': ['Password incorrect'] })
  })

  it('sets a session and a device cookie, and redirects to the requested page, but never to another site', async () => {
    const asha = await makeStudent(school, { password })
    const signIn = (redirectTo: string) =>
      call(studentLogin.action, post('/students/login', { email: asha.email ?? '', password, redirectTo }))
    const answer = redirected(await signIn('/students/fees?page=2'))
    expect(answer).toMatchObject({ status: 303, to: '/students/fees?page=2' })
    const names = answer.cookies.map((cookie) => cookie.split('=')[0])
    expect(names).toEqual(expect.arrayContaining(['student', 'device', 'toast']))
    for (const line of answer.setCookies.filter((one) => /^(student|device)=/.test(one))) {
      expect(line).toMatch(/HttpOnly/)
      expect(line).toMatch(/SameSite=Lax/)
    }
    expect(redirected(await signIn('https://evil.test/')).to).toBe('/students')
    expect(redirected(await signIn('//evil.test')).to).toBe('/students')
    // The login page redirects signed-in users home.
    expect(redirected(await call(studentLogin.loader, get('/students/login', answer.cookies))).to).toBe('/students')
  })

  it('on a shared phone, sets only a session cookie that ends with the browser, and no device cookie', async () => {
    const asha = await makeStudent(school, { password })
    const fields = { email: asha.email ?? '', password, shared: 'on' }
    const { setCookies } = redirected(await call(studentLogin.action, post('/students/login', fields)))
    expect(setCookies.some((line) => line.startsWith('device='))).toBe(false)
    expect(setCookies.find((line) => line.startsWith('student='))).not.toMatch(/Max-Age|Expires/)
  })

  it('asks for a new password after sign-in by the date of birth, and opens the portal once it is chosen', async () => {
    const ravi = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const fields = { email: ravi.mobileNumber, password: '2011-08-15', redirectTo: '/students/fees' }
    const first = redirected(await call(studentLogin.action, post('/students/login', fields)))
    expect(first.to).toBe('/students/choose-password?redirectTo=%2Fstudents%2Ffees')
    const page = await call(choose.loader, get(first.to ?? '', first.cookies))
    expect(page).toEqual({ redirectTo: '/students/fees', shared: false, asksCode: false })
    const differs = { password: 'green parrot hill', password_confirmation: 'green parrot hil' }
    expect(refusal(await call(choose.action, post('/', differs, first.cookies))).errors).toEqual({
      password_confirmation: ['The two passwords are not the same'],
    })
    const dateAgain = { password: '15-08-2011', password_confirmation: '15-08-2011' }
    expect(refusal(await call(choose.action, post('/', dateAgain, first.cookies))).errors).toEqual({
      password: ['A date is easy to guess. Choose another password.'],
    })
    const good = {
      password: 'green parrot hill',
      password_confirmation: 'green parrot hill',
      redirectTo: '/students/fees',
    }
    const second = redirected(await call(choose.action, post('/', good, first.cookies)))
    expect(second).toMatchObject({ status: 303, to: '/students/fees' })
    expect(redirected(await call(choose.loader, get('/', second.cookies))).to).toBe('/students')
    expect(redirected(await call(choose.loader, get('/', first.cookies))).to).toBe('/students/login')
  })

  it('asks twins whose account it is, and accepts only accounts that the password has proved', async () => {
    const ravi = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const rahul = await makeStudent(school, { dateOfBirth: '2011-08-15', mobileNumber: ravi.mobileNumber })
    const stranger = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const fields = { email: ravi.mobileNumber, password: '2011-08-15' }
    const asked = redirected(await call(studentLogin.action, post('/students/login', fields)))
    expect(asked.to).toBe('/students/whose-account')
    expect(asked.cookies.some((cookie) => cookie.startsWith('student='))).toBe(false)
    const page = (await call(whose.loader, get('/', asked.cookies))) as { choices: Array<{ value: string }> }
    expect(page.choices.map((choice) => choice.value)).toEqual([ravi.publicId, rahul.publicId])
    const other = refusal(await call(whose.action, post('/', { account: stranger.publicId }, asked.cookies)))
    expect(other).toMatchObject({ status: 422, errors: { account: ['Choose an account'] } })
    const chosen = redirected(await call(whose.action, post('/', { account: rahul.publicId }, asked.cookies)))
    expect(chosen.to).toMatch(/^\/students\/choose-password/)
    expect(redirected(await call(whose.action, post('/', { account: rahul.publicId }))).to).toBe('/students/login')
    const forged = [`whose-account=${btoa(JSON.stringify({ accounts: [ravi.publicId, rahul.publicId] }))}`]
    expect(redirected(await call(whose.loader, get('/', forged))).to).toBe('/students/login')
  })
})

describe('guardian logout', () => {
  const signOut = async (cookie: string) =>
    redirected(await call(guardianLogout.action, post('/guardians/logout', {}, [cookie])))
  const names = ({ setCookies }: ReturnType<typeof redirected>) => setCookies.map((line) => line.split('=')[0])

  it('expires the cookies of the guardian and of the child whose pages the guardian opened', async () => {
    const account = await makeGuardianAccount({ password: null })
    const child = await makeStudent(school)
    await linkGuardian(await makeGuardian(school, { accountId: account.id }), child)
    const out = await signOut(await guardianCookie(account, child))
    expect(names(out)).toEqual(['guardian', 'student'])
    expect(out.setCookies.every((line) => /Max-Age=0/.test(line))).toBe(true)
  })

  it('does not sign out a student who signed in by password in the same browser', async () => {
    const account = await makeGuardianAccount({ password: null })
    const { cookie } = await signedInStudent(await makeStudent(school))
    expect(names(await signOut(`${await guardianCookie(account)}; ${cookie}`))).toEqual(['guardian'])
  })
})

describe('student logout', () => {
  it('ends the session on the server, expires its cookies and clears stored data, then redirects', async () => {
    const asha = await makeStudent(school)
    const { cookie } = await signedInStudent(asha)
    expect(await call(studentLogout.loader, get('/students/logout', [cookie]))).toMatchObject({
      data: { signedIn: true },
    })
    const out = redirected(
      await call(studentLogout.action, post('/students/logout', {}, [cookie, 'device=x', 'lang=gu'])),
    )
    expect(out).toMatchObject({ status: 303, to: '/students/logout' })
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(out.setCookies.map((line) => line.split('=')[0])).toEqual(['student', 'cart'])
    expect(out.setCookies.every((line) => /Max-Age=0/.test(line))).toBe(true)
    expect(await readRow('SELECT id_hash FROM sessions WHERE student_id = :id', { id: asha.id })).toBeNull()
    const page = (await call(studentLogout.loader, get('/students/logout', [cookie]))) as {
      data: unknown
      init: { headers: Record<string, string> }
    }
    expect(page.data).toEqual({ signedIn: false })
    expect(page.init.headers).toEqual({ Refresh: '2; url=/students/login' })
  })
})

describe('the forgotten-password page', () => {
  it('returns the same response for every address; the mailed link fills in the reset form, which redirects to login after two seconds', async () => {
    const asha = await makeStudent(school, { password })
    for (const email of [asha.email ?? '', `nobody.${unique()}@school.test`]) {
      const answer = redirected(await call(studentForgot.action, post('/students/forgot-password', { email })))
      expect(answer).toMatchObject({ status: 303, to: '/students/forgot-password?sent=1' })
    }
    const url = await linkTo(asha.email ?? '')
    expect(url.origin + url.pathname).toBe('http://localhost:3000/students/reset-password')
    const { data: prefilled } = (await call(studentReset.loader, get(url.pathname + url.search))) as {
      data: { email: string; token: string }
    }
    expect(prefilled.email).toBe(asha.email)
    const fields = {
      email: prefilled.email,
      token: prefilled.token,
      password: 'green parrot hill',
      password_confirmation: 'green parrot hill',
    }
    const done = redirected(await call(studentReset.action, post('/students/reset-password', fields)))
    expect(done).toMatchObject({ status: 303, to: '/students/reset-password?done=1' })
    const page = (await call(studentReset.loader, get('/students/reset-password?done=1'))) as {
      init: { headers: Record<string, string> }
    }
    expect(page.init.headers).toEqual({ Refresh: '2; url=/students/login' })
    const again = refusal(await call(studentReset.action, post('/students/reset-password', fields)))
    expect(again.errors['']?.[0]).toMatch(/^This link has already been used/)
    expect(again.typed).toEqual({ email: prefilled.email, token: prefilled.token })
  })
})

describe('a school', () => {
  it('registers and signs in by a mailed link, which stays valid when its page is only viewed', async () => {
    const fields = {
      name: 'Navjeevan High School',
      person: 'Harish Trivedi',
      email: `Owner.${unique()}@School.test`,
      phone: '079 2657 0000',
      address: '14 Ashram Road, Ahmedabad',
    }
    const asked = redirected(await call(register.action, post('/school/register', fields)))
    expect(asked).toMatchObject({ status: 303, to: '/school/register?sent=1', setCookies: [] })
    expect(await call(register.loader, get('/school/register?sent=1'))).toEqual({ sent: true })
    const link = await linkTo(fields.email.toLowerCase())
    const shown = (await call(registration.loader, get(`/school/registration${link.search}`))) as {
      token: string
      registration: { name: string }
    }
    expect(shown.registration.name).toBe('Navjeevan High School')
    const { email: _, ...confirmed } = fields
    const weak = { ...confirmed, token: shown.token, password: 'navjeevan', password_confirmation: 'navjeevan' }
    const refused = refusal(await call(registration.action, post('/school/registration', weak)))
    expect(Object.keys(refused.errors)).toEqual(['password'])
    expect(refused.typed).toMatchObject({ name: 'Navjeevan High School' })
    expect(JSON.stringify(refused)).not.toContain(shown.token)
    const chosen = { password: 'kite over the river', password_confirmation: 'kite over the river' }
    const opening = { ...confirmed, ...chosen, token: shown.token }
    const answer = redirected(await call(registration.action, post('/school/registration', opening)))
    expect(answer).toMatchObject({ status: 303, to: '/school' })
    expect(redirected(await call(register.loader, get('/school/register', answer.cookies))).to).toBe('/school')
    const again = refusal(await call(registration.action, post('/school/registration', opening)))
    expect(again.errors['']?.[0]).toMatch(/^This link has already been used/)
    expect(JSON.stringify(again)).not.toContain(shown.token)
    // The address has an account now, and the page does not reveal it.
    const twice = redirected(await call(register.action, post('/school/register', fields)))
    expect(twice.to).toBe('/school/register?sent=1')
    const nothing = refusal(await call(register.action, post('/school/register', {})))
    expect(Object.keys(nothing.errors).sort()).toEqual(Object.keys(fields).sort())
  })

  it('can register five times an hour from one network, and a sixth attempt is refused but keeps all input', async () => {
    const fields = () => ({
      name: 'Navjeevan High School',
      person: 'Harish Trivedi',
      email: `owner.${unique()}@school.test`,
      phone: '079 2657 0000',
      address: '14 Ashram Road, Ahmedabad',
    })
    // Sends each form from another IPv6 address of one network, because a household has any number of addresses.
    const network = `2001:db8:${randomInt(0x10000).toString(16)}:${randomInt(0x10000).toString(16)}`
    const from = () => ({ 'X-Client-Address': `${network}::${randomInt(0x10000).toString(16)}` })
    for (let time = 0; time < 5; time++) {
      redirected(await call(register.action, post('/school/register', fields(), [], from())))
    }
    const sixth = refusal(await call(register.action, post('/school/register', fields(), [], from())))
    expect(sixth.errors['']?.[0]).toMatch(/^Too many schools/)
    expect(sixth.typed).toMatchObject({ name: 'Navjeevan High School', phone: '079 2657 0000' })
  })

  it('signs in and is redirected to the requested page', async () => {
    const office = await makeStaff(school, { password: 'Demo-office-2026' })
    const fields = { email: office.email, password: 'Demo-office-2026', redirectTo: '/school/students' }
    expect(redirected(await call(schoolLogin.action, post('/school/login', fields))).to).toBe('/school/students')
    const wrong = refusal(await call(schoolLogin.action, post('/school/login', { ...fields, password: 'wrong' })))
    expect(wrong.errors).toEqual({ '': ['Password incorrect'] })
  })
})
