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
  press,
  pressAndSee,
} from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { unique } from '../factories/insert'
import { makeNotice } from '../factories/notices'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

const today = todayInIndia(new Date())

/** Creates a school with two sections and a student in each. */
async function makeSections() {
  const school = await makeSchool()
  const ofClass = await makeClass(school, { name: 'Class 7' })
  const [a, b] = [await makeSection(ofClass), await makeSection(ofClass, { name: 'B' })]
  const inA = await makeStudent(school, { email: `family.${unique()}@home.test` })
  const inB = await makeStudent(school)
  await makeEnrollment(inA, { class: ofClass, section: a, rollNumber: 1 })
  await makeEnrollment(inB, { class: ofClass, section: b, rollNumber: 1 })
  return { school, a, b, inA, inB }
}

flow('a notice to a section is visible to its students only', async ({ page, context, mode, another }) => {
  const { school, inA, inB } = await makeSections()
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto('/school')
  await goBySidebar(page, 'Notices')
  await expectTitle(page, 'Notices')
  await expect(page.getByText('No notice yet')).toBeVisible()
  await follow(page, 'Write notice')
  await fill(page, { Title: 'Laboratory 2', Text: 'From Monday in laboratory 2.\nSee https://school.example/labs.' })
  await page.getByRole('radio', { name: 'One section' }).check()
  await press(page, 'Publish notice')
  await expect(page.getByRole('alert')).toContainText('Creation Failed')
  await expect(page.getByRole('alert')).toContainText('Select the section it is for')
  await expect(page.getByRole('radio', { name: 'One section' })).toBeChecked()
  await field(page, 'Section').selectOption({ label: 'Class 7 – A' })
  await pressAndSee(page, mode, 'Publish notice', 'Saving...')
  await expectTitle(page, 'Laboratory 2')
  await expect(page.getByText('0 of 1 student')).toBeVisible()
  await expect(page.getByText('Not sent')).toBeVisible()

  const phone = await another()
  await asStudent(phone.context(), inA)
  await phone.goto('/students/notices')
  await expectTitle(phone, 'Notices')
  const row = phone.locator('tbody tr')
  await expect(row).toContainText('Unread')
  await expect(row).toContainText('Medium')
  await expect(row).toContainText(formatDay(today, 'en'))
  await follow(phone, 'Laboratory 2')
  await expectTitle(phone, 'Laboratory 2')
  const link = phone.locator('#main').getByRole('link', { name: 'https://school.example/labs', exact: true })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await follow(phone, 'Back to all notices')
  await expect(phone.getByText('Unread')).toHaveCount(0)
  await fill(phone, { 'Search notices': 'no such words' })
  await press(phone, 'Search')
  await expect(phone.getByText('No notice matches your search')).toBeVisible()
  await follow(phone, 'Show all notices')
  await expect(row).toHaveCount(1)

  const other = await another()
  await asStudent(other.context(), inB)
  await other.goto('/students/notices')
  await expect(other.getByText('No notices', { exact: true })).toBeVisible()
  await expect(other.getByText('Notices from your school will appear here.')).toBeVisible()
  expect((await other.goto(new URL(page.url()).pathname.replace('/school', '/students')))?.status()).toBe(404)

  await page.reload()
  await expect(page.getByText('1 of 1 student')).toBeVisible()
})

flow('a notice of high priority is mailed to the family', async ({ page, context }) => {
  const { school, inA, inB } = await makeSections()
  await asStaff(context, await makeStaff(school, { role: 'owner' }))
  await page.goto(`/school/students/${inA.publicId}`)
  await follow(page, 'Send notice')
  await expect(page.getByRole('radio', { name: 'One student' })).toBeChecked()
  await expect(field(page, 'Enrollment number')).toHaveValue(inA.enrollmentNumber)
  await fill(page, { Title: 'Please call the office', Text: 'Before Friday.' })
  await field(page, 'Priority').selectOption('High')
  await press(page, 'Publish notice')
  await expectTitle(page, 'Please call the office')
  const path = new URL(page.url()).pathname.replace('/school', '/students')
  expect(new URL(await linkInMail(inA.email ?? '', '/students/notices/')).pathname).toBe(path)
  await page.reload()
  await expect(page.getByText('Sent to 1 family')).toBeVisible()
  // An edit sends no second mail.
  await follow(page, 'Edit notice')
  await fill(page, { Text: 'Before Thursday.' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Sent to 1 family')).toBeVisible()
  expect(mailsTo(inA.email ?? '')).toHaveLength(1)
  expect(mailsTo(inB.email ?? '')).toHaveLength(0)
})

flow('a teacher writes to assigned sections only', async ({ page, context }) => {
  const { school, a, b, inB } = await makeSections()
  const staff = await makeStaff(school, { role: 'teacher' })
  await makeTeacher(school, { staff, section: a })
  await makeNotice(school, { title: 'For everybody' })
  const others = await makeNotice(school, { title: 'For the other section', section: b })
  await asStaff(context, staff)
  await page.goto('/school/notices')
  await expect(page.getByRole('link', { name: 'For everybody' })).toBeVisible()
  await expect(page.getByText(others.title)).toHaveCount(0)
  expect((await page.goto(`/school/notices/${others.publicId}`))?.status()).toBe(404)
  await page.goto('/school/notices')
  await follow(page, 'For everybody')
  await expect(page.getByRole('link', { name: 'Edit notice' })).toHaveCount(0)
  await follow(page, 'All notices')
  await follow(page, 'Write notice')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(field(page, 'Section').locator('option')).toHaveText(['Choose', 'Class 7 – A'])
  await page.getByRole('radio', { name: 'One student' }).check()
  await fill(page, { Title: 'Diary', Text: 'Bring it.', 'Enrollment number': inB.enrollmentNumber })
  await press(page, 'Publish notice')
  await expect(page.getByText('There is no student with this enrollment number').first()).toBeVisible()
  await page.getByRole('radio', { name: 'One section' }).check()
  await field(page, 'Section').selectOption({ label: 'Class 7 – A' })
  await press(page, 'Publish notice')
  await expectTitle(page, 'Diary')
  await expect(page.getByRole('link', { name: 'Edit notice' })).toBeVisible()
})

flow(
  'an office edits and deletes a notice, and an invalid one shows its errors beside the fields',
  async ({ page, context, mode }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school))
    await page.goto('/school/notices/new')
    await fill(page, { Title: '', Text: '', 'Shown from': addDays(today, 3), 'Shown until': addDays(today, 1) })
    await press(page, 'Publish notice')
    for (const words of ['Title is required', 'Text is required', 'The last day must not come before the first day'])
      await expect(page.getByRole('alert')).toContainText(words)
    await fill(page, { 'Shown from': addDays(today, -3), 'Shown until': addDays(today, -1), Title: 'Winter timings' })
    await press(page, 'Publish notice')
    await expect(page.getByRole('alert')).toContainText('This day has already passed')
    await expect(field(page, 'Title')).toHaveValue('Winter timings')
    await fill(page, { 'Shown until': '', Text: 'School begins at 8:30 am.' })
    await press(page, 'Publish notice')
    await expectTitle(page, 'Winter timings')
    await follow(page, 'Edit notice')
    await fill(page, { Title: 'Summer timings', 'Shown from': addDays(today, 5) })
    await pressAndSee(page, mode, 'Save Changes', 'Saving...')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.getByText('Upcoming', { exact: true })).toBeVisible()
    await follow(page, 'All notices')
    await field(page, 'State').selectOption('Upcoming')
    await press(page, 'Search')
    await expect(page.getByText('1 notice', { exact: false }).first()).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), follow(page, 'Download CSV')])
    expect(file.suggestedFilename()).toBe('notices.csv')
    await follow(page, 'Summer timings')
    await follow(page, 'Edit notice')
    await follow(page, 'Delete this notice')
    await expectTitle(page, 'Delete “Summer timings”?')
    await press(page, 'Delete')
    await expect(page.getByText('Deleted!')).toBeVisible()
    await expect(page.getByText('No notice yet')).toBeVisible()
    await page.goto('/school/audit')
    await expect(page.locator('tbody tr').first()).toContainText('Notice deleted')
  },
)

flow('an event appears with its priority', async ({ page, context, another }) => {
  const { school, inA } = await makeSections()
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto('/school/events')
  await expect(page.getByText('No event yet')).toBeVisible()
  await follow(page, 'Add event')
  await fill(page, { Title: 'Sports day', Description: 'Bring water.', 'First day': addDays(today, -2) })
  await press(page, 'Create event')
  await expect(page.getByRole('alert')).toContainText('Choose the kind of event')
  await expect(page.getByRole('alert')).toContainText('This day has already passed')
  await field(page, 'Kind of event').selectOption('Sports')
  await field(page, 'Priority').selectOption('High')
  await fill(page, { 'First day': addDays(today, 2), 'Last day': addDays(today, 3) })
  await press(page, 'Create event')
  await expectTitle(page, 'Sports day')

  const phone = await another()
  await asStudent(phone.context(), inA)
  await phone.goto('/students/notices')
  await follow(phone, 'Upcoming events')
  const row = phone.locator('tbody tr')
  for (const words of ['Sports day', 'Bring water.', 'High', formatDay(addDays(today, 2), 'en')])
    await expect(row).toContainText(words)
  await page.goto('/school/events')
  await follow(page, 'Sports day')
  await follow(page, 'Edit event')
  await follow(page, 'Delete this event')
  await press(page, 'Delete')
  await expect(page.getByText('Deleted!')).toBeVisible()
  await phone.reload()
  await expect(phone.getByText('No upcoming events')).toBeVisible()
})
