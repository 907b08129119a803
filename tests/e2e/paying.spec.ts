import { readFileSync } from 'node:fs'
import { makeSchool, makeStaff } from '../factories/school'
import { expect, field, flow, mailsTo, type Page, ready } from './base'
import { asStaff, asStudent, makeMerchant, makePayingSchool, newKeys, officePassword, payInSandbox } from './people'

/** Downloads what the link leads to and looks whether it is a PDF. */
async function downloadReceipt(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Receipt' }).first().click(),
  ])
  const content = readFileSync(await download.path())
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(content.length).toBeGreaterThan(2_000)
  return download.suggestedFilename()
}

flow(
  'an office makes session, class, section, student and fee; the student pays online; the office sees the money',
  async ({ page, mode, another }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { password: officePassword })
    const keys = newKeys()
    await makeMerchant({ ...keys, schoolId: school.publicId })

    // The office signs in.
    await page.goto('/school')
    await expect(page).toHaveURL(/\/school\/login/)
    await ready(page, mode)
    await field(page, 'Email').fill(owner.email)
    await field(page, 'Password').fill(officePassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Welcome/)

    await page.goto('/school/academic-sessions/new')
    await field(page, 'Session name').fill('2026-27')
    await field(page, 'First day').fill('2026-04-01')
    await field(page, 'Last day').fill('2027-03-31')
    await field(page, 'This is the current session').check()
    await page.getByRole('button', { name: 'Create session' }).click()
    await expect(page.getByText('Created!')).toBeVisible()

    await page.goto('/school/classes/new')
    await field(page, 'Class name').fill('Class 8')
    await field(page, 'Position').fill('8')
    await page.getByRole('button', { name: 'Create class' }).click()
    await expect(page.getByText('Class 8').first()).toBeVisible()

    await page.goto('/school/sections/new')
    await field(page, 'Class').selectOption({ label: 'Class 8' })
    await field(page, 'Section name').fill('A')
    await field(page, 'Capacity').fill('40')
    await page.getByRole('button', { name: 'Create section' }).click()
    await expect(page).toHaveURL(/\/school\/sections$/)

    const email = `first.${keys.keyId.slice(9)}@family.test`
    await page.goto('/school/students/new')
    await field(page, 'First name').fill('Hetvi')
    await field(page, 'Last name').fill('Mehta')
    await field(page, "Father's name").fill('Nikhil Mehta')
    await field(page, "Mother's name").fill('Komal Mehta')
    await field(page, 'Address').fill('4 Law Garden, Ahmedabad')
    await field(page, 'Gender').selectOption('Female')
    await field(page, 'Date of birth').fill('2012-11-03')
    await field(page, 'Category').selectOption('General')
    await field(page, 'Mobile number').fill('9825098250')
    await field(page, 'Email').fill(email)
    await field(page, 'Enrollment number').fill('2026-001')
    await field(page, 'Academic session').selectOption({ label: '2026-27 (current)' })
    await field(page, 'Class and section').selectOption({ index: 1 })
    await field(page, 'Date of enrollment').fill('2026-04-01')
    await page.getByRole('button', { name: 'Create student' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hetvi Mehta')

    await page.goto('/school/fees/new')
    await field(page, 'Fee name').fill('School fee 2026-27')
    await field(page, 'Academic session').selectOption({ label: '2026-27' })
    await field(page, 'Class').selectOption({ label: 'Class 8' })
    const head = page.getByRole('group', { name: 'Head 1' })
    await field(head, 'Name').fill('Tuition fee')
    await field(head, 'Amount').fill('12,500')
    const instalment = page.getByRole('group', { name: 'Instalment 1' })
    await field(instalment, 'Title').fill('First term')
    await field(instalment, 'Due date').fill('2027-01-10')
    await field(instalment, 'Amount').fill('12500')
    await page.getByRole('button', { name: 'Create fee' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('School fee 2026-27')
    await page.getByRole('link', { name: 'Assign' }).first().click()
    await page.getByRole('button', { name: 'Assign' }).click()
    await expect(page).toHaveURL(/\/school\/fees\/[2-9b-z]{12}$/)

    await page.goto('/school/settings/payments')
    await field(page, 'Key id').fill(keys.keyId)
    await field(page, 'Key secret').fill(keys.keySecret)
    await field(page, 'Webhook secret').fill(keys.webhookSecret)
    await page.getByRole('button', { name: 'Save keys' }).click()
    await expect(page.getByText('Razorpay accepted the keys')).toBeVisible()

    // The student's own phone: birth date, own password, fees.
    const phone = await another()
    await phone.goto('/students/fees')
    await expect(phone).toHaveURL(/\/students\/login/)
    await ready(phone, mode)
    await field(phone, 'Username').fill(email)
    await field(phone, 'Password').fill('2012-11-03')
    await phone.getByRole('button', { name: 'Login' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
    await field(phone, 'New password').fill('Kite-over-the-river-5')
    await field(phone, 'Confirm new password').fill('Kite-over-the-river-5')
    await phone.getByRole('button', { name: 'Save password' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Student Fee Management')
    await expect(phone.getByText('School fee 2026-27')).toBeVisible()
    await expect(phone.getByText('₹12,500.00')).toBeVisible()
    await expect(phone.getByText('Pending')).toBeVisible()

    // Pays.
    await phone.getByRole('link', { name: 'Pay', exact: true }).click()
    await phone.getByRole('button', { name: 'Pay ₹12,500' }).click()
    await expect(phone.getByText('Redirecting to payment...')).toBeVisible()
    await payInSandbox(phone)
    await expect(phone.getByText('Payment received')).toBeVisible({ timeout: 20_000 })
    expect(await downloadReceipt(phone)).toMatch(/^fee_receipt_pay_\w+\.pdf$/)
    await phone.goto('/students/fees')
    await expect(phone.getByText('Paid', { exact: true })).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
    await expect.poll(() => mailsTo(email).some((mail) => mail.includes('₹12,500')), { timeout: 20_000 }).toBe(true)

    // The office sees the money.
    await page.goto('/school/collections')
    const row = page.getByRole('row', { name: /Hetvi Mehta/ })
    await expect(row).toContainText('₹12,500')
    await row.getByRole('link').first().click()
    await expect(page.getByText(/pay_\w+/).first()).toBeVisible()
    expect(await downloadReceipt(page)).toMatch(/^fee_receipt_pay_\w+\.pdf$/)
    await page.goto('/school')
    await expect(page.getByText('₹12,500')).toBeVisible()
  },
)

flow('a payment that fails can be tried again', async ({ page, context }) => {
  const { student, due } = await makePayingSchool()
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await payInSandbox(page, /^Fail this payment/)
  await expect(page.getByRole('alert')).toContainText('The payment failed')
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByText('Payment received')).toBeVisible({ timeout: 20_000 })
})

flow('a payment that is cancelled charges nothing', async ({ page, context }) => {
  const { student, due } = await makePayingSchool()
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await payInSandbox(page, /^Cancel/)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await page.goto('/students/fees')
  await expect(page.getByText('Pending')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
})

flow('a school without keys is told to pay at the office', async ({ page, context }) => {
  const { student, due } = await makePayingSchool({ keys: false })
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await expect(page.getByText('Payment Not Available')).toBeVisible()
  await expect(page.getByText('Razorpay is not configured for this school')).toBeVisible()
  await expect(page.getByText('Please contact the school administration to set up online payments')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

flow('an office records cash, and the student finds the receipt', async ({ page, context, another }) => {
  const { school, owner, student } = await makePayingSchool({ keys: false })
  await asStaff(context, school, owner)
  await page.goto('/school/collections')
  await page.getByRole('link', { name: 'Record a payment' }).first().click()
  await field(page, 'Name, enrollment number or mobile number').fill(student.enrollmentNumber)
  await page
    .getByRole('button', { name: /Search|Apply|Filter|Show/ })
    .first()
    .click()
  await page.getByRole('link', { name: new RegExp(student.lastName) }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /Continue|Next/ }).click()
  await field(page, 'Cash').check()
  await page.getByRole('button', { name: 'Record payment' }).click()
  expect(await downloadReceipt(page)).toMatch(/^fee_receipt_OFF-[\w-]+\.pdf$/)

  const phone = await another()
  await asStudent(phone.context(), student)
  await phone.goto('/students/fees')
  await expect(phone.getByText('Paid', { exact: true })).toBeVisible()
  expect(await downloadReceipt(phone)).toMatch(/^fee_receipt_OFF-[\w-]+\.pdf$/)
})
