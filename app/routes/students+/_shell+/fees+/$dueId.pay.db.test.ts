import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { paths } from '~/http/paths'
import { headers as paymentHeaders, loader as paymentLoader } from '~/routes/students+/_shell+/payments+/$id.index'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeDue } from '../../../../../tests/factories/ledger'
import { deliverWebhook, makePayingSchool, readPayment } from '../../../../../tests/factories/paying'
import { readRow } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { action, loader } from './$dueId.pay'

async function world() {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  const due = await makeDue(student)
  const { cookie } = await signedInStudent(student)
  return { school, student, due, cookie }
}

async function press(dueId: string, cookie: string, form: Record<string, string>) {
  const request = new Request(`http://localhost:3000${paths.student.pay(dueId)}`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(form),
  })
  try {
    const answer = await action({ request, params: { dueId }, context: {} })
    if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '' }
    return { status: answer.init?.status, errors: answer.data.error }
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status }
    throw thrown
  }
}

async function openPayment(id: string, cookie: string, search = '') {
  const request = new Request(`http://localhost:3000${paths.student.payment(id)}${search}`, { headers: { cookie } })
  const { data, init } = await paymentLoader({ request, params: { id }, context: {} })
  const loaderHeaders = new Headers(init?.headers)
  const none = new Headers()
  const sent = paymentHeaders({ loaderHeaders, parentHeaders: none, actionHeaders: none, errorHeaders: undefined })
  return { data, refresh: new Headers(sent as HeadersInit).get('Refresh') }
}

const countPayments = async (studentId: number) =>
  (
    await readRow<{ count: number }>('SELECT COUNT(*) AS count FROM payments WHERE student_id = :studentId', {
      studentId,
    })
  )?.count

describe('Pay button', () => {
  it('redirects to one payment page however often it is pressed, and from there to the provider after two seconds', async () => {
    const { student, due, cookie } = await world()
    const form_key = newFormKey()
    const pressed = await Promise.all(Array.from({ length: 5 }, () => press(due.publicId, cookie, { form_key })))
    const [first] = pressed
    expect(first?.status).toBe(303)
    expect(new Set(pressed.map((answer) => answer.to)).size).toBe(1)
    expect(await countPayments(student.id)).toBe(1)
    const id = first?.to?.split('/').at(-1) ?? ''
    const { data, refresh } = await openPayment(id, cookie)
    expect(data.step).toBe('redirecting')
    expect(refresh).toBe(`2; url=${data.linkUrl}`)
    expect(data.linkUrl).toMatch(sandbox.url)
    // A page with JavaScript moves on by script: a `Refresh` header could not be cancelled when the user leaves.
    expect((await openPayment(id, `${cookie}; enhance=1`)).refresh).toBeNull()
  })

  it('ignores amount, status and student in the form', async () => {
    const { due, cookie } = await world()
    const forged = { form_key: newFormKey(), amount: '1', amount_paise: '100', status: 'paid', student_id: '1' }
    const { to } = await press(due.publicId, cookie, forged)
    const { data } = await openPayment(to?.split('/').at(-1) ?? '', cookie)
    expect(data).toMatchObject({ step: 'redirecting', amountPaise: due.owedPaise, receiptId: null })
  })

  it('reports a provider that is down, charges nothing, and works when pressed again', async () => {
    const { school, student, due, cookie } = await world()
    sandbox.switches.set({ failWith5xx: true }, school.keys.keyId)
    const answer = await press(due.publicId, cookie, { form_key: newFormKey() })
    expect(answer).toMatchObject({ status: 422 })
    expect(JSON.stringify(answer.errors)).toContain('Nothing was charged')
    sandbox.switches.set({ failWith5xx: false }, school.keys.keyId)
    expect((await press(due.publicId, cookie, { form_key: newFormKey() })).status).toBe(303)
    expect(await countPayments(student.id)).toBe(1)
  })

  it("refuses without the school's keys", async () => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    const due = await makeDue(student)
    const { cookie } = await signedInStudent(student)
    const answer = await press(due.publicId, cookie, { form_key: newFormKey() })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.errors)).toContain('Razorpay is not configured for this school')
    const request = new Request('http://localhost:3000/', { headers: { cookie } })
    expect(await loader({ request, params: { dueId: due.publicId }, context: {} })).toMatchObject({ online: false })
  })

  it.each([{}, { form_key: '' }, { form_key: 'x'.repeat(41) }, { form_key: "' OR 1=1 --" }])(
    'answers 422 to a form that no page of the portal has created: %j',
    async (form) => {
      const { student, due, cookie } = await world()
      expect((await press(due.publicId, cookie, form as Record<string, string>)).status).toBe(422)
      expect(await countPayments(student.id)).toBe(0)
    },
  )

  it('answers 404 to a classmate who presses it, or who opens the payment', async () => {
    const { school, due, cookie } = await world()
    const classmate = await signedInStudent(await makeStudent(school))
    expect((await press(due.publicId, classmate.cookie, { form_key: newFormKey() })).status).toBe(404)
    const { to } = await press(due.publicId, cookie, { form_key: newFormKey() })
    const opened = openPayment(to?.split('/').at(-1) ?? '', classmate.cookie)
    await expect(opened).rejects.toMatchObject({ status: 404 })
  })
})

it('shows that the school keeps a payment that arrived when nothing was owed any more', async () => {
  const { school, due, cookie } = await world()
  const { to } = await press(due.publicId, cookie, { form_key: newFormKey() })
  const id = to?.split('/').at(-1) ?? ''
  await execute("UPDATE dues SET state = 'cancelled' WHERE id = :id", { id: due.id })
  await sandbox.pay((await readPayment(id)).linkId)
  for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
  expect((await openPayment(id, cookie)).data).toMatchObject({ step: 'paid', excessPaise: due.owedPaise })
})

it('reloads the page of an unconfirmed payment after 2, 5, 10 and 30 seconds, and then only on request', async () => {
  const { due, cookie } = await world()
  const { to } = await press(due.publicId, cookie, { form_key: newFormKey() })
  const id = to?.split('/').at(-1) ?? ''
  const waits = []
  for (const check of [1, 2, 3, 4, 5, Number.NaN]) {
    waits.push((await openPayment(id, cookie, `?check=${check}`)).refresh?.replace(/; url=.*check=/, '→') ?? null)
  }
  expect(waits).toEqual(['2→2', '5→3', '10→4', '30→5', null, null])
  expect(await readPayment(id)).toMatchObject({ state: 'pending' })
})
