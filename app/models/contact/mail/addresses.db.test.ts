import { expect, it } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute, inTransaction } from '~/database/database.server'
import { run } from '~/jobs/send-mail.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { readUnsubscribeToken, unsubscribeToken, unsubscribeUrl } from '~/models/core/outbox/unsubscribe-token.server'
import { systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { guardians } from '~/models/people/guardians/guardians.server'
import { siteUrl } from '~/services/site.server'
import { entriesOf } from '../../../../tests/factories/audit'
import { makeGuardian } from '../../../../tests/factories/guardians'
import { unique } from '../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import {
  clearBounce,
  findMailAddress,
  findMailObstacle,
  findOwnMail,
  findSubscription,
  listMailAddresses,
  recordBounce,
  resubscribe,
  unsubscribe,
} from './addresses.server'
import { findMailFigures } from './mail-figures.server'

const query = { search: '', sort: 'newest', descending: true, page: 1, filters: { state: '' } } as const

async function write(school: MadeSchool, to: string, bulkIn?: 'gu', isOfAccount?: true) {
  const subject = unique()
  await inTransaction(() => enqueueMail({ schoolId: school.id, to, subject, text: 'Hello', bulkIn, isOfAccount }))
  const row = await readRow<{ id: number; text: string }>(
    'SELECT id, body_text AS text FROM outgoing_mail WHERE subject = :subject',
    { subject },
  )
  const mailId = row?.id ?? 0
  await run({ mailId })
  const after = await readRow<{ state: string; why: string | null }>(
    'SELECT state, last_error AS why FROM outgoing_mail WHERE id = :mailId',
    { mailId },
  )
  return { text: row?.text ?? '', ...after }
}

it('sends everything except bulk mail to an unsubscribed address, and records why a mail was skipped', async () => {
  const school = await makeSchool()
  const to = `asha.${unique()}@family.test`
  const reader = { schoolId: school.id, address: to }
  const first = await write(school, to, 'gu')
  expect(first).toMatchObject({ state: 'sent', text: expect.stringContaining('/unsubscribe/') })
  expect((await write(school, to)).text).toBe('Hello')
  await unsubscribe(visitorScope(), reader, 'one_click')
  const since = new Date('2026-05-04T04:30:00Z')
  await execute('UPDATE mail_addresses SET unsubscribed_at = :since WHERE school_id = :id', { since, id: school.id })
  await unsubscribe(visitorScope(), reader, 'page')
  expect(
    await readRow('SELECT unsubscribed_at AS since FROM mail_addresses WHERE school_id = :id', { id: school.id }),
  ).toEqual({ since })
  expect(await findSubscription(visitorScope(), reader)).toMatchObject({ isUnsubscribed: true })
  expect(await write(school, to, 'gu')).toMatchObject({ state: 'skipped', why: 'unsubscribed' })
  expect(await write(school, to)).toMatchObject({ state: 'sent' })
  // Other schools are not affected.
  expect(await write(await makeSchool(), to, 'gu')).toMatchObject({ state: 'sent' })
  const { rows } = await listMailAddresses(school.scope, { ...query, filters: { state: 'unsubscribed' } })
  expect(rows).toMatchObject([{ toAddress: to, unsubscribedBy: 'one_click' }])
  expect(await findMailFigures(school.scope)).toMatchObject({ sent: 3, unsubscribed: 1, undeliverable: 0, today: 3 })
  await resubscribe(visitorScope(), reader)
  expect(await write(school, to, 'gu')).toMatchObject({ state: 'sent' })
})

it('sends only account mails to an address that does not exist, until the office clears its mark', async () => {
  const school = await makeSchool()
  const to = `gone.${unique()}@family.test`
  const student = await makeStudent(school, { email: to })
  const guardian = await makeGuardian(school, { email: to.toUpperCase() })
  await recordBounce(systemScope(), { schoolId: school.id, toAddress: to }, '550 5.1.1 user unknown')
  await recordBounce(systemScope(), { schoolId: null, toAddress: to }, 'no school, no mark')
  expect(await findMailObstacle(systemScope(), { schoolId: null, toAddress: to, kind: 'bulk' })).toBeNull()
  expect(await write(school, to)).toMatchObject({ state: 'skipped', why: 'undeliverable' })
  expect(await write(school, to, 'gu')).toMatchObject({ state: 'skipped', why: 'undeliverable' })
  expect(await write(school, to, undefined, true)).toMatchObject({ state: 'sent' })
  const own = await findOwnMail(student.scope)
  expect(own).toMatchObject({ email: to, bounces: true, isUnsubscribed: false })
  const { rows } = await listMailAddresses(school.scope, { ...query, search: 'user', filters: { state: 'bounced' } })
  expect(rows).toHaveLength(0)
  const [listed] = (await listMailAddresses(school.scope, { ...query, search: to.slice(0, 12), sort: 'address' })).rows
  expect(listed?.whose).toContain(student.firstName)
  const id = own?.mailAddress ?? ''
  expect(await findMailAddress((await makeSchool()).scope, id)).toBeNull()
  expect(await clearBounce((await makeSchool()).scope, id)).toEqual({ ok: false, reason: 'not-found' })
  expect(await clearBounce(school.scope, id)).toMatchObject({ ok: true })
  expect(await clearBounce(school.scope, id)).toEqual({ ok: false, reason: 'not-marked' })
  expect(await entriesOf(school, 'mail-address.tried-again')).toMatchObject([{ kind: 'mail-address' }])
  expect(await findMailAddress(school.scope, id)).toMatchObject({ bouncedAt: null, softBounces: 0 })
  expect(await write(school, to)).toMatchObject({ state: 'sent' })
  const state = () =>
    readRow<{ state: string }>('SELECT email_state AS state FROM family_guardians WHERE id = :id', { id: guardian.id })
  expect((await state())?.state).toBe('unproved')
  // A new address has no bounce.
  await recordBounce(systemScope(), { schoolId: school.id, toAddress: to }, 'again')
  await execute('UPDATE students SET email = :email WHERE id = :id', { email: `new.${to}`, id: student.id })
  expect(await findOwnMail(student.scope)).toMatchObject({ bounces: false, mailAddress: null })
})

it("marks a guardian's address after a bounce, and clears only marks that a bounce has set", async () => {
  const school = await makeSchool()
  const scope = { ...school.scope, actor: { kind: 'staff', id: null, name: 'Office' } as const }
  const to = `two.${unique()}@family.test`
  const make = async (emailState: 'unproved' | 'wrong' = 'unproved') => {
    const typed = { name: 'Rajesh Patel', mobileNumber: null, mobileState: 'unproved' as const, language: null }
    const made = await guardians.create(scope, unique(), { ...typed, email: to, emailState })
    if (!made.ok) throw new Error(made.reason)
    return made.value
  }
  const edit = async (publicId: string, emailState: 'unproved' | 'wrong', name = 'Rajesh Patel') => {
    const found = await guardians.find(scope, publicId)
    if (!found) throw new Error('no guardian')
    const { mobileNumber, mobileState, email, language, version } = found
    const values = { name, mobileNumber, mobileState, email, emailState, language }
    expect(await guardians.update(scope, publicId, version, values)).toMatchObject({ ok: true })
  }
  const [bounced, edited, wrong, right, marked] = [
    await make(),
    await make(),
    await make('wrong'),
    await make(),
    await make(),
  ]
  // The office marks this address because another person reads the mailbox. A bounce, before or after, does not change
  // that mark.
  await edit(marked, 'wrong')
  const states = async () => {
    const found = await Promise.all([bounced, edited, wrong, right, marked].map((id) => guardians.find(scope, id)))
    return found.map((one) => [one?.emailState, one?.version])
  }
  const bounce = () => recordBounce(systemScope(), { schoolId: school.id, toAddress: to }, '550 5.1.1 user unknown')
  await bounce()
  await bounce()
  expect(await states()).toEqual([
    ['wrong', 2],
    ['wrong', 2],
    ['wrong', 1],
    ['wrong', 2],
    ['wrong', 2],
  ])
  // When the office saves only another field, the mark still counts as set by the bounce. When the office marks the
  // address as right and later as wrong, the mark counts as set by the office.
  await edit(edited, 'wrong', 'Rajesh M. Patel')
  await edit(right, 'unproved')
  await edit(right, 'wrong')
  const row = await readRow<{ id: string }>('SELECT public_id AS id FROM mail_addresses WHERE to_address = :to', { to })
  expect(await clearBounce(scope, row?.id ?? '')).toMatchObject({ ok: true })
  expect(await states()).toEqual([
    ['unproved', 3],
    ['unproved', 4],
    ['wrong', 1],
    ['wrong', 4],
    ['wrong', 2],
  ])
  // Clearing temporary failures resets no guardian's address, because such failures mark none.
  await execute('UPDATE mail_addresses SET soft_bounces = 1 WHERE to_address = :to', { to })
  await execute("UPDATE family_guardians SET email_state = 'wrong' WHERE public_id = :bounced", { bounced })
  expect(await clearBounce(scope, row?.id ?? '')).toMatchObject({ ok: true })
  expect((await states())[0]).toEqual(['wrong', 3])
  const audited = await readRows<{ who: string; action: string; times: number }>(
    `SELECT actor_kind AS who, action, COUNT(*) AS times FROM audit_entries
     WHERE school_id = :id AND action LIKE 'guardian.address-%' GROUP BY actor_kind, action ORDER BY action`,
    { id: school.id },
  )
  expect(audited).toEqual([
    { who: 'system', action: 'guardian.address-failed', times: 3 },
    { who: 'staff', action: 'guardian.address-tried-again', times: 2 },
  ])
})

it('creates unsubscribe links that cannot be forged and open the unsubscribe page', () => {
  const token = unsubscribeToken(7, 'આશા@family.test')
  expect(readUnsubscribeToken(token)).toEqual({ schoolId: 7, address: 'આશા@family.test' })
  expect(token).toMatch(/^[\w-]{40,600}$/)
  for (const wrong of [undefined, '', 'x', `${token}x`, token.slice(0, -2), 'x'.repeat(5000)])
    expect(readUnsubscribeToken(wrong)).toBeNull()
  const url = unsubscribeUrl(7, 'a@b.test')
  expect(url).toBe(siteUrl(paths.unsubscribe(url.split('/').at(-1) ?? '')))
})
