import { readFileSync } from 'node:fs'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { actInSandbox, asStaff, asStudent, makeMerchant } from '../e2e/people'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { backdateDues } from '../factories/fee-rules'
import { makeFee } from '../factories/fees'
import { makePaymentKeys } from '../factories/ledger'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

const today = todayInIndia(new Date())

async function makeHouse() {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 4' })
  const section = await makeSection(ofClass)
  const students = []
  for (const firstName of ['Nirav', 'Tara', 'Zoya']) {
    const student = await makeStudent(school, { firstName, lastName: 'Mehta' })
    await makeEnrollment(student, { session, class: ofClass, section, rollNumber: students.length + 1 })
    students.push(student)
  }
  const [nirav, tara] = students
  if (!nirav || !tara) throw new Error('no students')
  return { school, owner, session, ofClass, nirav, tara }
}

flow(
  'a late fine grows and is waived, a concession is granted, and the student pays the balance',
  async ({ page, context, another }) => {
    const { school, owner, session, nirav } = await makeHouse()
    await makePaymentKeys(school, await makeMerchant(`${process.env.BASE_URL}/webhooks/razorpay/${school.publicId}`))
    await asStaff(context, owner)
    await page.goto('/school/fees/new')
    await fill(page, { 'Fee name': 'Term fee' })
    await field(page, 'Class').selectOption('Class 4')
    await fill(page.getByRole('group', { name: 'Head 1' }), { Name: 'Tuition fee', Amount: '1,000' })
    const instalment = page.getByRole('group', { name: 'Instalment 1' })
    await fill(instalment, { Title: 'First term', 'Due date': addDays(today, -10), Amount: '1,000' })
    await field(page, 'Late fine').selectOption('An amount for each day')
    await fill(page, { 'Days of grace': '2' })
    await press(page, 'Create fee')
    await expect(page.getByRole('alert')).toContainText('Enter an amount of at least ₹1')
    await fill(page, { Fine: '10' })
    await press(page, 'Create fee')
    await expect(page.getByText('Created!')).toBeVisible()
    await expect(page.getByText('₹10 a day after 2 days of grace')).toBeVisible()
    await follow(page, 'Assign')
    await press(page, 'Assign')
    await expect(page.getByText('3 dues added.')).toBeVisible()
    await backdateDues(school, session)

    // The term is ten days overdue, with two days of grace: the student's amount includes the fine of eight days.
    const phone = await another()
    await asStudent(phone.context(), nirav)
    await phone.goto('/students/fees')
    await expect(phone.locator('tbody')).toContainText('₹1,080.00 (incl. late fine ₹80.00)')

    // The office waives the fine and grants a concession of 25 %.
    await page.goto(`/school/students/${nirav.publicId}`)
    await follow(page, 'All fees')
    await expectTitle(page, 'Fees of Nirav Mehta')
    await follow(page, 'Term fee: First term')
    await expect(page.locator('#main')).toContainText('₹80.00')
    await follow(page, 'Waive the fine')
    await press(page, 'Waive the fine')
    await expect(page.getByRole('alert')).toContainText('Enter the reason')
    await fill(page, { Reason: 'The bank was closed' })
    await press(page, 'Waive the fine')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.locator('#main')).toContainText('₹80.00: The bank was closed')
    await follow(page, 'Nirav Mehta')
    await follow(page, 'Concessions')
    await expect(page.getByText('No concession yet')).toBeVisible()
    await follow(page, 'Give concession')
    await field(page, 'Kind').selectOption('Sibling')
    await fill(page, { Percentage: '125', Reason: 'Second child' })
    await press(page, 'Give concession')
    await expect(page.getByRole('alert')).toContainText('Creation Failed')
    await expect(field(page, 'Reason')).toHaveValue('Second child')
    await fill(page, { Percentage: '25' })
    await press(page, 'Give concession')
    await expect(page.getByText('₹250 off 1 instalment.')).toBeVisible()

    await phone.reload()
    await expect(phone.locator('tbody')).toContainText('₹750.00')
    await expect(phone.locator('tbody')).not.toContainText('late fine')
    await phone.locator('tbody').getByRole('link', { name: 'Pay', exact: true }).click()
    await press(phone, 'Pay ₹750')
    await actInSandbox(phone, /^Pay ₹/)
    await expect(phone.getByText('Payment received')).toBeVisible()

    // Removing the concession leaves payments unchanged.
    await page.goto('/school/concessions')
    await follow(page, 'Nirav Mehta')
    await follow(page, '25%')
    await press(page, 'Remove concession')
    await expect(page.getByText('The concession is removed. ₹0 is due again.')).toBeVisible()
    await page.goto('/school/concessions?state=removed')
    const [file] = await Promise.all([page.waitForEvent('download'), follow(page, 'Download CSV')])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Sibling')
  },
)

flow(
  'a fee is assigned to chosen students and copied to another class, and its late fine is validated',
  async ({ page, context }) => {
    const { school, owner, session, ofClass, tara } = await makeHouse()
    await makeClass(school, { name: 'Class 5' })
    const fee = await makeFee(school, { session, class: ofClass, name: 'Club fee' })
    await asStaff(context, owner)
    await page.goto(`/school/fees/${fee.publicId}`)
    await follow(page, 'Assign')
    await field(page, 'Tara Mehta (A 2)').check()
    await press(page, 'Save selection')
    await expect(page.getByText('2 dues added.')).toBeVisible()
    await expect(page.getByText('Assigned to chosen students')).toBeVisible()
    await follow(page, 'Assign')
    await expect(field(page, 'Tara Mehta (A 2)')).toBeChecked()
    await expect(field(page, 'Nirav Mehta (A 1)')).not.toBeChecked()
    await page.goto('/school/students')
    for (const name of ['Nirav', 'Tara']) await field(page, `Tick ${name} Mehta`).check()
    await press(page, 'Actions for ticked students…')
    await follow(page, 'Assign a fee')
    await field(page, 'Fee').selectOption(`Club fee, Class 4, ${session.name}: ₹50,000`)
    await press(page, 'Preview')
    await expect(page.locator('tbody')).toContainText('Already has it')
    await press(page, 'Assign')
    await expect(page.getByText('1 student got it: 2 dues added. 1 student already had it.')).toBeVisible()

    await page.goto(`/school/fees/${fee.publicId}`)
    await follow(page, 'Late fine')
    await field(page, 'Late fine').selectOption('Once, a fixed amount')
    await fill(page, { Fine: 'much' })
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('Update Failed')
    await fill(page, { Fine: '50' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.getByText('₹50 once')).toBeVisible()
    await page.goto(`/school/students/${tara.publicId}/fees`)
    await expect(page.getByRole('table').first()).toContainText('Club fee')

    await page.goto(`/school/fees/${fee.publicId}/copy`)
    await expect(field(page, 'Class 4')).not.toBeChecked()
    await field(page, 'Class 5').uncheck()
    await press(page, 'Make copies')
    await expect(page.getByRole('alert')).toContainText('Choose at least one class')
    await field(page, 'Class 5').check()
    await press(page, 'Make copies')
    await expect(page.getByText('Created!')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await page.goto('/school/fees?assigned=nobody')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    const [file] = await Promise.all([page.waitForEvent('download'), follow(page, 'Download CSV')])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Class 5')
  },
)

flow('a changed due date of a fee applies only to students who have not paid', async ({ page, context }) => {
  const { school, owner, session, ofClass, nirav } = await makeHouse()
  const fee = await makeFee(school, { session, class: ofClass })
  await asStaff(context, owner)
  await page.goto(`/school/fees/${fee.publicId}`)
  await follow(page, 'Assign')
  await press(page, 'Assign')
  await expect(page.getByText('dues added.')).toBeVisible()
  await page.goto(`/school/collections/new?student=${nirav.publicId}`)
  await press(page, 'Record payment')
  await expect(page.getByText('Created!')).toBeVisible()
  await page.goto(`/school/fees/${fee.publicId}`)
  await follow(page, 'Edit fee')
  await fill(page, { 'Due date of instalment 1': addDays(today, 60) })
  await press(page, 'Save Changes')
  await expect(page.getByText('Nothing is saved yet: 2 dues will change')).toBeVisible()
  await expect(page.locator('#main')).toContainText('for 2 students; 1 student paid or started to: not changed.')
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(page.locator('#main')).toContainText(formatDay(addDays(today, 60), 'en'))
})
