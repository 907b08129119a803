import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, expect, it, vi } from 'vitest'
import { execute, selectOne } from '~/database/connection.server'
import { paths } from '~/http/paths'
import { todayInIndia } from '~/models/shared/calendar'
import { signedInStaff } from '../../../../tests/factories/accounts'
import { makeDue } from '../../../../tests/factories/ledger'
import { makePayingSchool, readPaid } from '../../../../tests/factories/paying'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import { loader as detail } from './collections.$id.index'
import { loader as list } from './collections.index'
import { action as record, loader as steps } from './collections.new'
import { loader as csv } from './collections[.]csv'
import { action as saveKeys } from './settings.payments.index'

const sandbox = await vi.hoisted(async () => (await import('../../../../tests/factories/sandbox')).startTestSandbox())
afterAll(() => sandbox.close())

const today = todayInIndia(new Date())

async function world(names = { firstName: 'પ્રિયંકા', lastName: 'પટેલ' }) {
  const school = await makePayingSchool(sandbox)
  const staff = await makeStaff(school)
  const student = await makeStudent(school, names)
  const due = await makeDue(student)
  const { cookie } = await signedInStaff(staff)
  return { school, student, due, cookie }
}

const get = (path: string, cookie: string) => new Request(`http://localhost:3000${path}`, { headers: { cookie } })

async function post<Answer>(
  action: (args: ActionFunctionArgs) => Promise<Answer>,
  cookie: string,
  form: Record<string, string>,
) {
  const request = new Request('http://localhost:3000/', {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(form),
  })
  const answer = await action({ request, params: {}, context: {} })
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '', errors: '' }
  const refused = answer as { data: { error?: unknown }; init: { status?: number } | null }
  return { status: refused.init?.status, to: '', errors: JSON.stringify(refused.data.error) }
}

const payment = (due: { publicId: string; owedPaise: number }) => ({
  form_key: newFormKey(),
  due: due.publicId,
  amount_paise: String(due.owedPaise),
  method: 'cash',
  paid_on: today,
})

it('records cash once, however often the form is sent, and finds it again in every way', async () => {
  const { due, cookie } = await world()
  const form = payment(due)
  const first = await post(record, cookie, form)
  expect(first.status).toBe(303)
  expect((await post(record, cookie, form)).to).toBe(first.to)
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  const id = first.to.split('/').at(-1) ?? ''
  const { payment: shown } = await detail({ request: get(first.to, cookie), params: { id }, context: {} })
  expect(shown).toMatchObject({ state: 'paid', method: 'cash', receipt: { cancelled: false } })
  expect(shown).not.toHaveProperty('payUrl')
  for (const search of ['પ્રિયંકા', shown.transactionId, shown.receipt?.number, shown.student.enrollmentNumber]) {
    const path = `${paths.school.collections}?${new URLSearchParams({ search: search ?? '', method: 'cash', from: today })}`
    const found = await list({ request: get(path, cookie), params: {}, context: {} })
    expect([search, found.rows.map((row) => row.id), found.collectedPaise]).toEqual([search, [id], due.owedPaise])
  }
})

it.each([
  [{ amount_paise: '100' }, 'balance has changed'],
  [{ method: 'cheque' }, 'cheque number'],
  [{ method: 'online' }, 'Choose how it was paid'],
  [{ paid_on: '2999-01-01' }, 'cannot be in the future'],
  [{ paid_on: '2026-02-30' }, 'yyyy-mm-dd'],
  [{ due: 'bcdfghjkmnpq' }, 'does not exist any more'],
  [{ due: "' OR 1=1" }, 'Choose what is being paid'],
  [{ form_key: '' }, 'out of date'],
  [{ reference: 'x'.repeat(81) }, 'at most 80'],
] as Array<[Record<string, string>, string]>)('refuses %j and books nothing', async (change, words) => {
  const { due, cookie } = await world()
  const { status, errors } = await post(record, cookie, { ...payment(due), ...change })
  expect(status).toBe(422)
  expect(errors).toContain(words)
  expect(await readPaid(due.publicId)).toBe(0)
})

it("neither shows nor books another school's dues", async () => {
  const { student, due } = await world()
  const stranger = await signedInStaff(await makeStaff(await makeSchool()))
  expect(await post(record, stranger.cookie, payment(due))).toMatchObject({ status: 422 })
  expect(await readPaid(due.publicId)).toBe(0)
  for (const path of [paths.school.collectFrom(student.publicId), paths.school.collect(due.publicId)]) {
    const opened = steps({ request: get(path, stranger.cookie), params: {}, context: {} })
    await expect(opened).rejects.toMatchObject({ status: 404 })
  }
})

it('writes a spreadsheet that runs nothing typed by anybody', async () => {
  const { due, cookie } = await world({ firstName: '=HYPERLINK("http://evil.test","', lastName: 'x")' })
  await post(record, cookie, payment(due))
  const response = await csv({ request: get(paths.school.collectionsFile, cookie), params: {}, context: {} })
  const [, row] = (await response.text()).split('\r\n')
  expect(row).toContain(`"'=HYPERLINK(""http://evil.test"",`)
  expect(row).toContain(',12500,12500,0,')
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="collections-[\d-]+\.csv"$/)
})

it('checks payment keys at the provider, and asks for the password again after ten minutes', async () => {
  const { school, cookie } = await world()
  const keys = { key_id: school.keys.keyId, key_secret: 'wrong', webhook_secret: '' }
  const refused = await post(saveKeys, cookie, keys)
  expect(refused).toMatchObject({ status: 422 })
  expect(refused.errors).toContain('Razorpay does not accept')
  expect(refused.errors).not.toContain('wrong')
  expect((await post(saveKeys, cookie, { ...keys, key_secret: school.keys.keySecret })).status).toBe(303)
  await execute('UPDATE sessions SET confirmed_at = confirmed_at - INTERVAL 11 MINUTE WHERE school_id = :id', {
    id: school.id,
  })
  const stale = await post(saveKeys, cookie, { ...keys, key_secret: school.keys.keySecret })
  expect(stale.errors).toContain('Password is required')
  const audited = await selectOne<{ count: number }>(
    "SELECT COUNT(*) AS count FROM audit_entries WHERE school_id = :id AND action = 'payment-keys.saved'",
    { id: school.id },
  )
  expect(audited?.count).toBe(1)
})
