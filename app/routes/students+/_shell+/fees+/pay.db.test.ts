import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { paths } from '~/http/paths'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeDue } from '../../../../../tests/factories/ledger'
import { makePayingSchool, readPayment } from '../../../../../tests/factories/paying'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { action, loader } from './pay'

async function world(partMinimumPaise?: number) {
  const school = await makePayingSchool(sandbox)
  if (partMinimumPaise !== undefined) {
    await execute(
      'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = :least WHERE school_id = :id',
      { least: partMinimumPaise, id: school.id },
    )
  }
  const student = await makeStudent(school)
  const yesterday = addDays(todayInIndia(new Date()), -1)
  const overdue = await makeDue(student, { title: 'First', amountPaise: 100_000, dueOn: yesterday })
  const due = await makeDue(student, { title: 'Second', amountPaise: 200_000 })
  const { cookie } = await signedInStudent(student)
  return { school, student, overdue, due, cookie }
}

const open = (cookie: string, search = '') =>
  loader({
    request: new Request(`http://localhost:3000${paths.student.paySeveral()}${search}`, { headers: { cookie } }),
    params: {},
    context: {},
  })

async function press(cookie: string, form: Array<[string, string]>) {
  const request = new Request(`http://localhost:3000${paths.student.paySeveral()}`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams([['form_key', newFormKey()], ...form]),
  })
  const answer = await action({ request, params: {}, context: {} })
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '', errors: '' }
  return { status: answer.init?.status, to: '', errors: JSON.stringify(answer.data.error) }
}

it('ticks overdue dues by default, or those of the URL, with the total', async () => {
  const { overdue, due, cookie } = await world(5_000)
  const first = await open(cookie)
  expect(first.dues.map((one) => [one.id, one.ticked])).toEqual([
    [overdue.publicId, true],
    [due.publicId, undefined],
  ])
  expect(first).toMatchObject({ totalPaise: 100_000, partMinimumPaise: 5_000, online: true })
  const part = `parts.d${due.publicId}`
  const query = (more: Record<string, string>) =>
    `?${new URLSearchParams({ form_key: 'x', due: due.publicId, ...more })}`
  expect(await open(cookie, query({ [part]: '1,500.50' }))).toMatchObject({ totalPaise: 150_050 })
  expect(await open(cookie, query({ [part]: '2001' }))).toMatchObject({ totalPaise: null })
  expect(await open(cookie, query({ [part]: 'much' }))).toMatchObject({ totalPaise: null })
  expect(await open(cookie, '?form_key=x')).toMatchObject({ totalPaise: 0 })
})

it('starts one payment for several dues, one of them in part, and ignores all other submitted amounts', async () => {
  const { school, overdue, due, cookie } = await world(5_000)
  const pressed = await press(cookie, [
    ['due', overdue.publicId],
    ['due', due.publicId],
    [`parts.d${due.publicId}`, '500'],
    [`parts.d${overdue.publicId}`, ' '],
    ['amount', '1'],
    ['status', 'paid'],
    ['student_id', '1'],
    ['school_id', '1'],
  ])
  expect(pressed.status).toBe(303)
  const payment = await readPayment(pressed.to.split('/').at(-1) ?? '')
  await sandbox.pay(payment.linkId)
  expect(sandbox.ledger(school.keys.keyId).captured).toBe(150_000)
})

it.each([
  [[] as Array<[string, string]>, 'Choose what you want to pay'],
  [[['due', 'bcdfghjkmnpq']] as Array<[string, string]>, 'no longer exists'],
  [[['due', "' OR 1=1"]] as Array<[string, string]>, 'no longer exists'],
])('refuses the payment form %j with a message', async (form, words) => {
  const { cookie } = await world()
  const { status, errors } = await press(cookie, form)
  expect(status).toBe(422)
  expect(errors).toContain(words)
})

it('shows the error of an invalid part payment, and refuses part payments if the school does not accept them', async () => {
  const { due, cookie } = await world(5_000)
  const strict = await world()
  const errorsOf = async (whose: typeof strict, part: string) =>
    (
      await press(whose.cookie, [
        ['due', whose.due.publicId],
        [`parts.d${whose.due.publicId}`, part],
      ])
    ).errors
  expect(due.publicId).not.toBe(strict.due.publicId)
  const allowed = { ...strict, due, cookie }
  expect(await errorsOf(allowed, '49.99')).toContain('pay at least ₹50')
  expect(await errorsOf(allowed, '2000.01')).toContain('more than what is left')
  expect(await errorsOf(allowed, '-5')).toContain('Enter an amount such as')
  expect(await errorsOf(allowed, '0')).toContain('Enter an amount such as')
  expect(await errorsOf(strict, '500')).toContain('does not accept part payments')
})

it("refuses to pay a classmate's dues", async () => {
  const { school, cookie } = await world()
  const foreign = await makeDue(await makeStudent(school))
  expect(await press(cookie, [['due', foreign.publicId]])).toMatchObject({ status: 422 })
})

it('offers no part payment for an order of the store', async () => {
  const { student, cookie } = await world(0)
  const order = await makeDue(student, { kind: 'order', amountPaise: 50_000 })
  const part = `parts.d${order.publicId}`
  const { dues } = await open(cookie, `?due=${order.publicId}&${part}=100`)
  expect(dues.flatMap((one) => (one.whole ? [[one.id, one.part]] : []))).toEqual([[order.publicId, undefined]])
  const answer = await press(cookie, [
    ['due', order.publicId],
    [part, '100'],
  ])
  expect(answer).toMatchObject({ status: 422, errors: expect.stringContaining('does not accept part payments') })
})
