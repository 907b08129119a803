import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { schoolPaths } from '~/http/school-paths'
import { settingsVersion } from '~/models/core/schools/settings.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { action as saveKeys } from '~/routes/school+/_shell+/settings+/payments.index'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeDue } from '../../../../../tests/factories/ledger'
import { faultsOfLedger, makePayingSchool, readPaid } from '../../../../../tests/factories/paying'
import { readRow } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { action as bounce } from './$id.bounce'
import { loader as detail } from './$id.index'
import { action as refund } from './$id.refund'
import { loader as list } from './index'
import { loader as csv } from './index[.]csv'
import { loader as letters } from './letters[.]pdf'
import { action as record, loader as steps } from './new'
import { loader as receipts } from './receipts.index'
import { action as confirm } from './transfers.$id.index'
import { action as refuse } from './transfers.$id.refusal'
import { loader as transfers } from './transfers.index'

const today = todayInIndia(new Date())

async function world({ password, ...names }: { password?: string; firstName?: string; lastName?: string } = {}) {
  const school = await makePayingSchool(sandbox)
  const staff = await makeStaff(school, password ? { password } : {})
  const student = await makeStudent(school, { firstName: 'પ્રિયંકા', lastName: 'પટેલ', ...names })
  const due = await makeDue(student)
  const { cookie } = await signedInStaff(staff)
  return { school, student, due, cookie }
}

const get = (path: string, cookie: string) => new Request(`http://localhost:3000${path}`, { headers: { cookie } })

const post = <Answer>(
  action: (args: ActionFunctionArgs) => Promise<Answer>,
  cookie: string,
  form: Record<string, string>,
) => postForm(action, cookie, new URLSearchParams(form))

type Said = { error?: unknown }

async function postForm<Answer>(
  action: (args: ActionFunctionArgs) => Promise<Answer>,
  cookie: string,
  body: URLSearchParams,
) {
  const request = new Request('http://localhost:3000/', { method: 'POST', headers: { cookie }, body })
  const answer = await action({ request, params: {}, context: {} })
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') ?? '', errors: '' }
  const refused = answer as { data: Said & { result?: Said }; init: { status?: number } | null }
  // The answer of an edit form also contains the version.
  const { error } = refused.data.result ?? refused.data
  return { status: refused.init?.status, to: '', errors: JSON.stringify(error) }
}

const payment = (due: { publicId: string; owedPaise: number }) => ({
  form_key: newFormKey(),
  due: due.publicId,
  [`parts.d${due.publicId}`]: String(due.owedPaise / 100),
  [`owed.d${due.publicId}`]: String(due.owedPaise),
  sum_paise: String(due.owedPaise),
  method: 'cash',
  paid_on: today,
})

it('records cash once, however often the form is sent, and finds the payment by every search field', async () => {
  const { due, cookie } = await world()
  const form = payment(due)
  const first = await post(record, cookie, form)
  expect(first.status).toBe(303)
  expect((await post(record, cookie, form)).to).toBe(first.to)
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  const id = paymentOf(first.to)
  const { payment: shown } = await detail({ request: get(first.to, cookie), params: { id }, context: {} })
  expect(shown).toMatchObject({ state: 'paid', method: 'cash', receipt: { cancelled: false } })
  expect(shown).not.toHaveProperty('payUrl')
  for (const search of ['પ્રિયંકા', shown.transactionId, shown.receipt?.number, shown.student.enrollmentNumber]) {
    const path = `${schoolPaths.collections}?${new URLSearchParams({ search: search ?? '', method: 'cash', from: today })}`
    const found = await list({ request: get(path, cookie), params: {}, context: {} })
    expect([search, found.list.rows.map((row) => row.publicId), found.list.sums?.collectedPaise]).toEqual([
      search,
      [id],
      due.owedPaise,
    ])
  }
})

it.each([
  [{ method: 'cheque' }, 'cheque number'],
  [{ method: 'upi' }, 'UPI reference'],
  [{ method: 'demand_draft' }, 'number of the draft'],
  [{ method: 'online' }, 'Choose how it was paid'],
  [{ paid_on: '2999-01-01' }, 'cannot be in the future'],
  [{ paid_on: '2026-02-30' }, 'yyyy-mm-dd'],
  [{ due: 'bcdfghjkmnpq', 'parts.dbcdfghjkmnpq': '12500' }, 'no longer exists'],
  [{ due: "' OR 1=1" }, 'Choose what is being paid'],
  [{ form_key: '' }, 'out of date'],
  [{ reference: 'x'.repeat(81) }, 'at most 80'],
] as Array<[Record<string, string>, string]>)(
  'refuses a payment with %j and records nothing',
  async (change, words) => {
    const { due, cookie } = await world()
    const { status, errors } = await post(record, cookie, { ...payment(due), ...change })
    expect(status).toBe(422)
    expect(errors).toContain(words)
    expect(await readPaid(due.publicId)).toBe(0)
  },
)

it("neither shows another school's dues nor records payments for them", async () => {
  const { student, due } = await world()
  const stranger = await signedInStaff(await makeStaff(await makeSchool()))
  expect(await post(record, stranger.cookie, payment(due))).toMatchObject({ status: 422 })
  expect(await readPaid(due.publicId)).toBe(0)
  for (const path of [schoolPaths.collectFrom(student.publicId), schoolPaths.collect(due.publicId)]) {
    const opened = steps({ request: get(path, stranger.cookie), params: {}, context: {} })
    await expect(opened).rejects.toMatchObject({ status: 404 })
  }
})

it('writes a CSV file without executable formulas', async () => {
  const { due, cookie } = await world({ firstName: '=HYPERLINK("http://evil.test","', lastName: 'x")' })
  await post(record, cookie, payment(due))
  const response = await csv({ request: get(schoolPaths.collectionsFile, cookie), params: {}, context: {} })
  const [, row] = (await response.text()).split('\r\n')
  expect(row).toContain(`"'=HYPERLINK(""http://evil.test"",`)
  expect(row).toContain(',12500,12500,0,')
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="collections-[\d-]+\.csv"$/)
})

it('checks payment keys at the provider, and requires the password each time', async () => {
  const { school, cookie } = await world({ password: 'Nadi-kinare-gaam-7' })
  const version = String(await settingsVersion(school.scope))
  const keys = {
    key_id: school.keys.keyId,
    key_secret: 'wrong',
    webhook_secret: '',
    version,
    password: 'Nadi-kinare-gaam-7',
  }
  const refused = await post(saveKeys, cookie, keys)
  expect(refused).toMatchObject({ status: 422 })
  expect(refused.errors).toContain('Razorpay does not accept')
  expect(refused.errors).not.toContain('wrong')
  expect((await post(saveKeys, cookie, { ...keys, key_secret: school.keys.keySecret })).status).toBe(303)
  const without = await post(saveKeys, cookie, { ...keys, key_secret: school.keys.keySecret, password: '' })
  expect(without.errors).toContain('Password is required')
  const audited = await readRow<{ count: number }>(
    "SELECT COUNT(*) AS count FROM audit_entries WHERE school_id = :id AND action = 'payment-keys.saved'",
    { id: school.id },
  )
  expect(audited?.count).toBe(1)
})

const paymentOf = (to: string) => to.split('?')[0]?.split('/').at(-1) ?? ''

it('records a payment of several dues, one of them in part, and requires a valid amount for each and enough cash', async () => {
  const { student, due, cookie } = await world()
  const second = await makeDue(student, { title: 'Second', amountPaise: 40_000 })
  const send = (change: Record<string, string>) => {
    const form = new URLSearchParams({
      form_key: newFormKey(),
      [`owed.d${due.publicId}`]: String(due.owedPaise),
      [`owed.d${second.publicId}`]: '40000',
      sum_paise: '1265000',
      method: 'cash',
      paid_on: today,
      [`parts.d${due.publicId}`]: '12,500',
      [`parts.d${second.publicId}`]: '150',
      ...change,
    })
    for (const id of [due.publicId, second.publicId]) form.append('due', id)
    return postForm(record, cookie, form)
  }
  expect((await send({ [`parts.d${second.publicId}`]: '' })).errors).toContain('Enter the amount')
  expect((await send({ [`parts.d${second.publicId}`]: '12.345' })).errors).toContain('Enter an amount such as')
  expect((await send({ [`parts.d${second.publicId}`]: '400.01' })).errors).toContain('exceeds the balance')
  expect((await send({ cash_given: '12,000' })).errors).toContain('This is less than ₹12,650.00')
  const { to } = await send({ cash_given: '13,000', remarks: 'By the aunt' })
  const { payment: shown } = await detail({ request: get(to, cookie), params: { id: paymentOf(to) }, context: {} })
  expect(shown).toMatchObject({
    amountPaise: 1_265_000,
    remarks: 'Cash given ₹13,000.00, change ₹350.00. By the aunt',
    lines: [{ amountPaise: 1_250_000 }, { amountPaise: 15_000 }],
  })
})

it('records nothing until the total has been shown, or when the balances are outdated', async () => {
  const { due, cookie } = await world()
  const part = { [`parts.d${due.publicId}`]: '500' }
  expect(await post(record, cookie, { ...payment(due), ...part })).toEqual({ status: 422, to: '', errors: undefined })
  const stale = { [`owed.d${due.publicId}`]: String(due.owedPaise + 100) }
  expect((await post(record, cookie, { ...payment(due), ...stale })).errors).toContain('balance has changed')
  expect(await readPaid(due.publicId)).toBe(0)
  expect(await post(record, cookie, { ...payment(due), ...part, sum_paise: '50000' })).toMatchObject({ status: 303 })
  expect(await readPaid(due.publicId)).toBe(50_000)
})

it('opens the form of the only student found, with overdue dues ticked', async () => {
  const { student, due, cookie } = await world()
  const late = await makeDue(student, { title: 'Late', dueOn: '2020-04-01' })
  const search = `${schoolPaths.newPayment}?${new URLSearchParams({ search: student.enrollmentNumber })}`
  const found = steps({ request: get(search, cookie), params: {}, context: {} })
  await expect(found).rejects.toMatchObject({ status: 303 })
  const opened = (path: string) => steps({ request: get(path, cookie), params: {}, context: {} })
  expect(await opened(schoolPaths.collectFrom(student.publicId))).toMatchObject({ ticked: [late.publicId] })
  expect(await opened(schoolPaths.collect(due.publicId))).toMatchObject({ ticked: [due.publicId] })
})

it('keeps an advance as credit, and applies it to the next due only once when the button is pressed twice', async () => {
  const { school, student, due, cookie } = await world()
  const ahead = { ...payment(due), advance: '1,000', sum_paise: String(due.owedPaise + 100_000) }
  const { to } = await post(record, cookie, ahead)
  const { payment: shown } = await detail({ request: get(to, cookie), params: { id: paymentOf(to) }, context: {} })
  expect(shown.lines).toMatchObject([{ kind: 'due' }, { kind: 'advance', amountPaise: 100_000 }])
  const next = await makeDue(student, { title: 'Next', amountPaise: 150_000 })
  const opened = await steps({
    request: get(schoolPaths.collectFrom(student.publicId), cookie),
    params: {},
    context: {},
  })
  expect(opened).toMatchObject({ creditPaise: 100_000 })
  const use = { due: next.publicId, credit_paise: '100000' }
  expect(await post(record, cookie, use)).toMatchObject({ status: 303, to: schoolPaths.collectFrom(student.publicId) })
  expect((await post(record, cookie, use)).errors).toContain('changed in the meantime')
  expect(await readPaid(next.publicId)).toBe(100_000)
  expect(await faultsOfLedger(school)).toEqual([])
})

it('asks about a repeated UPI reference, and accepts it once confirmed', async () => {
  const { student, due, cookie } = await world()
  const second = await makeDue(student)
  const upi = (of: typeof due) => ({ ...payment(of), method: 'upi', reference: 'UPI-9' })
  await post(record, cookie, upi(due))
  expect((await post(record, cookie, upi(second))).errors).toContain('already recorded')
  expect(await post(record, cookie, { ...upi(second), repeats_reference: 'on' })).toMatchObject({ status: 303 })
})

it('bounces a cheque and keeps the receipt number in the register', async () => {
  const { due, cookie } = await world()
  const { to } = await post(record, cookie, { ...payment(due), method: 'cheque', reference: '004512' })
  const params = { id: paymentOf(to) }
  const act = (form: Record<string, string>) => post((args) => bounce({ ...args, params }), cookie, form)
  expect((await act({ reason: '' })).errors).toContain('Enter the reason')
  expect(await act({ reason: 'Funds insufficient' })).toMatchObject({ status: 303, to: schoolPaths.payment(params.id) })
  expect((await act({ reason: 'Again' })).errors).toContain('already marked as bounced')
  expect(await readPaid(due.publicId)).toBe(0)
  const register = await receipts({ request: get(schoolPaths.receipts, cookie), params: {}, context: {} })
  expect(register.list.rows).toMatchObject([{ isCancelled: true, number: expect.stringMatching(/000001$/) }])
  const valid = await receipts({ request: get(`${schoolPaths.receipts}?state=valid`, cookie), params: {}, context: {} })
  expect(valid.list.total).toBe(0)
})

it('requires the password for a refund, and refuses more than the paid amount, or a payment of another school', async () => {
  const { school, due, cookie } = await world()
  const { to } = await post(record, cookie, payment(due))
  const params = { id: paymentOf(to) }
  const form = {
    form_key: newFormKey(),
    from: 'any',
    amount: '2,500',
    reason: 'Left',
    given_by: 'upi',
    given_reference: 'UPI-1',
  }
  const act = (change: Record<string, string> = {}, as = cookie) =>
    post((args) => refund({ ...args, params }), as, { ...form, ...change })
  expect((await act({ amount: '12,500.01' })).errors).toContain('more than can be refunded')
  expect((await act({ given_by: 'online' })).errors).toContain('Choose the refund method')
  const back = { status: 303, to: schoolPaths.payment(params.id) }
  expect((await act({ given_reference: '' })).errors).toContain('UTR of the refund')
  expect(await act()).toMatchObject(back)
  expect(await act()).toMatchObject(back)
  expect(await readPaid(due.publicId)).toBe(1_000_000)
  const { refunds } = await detail({ request: get(to, cookie), params, context: {} })
  expect(refunds).toMatchObject([{ amountPaise: 250_000, givenBy: 'upi', state: 'done' }])
  const stranger = await signedInStaff(await makeStaff(await makeSchool()))
  await expect(act({}, stranger.cookie)).rejects.toMatchObject({ status: 404 })
  await execute('UPDATE sessions SET confirmed_at = confirmed_at - INTERVAL 11 MINUTE WHERE school_id = :id', {
    id: school.id,
  })
  expect((await act({ form_key: newFormKey() })).errors).toContain('Password is required')
})

it('lists declared transfers, confirms one with a receipt and refuses another', async () => {
  const { student, due, cookie } = await world()
  const second = await makeDue(student, { amountPaise: 30_000 })
  const declare = async (dueId: string, reference: string) => {
    const declared = await declareTransfer(student.scope, {
      dueIds: [dueId],
      method: 'bank_transfer',
      reference,
      formKey: newFormKey(),
    })
    return declared.ok ? declared.value.paymentId : ''
  }
  const [first, other] = [await declare(due.publicId, 'UTR-1'), await declare(second.publicId, 'UTR-2')]
  const listed = () => transfers({ request: get(schoolPaths.transfers, cookie), params: {}, context: {} })
  expect((await listed()).list.rows.map((row) => row.reference)).toEqual(['UTR-1', 'UTR-2'])
  const early = await post((args) => confirm({ ...args, params: { id: first } }), cookie, { paid_on: '2999-01-01' })
  expect(early.errors).toContain('cannot be in the future')
  const confirmed = await post((args) => confirm({ ...args, params: { id: first } }), cookie, { paid_on: today })
  expect(confirmed).toMatchObject({ status: 303, to: schoolPaths.payment(first) })
  const refused = await post((args) => refuse({ ...args, params: { id: other } }), cookie, { reason: 'Not come' })
  expect(refused).toMatchObject({ status: 303, to: schoolPaths.transfers })
  expect([await readPaid(due.publicId), await readPaid(second.publicId)]).toEqual([due.owedPaise, 0])
  expect((await listed()).list.total).toBe(0)
})

it('shows a payment with refunds, trail and pending requests in at most six SQL statements', async () => {
  const { student, due, cookie } = await world()
  const begun = await startPayment(student.scope, [due.publicId])
  const request = get(schoolPaths.payment(begun.publicId), cookie)
  const { value, count } = await countQueries(() => detail({ request, params: { id: begun.publicId }, context: {} }))
  expect(count).toBeLessThanOrEqual(6)
  expect(value).toMatchObject({
    payment: { method: 'online' },
    refunds: [],
    trail: { captures: [], linkId: begun.linkId },
  })
  expect(value.trail.events).not.toEqual([])
})

it('prints letters to any number of families in several files, and shows a message if there are none', async () => {
  const school = await makeSchool()
  const { cookie } = await signedInStaff(await makeStaff(school))
  const read = (search: string) =>
    letters({ request: get(`/school/collections/letters.pdf${search}`, cookie), params: {}, context: {} })
  const none = await read('')
  expect([none.status, none.headers.get('Location')]).toEqual([303, schoolPaths.defaulters])
  for (let made = 0; made < 301; made += 1) await makeDue(await makeStudent(school), { dueOn: addDays(today, -40) })
  const second = await read('?page=2')
  expect(second.headers.get('Content-Type')).toBe('application/pdf')
  expect(second.headers.get('Content-Disposition')).toContain(`fee-reminders-${today}-2.pdf`)
})

it('opens the student with an exact number, and offers a choice for a family’s mobile number or an ambiguous number', async () => {
  const { school, cookie } = await world()
  const [asha, bina, other] = [
    await makeStudent(school, { firstName: 'Asha', enrollmentNumber: 'MV/1', mobileNumber: '9825077001' }),
    await makeStudent(school, { firstName: 'Bina', enrollmentNumber: 'MV/10', mobileNumber: '9825077002' }),
    await makeStudent(await makeSchool(), { firstName: 'Chetan', enrollmentNumber: 'MV/1' }),
  ]
  await execute("UPDATE guardians SET father_mobile = '9825077001' WHERE student_id = :id", { id: bina.id })
  const search = async (text: string) => {
    const request = get(`${schoolPaths.newPayment}?search=${encodeURIComponent(text)}`, cookie)
    try {
      const found = await steps({ request, params: {}, context: {} })
      return found.step === 'payer' ? found.payers.map(({ id }) => id) : []
    } catch (answer) {
      return answer instanceof Response ? answer.headers.get('location') : answer
    }
  }
  expect(await search('mv/1')).toBe(schoolPaths.collectFrom(asha.publicId))
  expect(await search('98250 77001')).toEqual([asha.publicId, bina.publicId])
  await execute(
    "INSERT INTO academic_infos (student_id, school_id, admission_number, updated_at) VALUES (:id, :schoolId, 'MV/1', NOW())",
    { id: bina.id, schoolId: school.id },
  )
  expect(await search('MV/1')).toEqual([asha.publicId, bina.publicId])
  expect(await search('MV/1')).not.toContain(other.publicId)
})
