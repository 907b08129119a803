import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, ready } from '../e2e/base'
import { actInSandbox, asStaff, asStudent, makePayingSchool, makeSmallSchool, officePassword } from '../e2e/people'
import { makeDue } from '../factories/ledger'
import { readRow } from '../factories/read'
import { makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import type { MadeStudent } from '../factories/student'

const nameOf = (student: MadeStudent) => `${student.firstName} ${student.lastName}`

const feeRow = (page: Page, term: string) => page.locator('tbody tr', { hasText: term })

flow(
  'an office records cash for three instalments at once, one in part, and sees the change to return',
  async ({ page, context, another, mode }) => {
    const { owner, student } = await makeSmallSchool()
    await makeDue(student, { title: 'Second instalment', amountPaise: 800_000 })
    await makeDue(student, { title: 'Third instalment', amountPaise: 1_000_000 })
    await asStaff(context, owner)
    await page.goto('/school/collections')
    await follow(page, 'Record a payment')
    await fill(page, { 'Name, enrollment number or mobile number': student.enrollmentNumber })
    await press(page, 'Search')
    await expectTitle(page, 'Record a payment')
    for (const due of [
      'First instalment: ₹12,500.00',
      'Second instalment: ₹8,000.00',
      'Third instalment: ₹10,000.00',
    ]) {
      await field(page, `School Fee · ${due}`).check()
    }
    await fill(page, { 'School Fee · Third instalment': '12,000', 'Cash given': '40,000' })
    await press(page, 'Record payment')
    await expect(page.getByRole('alert')).toContainText('Creation Failed')
    await expect(page.getByRole('alert')).toContainText('The amount exceeds the balance')
    await expect(field(page, 'School Fee · Third instalment')).toHaveValue('12,000')
    await fill(page, { 'School Fee · Third instalment': '2,000.50', 'Cash given': '20,000' })
    await press(page, 'Record payment')
    await expect(page.getByRole('link', { name: 'This is less than ₹22,500.50' })).toBeVisible()
    await fill(page, { 'Cash given': '23,000' })
    if (mode === 'enhanced') await expect(page.locator('#main')).toContainText('Give back ₹499.50')
    await press(page, 'Record payment')
    await expect(page.getByText('Created!')).toBeVisible()
    await expect(page.getByText('Give back ₹499.50')).toBeVisible()
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

flow('the counter takes a payment from any page in five keystrokes', async ({ page, context, mode }) => {
  const { owner, student } = await makeSmallSchool()
  await makeDue(student, { title: 'Overdue', amountPaise: 230_000, dueOn: addDays(todayInIndia(new Date()), -40) })
  await asStaff(context, owner)
  await page.goto('/school/notices')
  await ready(page, mode)
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  await key('p')
  await expect(field(page, 'Name, enrollment number or mobile number')).toBeFocused()
  // While a field has focus, the shortcut key only types a letter.
  await page.keyboard.type(`p${nameOf(student)}`)
  await expect(field(page, 'Name, enrollment number or mobile number')).toHaveValue(`p${nameOf(student)}`)
  await field(page, 'Name, enrollment number or mobile number').fill(student.enrollmentNumber)
  await key('Enter')
  await expect(field(page, 'School Fee · Overdue: ₹2,300.00')).toBeChecked()
  await expect(field(page, 'School Fee · First instalment: ₹12,500.00')).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: 'Amount to collect: ₹2,300.00' })).toBeVisible()
  await ready(page, mode)
  await key('Enter')
  await expectTitle(page, `₹2,300.00 · ${nameOf(student)}`)
  await expect(field(page, 'Next payment: name, enrollment number or mobile number')).toBeFocused()
  const receipt = page.getByRole('link', { name: 'Print receipt' })
  await key('Shift+Tab')
  await expect(receipt).toBeFocused()
  const opened = context.waitForEvent('page')
  await key('Enter')
  await (await opened).close()
  const shown = await context.request.get((await receipt.getAttribute('href')) ?? '')
  expect(shown.headers()['content-disposition']).toMatch(/^inline/)
  expect((await shown.body()).subarray(0, 5).toString()).toBe('%PDF-')
  expect(keys).toBe(5)
})

flow(
  'a family pays an advance, and its credit pays the next fee with one click',
  async ({ page, context, another, mode }) => {
    const { owner, student } = await makeSmallSchool()
    await asStaff(context, owner)
    await page.goto(`/school/collections/new?student=${student.publicId}`)
    await fill(page, { Advance: '1,000.50' })
    await press(page, 'Record payment')
    // Without JavaScript, the page first shows the amount to collect.
    if (mode !== 'enhanced') {
      await expect(page.getByText('Nothing is recorded yet')).toBeVisible()
      await press(page, 'Record payment')
    }
    await expectTitle(page, `₹13,500.50 · ${nameOf(student)}`)
    await expect(page.locator('#main')).toContainText('Paid ahead, kept as credit')
    await makeDue(student, { title: 'Second', amountPaise: 300_000 })
    await page.goto(`/school/students/${student.publicId}/fees`)
    await expect(page.locator('#main')).toContainText('The school holds ₹1,000.50 of credit')
    await page.goto(`/school/collections/new?student=${student.publicId}`)
    await press(page, 'Use ₹1,000.50 of the credit')
    await expect(page.getByText('₹1,000.50 of the credit is used.')).toBeVisible()
    await expect(field(page, 'School Fee · Second: ₹1,999.50')).toBeChecked()
    const phone = await another()
    await asStudent(phone.context(), student)
    await phone.goto('/students/fees')
    await expect(feeRow(phone, 'Second')).toContainText('₹1,999.50')
  },
)

flow('a cheque bounces, and its fee is due again', async ({ page, context, another }) => {
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

flow('a payment of an earlier day has the late fine of that day', async ({ page, context }) => {
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
  await fill(page, { 'Payment date': daysAgo(400), Remarks: 'Given to the teacher' })
  await press(page, 'Record payment')
  await expect(page.getByRole('alert')).toContainText('when this financial year or session began')
  await page.getByRole('checkbox', { name: 'The money was received on this earlier day' }).check()
  await fill(page, { 'Payment date': daysAgo(5) })
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
  await expect(phone.getByText('Payment received')).toBeVisible()

  await asStaff(context, owner)
  await page.goto('/school/collections')
  await page.locator('tbody').getByRole('link').first().click()
  await follow(page, 'Refund')
  await fill(page, { Amount: '12,500.01', Reason: 'Left the school' })
  await press(page, 'Refund')
  await expect(page.getByRole('alert')).toContainText('This is more than can be refunded')
  await fill(page, { Amount: '2,500' })
  await press(page, 'Refund')
  await expect(page.getByText('The refund has been requested from Razorpay.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    // One page may mix two states: it reads the refund and its payment in two statements, and the worker may settle the
    // refund between them.
    for (const state of ['Refunded', 'Partly refunded'])
      await expect(page.locator('#main')).toContainText(state, { timeout: 500 })
  }).toPass()
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
  // With JavaScript, the total follows the input.
  if (mode !== 'enhanced') await press(page, 'Update total')
  await expect(page.locator('#main')).toContainText('Total: ₹22,000.00')
  await press(page, 'Continue to payment')
  await expect(page.getByText('Redirecting to payment...')).toBeVisible()
  if (mode === 'broken') await follow(page, 'Go to payment')
  await actInSandbox(page, /^Pay ₹22,000\.00/)
  await expect(page.getByText('₹22,000 has been received. Your receipt is ready.')).toBeVisible()
  await follow(page, 'Back to fees')
  await expect(feeRow(page, 'First instalment')).toContainText('Paid')
  await expect(feeRow(page, 'Second instalment')).toContainText('Paid')
  await expect(feeRow(page, 'Third instalment')).toContainText('₹8,500.00')
  await expect(page.locator('#main')).toContainText('Total to pay')
  await follow(page, 'Payments and receipts')
  await expectTitle(page, 'Payments and receipts')
  await expect(page.locator('tbody tr')).toContainText('School Fee · Second instalment')
  await expect(page.locator('tbody tr').getByRole('link')).toHaveText('Download Receipt')
  await expect(page.getByRole('link', { name: 'All sessions' })).toHaveAttribute('data-file')
  const receipts = await readRow<{ number: number }>('SELECT COUNT(*) AS number FROM receipts WHERE school_id = :id', {
    id: school.id,
  })
  expect(Number(receipts?.number)).toBe(1)
})

flow('a declared transfer is confirmed, another refused', async ({ page, context, another }) => {
  const { school, student, due } = await makeSmallSchool()
  const owner = await makeStaff(school, { password: officePassword })
  const second = await makeDue(student, { title: 'Second instalment', amountPaise: 800_000 })
  const declared = { dueIds: [second.publicId], method: 'bank_transfer', reference: 'UTR-1002' } as const
  await declareTransfer(student.scope, { ...declared, formKey: newFormKey() })
  await asStaff(context, owner)
  await page.goto('/school/settings/fees')
  await fill(page, { 'Account number': '38220100004711' })
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Enter the bank, the account number and the IFSC')
  await fill(page, { Bank: 'Bank of Baroda', IFSC: 'BARB0NAVRAN', 'Your own password': officePassword })
  await press(page, 'Save Changes')
  const phone = await another()
  await asStudent(phone.context(), student)
  await phone.goto(`/students/fees/${due.publicId}/pay`)
  await follow(phone, 'Pay by bank transfer')
  await expect(phone.locator('#main')).toContainText('38220100004711')
  await press(phone, 'I have transferred it')
  await expect(phone.getByRole('alert')).toContainText('Enter the reference of the transfer')
  await fill(phone, { 'Transaction reference': 'UTR-1001' })
  await press(phone, 'I have transferred it')
  await expectTitle(phone, 'Student Fee Management')
  await expect(feeRow(phone, 'First instalment')).toContainText('waiting for the school')
  await expect(phone.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
  await feeRow(phone, 'First instalment').getByRole('link', { name: 'Details' }).click()
  await expect(phone.getByRole('status').filter({ hasText: 'You have declared this payment.' })).toBeVisible()
  await expect(phone.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await expect(phone.getByRole('link', { name: 'Pay another way' })).toBeVisible()

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
