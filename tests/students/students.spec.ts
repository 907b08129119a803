import sharp from 'sharp'
import { findSections } from '~/models/people/students/find-sections.server'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, pressAndSee, ready } from '../e2e/base'
import { asStaff, makeSmallSchool } from '../e2e/people'
import { makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF')
const picture = () => sharp({ create: { width: 300, height: 400, channels: 3, background: '#8090a0' } })
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

const edit = (id: string, tab: string) => `/school/students/${id}/edit?tab=${tab}`
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Updated!')).toBeVisible()
}

flow('an office edits the six sections of a student, with photo and marksheets', async ({ page, context, mode }) => {
  const { owner, school, student } = await makeSmallSchool()
  const brother = await makeStudent(school, { mobileNumber: student.mobileNumber, lastName: 'Brother' })
  await asStaff(context, owner)
  await page.goto(`/school/students/${brother.publicId}`)
  await follow(page, `${student.firstName} ${student.lastName}`)
  await expect(page.getByRole('link', { name: 'Balance due: ₹12,500.00' })).toBeVisible()
  await expect(page.locator('.person')).toContainText(`${student.firstName[0]}${student.lastName[0]}`)
  await follow(page, 'Edit Student Information')
  await expectTitle(page, `Edit ${student.firstName} ${student.lastName}`)
  await field(page, 'Religion').selectOption('Jain')
  await field(page, 'Medium').selectOption('Gujarati')
  await field(page, 'Photo').setInputFiles(file('face.png', 'image/png', await picture().png().toBuffer()))
  await pressAndSee(page, mode, 'Save Changes', 'Saving...')
  await expectSaved(page)
  const photo = page.locator('img.photo')
  await expect(photo).toBeVisible()
  // Waits for the data of the image, which arrive after the element.
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)

  await page.goto(edit(student.publicId, 'address'))
  await ready(page, mode)
  const home = group(page, 'Permanent address')
  await fill(home, { 'House number': '7', Street: 'Shanti Nagar', Pincode: '38001' })
  await field(home, 'Area type').selectOption('rural')
  await press(page, 'Save Changes')
  const trouble = page.getByRole('alert')
  await expect(trouble).toContainText('Update Failed')
  for (const message of [
    'Pincode must be 6 digits',
    'State is required',
    'Post office is required',
    'Village is required',
    'Panchayat is required',
    'Block/Tehsil is required',
  ])
    await expect(trouble).toContainText(message)
  await fill(home, {
    Pincode: '380013',
    State: 'Gujarat',
    District: 'Ahmedabad',
    'Post office': 'Naranpura',
    Village: 'Sanathal',
    Panchayat: 'Sanathal',
    'Block/Tehsil': 'Sanand',
  })
  await expect(field(home, 'Street')).toHaveValue('Shanti Nagar')
  await page.getByLabel(/Same as permanent address/).check()
  await press(page, 'Save Changes')
  await expectSaved(page)

  await page.goto(edit(student.publicId, 'parent'))
  await field(group(page, 'Father'), 'Occupation').selectOption('Farmer')
  await fill(group(page, 'Father'), { 'Aadhaar number': '2341 2341 2347' })
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Enter a valid 12-digit Aadhaar number')
  // The server never sends the number back.
  await expect(field(group(page, 'Father'), 'Aadhaar number')).toHaveAttribute('value', '')
  await fill(group(page, 'Father'), { 'Aadhaar number': '2341 2341 2346' })
  await press(page, 'Save Changes')
  await expectSaved(page)
  await expect(page.getByText('XXXX XXXX 2346')).toBeVisible()
  expect(await page.content()).not.toMatch(/2341 ?2341/)

  await page.goto(edit(student.publicId, 'academic'))
  await expect(page.getByText('Roll number', { exact: true })).toBeVisible()
  await fill(page, { 'Admission number': 'A-77', 'Previous school': 'Navjeevan' })
  await press(page, 'Save Changes')
  await expectSaved(page)

  await page.goto(edit(student.publicId, 'documents'))
  await field(page, 'Marksheets').setInputFiles([
    file('first term.pdf', 'application/pdf', pdf),
    file('second term.png', 'image/png', await picture().png().toBuffer()),
  ])
  await pressAndSee(page, mode, 'Upload Documents', 'Uploading...')
  await expectSaved(page)
  await expect(page.getByRole('link', { name: 'first term.pdf' })).toBeVisible()
  const shown = await page.request.get(
    (await page.getByRole('link', { name: 'second term.jpg' }).getAttribute('href')) ?? '',
  )
  expect(shown.headers()['content-type']).toBe('image/jpeg')

  await page.goto(edit(student.publicId, 'additional'))
  await press(page, 'Save Changes')
  for (const message of [
    'Travel mode is required',
    'Staying with is required',
    'Emergency contact name is required',
    'Emergency contact number is required',
  ])
    await expect(page.getByRole('alert')).toContainText(message)
  await field(page, 'Travel mode').selectOption('Walking')
  await field(page, 'Staying with').selectOption('With Parents')
  await fill(page, { 'Emergency contact name': 'Hansa Patel', 'Emergency contact number': '98' })
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Must be a 10-digit number')
  await fill(page, { 'Emergency contact number': '9876543210' })
  await press(page, 'Save Changes')
  await expectSaved(page)
  const stored = await findSections(school.scope, student.publicId)
  expect(stored?.values).toMatchObject({
    religion: 'Jain',
    medium: 'Gujarati',
    current_village: 'Sanathal',
    father_occupation: 'Farmer',
    admission_number: 'A-77',
    travel_mode: 'Walking',
  })
})

flow('an invalid file is refused while the valid one beside it is kept', async ({ page, context }) => {
  const { owner, student } = await makeSmallSchool()
  await asStaff(context, owner)
  await page.goto(edit(student.publicId, 'student'))
  const photo = field(page, 'Photo')
  await fill(page, { 'NIC ID': 'N-1' })
  await photo.setInputFiles(file('face.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Please upload an image file')
  await expect(field(page, 'NIC ID')).toHaveValue('N-1')
  await photo.setInputFiles(file('face.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024, 1)))
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Image size should be less than 5MB')

  await page.goto(edit(student.publicId, 'documents'))
  await field(page, 'Birth certificate').setInputFiles(file('birth.pdf', 'application/pdf', pdf))
  await field(page, "Father's photo").setInputFiles(file('father.png', 'image/png', pdf))
  await press(page, 'Upload Documents')
  await expect(page.getByRole('alert')).toContainText('Choose a JPEG or PNG picture')
  await expect(page.getByLabel('Received: birth.pdf')).toBeChecked()
  await press(page, 'Upload Documents')
  await expectSaved(page)
  await expect(page.getByRole('link', { name: 'birth.pdf' })).toBeVisible()
  await page.goto(edit(student.publicId, 'documents'))
  await page.getByLabel('Remove birth.pdf').check()
  await press(page, 'Upload Documents')
  await expectSaved(page)
  await expect(page.getByRole('link', { name: 'birth.pdf' })).toHaveCount(0)
})

flow(
  'two clerks save one student, and the second sees the changes and must decide about the conflict',
  async ({ page, context, another }) => {
    const { owner, school, student } = await makeSmallSchool()
    const clerk = await makeStaff(school, { role: 'office', name: 'Farida Shaikh' })
    await asStaff(context, owner)
    const desk = await another()
    await asStaff(desk.context(), clerk)
    for (const one of [page, desk]) await one.goto(edit(student.publicId, 'student'))
    await fill(desk, { Address: '12 New Road' })
    await press(desk, 'Save Changes')
    await expectSaved(desk)
    await fill(page, { 'SR No.': 'S-9' })
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('Another person saved this student since you opened this page')
    await expect(page.getByText('Address is “12 New Road” now')).toBeVisible()
    await expect(field(page, 'SR No.')).toHaveValue('S-9')
    // Without a decision on the conflict, no attempt saves anything.
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('Another person saved this student since you opened this page')
    await fill(page, { Address: '12 New Road' })
    await page.getByLabel('Save my changes anyway').check()
    await press(page, 'Save Changes')
    await expectSaved(page)
    const stored = await findSections(school.scope, student.publicId)
    expect(stored?.values).toMatchObject({ address: '12 New Road', sr_no: 'S-9' })
  },
)
