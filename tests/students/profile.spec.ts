import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { findSections, listDocuments } from '~/models/people/students/find-sections.server'
import {
  expect,
  expectTitle,
  field,
  fill,
  flow,
  follow,
  holdScripts,
  linkInMail,
  type Mode,
  mailsTo,
  type Page,
  press,
  pressAndSee,
  ready,
} from '../e2e/base'
import { asStaff, asStudent, makeSmallSchool, newStudentPassword, studentPassword } from '../e2e/people'
import { picture } from '../factories/pictures'
import { makeStudent } from '../factories/student'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF')
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const group = (page: Page | Locator, name: string) => page.getByRole('group', { name, exact: true })
const alert = (page: Page) => page.locator('#main').getByRole('alert')
const profile = (tab: string) => `/students/profile?tab=${tab}`

async function expectSaid(page: Page, ...texts: string[]): Promise<void> {
  const toast = page.locator('.toast')
  for (const text of texts) await expect(toast).toContainText(text)
}

/** Opens a part of the profile by its tab. In enhanced mode, expects a loading text, and then the top of the page. */
async function openTab(page: Page, mode: Mode, name: string): Promise<void> {
  await ready(page, mode)
  const tabs = page.getByRole('navigation', { name: 'Parts of the profile' })
  if (mode !== 'enhanced') {
    await tabs.getByRole('link', { name, exact: true }).click()
    return
  }
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/students\/profile\.data/, async (route) => {
    await held
    await route.continue()
  })
  await tabs.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('Loading student data...')).toBeVisible()
  answer()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(tabs.locator('[aria-current]')).toHaveText(name)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
}

flow(
  'a student fills in the six parts of the profile, and the office sees them',
  async ({ page, context, mode, another }) => {
    const { owner, school, student } = await makeSmallSchool()
    await asStudent(context, student)
    await page.goto('/students/profile')
    await expectTitle(page, 'Student Profile')
    await expect(page.getByRole('navigation', { name: 'Parts of the profile' }).locator('[aria-current]')).toHaveText(
      'Student Information',
    )
    await ready(page, mode)
    await fill(page, { 'First name': '', 'Last name': '', 'Father name': '', 'Mother name': '', Address: '' })
    await fill(page, { 'Date of birth': '', 'Mobile number': '98250', Email: '' })
    await field(page, 'Gender').selectOption('')
    await field(page, 'Category').selectOption('')
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Update Failed')
    for (const message of [
      'First name is required',
      'Last name is required',
      'Mother name is required',
      'Father name is required',
      'Address is required',
      'Select a valid gender',
      'Date of birth is required',
      'Select a valid category',
      'Mobile number must be 10 digits',
      'Email is required',
    ])
      await expect(alert(page)).toContainText(message)
    await expect(field(page, 'Mobile number')).toHaveValue('98250')
    await page.goto(profile('student'))
    await ready(page, mode)
    await fill(page, { Email: 'asha' })
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Invalid email')
    await fill(page, { Email: student.email ?? '', Address: '12 New Road, Anand' })
    await field(page, 'Religion').selectOption('Jain')
    await pressAndSee(page, mode, 'Save Changes', 'Saving...')
    await expectSaid(page, 'Updated!')
    await expect(field(page, 'Address')).toHaveValue('12 New Road, Anand')

    await openTab(page, mode, 'Address Information')
    const home = group(page, 'Permanent address')
    await expect(field(home, 'Village')).toBeHidden()
    await fill(home, { Street: 'Shanti Nagar' })
    await field(home, 'Area type').selectOption('nagar_nigam')
    // Without JavaScript, Continue shows the fields of the chosen area type only, and keeps the input.
    if (mode !== 'enhanced') await press(home, 'Continue')
    await expect(alert(page)).toHaveCount(0)
    await expect(field(home, 'Village')).toBeHidden()
    await expect(field(home, 'Zone')).toBeVisible()
    await expect(field(home, 'Street')).toHaveValue('Shanti Nagar')
    await fill(home, { Street: '', 'House number': '7', Pincode: '38001' })
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Update Failed')
    for (const message of [
      'Pincode must be 6 digits',
      'Street is required',
      'Corporation name is required',
      'Zone is required',
    ])
      await expect(alert(page)).toContainText(message)
    await fill(home, { Street: 'Shanti Nagar', Pincode: '380013', State: 'Gujarat', District: 'Ahmedabad' })
    await fill(home, { 'Post office': 'Naranpura', 'Corporation name': 'Ahmedabad', Zone: 'West' })
    await group(home, 'If the area type is Nagar Nigam (municipal corporation)').getByLabel('Ward number').fill('12')
    await page.getByLabel(/Same as permanent address/).check()
    await press(page, 'Save Changes')
    await expectSaid(page, 'Updated!')

    await openTab(page, mode, 'Parent/Guardian Information')
    await fill(group(page, 'Father'), { 'Father name': '', 'Aadhaar number': '2341 2341 2347' })
    await fill(group(page, 'Mother'), { 'Mother name': '' })
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Error')
    await expect(alert(page)).toContainText('Failed to save parent/guardian information')
    await expect(alert(page)).toContainText("Father's name is required")
    await expect(alert(page)).toContainText("Mother's name is required")
    await expect(field(group(page, 'Father'), 'Aadhaar number')).toHaveAttribute('value', '')
    await fill(group(page, 'Father'), { 'Father name': student.fatherName, 'Aadhaar number': '2341 2341 2346' })
    await fill(group(page, 'Mother'), { 'Mother name': student.motherName })
    await field(group(page, 'Father'), 'Occupation').selectOption('Farmer')
    await press(page, 'Save Changes')
    await expectSaid(page, 'Success', 'Parent/Guardian Information saved!')
    await expect(page.getByText('On file: XXXX XXXX 2346')).toBeVisible()
    expect(await page.content()).not.toMatch(/2341 ?2341/)

    await openTab(page, mode, 'Academic Information')
    await expect(page.getByText('Roll number', { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Admission number' })).toHaveCount(0)
    await fill(page, { 'Admission class': '' })
    await field(page, 'Medium').selectOption('')
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Failed to save academic information')
    await expect(alert(page)).toContainText('Admission class is required')
    await expect(alert(page)).toContainText('Medium is required')
    await fill(page, { 'Admission class': '5', 'Previous school': 'Navjeevan' })
    await field(page, 'Medium').selectOption('Gujarati')
    await press(page, 'Save Changes')
    await expectSaid(page, 'Success', 'Academic Information saved!')

    await openTab(page, mode, 'Document Upload')
    await field(page, 'Marksheets').setInputFiles([
      file('first term.pdf', 'application/pdf', pdf),
      file('second term.png', 'image/png', await picture().png().toBuffer()),
    ])
    await pressAndSee(page, mode, 'Upload Documents', 'Uploading...')
    await expectSaid(page, 'Success', 'Documents uploaded successfully!')

    await openTab(page, mode, 'Additional Information')
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Failed to save additional information')
    for (const message of [
      'Travel mode is required',
      'Staying with is required',
      'Emergency contact name is required',
      'Emergency contact number is required',
    ])
      await expect(alert(page)).toContainText(message)
    await field(page, 'Travel mode').selectOption('Walking')
    await field(page, 'Staying with').selectOption('With Parents')
    await fill(page, { 'Emergency contact name': 'Hansa Patel', 'Emergency contact number': '98' })
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Must be a 10-digit number')
    await fill(page, { 'Emergency contact number': '9876543210' })
    await press(page, 'Save Changes')
    await expectSaid(page, 'Success', 'Additional Information saved!')

    const desk = await another()
    await asStaff(desk.context(), owner)
    await desk.goto(`/school/students/${student.publicId}`)
    for (const text of [
      '12 New Road, Anand',
      'Jain',
      'Farmer',
      'XXXX XXXX 2346',
      'Navjeevan',
      'first term.pdf',
      'Walking',
    ])
      await expect(desk.locator('#main')).toContainText(text)
    const stored = await findSections(school.scope, student.publicId)
    expect(stored?.values).toMatchObject({
      current_nagar_nigam_ward: '12',
      medium: 'Gujarati',
      first_name: student.firstName,
    })
  },
)

flow('a photo and documents are uploaded, replaced and removed', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  await page.goto('/students/profile')
  await field(page, 'Photo').setInputFiles(file('face.png', 'image/png', await picture(900, 1200).png().toBuffer()))
  await press(page, 'Save Changes')
  await expectSaid(page, 'Updated!')
  const avatar = page.locator('.top img.avatar')
  await expect(avatar).toBeVisible()
  await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(96)
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'On file: face.jpg' })).toBeVisible()

  await page.goto(profile('documents'))
  await field(page, 'Birth certificate').setInputFiles(file('birth.pdf', 'application/pdf', pdf))
  await field(page, "Father's photo").setInputFiles(file('father.png', 'image/png', pdf))
  await press(page, 'Upload Documents')
  await expect(alert(page)).toContainText('Error')
  await expect(alert(page)).toContainText('Failed to upload documents')
  await expect(alert(page)).toContainText('Choose a JPEG or PNG picture')
  await expect(page.getByLabel('Received: birth.pdf')).toBeChecked()
  await press(page, 'Upload Documents')
  await expectSaid(page, 'Documents uploaded successfully!')
  await ready(page, mode)
  await field(page, 'Birth certificate').setInputFiles(file('better.pdf', 'application/pdf', pdf))
  await press(page, 'Upload Documents')
  await expect(page.getByRole('link', { name: 'On file: better.pdf' })).toBeVisible()
  await expect(page.getByText('birth.pdf')).toHaveCount(0)
  await follow(page, 'Remove better.pdf')
  await expectTitle(page, 'Remove a document')
  await expect(page.locator('#main')).toContainText('Birth certificate')
  await press(page, 'Remove')
  await expectSaid(page, 'The document was removed.')
  expect((await listDocuments(student.scope, student)).map(({ kind }) => kind)).toEqual(['student_photo'])
})

flow('text typed before the scripts have loaded is kept', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  const release = await holdScripts(page)
  await page.goto('/students/profile', { waitUntil: 'commit' })
  await fill(page, { Address: '4 Sun Road', 'First name': 'Ashaben' })
  await release()
  await ready(page, mode)
  // The form of the open tab loads last, so its submission proves that it has loaded.
  await field(page, 'Photo').setInputFiles(file('face.jpg', 'image/jpeg', pdf))
  await press(page, 'Save Changes')
  await expect(alert(page)).toContainText('Please upload an image file')
  await expect(field(page, 'Address')).toHaveValue('4 Sun Road')
  await expect(field(page, 'First name')).toHaveValue('Ashaben')

  // Text selected before the scripts have loaded stays selected, so that typing replaces it.
  const releaseAgain = await holdScripts(page)
  await page.goto('/students/profile', { waitUntil: 'commit' })
  await field(page, 'Address').selectText()
  await releaseAgain()
  await ready(page, mode)
  await page.keyboard.insertText('5 Moon Road')
  await expect(field(page, 'Address')).toHaveValue('5 Moon Road')
})

flow('an invalid photo is refused with its message, and all input stays', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  await page.goto('/students/profile')
  const bad: Array<[ReturnType<typeof file>, string]> = [
    [file('face.jpg', 'image/jpeg', pdf), 'Please upload an image file'],
    [
      file('face.gif', 'image/gif', Buffer.from('GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)//;')),
      'Please upload an image file',
    ],
    [file('face.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1, 1)), 'Image size should be less than 5MB'],
  ]
  for (const [photo, message] of bad) {
    await ready(page, mode)
    await fill(page, { Address: `Typed with ${message}` })
    await field(page, 'Photo').setInputFiles(photo)
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Update Failed')
    await expect(alert(page)).toContainText(message)
    await expect(field(page, 'Address')).toHaveValue(`Typed with ${message}`)
  }
  expect(await listDocuments(student.scope, student)).toEqual([])
})

flow(
  'a student requests a new name, the office approves, and both see it',
  async ({ page, context, mode, another }) => {
    const { owner, student } = await makeSmallSchool()
    await asStudent(context, student)
    await page.goto('/students/profile')
    await ready(page, mode)
    await fill(page, { 'Last name': 'Mehta', 'Why the change is needed': 'As in the birth certificate' })
    await field(page, 'Category').selectOption('OBC')
    await press(page, 'Save Changes')
    await expectSaid(page, 'Updated!', "Sent to the school's office for approval: Last name, Category.")
    await expect(field(page, 'Last name')).toHaveValue(student.lastName)
    await expect(field(page, 'Last name')).not.toBeEditable()
    await expect(page.getByText("Requested: Mehta. The school's office has not decided yet.")).toBeVisible()

    const desk = await another()
    await asStaff(desk.context(), owner)
    await desk.goto('/school/change-requests')
    await desk.getByRole('row').filter({ hasText: 'Mehta' }).getByRole('link').first().click()
    await expect(desk.locator('#main')).toContainText('Mehta')
    await press(desk, 'Approve')
    await expect(desk.locator('.toast')).toBeVisible()

    await page.goto('/students/profile')
    await expect(field(page, 'Last name')).toHaveValue('Mehta')
    await expect(page.locator('#main')).toContainText('Approved')
    await expect(page.locator('#main')).toContainText('Waiting for the office')
  },
)

flow('a student withdraws a change request', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  await page.goto(profile('parent'))
  await ready(page, mode)
  await fill(page, { 'Father name': 'Rameshbhai Patel' })
  await press(page, 'Save Changes')
  await expectSaid(page, 'Parent/Guardian Information saved!', "Sent to the school's office for approval: Father name.")
  await follow(page, 'Withdraw: Father name')
  await expectTitle(page, 'Withdraw a change')
  await expect(page.locator('#main')).toContainText(`${student.fatherName} → Rameshbhai Patel`)
  await press(page, 'Withdraw')
  await expectSaid(page, 'The change was withdrawn.')
  await expect(field(page, 'Father name')).toBeEditable()
  await expect(page.locator('#main')).toContainText('Withdrawn')
})

flow('a new e-mail address takes effect once it is confirmed by the mailed link', async ({ page, context, mode }) => {
  const { school, student } = await makeSmallSchool({ password: studentPassword })
  const address = `new.${student.publicId}@family.test`
  await asStudent(context, student)
  await page.goto('/students/profile')
  await ready(page, mode)
  await fill(page, { Email: address, Address: '12 New Road' })
  await press(page, 'Save Changes')
  await expect(alert(page)).toContainText('Current password is required')
  await expect(field(page, 'Email')).toHaveValue(address)
  await expect(field(page, 'Address')).toHaveValue('12 New Road')
  await fill(page, { 'Current password': 'not the password' })
  await press(page, 'Save Changes')
  await expect(alert(page)).toContainText('Password incorrect')
  // The server never sends a password back; when the page is not reloaded, the input stays.
  if (mode === 'light') await expect(field(page, 'Current password')).toHaveValue('')
  await fill(page, { 'Current password': studentPassword })
  await press(page, 'Save Changes')
  await expectSaid(page, `We sent a link to ${address}. Open it within 30 minutes to confirm the new address.`)
  await expect(page.locator('#main')).toContainText(`Until you open it, ${student.email} stays`)
  expect((await findSections(school.scope, student.publicId))?.values.email).toBe(student.email)
  await page.goto(await linkInMail(address, '/students/profile/email/confirm'))
  await expectTitle(page, 'Confirm e-mail')
  await press(page, 'Confirm e-mail')
  await expectSaid(page, `${address} is your e-mail address now.`)
  await expect(field(page, 'Email')).toHaveValue(address)
  // The link works once.
  await page.goto(await linkInMail(address, '/students/profile/email/confirm'))
  await press(page, 'Confirm e-mail')
  await expect(alert(page)).toContainText('This link has already been used')
})

flow(
  'an e-mail address changed by an intruder is restored by the mailed link',
  async ({ page, context, mode, another }) => {
    const { student } = await makeSmallSchool({ password: studentPassword })
    const [own, foreign] = [student.email ?? '', `thief.${student.publicId}@evil.test`]
    await asStudent(context, student)
    await page.goto('/students/profile')
    await ready(page, mode)
    await fill(page, { Email: foreign, 'Mobile number': '9876500001', 'Current password': studentPassword })
    await press(page, 'Save Changes')
    await expectSaid(page, `We sent a link to ${foreign}`)
    const ofMobile = await linkInMail(own, '/students/undo-change')
    await page.goto(await linkInMail(foreign, '/students/profile/email/confirm'))
    await press(page, 'Confirm e-mail')
    await expectSaid(page, `${foreign} is your e-mail address now.`)

    // The account's owner opens the link without being signed in.
    const mine = await another()
    await mine.goto(ofMobile)
    await expectTitle(mine, 'Undo a change')
    await expect(mine.locator('#main')).toContainText(`${student.firstName} ${student.lastName}`)
    await expect(mine.locator('#main')).toContainText(`back to ${own}`)
    await expect(mine.locator('#main')).toContainText(`ends in ${student.mobileNumber.slice(-4)}`)
    await pressAndSee(mine, mode, 'Undo the change', 'Undoing...')
    await expectTitle(mine, 'Reset password')
    await expectSaid(mine, 'The change was undone', 'Now choose a new password.')
    await expect(field(mine, 'Email')).toHaveValue(own)
    await fill(mine, { 'New password': newStudentPassword, 'Confirm new password': newStudentPassword })
    await press(mine, 'Reset password')
    await expect(mine.getByText('Password changed')).toBeVisible()
    await mine.waitForURL('/students/login')
    await fill(mine, { Username: student.mobileNumber, Password: newStudentPassword })
    await press(mine, 'Login')
    await expectTitle(mine, `Welcome, ${student.firstName}`)

    // The user who changed the e-mail is signed out, and all three links show the same message that they are invalid.
    await page.goto('/students/profile')
    await expectTitle(page, 'Student Login')
    for (const link of [ofMobile, await linkInMail(own, '/students/undo-change'), '/students/undo-change?token=x']) {
      const answer = await mine.goto(link)
      expect(answer?.status()).toBe(404)
      await expect(alert(mine)).toContainText('This link has already been used, has expired, or is incomplete.')
    }
    await expect.poll(() => mailsTo(foreign).join('\n')).toContain('was undone')
  },
)

flow(
  'student and office save one profile, and the second must decide about the conflict',
  async ({ page, context, another, mode }) => {
    const { owner, school, student } = await makeSmallSchool({ password: studentPassword })
    await asStudent(context, student)
    const desk = await another()
    await asStaff(desk.context(), owner)
    await page.goto('/students/profile')
    await desk.goto(`/school/students/${student.publicId}/edit?tab=student`)
    await ready(desk, mode)
    await fill(desk, { Address: '12 New Road' })
    await press(desk, 'Save Changes')
    await expect(desk.locator('.toast')).toContainText('Updated!')
    await ready(page, mode)
    await fill(page, { 'Mobile number': '9876500001' })
    await press(page, 'Save Changes')
    await expect(alert(page)).toContainText('Another person has changed your data since you opened this page')
    await expect(page.getByText('Address is “12 New Road” now')).toBeVisible()
    await fill(page, { Address: '12 New Road' })
    await page.getByLabel('Save my changes anyway').check()
    await fill(page, { 'Current password': studentPassword })
    await press(page, 'Save Changes')
    await expectSaid(page, 'Updated!')
    const stored = await findSections(school.scope, student.publicId)
    expect(stored?.values).toMatchObject({ address: '12 New Road', mobile_number: '9876500001' })
  },
)

flow('a student downloads all stored personal data', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  await page.goto('/students/settings')
  await follow(page, 'See my data')
  await expectTitle(page, 'My data')
  await expect(page.locator('#main')).toContainText('Books of account that the law requires')
  await ready(page, mode)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`my-data-${student.enrollmentNumber}.html`)
  const kept = readFileSync(await download.path(), 'utf8')
  for (const text of [student.enrollmentNumber, student.fatherName, student.mobileNumber, '₹12,500.00'])
    expect(kept).toContain(text)
})

flow(
  'the welcome page links to the parts of the portal, and a student cannot open the profile of a classmate',
  async ({ page, context }) => {
    const { school, student } = await makeSmallSchool()
    const classmate = await makeStudent(school)
    await asStudent(context, student)
    await page.goto('/students')
    for (const tile of ['Attendance', 'Exams and results', 'Fees', 'Timetable', 'Notifications', 'Profile'])
      await expect(page.locator('#main').getByRole('link', { name: new RegExp(`^${tile}`) })).toBeVisible()
    for (const card of ['Quick start', 'Need help?'])
      await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Dashboard', exact: true })).toHaveAttribute(
      'href',
      '/students/dashboard',
    )
    await page.goto(`/students/profile?id=${student.publicId}`)
    await expectTitle(page, 'Student Profile')
    const answer = await page.goto(`/students/profile?id=${classmate.publicId}`)
    expect(answer?.status()).toBe(404)
  },
)
