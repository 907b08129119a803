import { readFileSync } from 'node:fs'
import { unique } from '../factories/insert'
import { expect, expectTitle, field, flow } from './base'
import { openNewSchool, waitForWorker } from './new-school'
import { actInSandbox, makeMerchant, officePassword, studentPassword } from './people'
import { onPhone, Walk } from './walk'

const messyFile = 'tests/fixtures/imports/students-300-messy.csv'

/** Students of the file: one pays online, one in cash. Both are in class `Std 6`, section A. */
const online = { name: 'Hetal Fernandes', email: 'ravi.153', born: '2015-12-25' }
const atCounter = { name: 'Zeel Mehta', number: 'SV/1156' }

/** Returns the text of a downloaded file, or `PDF`. */
function contentOf(file: { path: string }): string {
  const content = readFileSync(file.path)
  return content.subarray(0, 5).toString() === '%PDF-' ? 'PDF' : content.toString()
}

flow('a new school registers, issues its first receipts and promotes a class', async ({ page, another, mode }) => {
  const began = Date.now()
  const key = unique()
  const walk = new Walk(mode)

  const { lastDay } = await openNewSchool(page, walk, key)

  walk.task('Import 300 students from a messy file')
  await walk.sidebar(page, 'Import')
  await walk.picture(page, 'import')
  await walk.follow(page, 'Import students')
  // Runs share one database, each with its own school: unique e-mails avoid accounts of one address in two schools.
  const file = readFileSync(messyFile, 'utf8').replaceAll('@example.com', `@${key}.example.com`)
  walk.click()
  await field(page, 'File').setInputFiles({
    name: 'students-300-messy.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  await expect(field(page, 'Create classes and sections that are missing')).toBeChecked()
  await walk.picture(page, 'upload')
  await walk.press(page, 'Upload and check')
  await waitForWorker(page, 'Checked. Nothing is changed yet')
  await expect(page.locator('#main')).toContainText('290 rows are new and 0 change something; 10 rows are rejected.')
  await expect(page.getByText(/^Will be created: /)).toBeVisible()
  await walk.picture(page, 'preview')
  await walk.follow(page, 'Change columns')
  await expect(page.getByLabel(/: D\.O\.B\.$/)).toHaveValue('date_of_birth')
  await walk.picture(page, 'columns')
  await walk.press(page, 'Check again')
  await waitForWorker(page, 'Checked. Nothing is changed yet')
  await page
    .locator('.stat', { has: page.getByText('Rejected', { exact: true }) })
    .getByRole('link', { name: 'Show these rows' })
    .click()
  walk.click()
  await expect(page.getByRole('table', { name: 'Rows in the file' }).locator('tbody tr')).toHaveCount(10)
  await expect(field(page, 'What happens')).toHaveValue('rejected')
  await walk.picture(page, 'problems', '.filters')
  await walk.follow(page, 'Import')
  await expect(page.getByRole('radio', { name: /^Valid rows only/ })).toBeChecked()
  await walk.picture(page, 'which-rows')
  await walk.press(page, 'Import')
  await waitForWorker(page, 'Imported!')
  await expect(page.getByText('290 new, 0 changed, 0 unchanged, 10 rejected.')).toBeVisible()
  await walk.picture(page, 'imported')
  const rejected = contentOf(await walk.download(page, () => walk.follow(page, 'Download rejected rows')))
  expect(rejected.trim().split('\n')).toHaveLength(11)
  expect(rejected).toContain('Mobile number must be 10 digits')

  walk.task('Make a fee for a class and assign it')
  await walk.sidebar(page, 'Fees')
  await walk.follow(page, 'Add fee')
  await walk.type(page, { 'Fee name': 'School fee' })
  await walk.choose(page, 'Class', 'Std 6')
  const head = (number: number) => page.getByRole('group', { name: `Head ${number}` })
  await walk.type(head(1), { Name: 'Tuition fee', Amount: '12,000' })
  await walk.type(head(2), { Name: 'Computer fee', Amount: '3,000' })
  await walk.type(page, { 'Number of equal instalments': '3' })
  await walk.press(page, 'Split evenly')
  const instalments = page.getByRole('group', { name: /^Instalment/ })
  await expect(instalments).toHaveCount(3)
  // Future dates, so that no child is late on any day of the year.
  for (const index of [0, 1, 2]) await walk.type(instalments.nth(index), { 'Due date': lastDay })
  await walk.picture(page, 'fee')
  await walk.press(page, 'Create fee')
  await expectTitle(page, 'School fee')
  await walk.follow(page, 'Assign')
  await walk.picture(page, 'assign')
  await walk.press(page, 'Assign')
  await expect(page.getByText(/^\d+ dues added\.$/)).toBeVisible()
  await walk.picture(page, 'fee-assigned')

  walk.task('Set up online payment')
  await walk.sidebar(page, 'Home')
  await walk.picture(page, 'steps-done')
  await walk.follow(page, 'Set up online payment')
  const keys = await makeMerchant(await field(page, 'Webhook address').inputValue())
  await walk.type(page, {
    'Key id': keys.keyId,
    'Key secret': keys.keySecret,
    'Webhook secret': keys.webhookSecret,
    'Your own password': officePassword,
  })
  await walk.press(page, 'Check and save keys')
  await expect(page.getByText('Razorpay accepted the keys. Students can pay online now.')).toBeVisible()
  await walk.picture(page, 'payment-keys')

  walk.task('Print the activation slips of a section')
  await walk.sidebar(page, 'Students')
  await expect(page.locator('#main')).toContainText('290')
  await walk.picture(page, 'students')
  await walk.follow(page, 'activation slips')
  await walk.choose(page, 'Section', 'Std 6 – A')
  await walk.picture(page, 'slips')
  const slips = await walk.download(page, () => walk.press(page, 'Print slips'))
  expect([slips.name, contentOf(slips)]).toEqual(['activation-slips.pdf', 'PDF'])

  walk.task('A student signs in for the first time')
  const phone = await onPhone(await another())
  await phone.goto('/students/login')
  await walk.type(phone, { Username: `${online.email}@${key}.example.com`, Password: online.born })
  await walk.picture(phone, 'phone-login')
  await walk.press(phone, 'Login')
  await walk.type(phone, { 'New password': studentPassword, 'Confirm new password': studentPassword })
  await walk.picture(phone, 'phone-choose-password')
  await walk.press(phone, 'Save password')
  await expectTitle(phone, 'Welcome, Hetal')

  walk.task('The student pays an instalment online')
  await walk.sidebar(phone, 'Fees')
  const row = (term: string) => phone.locator('tbody tr', { hasText: term })
  await expect(row('Instalment 1')).toContainText('₹5,000.00')
  await walk.picture(phone, 'phone-fees', 'table')
  walk.click()
  await row('Instalment 1').getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(phone.locator('#main')).toContainText('₹5,000.00')
  await walk.picture(phone, 'phone-pay')
  await walk.press(phone, 'Pay ₹5,000')
  walk.click()
  await actInSandbox(phone, /^Pay ₹5,000\.00/)
  await expect(phone.getByText('₹5,000 has been received. Your receipt is ready.')).toBeVisible()
  await walk.picture(phone, 'phone-paid')
  const receipt = await walk.download(phone, () => walk.follow(phone, 'Download Receipt'))
  expect(receipt.name).toMatch(/^fee_receipt_pay_\w+\.pdf$/)
  expect(contentOf(receipt)).toBe('PDF')

  walk.task('Record cash at the office and open its receipt')
  await walk.sidebar(page, 'Collections')
  await walk.follow(page, 'Record a payment')
  await walk.type(page, { 'Name, enrollment number or mobile number': atCounter.number })
  await walk.press(page, 'Search')
  await walk.picture(page, 'cash')
  await walk.press(page, 'Record payment')
  await expectTitle(page, `₹15,000.00 · ${atCounter.name}`)
  await walk.picture(page, 'cash-recorded')
  const cash = await walk.download(page, () => walk.follow(page, 'Download receipt'))
  expect(contentOf(cash)).toBe('PDF')

  walk.task('See both payments in collections and day book')
  await walk.sidebar(page, 'Collections')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  for (const name of [online.name, atCounter.name]) await expect(page.locator('tbody')).toContainText(name)
  await walk.picture(page, 'collections')
  await walk.sidebar(page, 'Day book')
  await expect(page.locator('#main')).toContainText('Total ₹20,000.00')
  for (const name of [online.name, atCounter.name]) await expect(page.locator('#main')).toContainText(name)
  await walk.picture(page, 'day-book')

  walk.task('Add the next session and promote the class')
  await walk.sidebar(page, 'Enrollments')
  await walk.follow(page, 'Promote a class')
  await walk.follow(page, 'Add the next academic session')
  await expect(field(page, 'This is the current session')).not.toBeChecked()
  await walk.press(page, 'Create session')
  await expect(page.getByText('Created!')).toBeVisible()
  await walk.sidebar(page, 'Enrollments')
  await walk.follow(page, 'Promote a class')
  // Waits for the page, because the previous list also has a choice named `Class`.
  await expectTitle(page, 'Promote a class')
  await walk.choose(page, 'Class', 'Std 6')
  await walk.press(page, 'Show preview')
  await expectTitle(page, 'Promote Std 6')
  const staying = `Outcome for ${atCounter.name}`
  await expect(field(page, staying).locator('option:checked')).toHaveText('Class 7 – A')
  await walk.choose(page, staying, 'Stays back: Std 6 – A')
  await walk.picture(page, 'promote')
  await walk.press(page, 'Promote')
  await expect(page.getByText(/^\d+ promoted, 1 stayed back$/)).toBeVisible()
  await walk.picture(page, 'promoted')

  walk.task('Undo the promotion')
  await walk.follow(page, 'Undo the promotion of Std 6')
  await walk.picture(page, 'undo')
  await walk.press(page, 'Undo promotion')
  await expect(page.getByText('The promotion is undone; everything is as it was before.')).toBeVisible()
  await expect(page.getByText(/^Undone /)).toBeVisible()

  console.log(`${mode}, ${((Date.now() - began) / 1000).toFixed(1)} s\n${walk.table()}`)
})
