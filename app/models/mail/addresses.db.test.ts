import { expect, it } from 'vitest'
import { execute, inTransaction, selectOne } from '~/database/database.server'
import { paths } from '~/http/paths'
import { run } from '~/jobs/send-mail.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { readUnsubscribeToken, unsubscribeToken, unsubscribeUrl } from '~/models/outbox/unsubscribe-token.server'
import { systemScope, visitorScope } from '~/models/shared/scope.server'
import { siteUrl } from '~/services/site.server'
import { makeGuardian } from '../../../tests/factories/guardians'
import { unique } from '../../../tests/factories/insert'
import { type MadeSchool, makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import {
  findMailAddress,
  findObstacle,
  findOwnMail,
  findSubscription,
  listMailAddresses,
  noteNobody,
  resubscribe,
  tryAgain,
  unsubscribe,
} from './addresses.server'
import { findMailFigures } from './mail-figures.server'

const query = { search: '', sort: 'newest', descending: true, page: 1, filters: { state: '' } } as const

async function write(school: MadeSchool, to: string, bulkIn?: 'gu', isOfAccount?: true) {
  const subject = unique()
  await inTransaction(() => enqueueMail({ schoolId: school.id, to, subject, text: 'Hello', bulkIn, isOfAccount }))
  const row = await selectOne<{ id: number; text: string }>(
    'SELECT id, body_text AS text FROM outgoing_mail WHERE subject = :subject',
    { subject },
  )
  const mailId = row?.id ?? 0
  await run({ mailId })
  const after = await selectOne<{ state: string; why: string | null }>(
    'SELECT state, last_error AS why FROM outgoing_mail WHERE id = :mailId',
    { mailId },
  )
  return { text: row?.text ?? '', ...after }
}

it('sends no bulk mail to who has unsubscribed, and all other mail; every skipped one says why', async () => {
  const school = await makeSchool()
  const to = `asha.${unique()}@family.test`
  const reader = { schoolId: school.id, address: to }
  const first = await write(school, to, 'gu')
  expect(first).toMatchObject({ state: 'sent', text: expect.stringContaining('/unsubscribe/') })
  expect((await write(school, to)).text).toBe('Hello')
  await unsubscribe(visitorScope(), reader, 'one_click')
  await unsubscribe(visitorScope(), reader, 'page')
  expect(await findSubscription(visitorScope(), reader)).toMatchObject({ isUnsubscribed: true })
  expect(await write(school, to, 'gu')).toMatchObject({ state: 'skipped', why: 'unsubscribed' })
  expect(await write(school, to)).toMatchObject({ state: 'sent' })
  // Another school's mail is another matter.
  expect(await write(await makeSchool(), to, 'gu')).toMatchObject({ state: 'sent' })
  const { rows } = await listMailAddresses(school.scope, { ...query, filters: { state: 'unsubscribed' } })
  expect(rows).toMatchObject([{ toAddress: to, unsubscribedBy: 'one_click' }])
  expect(await findMailFigures(school.scope)).toMatchObject({ sent: 3, unsubscribed: 1, undeliverable: 0, today: 3 })
  await resubscribe(visitorScope(), reader)
  expect(await write(school, to, 'gu')).toMatchObject({ state: 'sent' })
})

it('sends nothing where nobody is, until the office has it tried again', async () => {
  const school = await makeSchool()
  const to = `gone.${unique()}@family.test`
  const student = await makeStudent(school, { email: to })
  const guardian = await makeGuardian(school, { email: to.toUpperCase() })
  await noteNobody(systemScope(), { schoolId: school.id, toAddress: to }, '550 5.1.1 user unknown')
  await noteNobody(systemScope(), { schoolId: null, toAddress: to }, 'no school, no mark')
  expect(await findObstacle(systemScope(), { schoolId: null, toAddress: to, kind: 'bulk' })).toBeNull()
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
  expect(await tryAgain((await makeSchool()).scope, id)).toEqual({ ok: false, reason: 'not-found' })
  expect(await tryAgain(school.scope, id)).toMatchObject({ ok: true })
  expect(await tryAgain(school.scope, id)).toEqual({ ok: false, reason: 'not-marked' })
  expect(await findMailAddress(school.scope, id)).toMatchObject({ bouncedAt: null, softBounces: 0 })
  expect(await write(school, to)).toMatchObject({ state: 'sent' })
  const state = () =>
    selectOne<{ state: string }>('SELECT email_state AS state FROM family_guardians WHERE id = :id', {
      id: guardian.id,
    })
  expect((await state())?.state).toBe('unproved')
  // A new address begins anew.
  await noteNobody(systemScope(), { schoolId: school.id, toAddress: to }, 'again')
  await execute('UPDATE students SET email = :email WHERE id = :id', { email: `new.${to}`, id: student.id })
  expect(await findOwnMail(student.scope)).toMatchObject({ bounces: false, mailAddress: null })
})

it('makes links that open for their reader alone, where the page is', () => {
  const token = unsubscribeToken(7, 'આશા@family.test')
  expect(readUnsubscribeToken(token)).toEqual({ schoolId: 7, address: 'આશા@family.test' })
  expect(token).toMatch(/^[\w-]{40,600}$/)
  for (const wrong of [undefined, '', 'x', `${token}x`, token.slice(0, -2), 'x'.repeat(5000)])
    expect(readUnsubscribeToken(wrong)).toBeNull()
  const url = unsubscribeUrl(7, 'a@b.test')
  expect(url).toBe(siteUrl(paths.unsubscribe(url.split('/').at(-1) ?? '')))
})
