import { assignFee } from '~/models/money/fees/assign-fee.server'
import { expect, expectTitle, field, fill, flow, follow, mailsTo, type Page, press, pressAndSee } from '../e2e/base'
import { asStaff, newStudentPassword } from '../e2e/people'
import { currentSession, makeClass, makeSection } from '../factories/academics'
import { makeAdmission } from '../factories/admissions'
import { makeFee } from '../factories/fees'
import { unique } from '../factories/insert'
import { newMobile } from '../factories/mobile'
import { makeSchool, makeStaff } from '../factories/school'

/** A picture of one pixel; the portal re-encodes it like any other. */
const picture = {
  name: 'diya.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const paper = {
  name: 'birth certificate.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
}

async function makeHouse(capacity = 40) {
  const school = await makeSchool({ name: `Shanti Vidyalaya ${unique()}` })
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 1' })
  const section = await makeSection(ofClass, { capacity })
  const staff = await makeStaff(school, { role: 'office' })
  return { school, session, ofClass, section, staff }
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/students/login')
  await fill(page, { Username: name, Password: password })
  await press(page, 'Login')
}

flow(
  'a child registers online, is accepted, signs in with the chosen password and sees the fees',
  async ({ page, mode, another }) => {
    const { school, session, ofClass, section, staff } = await makeHouse()
    const fee = await makeFee(school, { session, class: ofClass, name: 'School Fee' })
    expect((await assignFee(school.scope, fee.publicId)).ok).toBe(true)
    const mobile = newMobile(7)
    const email = `mehta.${unique()}@family.test`

    await page.goto('/students/login')
    await follow(page, 'New to the school? Register')
    await expectTitle(page, 'Choose your school')
    await fill(page, { 'School or city': school.name })
    await press(page, 'Search')
    await follow(page, school.name)
    await expectTitle(page, 'Student registration')
    await fill(page, {
      'First name': 'Diya',
      'Last name': 'Mehta',
      'Date of birth': '2018-02-03',
      'Father name': 'Nilesh Mehta',
      'Mother name': 'Komal Mehta',
      Address: '4 Station Road',
      'Mobile number': mobile,
      Email: email,
      'Confirm password': newStudentPassword,
    })
    await field(page, 'Gender').selectOption('Female')
    await field(page, 'Category').selectOption('General')
    await field(page, 'Class to join').selectOption('Class 1')
    await field(page, 'Student photo').setInputFiles(picture)
    await fill(page, { Password: '2018-02-03', 'Confirm password': '2018-02-03' })
    await press(page, 'Register')
    const summary = page.getByRole('alert')
    await expect(summary).toContainText('Registration Failed')
    await expect(summary).toContainText('A date is easy to guess')
    await expect(field(page, 'First name')).toHaveValue('Diya')
    // The photo is uploaded and need not be chosen again.
    await expect(page.getByRole('checkbox', { name: /diya/ })).toBeChecked()
    await fill(page, { Password: newStudentPassword, 'Confirm password': newStudentPassword })
    await pressAndSee(page, mode, 'Register', 'Registering...')
    await expect(page.getByText('Registered!')).toBeVisible()
    await expectTitle(page, 'Student Login')

    await signIn(page, mobile, newStudentPassword)
    await expectTitle(page, 'Waiting for your school')
    await expect(page.locator('#main')).toContainText(school.phone)
    // The account does not exist yet.
    await page.goto('/students/fees')
    await expectTitle(page, 'Student Login')

    const office = await another()
    await asStaff(office.context(), staff)
    await office.goto('/school/admissions')
    await follow(office, 'Diya Mehta')
    await expect(office.locator('#main')).toContainText('Registered online')
    await expect(office.getByRole('link', { name: 'diya.jpg' })).toBeVisible()
    await follow(office, 'Accept')
    await expect(field(office, 'Class and section')).toHaveValue(section.publicId)
    await fill(office, { 'Roll number': '7' })
    await press(office, 'Accept admission')
    await expect(office.getByText('Created!')).toBeVisible()
    await expectTitle(office, 'Diya Mehta')

    await signIn(page, email, newStudentPassword)
    await expectTitle(page, 'Welcome, Diya')
    await page.goto('/students/fees')
    await expect(page.locator('#main')).toContainText('School Fee')
    await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0)
  },
)

flow('an office enters an admission with a document and rejects it with a reason', async ({ page, context, mode }) => {
  const { staff, session } = await makeHouse()
  await asStaff(context, staff)
  const email = `khan.${unique()}@family.test`
  await page.goto('/school/admissions')
  await expect(page.getByRole('heading', { name: 'No admission yet' })).toBeVisible()
  await follow(page, 'Add admission')
  await expect(field(page, 'Academic session')).toHaveValue(session.publicId)
  await fill(page, { 'First name': 'Zoya', 'Mobile number': '12345' })
  await field(page, 'Birth certificate').setInputFiles(paper)
  await press(page, 'Create admission')
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Creation Failed')
  await expect(summary).toContainText('Last name is required')
  await expect(summary).toContainText('Mobile number must be 10 digits')
  await expect(page.getByRole('checkbox', { name: /birth certificate\.pdf/ })).toBeChecked()
  await fill(page, {
    'Last name': 'Khan',
    'Father name': 'Salim Khan',
    'Mother name': 'Nasreen Khan',
    'Date of birth': '2018-05-09',
    'Mobile number': newMobile(7),
    Email: email,
    Address: '9 Lake Road',
  })
  await field(page, 'Gender').selectOption('Female')
  await field(page, 'Category').selectOption('OBC')
  await field(page, 'Class applied for').selectOption('Class 1')
  await field(page, 'Language of letters').selectOption('Hindi')
  await press(page, 'Create admission')
  await expect(page.getByText('Created!')).toBeVisible()
  await expectTitle(page, 'Zoya Khan')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'birth certificate.pdf' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('birth certificate.pdf')

  await follow(page, 'Edit')
  await fill(page, { Email: 'no address' })
  await press(page, 'Save Changes')
  await expect(summary).toContainText('Update Failed')
  await fill(page, { Email: email, 'Previous school': 'Bal Mandir' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(page.locator('#main')).toContainText('Bal Mandir')
  await expect(page.getByRole('link', { name: 'birth certificate.pdf' })).toBeVisible()

  await follow(page, 'Reject')
  await press(page, 'Reject admission')
  await expect(summary).toContainText('Reason is required')
  await fill(page, { Reason: 'The class is full' })
  await pressAndSee(page, mode, 'Reject admission', 'Saving...')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(page.locator('#main')).toContainText('The class is full')
  await expect(page.getByRole('link', { name: 'Accept', exact: true })).toHaveCount(0)
  await page.goto('/school/admissions?state=pending')
  await expect(page.getByText('No admission found')).toBeVisible()
  await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0)
  expect(mailsTo(email).join('')).toContain('The class is full')
})

flow(
  'a family sees the reason why an online registration was rejected, and withdraws a pending one',
  async ({ page, mode }) => {
    const { school, ofClass } = await makeHouse()
    const facts = { class: ofClass, origin: 'online' as const, password: newStudentPassword }
    const refused = await makeAdmission(school, { ...facts, state: 'rejected', reason: 'No seat is left in Class 1' })
    await signIn(page, refused.mobileNumber, newStudentPassword)
    await expectTitle(page, 'Not accepted')
    await expect(page.locator('#main')).toContainText('No seat is left in Class 1')

    const waiting = await makeAdmission(school, facts)
    await signIn(page, waiting.email ?? '', newStudentPassword)
    await expectTitle(page, 'Waiting for your school')
    await follow(page, 'Withdraw the registration')
    await expectTitle(page, 'Withdraw the registration?')
    await pressAndSee(page, mode, 'Withdraw the registration', 'Withdrawing...')
    await expect(page.getByText('The registration was withdrawn.')).toBeVisible()
    await expectTitle(page, 'Withdrawn')
    await signIn(page, waiting.mobileNumber, newStudentPassword)
    await expect(page.getByRole('alert')).toContainText('Password incorrect')
  },
)

flow('the last seat is allotted once, and the second admission stays pending', async ({ page, context }) => {
  const { school, ofClass, section, staff } = await makeHouse(1)
  await asStaff(context, staff)
  const first = await makeAdmission(school, { class: ofClass })
  const second = await makeAdmission(school, { class: ofClass })
  await page.goto(`/school/admissions/${first.publicId}/acceptance`)
  await expect(field(page, 'Class and section')).toContainText('1 free')
  await press(page, 'Accept admission')
  await expect(page.getByText('Created!')).toBeVisible()
  await page.goto(`/school/admissions/${second.publicId}/acceptance`)
  await expect(field(page, 'Class and section')).toContainText('full')
  await field(page, 'Class and section').selectOption(section.publicId)
  await press(page, 'Accept admission')
  await expect(page.getByRole('alert')).toContainText('This section is full; choose another one or raise its capacity')
  await page.goto('/school/admissions?state=pending')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody')).toContainText(second.lastName)
})
