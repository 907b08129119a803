import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { newBrowser } from '../../../../../tests/factories/accounts'
import { entriesOf } from '../../../../../tests/factories/audit'
import { unique } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { schoolsAnHour } from '../options'
import { findRegistration, openSchool, registerSchool } from '../staff/school-registration.server'
import { findStaffSession, sweepSessions } from './sessions.server'
import { signInStaff } from './sign-in-staff.server'

const visitor = visitorScope()
const password = 'green parrot hill'

const formFor = (email: string) => ({
  name: 'Gyan Bharati School',
  person: 'Kavita Rao',
  email,
  phone: '079 2657 0000',
  address: '14 Ashram Road, Ahmedabad',
})

function register(form: ReturnType<typeof formFor>, address = `10.0.0.${unique()}`) {
  const facts = { language: 'en', linkOf: (token: string) => `open|${token}|`, signInAt: 'sign-in' } as const
  return registerSchool(visitor, form, { ...facts, address })
}

const newAddress = () => `owner.${unique()}@school.test`

/** Mails to the address, newest first. */
const mailsTo = (to: string) =>
  readRows<{ subject: string; text: string; schoolId: number | null }>(
    `SELECT subject, body_text AS text, school_id AS schoolId FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC`,
    { to },
  )

async function tokenFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /open\|([^|]+)\|/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Counts the schools, school settings, staff users and pending registrations of an e-mail address. */
const madeFor = (email: string) =>
  readRow<{ schools: number; settings: number; staff: number; waiting: number }>(
    `SELECT (SELECT COUNT(*) FROM schools WHERE email = :email) AS schools,
       (SELECT COUNT(*) FROM school_settings t JOIN schools s ON s.id = t.school_id WHERE s.email = :email) AS settings,
       (SELECT COUNT(*) FROM staff_users WHERE email = :email) AS staff,
       (SELECT COUNT(*) FROM school_registrations WHERE email = :email) AS waiting`,
    { email },
  )

function open(token: string, approved = false) {
  const { email: _, ...form } = formFor('')
  return openSchool(visitor, token, { ...form, password }, { browser: newBrowser(), approved })
}
const notValid = { ok: false, reason: 'link-not-valid' }

it('creates a school with its owner once, and only when the mailed link is confirmed, not when its page is viewed', async () => {
  const email = newAddress()
  expect(await register(formFor(email))).toEqual({ ok: true })
  expect(await madeFor(email)).toEqual({ schools: 0, settings: 0, staff: 0, waiting: 1 })
  const token = await tokenFor(email)
  expect(await findRegistration(visitor, token)).toMatchObject({
    name: 'Gyan Bharati School',
    person: 'Kavita Rao',
    email,
  })
  // A mail scanner that opens the page still creates nothing.
  expect(await madeFor(email)).toMatchObject({ schools: 0, staff: 0 })

  const answers = await Promise.all([1, 2, 3, 4].map(() => open(token)))
  const [opened, ...others] = answers.filter((answer) => answer.ok)
  expect(others).toHaveLength(0)
  expect(answers.filter((answer) => !answer.ok)).toEqual([notValid, notValid, notValid])
  const session = opened?.ok ? await findStaffSession(visitor, opened.value.token) : null
  expect(session).toMatchObject({ role: 'owner', name: 'Kavita Rao', schoolName: 'Gyan Bharati School' })
  expect(await madeFor(email)).toEqual({ schools: 1, settings: 1, staff: 1, waiting: 0 })
  const id = session?.scope.schoolId ?? 0
  expect(await entriesOf({ id }, 'school.registered')).toEqual([{ kind: 'school', id, by: 'staff', details: {} }])
  expect(await open(token)).toEqual(notValid)
})

it('does not store the token of the mailed link in readable form', async () => {
  const email = newAddress()
  await register(formFor(email))
  const rows = JSON.stringify(await readRows('SELECT * FROM school_registrations WHERE email = :email', { email }))
  expect(rows).not.toContain(await tokenFor(email))
})

it('creates no school from a link that is expired, altered or superseded', async () => {
  const email = newAddress()
  await register(formFor(email))
  const first = await tokenFor(email)
  await register({ ...formFor(email), name: 'Gyan Bharati High School' })
  const second = await tokenFor(email)
  expect(await findRegistration(visitor, second)).toMatchObject({ name: 'Gyan Bharati High School' })
  expect(await open(first)).toEqual(notValid)
  expect(await open(`${second.startsWith('A') ? 'B' : 'A'}${second.slice(1)}`)).toEqual(notValid)
  expect(await open('')).toEqual(notValid)
  const expiry = (minutes: number) =>
    execute('UPDATE school_registrations SET expires_at = :at WHERE email = :email', {
      at: new Date(Date.now() + minutes * 60_000),
      email,
    })
  await expiry(-1)
  expect(await findRegistration(visitor, second)).toBeNull()
  expect(await open(second)).toEqual(notValid)
  await expiry(10)
  expect(await open(second)).toMatchObject({ ok: true })
})

it('takes the school’s name and the password from the mail’s recipient, not from the form that requested the mail', async () => {
  const email = newAddress()
  await register(formFor(email))
  await register({ ...formFor(email), name: 'A stranger’s school', person: 'A stranger' })
  expect(await open(await tokenFor(email))).toMatchObject({ ok: true })
  expect(await readRow('SELECT name FROM schools WHERE email = :email', { email })).toEqual({
    name: 'Gyan Bharati School',
  })
  const signIn = (typed: string) => signInStaff(visitor, { email, password: typed, browser: newBrowser() })
  expect(await signIn('a stranger’s password')).toMatchObject({ ok: false })
  expect(await signIn(password)).toMatchObject({ ok: true })
})

it('creates only the school whose registration sent the link, and refuses links for other purposes', async () => {
  const [own, other] = [newAddress(), newAddress()]
  await register(formFor(own))
  await register(formFor(other))
  expect(await open(await tokenFor(other))).toMatchObject({ ok: true })
  expect(await madeFor(own)).toEqual({ schools: 0, settings: 0, staff: 0, waiting: 1 })
  const staff = await makeStaff(await makeSchool())
  const hash = await readRow<{ hash: string }>(
    'SELECT token_hash AS hash FROM school_registrations WHERE email = :own',
    { own },
  )
  await execute('DELETE FROM school_registrations WHERE email = :own', { own })
  await execute(
    `INSERT INTO password_resets (token_hash, school_id, staff_user_id, expires_at, created_at)
     SELECT :hash, school_id, id, UTC_TIMESTAMP(3) + INTERVAL 1 HOUR, UTC_TIMESTAMP(3) FROM staff_users WHERE id = :id`,
    { hash: hash?.hash ?? '', id: staff.id },
  )
  expect(await open(await tokenFor(own))).toEqual(notValid)
})

it('returns success for an address that already signs in, creates no registration, and notifies the address by mail', async () => {
  const staff = await makeStaff(await makeSchool())
  expect(await register(formFor(staff.email.toUpperCase().toLowerCase()))).toEqual({ ok: true })
  const [mail] = await mailsTo(staff.email)
  expect(mail).toMatchObject({ subject: 'You already have an account', schoolId: null })
  expect(mail?.text).not.toContain('open|')
  expect(await madeFor(staff.email)).toMatchObject({ schools: 0, staff: 1, waiting: 0 })
})

it('refuses to create the school if its e-mail became a sign-in at another school after the registration', async () => {
  const email = newAddress()
  await register(formFor(email))
  const token = await tokenFor(email)
  await makeStaff(await makeSchool(), { email })
  expect(await open(token)).toEqual({ ok: false, reason: 'email-taken' })
  expect(await madeFor(email)).toMatchObject({ schools: 0, staff: 1 })
})

it('leaves the text typed in the form out of the mail', async () => {
  const email = newAddress()
  await register({ ...formFor(email), name: 'Claim your prize', person: 'evil.example' })
  const [mail] = await mailsTo(email)
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/prize|evil|Ashram/)
})

it('accepts five registrations an hour from one network address, even when twelve arrive concurrently', async () => {
  const address = `10.1.0.${unique()}`
  const answers = await Promise.all(Array.from({ length: 12 }, () => register(formFor(newAddress()), address)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(schoolsAnHour.address)
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'too-many')).toHaveLength(
    12 - schoolsAnHour.address,
  )
  expect(await register(formFor(newAddress()))).toEqual({ ok: true })
})

it('limits registrations per hour for the whole installation', async () => {
  const counter = { bucket: 'schools' }
  await takeQuota(counter.bucket, schoolsAnHour.installation)
  await execute('UPDATE throttles SET failures = :max WHERE bucket = :bucket', {
    ...counter,
    max: schoolsAnHour.installation,
  })
  expect(await register(formFor(newAddress()))).toEqual({ ok: false, reason: 'too-many' })
  await execute('DELETE FROM throttles WHERE bucket = :bucket', counter)
  expect(await register(formFor(newAddress()))).toEqual({ ok: true })
})

it('sends at most three mails an hour to one address, and keeps the last mailed link valid', async () => {
  const email = newAddress()
  for (let mail = 0; mail < schoolsAnHour.mails + 2; mail++) await register(formFor(email))
  expect(await mailsTo(email)).toHaveLength(schoolsAnHour.mails)
  expect(await open(await tokenFor(email))).toMatchObject({ ok: true })
})

it('deletes a registration whose link has expired', async () => {
  const [old, fresh] = [newAddress(), newAddress()]
  await register(formFor(old))
  await register(formFor(fresh))
  await execute(
    'UPDATE school_registrations SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE email = :old',
    { old },
  )
  await sweepSessions(visitor)
  expect(await madeFor(old)).toMatchObject({ waiting: 0 })
  expect(await madeFor(fresh)).toMatchObject({ waiting: 1 })
})
