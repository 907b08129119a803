import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { rejectApplication } from '~/models/money/hostels/decide/close-application.server'
import { chargesOf as chargesOfRoom } from '~/models/money/hostels/stay/charges.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { chargesOf as chargesOfTransport } from '~/models/money/transport/charges.server'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { action as cancelOrder } from '~/routes/school+/_shell+/orders+/$id.cancellation'
import { loader as openOrder } from '~/routes/school+/_shell+/orders+/$id.index'
import { loader as openTransportRefund } from '~/routes/school+/_shell+/transport-applications+/$id.index'
import { action as refundTransport } from '~/routes/school+/_shell+/transport-applications+/$id.refund'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeBoarder, payRoom } from '../../../../../tests/factories/hostel-decisions'
import { makeHostel, makeHostelApplication, makeRoom } from '../../../../../tests/factories/hostels'
import { makeDue } from '../../../../../tests/factories/ledger'
import { deliverWebhook, makePayingSchool, type PayingSchool } from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import {
  backdateRights,
  lastRequest,
  makeTwoOwners,
  ownPassword,
  paidOutPaise,
} from '../../../../../tests/factories/second-person'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { makeOrder, makeProduct, payOrder, seenLine } from '../../../../../tests/factories/shop'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { locateSchool, makeFare, makeTransportApplication } from '../../../../../tests/factories/transport'
import { approveTransport, payTransportOf } from '../../../../../tests/factories/transport-decisions'
import { loader as openRoom } from '../_hostels+/hostel-applications.$id.index'
import { action as refundRoom } from '../_hostels+/hostel-applications.$id.refund'
import { action as bounce } from '../collections+/$id.bounce'
import { action as correct } from '../collections+/$id.correction'
import { loader as openPayment } from '../collections+/$id.index'
import { action as refund } from '../collections+/$id.refund'
import { action as agree, loader as look } from './$id.index'
import { action as refuse } from './$id.refusal'
import { action as withdraw } from './$id.withdrawal'

type Action = (args: ActionFunctionArgs) => Promise<unknown>

async function post(action: Action, staff: Pick<MadeStaff, 'id' | 'scope'>, id: string, form: Record<string, string>) {
  const { cookie } = await signedInStaff(staff)
  const body = new URLSearchParams(form)
  const request = new Request('http://localhost:3000/', { method: 'POST', headers: { cookie }, body })
  const answer = await action({ request, params: { id }, context: {} }).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '', said: '' }
  const { data, init } = answer as { data: unknown; init: { status?: number } | null }
  return { status: init?.status ?? 0, to: '', said: JSON.stringify(data) }
}

const password = { own_password: ownPassword }

async function paid(school: PayingSchool, method: 'cash' | 'cheque', amountPaise: number) {
  const student = await makeStudent(school)
  const due = await makeDue(student, { amountPaise })
  const { scope } = await makeStaff(school)
  const booked = await recordOfflinePayment(scope, {
    dueIds: [due.publicId],
    method,
    amountPaise,
    reference: method === 'cash' ? null : '000123',
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  if (!booked.ok) throw new Error(booked.reason)
  return { due, id: booked.value.paymentId }
}

interface Page {
  action: Action
  /** Loader of the page about the payment, order or application that is paid out; it shows a waiting request. */
  open: (args: LoaderFunctionArgs) => Promise<object>
  /** Creates a subject with exactly this amount in paise to refund or undo. */
  make: (school: PayingSchool, paise: number) => Promise<{ id: string; form: Record<string, string> }>
}

const reason = 'Paid twice by mistake'
const handedBack = { given_by: 'cash' }

const pages: Record<string, Page> = {
  'refund over the counter': {
    action: refund,
    open: openPayment,
    make: async (school, paise) => {
      const { due, id } = await paid(school, 'cash', paise)
      return {
        id,
        form: { form_key: newFormKey(), from: due.publicId, amount: String(paise / 100), reason, ...handedBack },
      }
    },
  },
  'refund through the provider': {
    action: refund,
    open: openPayment,
    make: async (school, paise) => {
      const student = await makeStudent(school)
      const due = await makeDue(student, { amountPaise: paise })
      const payment = await startPayment(student.scope, [due.publicId])
      await sandbox.pay(payment.linkId)
      for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
      const form = { form_key: newFormKey(), from: 'any', amount: String(paise / 100), reason }
      return { id: payment.publicId, form }
    },
  },
  'cheque bounced': {
    action: bounce,
    open: openPayment,
    make: async (school, paise) => ({ id: (await paid(school, 'cheque', paise)).id, form: { reason } }),
  },
  'recorded by mistake': {
    action: correct,
    open: openPayment,
    make: async (school, paise) => ({ id: (await paid(school, 'cash', paise)).id, form: { reason } }),
  },
  'cancellation of an order': {
    action: cancelOrder,
    open: openOrder,
    make: async (school, paise) => {
      const student = await makeStudent(school)
      await makeEnrollment(student)
      const order = await makeOrder(student, [seenLine(await makeProduct(school, { pricePaise: paise }))])
      await payOrder({ scope: (await makeStaff(school)).scope }, order, paise)
      return { id: order.orderId, form: { reason, given_paise: String(paise), ...handedBack } }
    },
  },
  'refund of a hostel': {
    action: refundRoom,
    open: openRoom,
    make: async (school, paise) => {
      const { scope } = await makeStaff(school)
      const student = await makeBoarder(school)
      const room = await makeRoom(await makeHostel(school))
      const application = { ...(await makeHostelApplication(student, room)), studentId: student.id }
      await payRoom({ scope }, application)
      await rejectApplication(scope, application.publicId, 'No room left')
      const [first] = await chargesOfRoom(scope, application)
      const form = { [`amounts.d${first?.duePublicId}`]: String(paise / 100), remarks: reason, ...handedBack }
      return { id: application.publicId, form }
    },
  },
  'refund of transport': {
    action: refundTransport,
    open: openTransportRefund,
    make: async (school, paise) => {
      const { scope } = await makeStaff(school)
      await locateSchool(school)
      const student = await makeBoarder(school)
      const application = await makeTransportApplication(student, await makeFare(school))
      await approveTransport({ scope }, application)
      await payTransportOf({ scope }, application)
      await endByOffice(scope, application.publicId, { kind: 'cancelled', by: 'office', remarks: 'The bus is sold' })
      const charges = await chargesOfTransport(scope, application)
      const dearest = charges.reduce((a, b) => (b.paidPaise > a.paidPaise ? b : a))
      const form = { [`amounts.d${dearest.duePublicId}`]: String(paise / 100), remarks: reason, ...handedBack }
      return { id: application.publicId, form }
    },
  },
}

async function makeOffice() {
  const school = await makePayingSchool(sandbox)
  return { school, ...(await makeTwoOwners(school, 500_00)) }
}

describe.each(Object.entries(pages))('paying out by %s', (_name, { action, open, make }) => {
  it("pays out at once up to the school's limit", async () => {
    const { school, asker } = await makeOffice()
    const { id, form } = await make(school, 500_00)
    expect(await post(action, asker, id, form)).toMatchObject({ status: 303 })
    expect(await paidOutPaise(school)).toBe(500_00)
    expect(await lastRequest(school)).toBeNull()
  })

  it('waits above the limit, refuses approval by the requester and by new accounts, and pays out once for two approvals', async () => {
    const { school, asker, second, accounts } = await makeOffice()
    const { id, form } = await make(school, 501_00)
    const answers = await Promise.all([post(action, asker, id, form), post(action, asker, id, form)])
    const request = await lastRequest(school)
    const at = `/school/second-person/${request?.publicId}`
    expect(answers.map(({ to }) => to)).toEqual([at, at])
    expect(request).toMatchObject({ state: 'waiting', amountPaise: 501_00 })
    const waiting = request?.publicId ?? ''
    expect(await paidOutPaise(school)).toBe(0)
    const { cookie } = await signedInStaff(second)
    const page = new Request('http://localhost:3000/', { headers: { cookie } })
    expect(JSON.stringify(await open({ request: page, params: { id }, context: {} }))).toMatch(
      new RegExp(`"requests":\\[\\{[^}]*"publicId":"${waiting}"`),
    )

    expect(await post(agree, asker, waiting, password)).toMatchObject({
      status: 422,
      said: expect.stringContaining('You requested this yourself'),
    })
    await backdateRights(accounts, 1)
    expect(await post(agree, accounts, waiting, password)).toMatchObject({
      status: 422,
      said: expect.stringContaining('newer than 7 days'),
    })
    const clerk = await makeStaff(school, { role: 'office', password: ownPassword })
    await backdateRights(clerk, 30)
    expect((await post(agree, clerk, waiting, password)).said).toContain('Your role may not do this')
    expect(await post(agree, second, waiting, {})).toMatchObject({ status: 422 })
    const other = await makeStaff(await makeSchool(), { password: ownPassword })
    for (const one of [agree, refuse, withdraw]) {
      expect((await post(one, other, waiting, { ...password, reason })).status).toBe(404)
    }
    expect(await paidOutPaise(school)).toBe(0)

    await backdateRights(accounts, 30)
    const both = await Promise.all([post(agree, second, waiting, password), post(agree, accounts, waiting, password)])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(await paidOutPaise(school)).toBe(501_00)
    expect(await lastRequest(school)).toMatchObject({ state: 'done', payload: null })
    expect((await post(agree, second, waiting, password)).status).toBe(422)
    expect(await paidOutPaise(school)).toBe(501_00)
  })

  it('leaves one request when two owners ask at once, and pays out once when both agree at once', async () => {
    const { school, asker, second } = await makeOffice()
    const { id, form } = await make(school, 501_00)
    const own = form.form_key ? { ...form, form_key: newFormKey() } : form
    await Promise.all([post(action, asker, id, form), post(action, second, id, own)])
    const requests = await readRows<{ publicId: string; askedBy: number }>(
      'SELECT public_id AS publicId, asked_by AS askedBy FROM second_person_requests WHERE school_id = :id',
      { id: school.id },
    )
    expect(requests).toHaveLength(1)
    expect(await paidOutPaise(school)).toBe(0)
    const [{ publicId, askedBy } = { publicId: '', askedBy: 0 }] = requests
    const answers = await Promise.all([asker, second].map((owner) => post(agree, owner, publicId, password)))
    const expected = [asker, second].map((owner) => (owner.id === askedBy ? 422 : 303))
    expect(answers.map(({ status }) => status)).toEqual(expected)
    expect(await paidOutPaise(school)).toBe(501_00)
  })
})

it('shows the details of the request to the second person, and the possible second persons to the requester', async () => {
  const { school, asker, second, accounts } = await makeOffice()
  const { id, form } = (await pages['refund over the counter']?.make(school, 900_00)) ?? { id: '', form: {} }
  await post(refund, asker, id, form)
  const waiting = (await lastRequest(school))?.publicId ?? ''
  const opened = async (staff: MadeStaff) => {
    const { cookie } = await signedInStaff(staff)
    const request = new Request(`http://localhost:3000/school/second-person/${waiting}`, { headers: { cookie } })
    return look({ request, params: { id: waiting }, context: {} })
  }
  const seen = await opened(second)
  expect(seen).toMatchObject({ obstacle: null, asksPassword: 'own_password' })
  const facts = Object.fromEntries(seen.more.facts.map(({ label, value }) => [label, value]))
  expect(facts).toMatchObject({ Amount: '₹900.00', Reason: reason, 'Refund method': 'Cash' })
  expect(facts['Who may agree']?.split(', ').sort()).toEqual([accounts.name, second.name].sort())
  expect(await opened(asker)).toMatchObject({ obstacle: expect.stringContaining('You requested this yourself') })
})
