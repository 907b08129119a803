import { expect, it } from 'vitest'
import { paths } from '~/http/paths'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeDue } from '../../../../../tests/factories/ledger'
import { faultsOfLedger, makePayingSchool, readPaid, readPayment } from '../../../../../tests/factories/paying'
import { readRow } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { loader } from './$id.return'

async function world() {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  const due = await makeDue(student)
  const payment = await startPayment(student.scope, [due.publicId])
  const { cookie } = await signedInStudent(student)
  return { school, student, due, payment, cookie }
}

/** Opens the return URL as the payer's browser; returns the redirect or the status. */
async function comeBack(id: string, search: string, cookie = '') {
  const request = new Request(`http://localhost:3000${paths.student.paymentReturn(id)}${search}`, {
    headers: { cookie },
  })
  try {
    const answer = await loader({ request, params: { id }, context: {} })
    if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') }
    return { status: answer.init?.status, to: null }
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, to: null }
    throw thrown
  }
}

async function pay(linkId: string): Promise<string> {
  const { returnTo } = await sandbox.pay(linkId)
  return new URL(returnTo ?? '').search
}

it('settles the payment once when the payer returns with a valid signature, and redirects to it', async () => {
  const { school, due, payment, cookie } = await world()
  const search = await pay(payment.linkId)
  for (let again = 0; again < 2; again++) {
    expect(await comeBack(payment.publicId, search, cookie)).toEqual({
      status: 303,
      to: paths.student.payment(payment.publicId),
    })
  }
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'paid', receipts: 1 })
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
})

it('settles the payment of a returning payer whose session has expired, and then redirects to sign in', async () => {
  const { due, payment } = await world()
  const { status, to } = await comeBack(payment.publicId, await pay(payment.linkId))
  expect(status).toBe(303)
  expect(to).toBe(`${paths.student.login}?redirectTo=${encodeURIComponent(paths.student.payment(payment.publicId))}`)
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
})

it.each([
  ['razorpay_payment_id', 'pay_Other00000000'],
  ['razorpay_payment_link_status', 'created'],
  ['razorpay_payment_link_reference_id', 'shala-bcdfghjkmnpq'],
  ['razorpay_signature', '0'.repeat(64)],
  ['razorpay_signature', ''],
])('answers 400 for %s changed to %j, and changes nothing', async (name, value) => {
  const { due, payment, cookie } = await world()
  const query = new URLSearchParams(await pay(payment.linkId))
  query.set(name, value)
  expect(await comeBack(payment.publicId, `?${query}`, cookie)).toEqual({ status: 400, to: null })
  expect(await readPaid(due.publicId)).toBe(0)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'pending', receipts: 0 })
})

it('refuses the valid return parameters of one payment at another student’s payment', async () => {
  const paid = await world()
  const other = await world()
  const search = await pay(paid.payment.linkId)
  expect(await comeBack(other.payment.publicId, search, other.cookie)).toEqual({ status: 400, to: null })
  expect(await readPaid(other.due.publicId)).toBe(0)
})

it('schedules an early check with the provider, and records no payment, when the payer returns without parameters', async () => {
  const { due, payment, cookie } = await world()
  expect(await comeBack(payment.publicId, '', cookie)).toEqual({
    status: 303,
    to: `${paths.student.payment(payment.publicId)}?back=1`,
  })
  expect(await readPaid(due.publicId)).toBe(0)
  const row = await readRow<{ soon: number }>(
    'SELECT next_check_at <= UTC_TIMESTAMP(3) + INTERVAL 2 SECOND AS soon FROM payments WHERE public_id = :id',
    { id: payment.publicId },
  )
  expect(row?.soon).toBe(1)
})

it('redirects to the payment page, which checks again, when the provider fails to answer', async () => {
  const { school, due, payment, cookie } = await world()
  const search = await pay(payment.linkId)
  sandbox.switches.set({ failWith5xx: true }, school.keys.keyId)
  expect(await comeBack(payment.publicId, search, cookie)).toEqual({
    status: 303,
    to: `${paths.student.payment(payment.publicId)}?check=1`,
  })
  expect(await readPaid(due.publicId)).toBe(0)
})

it('answers 404 for an unknown payment', async () => {
  const { cookie } = await world()
  expect((await comeBack("' OR 1=1", '', cookie)).status).toBe(404)
})
