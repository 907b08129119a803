import { execute, selectOne } from '~/database/database.server'
import { declareTransfer } from '~/models/ledger/declared-payments.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { expect, expectTitle, field, fill, flow, follow, type Page, press } from '../e2e/base'
import { actInSandbox, asStaff, asStudent, makePayingSchool, makeSmallSchool } from '../e2e/people'
import { makeDue } from '../factories/ledger'
import { newFormKey } from '../factories/start-payment'
import type { MadeStudent } from '../factories/student'

const nameOf = (student: MadeStudent) => `${student.firstName} ${student.lastName}`

/** The row of a due among the student's fees. */
const feeRow = (page: Page, term: string) => page.locator('tbody tr', { hasText: term })

flow(
  'cash for three instalments at once, one of them in part, with the change worked out',
  async ({ page, context, another, mode }) => {
    const { owner, student } = await makeSmallSchool()
    await makeDue(student, { title: 'Second instalment', amountPaise: 800_000 })
    await makeDue(student, { title: 'Third instalment', amountPaise: 1_000_000 })
    await asStaff(context, owner)
    await page.goto('/school/collections')
    await follow(page, 'Record a payment')
    await fill(page, { 'Name, enrollment number or mobile number': student.enrollmentNumber })
    await press(page, 'Search')
    await follow(page, nameOf(student))
    for (const due of [
      'First instalment: ₹12,500.00',
      'Second instalment: ₹8,000.00',
      'Third instalment: ₹10,000.00',
    ]) {
      await field(page, `School Fee · ${due}`).check()
    }
    await press(page, 'Continue')
    await fill(page, { 'School Fee · Third instalment': '12,000', 'Cash given': '40,000' })
    await press(page, 'Record payment')
    await expect(page.getByRole('alert')).toContainText('Creation Failed')
    await expect(page.getByRole('alert')).toContainText('An amount is more than what is owed')
    await expect(field(page, 'School Fee · Third instalment')).toHaveValue('12,000')
    await fill(page, { 'School Fee · Third instalment': '2,000.50', 'Cash given': '20,000' })
    await press(page, 'Record payment')
    await expect(page.getByRole('link', { name: 'This is less than ₹22,500.50' })).toBeVisible()
    await fill(page, { 'Cash given': '23,000' })
    if (mode === 'enhanced') await expect(page.locator('#main')).toContainText('Give back ₹499.50')
    await press(page, 'Record payment')
    await expect(page.getByText('Created!')).toBeVisible()
    await expect(page.getByText('Give back ₹499.50.')).toBeVisible()
    await expectTitle(page, `₹22,500.50 · ${nameOf(student)}`)
    await expect(page.locator('#main')).toContainText('Cash given ₹23,000.00, change ₹499.50')
    await expect(page.getByRole('link', { name: 'Download receipt' })).toBeVisible()

    const phone = await another()
    await asStudent(phone.context(), student)
    await phone.goto('/students/fees')
    await expect(feeRow(phone, 'First instalment')).toContainText('Paid')
    await expect(feeRow(phone, 'Second instalment')).toContainText('Paid')
    await expect(feeRow(phone, 'Third instalment')).toContainText('₹7,999.50')
  },
)

flow('a cheque bounces and the student owes again', async ({ page, context, another }) => {
  const { owner, student, due } = await makeSmallSchool()
  await asStaff(context, owner)
  await page.goto(`/school/collections/new?due=${due.publicId}`)
  await page.getByRole('radio', { name: 'Cheque' }).check()
  await fill(page, { Reference: '004512 SBI 20 Nov' })
  await press(page, 'Record payment')
  await follow(page, 'The cheque bounced')
  await press(page, 'Mark as bounced')
  await expect(page.getByRole('alert')).toContainText('Update Failed')
  await expect(page.getByRole('alert')).toContainText('Enter the reason')
  await fill(page, { Reason: 'Funds insufficient' })
  await press(page, 'Mark as bounced')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(page.locator('#main')).toContainText('(cancelled)')
  await expect(page.locator('#main')).toContainText('Funds insufficient')
  await expect(page.getByRole('link', { name: 'Refund' })).toHaveCount(0)
  await page.goto('/school/collections/receipts')
  await expect(page.locator('tbody')).toContainText('Cancelled')

  const phone = await another()
  await asStudent(phone.context(), student)
  await phone.goto('/students/fees')
  await expect(feeRow(phone, 'First instalment').getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
})

flow('money that came on an earlier day has the late fine of that day', async ({ page, context }) => {
  const { owner, student } = await makeSmallSchool()
  const daysAgo = (days: number) => addDays(todayInIndia(new Date()), -days)
  const due = await makeDue(student, { title: 'Late instalment', amountPaise: 100_000, dueOn: daysAgo(10) })
  await execute("UPDATE dues SET fine_rule = 'per_day|1000|0||', created_at = :at WHERE id = :id", {
    at: daysAgo(30),
    id: due.id,
  })
  await asStaff(context, owner)
  await page.goto(`/school/collections/new?due=${due.publicId}`)
  await expect(field(page, 'School Fee · Late instalment')).toHaveValue('1100')
  await fill(page, { 'Payment date': daysAgo(5), Remarks: 'Given to the teacher' })
  await press(page, 'Record payment')
  await expect(page.getByRole('alert')).toContainText('The late fine is calculated up to the payment date')
  await expect(field(page, 'School Fee · Late instalment')).toHaveValue('1050')
  await expect(field(page, 'Remarks')).toHaveValue('Given to the teacher')
  await press(page, 'Record payment')
  await expectTitle(page, `₹1,050.00 · ${nameOf(student)}`)
})

flow('an office refunds an online payment through the provider', async ({ page, context, another }) => {
  const { owner, student, due } = await makePayingSchool()
  const phone = await another()
  await asStudent(phone.context(), student)
  await phone.goto(`/students/fees/${due.publicId}/pay`)
  await press(phone, 'Pay ₹12,500')
  await actInSandbox(phone, /^Pay ₹/)
  await expect(phone.getByText('Payment received')).toBeVisible({ timeout: 20_000 })

  await asStaff(context, owner)
  await page.goto('/school/collections')
  await page.locator('tbody').getByRole('link').first().click()
  await follow(page, 'Refund')
  await fill(page, { Amount: '12,500.01', Reason: 'Left the school' })
  await press(page, 'Refund')
  await expect(page.getByRole('alert')).toContainText('This is more than can be refunded of it')
  await fill(page, { Amount: '2,500' })
  await press(page, 'Refund')
  await expect(page.getByText('The refund has been requested from Razorpay.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.locator('#main')).toContainText('Refunded', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await expect(page.locator('#main')).toContainText('Partly refunded')
  await phone.goto('/students/fees')
  await expect(feeRow(phone, 'First instalment')).toContainText('₹2,500.00')
})

flow('a student pays two fees together and a part of a third', async ({ page, context, mode }) => {
  const { school, student } = await makePayingSchool()
  await execute(
    'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = 100000 WHERE school_id = :id',
    { id: school.id },
  )
  await makeDue(student, { title: 'Second instalment', amountPaise: 800_000 })
  await makeDue(student, { title: 'Third instalment', amountPaise: 1_000_000 })
  await asStudent(context, student)
  await page.goto('/students/fees')
  await follow(page, 'Pay several fees together')
  await press(page, 'Continue to payment')
  await expect(page.getByRole('alert')).toContainText('Payment Failed')
  await expect(page.getByRole('alert')).toContainText('Choose what you want to pay')
  const tick = (term: string) => page.getByRole('checkbox', { name: new RegExp(term) })
  for (const term of ['First', 'Second', 'Third']) await tick(`${term} instalment`).check()
  const part = page.getByRole('textbox', { name: 'Amount for School Fee · Third instalment' })
  await part.fill('999.99')
  await press(page, 'Continue to payment')
  await expect(page.getByRole('alert')).toContainText('pay at least ₹1,000, or all that is left')
  await expect(tick('Second instalment')).toBeChecked()
  await expect(part).toHaveValue('999.99')
  await part.fill('1,500')
  await press(page, 'Update total')
  await expect(page.locator('#main')).toContainText('Total: ₹22,000.00')
  await press(page, 'Continue to payment')
  await expect(page.getByText('Redirecting to payment...')).toBeVisible()
  if (mode === 'broken') await follow(page, 'Go to payment')
  await actInSandbox(page, /^Pay ₹22,000\.00/)
  await expect(page.getByText('₹22,000 has been received. Your receipt is ready.')).toBeVisible({ timeout: 20_000 })
  await follow(page, 'Back to fees')
  await expect(feeRow(page, 'First instalment')).toContainText('Paid')
  await expect(feeRow(page, 'Second instalment')).toContainText('Paid')
  await expect(feeRow(page, 'Third instalment')).toContainText('₹8,500.00')
  const receipts = await selectOne<{ number: number }>(
    'SELECT COUNT(*) AS number FROM receipts WHERE school_id = :id',
    { id: school.id },
  )
  expect(Number(receipts?.number)).toBe(1)
})

flow('a declared transfer is confirmed, another refused', async ({ page, context }) => {
  const { owner, student, due } = await makeSmallSchool()
  const second = await makeDue(student, { title: 'Second instalment', amountPaise: 800_000 })
  for (const [dueId, reference] of [
    [due.publicId, 'UTR-1001'],
    [second.publicId, 'UTR-1002'],
  ] as const) {
    await declareTransfer(student.scope, { dueIds: [dueId], method: 'bank_transfer', reference, formKey: newFormKey() })
  }
  await asStaff(context, owner)
  await page.goto('/school/collections')
  await follow(page, 'Transfers to confirm (2)')
  const waiting = (reference: string) => page.locator('tbody tr', { hasText: reference }).getByRole('link').first()
  await waiting('UTR-1001').click()
  await press(page, 'Confirm the money')
  await expect(page.getByText('The money is recorded and the receipt is ready.')).toBeVisible()
  await page.goto('/school/collections/transfers')
  await waiting('UTR-1002').click()
  await follow(page, 'Not received')
  await fill(page, { Reason: 'Not on the statement' })
  await press(page, 'Refuse the transfer')
  await expect(page.getByText('Nothing to confirm')).toBeVisible()
})
