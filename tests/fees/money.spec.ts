import { readFileSync } from 'node:fs'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import {
  expect,
  expectTitle,
  field,
  fill,
  flow,
  follow,
  goBySidebar,
  linkInMail,
  mailsTo,
  type Page,
  press,
  pressAndSee,
} from '../e2e/base'
import {
  actInSandbox,
  approveSchool,
  asStaff,
  asStudent,
  forgetRegistrations,
  makeMerchant,
  makePayingSchool,
  makeSmallSchool,
  officePassword,
  studentPassword,
  switchSandbox,
} from '../e2e/people'
import { makeAcademicSession, makeEnrollment } from '../factories/academics'
import { unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'

/** Downloads the link's file and checks that it is a PDF; returns its file name. */
async function download(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#main').getByRole('link', { name: link, exact: true }).click(),
  ])
  const content = readFileSync(await file.path())
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(content.length).toBeGreaterThan(2_000)
  return file.suggestedFilename()
}

flow(
  'an office creates session, class, section, student and fee; the student pays online; the office sees the payment',
  async ({ page, another, mode }) => {
    const key = unique()
    const officeEmail = `office.${key}@school.test`
    await forgetRegistrations()
    await page.goto('/')
    await page.getByRole('link', { name: 'Register a school' }).first().click()
    await fill(page, {
      'School name': 'Navjeevan High School',
      'Your name': 'Harish Trivedi',
      Email: officeEmail,
      'Phone number': '0261 247 0000',
      Address: '3 Athwa Lines, Surat 395001',
    })
    await press(page, 'Register')
    await page.goto(await linkInMail(officeEmail, '/school/registration'))
    await fill(page, { Password: officePassword, 'Confirm password': officePassword })
    await press(page, 'Complete registration')
    await expectTitle(page, 'Welcome, Harish Trivedi')
    // An unapproved school sends only account mails.
    await approveSchool(officeEmail)

    // Each of the first steps on the home page links to its own screen.
    await follow(page, 'Add the academic session')
    await expect(field(page, 'This is the current session')).toBeChecked()
    const sessionName = await field(page, 'Session name').inputValue()
    const lastDay = await field(page, 'Last day').inputValue()
    await press(page, 'Create session')
    await expect(page.getByText('Created!')).toBeVisible()
    await goBySidebar(page, 'Home')
    await follow(page, 'Add classes and sections')
    await fill(page, { 'Class name': 'Class 8' })
    await press(page, 'Create class')
    await expectTitle(page, 'Classes')
    await goBySidebar(page, 'Home')
    await follow(page, 'Add classes and sections')
    await field(page, 'Class').selectOption('Class 8')
    await fill(page, { 'Section name': 'A', Capacity: '40' })
    await press(page, 'Create section')
    await expectTitle(page, 'Sections')

    const email = `hetvi.${key}@family.test`
    await goBySidebar(page, 'Home')
    await expect(page.locator('#main').getByRole('link', { name: 'Add students' })).toHaveAttribute(
      'href',
      '/school/students/import',
    )
    await goBySidebar(page, 'Students')
    await follow(page, 'Add student')
    await fill(page, {
      'First name': 'હેત્વી',
      'Last name': 'Mehta',
      'Father name': 'Nikhil Mehta',
      'Mother name': 'Komal Mehta',
      Address: '4 Law Garden, Ahmedabad 380006',
      'Date of birth': '2012-11-03',
      'Mobile number': '9825098250',
      Email: email,
      'Roll number': '12',
    })
    await field(page, 'Gender').selectOption('Female')
    await field(page, 'Category').selectOption('General')
    await field(page, 'Class and section').selectOption({ index: 1 })
    await press(page, 'Create student')
    await expectTitle(page, 'હેત્વી Mehta')

    await goBySidebar(page, 'Fees')
    await follow(page, 'Add fee')
    await fill(page, { 'Fee name': 'School fee' })
    await field(page, 'Class').selectOption('Class 8')
    const head = (number: number) => page.getByRole('group', { name: `Head ${number}` })
    const instalment = (number: number) => page.getByRole('group', { name: `Instalment ${number}` })
    await fill(head(1), { Name: 'Tuition fee', Amount: '20,000' })
    await fill(head(2), { Name: 'Computer fee', Amount: '5000' })
    await fill(instalment(1), { Title: 'First term', 'Due date': lastDay, Amount: '12,500' })
    await fill(instalment(2), { Title: 'Second term', 'Due date': lastDay, Amount: '12,499' })
    // Heads and instalments must have the same sum.
    await press(page, 'Create fee')
    await expect(page.getByRole('alert')).toContainText('Creation Failed')
    await fill(instalment(2), { Amount: '12,500.00' })
    await press(page, 'Create fee')
    await expectTitle(page, 'School fee')
    await follow(page, 'Assign')
    await press(page, 'Assign')
    await expect(page.getByText('2 dues added.')).toBeVisible()

    await goBySidebar(page, 'Settings')
    await page.goto('/school/settings/payments')
    const keys = await makeMerchant(await field(page, 'Webhook address').inputValue())
    await fill(page, {
      'Key id': keys.keyId,
      'Key secret': 'not the secret',
      'Webhook secret': keys.webhookSecret,
      'Your own password': officePassword,
    })
    await press(page, 'Check and save keys')
    await expect(page.getByRole('alert')).toContainText('Razorpay does not accept this key id and key secret')
    const secrets = { 'Key secret': keys.keySecret, 'Webhook secret': keys.webhookSecret }
    await fill(page, { ...secrets, 'Your own password': officePassword })
    await press(page, 'Check and save keys')
    await expect(page.getByText('Razorpay accepted the keys. Students can pay online now.')).toBeVisible()

    // On a phone, the student signs in with the birth date, sets a password and opens the fees.
    const phone = await another()
    await phone.goto('/students/fees')
    await fill(phone, { Username: email, Password: '2012-11-03' })
    await press(phone, 'Login')
    await fill(phone, { 'New password': studentPassword, 'Confirm new password': studentPassword })
    await press(phone, 'Save password')
    await expectTitle(phone, 'Student Fee Management')
    const facts = phone.locator('#main dl').first()
    for (const fact of ['હેત્વી Mehta', email, 'Female', 'Nikhil Mehta', '9825098250', formatDay('2012-11-03', 'en')]) {
      await expect(facts).toContainText(fact)
    }
    await expect(phone.locator('#main')).toContainText(`Academic year ${sessionName}`)
    await expect(phone.locator('#main')).toContainText('Class 8 · Roll number: 12')
    const columns = ['Fee Name', 'Fee Title', 'Due Date', 'Amount', 'Status', 'Actions']
    expect(await phone.locator('thead th').allTextContents()).toEqual(columns)
    const row = (term: string) => phone.locator('tbody tr', { hasText: term })
    await expect(row('First term')).toContainText('₹12,500.00')
    await expect(row('First term')).toContainText('Pending')
    await expect(row('First term')).toContainText(formatDay(lastDay, 'en'))
    // The list fits on one page, so it has no page number and no links to other pages.
    await expect(phone.getByText(/^Page \d/)).toHaveCount(0)

    await row('First term').getByRole('link', { name: 'Pay', exact: true }).click()
    await expect(phone.locator('#main')).toContainText('₹12,500.00')
    await pressAndSee(phone, mode, 'Pay ₹12,500', 'Starting payment...')
    await expect(phone.getByText('Redirecting to payment...')).toBeVisible()
    // The page redirects by itself, unless its script failed to load; the link does the same.
    if (mode === 'broken') await follow(phone, 'Go to payment')
    await actInSandbox(phone, /^Pay ₹12,500\.00/)
    await expect(phone.getByText('₹12,500 has been received. Your receipt is ready.')).toBeVisible()
    const saved = await download(phone, 'Download Receipt')
    expect(saved).toMatch(/^fee_receipt_pay_\w+\.pdf$/)
    await goBySidebar(phone, 'Fees')
    await expect(row('First term')).toContainText('Paid')
    await expect(row('Second term')).toContainText('Pending')
    expect(await row('First term').getByRole('link').allTextContents()).toEqual(['Download Receipt'])
    await expect.poll(() => mailsTo(email).some((mail) => mail.includes('₹12,500'))).toBe(true)

    // The office sees the money.
    await goBySidebar(page, 'Collections')
    await fill(page, { Search: saved.replace(/^fee_receipt_|\.pdf$/g, '') })
    await press(page, 'Search')
    const payment = page.locator('tbody tr')
    await expect(payment).toHaveCount(1)
    await expect(payment).toContainText('₹12,500.00')
    await expect(payment).toContainText('School fee')
    await payment.getByRole('link').first().click()
    await expectTitle(page, '₹12,500.00 · હેત્વી Mehta')
    expect(await download(page, 'Download receipt')).toBe(saved)
    await goBySidebar(page, 'Home')
    await expect(page.locator('#main')).toContainText('₹12,500')
  },
)

flow('a failed payment can be retried', async ({ page, context }) => {
  const { student, due } = await makePayingSchool()
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await press(page, 'Pay ₹12,500')
  await actInSandbox(page, /^Fail this payment/)
  await expect(page.getByRole('alert')).toContainText('The payment failed')
  // The payer returns to the school, which knows of the failure, and continues from there.
  await press(page, 'Cancel and go back')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Payment Failed', { timeout: 500 })
  }).toPass()
  await expect(page.getByRole('alert')).toContainText('The payment did not go through.')
  await follow(page, 'Try again')
  await actInSandbox(page, /^Pay ₹/)
  await expect(page.getByText('Payment received')).toBeVisible()
  await follow(page, 'Back to fees')
  await expect(page.getByRole('link', { name: 'Download Receipt' })).toHaveCount(1)
})

flow('a cancelled payment charges nothing', async ({ page, context }) => {
  const { student, due } = await makePayingSchool()
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await press(page, 'Pay ₹12,500')
  await actInSandbox(page, /^Cancel/)
  await expect(page.getByText('You came back without paying')).toBeVisible()
  await expect(page.getByText('Nothing was charged as far as we know.')).toBeVisible()
  // The provider's link of the cancelled payment can still be paid.
  await follow(page, 'Continue to payment')
  await actInSandbox(page, /^Cancel/)
  await follow(page, 'Back to fees')
  await expect(page.locator('tbody')).toContainText('Pending')
  await expect(page.locator('tbody').getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
})

flow('a payment is recorded even when the payer never returns', async ({ page, context }) => {
  const { student, due, keys } = await makePayingSchool()
  await switchSandbox(keys, { dropCallback: true, delayWebhooksMs: 500, repeatWebhooks: 1 })
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await press(page, 'Pay ₹12,500')
  await page.waitForURL(/\/students\/payments\//)
  const own = page.url()
  await actInSandbox(page, /^Pay ₹/)
  await expect(page.getByText('This payment link is paid.')).toBeVisible()
  await page.goto(`${own}?check=1`)
  await expect(page.getByText(/We are checking your payment|Payment received/).first()).toBeVisible()
  // The page refreshes itself.
  await expect(page.getByText('Payment received')).toBeVisible()
  await page.goto('/students/fees')
  await expect(page.getByRole('link', { name: 'Download Receipt' })).toHaveCount(1)
})

flow('an unavailable provider shows an error, and nothing is charged', async ({ page, context }) => {
  const { student, due, keys } = await makePayingSchool()
  await switchSandbox(keys, { failWith5xx: true })
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await press(page, 'Pay ₹12,500')
  await expect(page.getByRole('alert')).toContainText('Payment Failed')
  await expect(page.getByRole('alert')).toContainText('The payment service did not answer. Nothing was charged.')
  await switchSandbox(keys, { failWith5xx: false })
  await press(page, 'Pay ₹12,500')
  await actInSandbox(page, /^Pay ₹/)
  await expect(page.getByText('Payment received')).toBeVisible()
})

flow('a student with fees of many years reads them page by page', async ({ page, context }) => {
  const { student } = await makeSmallSchool()
  for (const startYear of [2021, 2022, 2023]) {
    const session = await makeAcademicSession({ id: student.schoolId }, { startYear })
    await makeEnrollment(student, { session })
    await makeDue(student, { session, name: `Fee of ${startYear}` })
  }
  await asStudent(context, student)
  await page.goto('/students/fees')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('Page 1 of 2')
  await expect(pages.getByRole('link')).toHaveText(['Next'])
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of 2')
  await expect(page.locator('#main')).toContainText('Fee of 2021')
  await expect(pages.getByRole('link')).toHaveText(['Previous'])
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(pages).toContainText('Page 1 of 2')
  // A page number beyond the end shows the last page.
  await page.goto('/students/fees?page=99')
  await expect(page.locator('#main')).toContainText('Fee of 2021')
})

flow('a school without payment keys asks students to pay at the office', async ({ page, context }) => {
  const { student, due } = await makeSmallSchool()
  await asStudent(context, student)
  await page.goto(`/students/fees/${due.publicId}/pay`)
  await expect(page.getByText('Payment Not Available')).toBeVisible()
  await expect(page.getByText('Razorpay is not configured for this school')).toBeVisible()
  await expect(page.getByText('Please contact the school administration to set up online payments')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

flow('an office records cash, and the student finds the receipt', async ({ page, context, another }) => {
  const { owner, student } = await makeSmallSchool()
  await asStaff(context, owner)
  await page.goto('/school/collections')
  await follow(page, 'Record a payment')
  await fill(page, { 'Name, enrollment number or mobile number': student.enrollmentNumber })
  await press(page, 'Search')
  // The search opens the only student found, with the next due ticked.
  await field(page, 'School Fee · First instalment: ₹12,500.00').uncheck()
  await press(page, 'Record payment')
  await expect(page.getByRole('alert')).toContainText('Choose what is being paid')
  await field(page, 'School Fee · First instalment: ₹12,500.00').check()
  await page.getByRole('radio', { name: 'Cash' }).check()
  const tomorrow = addDays(todayInIndia(new Date()), 1)
  await fill(page, { 'Payment date': tomorrow })
  await press(page, 'Record payment')
  await expect(page.getByRole('link', { name: 'The date cannot be in the future' })).toBeVisible()
  await fill(page, { 'Payment date': todayInIndia(new Date()) })
  await press(page, 'Record payment')
  await expect(page.getByText('The payment is recorded and its receipt is ready.')).toBeVisible()
  const saved = await download(page, 'Download receipt')
  expect(saved).toMatch(/^fee_receipt_[\w-]+\.pdf$/)

  const phone = await another()
  await asStudent(phone.context(), student)
  await phone.goto('/students/fees')
  await expect(phone.locator('tbody')).toContainText('Paid')
  expect(await download(phone, 'Download Receipt')).toBe(saved)
})

flow('a cheque requires its number, and the list is exported to a spreadsheet', async ({ page, context }) => {
  const { owner, student, due } = await makeSmallSchool()
  await asStaff(context, owner)
  await page.goto(`/school/collections/new?due=${due.publicId}`)
  await page.getByRole('radio', { name: 'Cheque' }).check()
  await fill(page, { Remarks: 'Brought by the father' })
  await press(page, 'Record payment')
  await expect(page.getByRole('alert')).toContainText(/cheque number/i)
  await expect(page.getByRole('radio', { name: 'Cheque' })).toBeChecked()
  await expect(field(page, 'Remarks')).toHaveValue('Brought by the father')
  await fill(page, { Reference: '=HYPERLINK 004512 SBI' })
  await press(page, 'Record payment')
  await expect(page.getByText('Created!')).toBeVisible()
  await page.goto('/school/collections?method=cheque')
  const [file] = await Promise.all([page.waitForEvent('download'), follow(page, 'Download CSV')])
  expect(file.suggestedFilename()).toMatch(/^collections-\d{4}-\d{2}-\d{2}\.csv$/)
  const [, row = ''] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(row).toContain(`${student.firstName} ${student.lastName}`)
  expect(row).toContain('12500')
  // A filter without results shows a message and a link back.
  await page.goto('/school/collections?method=upi')
  await expect(page.getByText('No payment found')).toBeVisible()
})
