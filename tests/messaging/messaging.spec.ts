import { execute } from '~/database/database.server'
import { savePreference } from '~/models/contact/messaging/preferences.server'
import { addMonths, formatMonth, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asGuardian, asStaff, makeSandboxAccount } from '../e2e/people'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeSheet } from '../factories/attendance'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { insert, unique } from '../factories/insert'
import { makeMessageKeys } from '../factories/message-sandbox'
import { newMobile } from '../factories/mobile'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

const templateId = '1207160000000000555'
const body = 'Dear parent, {#alphanumeric#} of class {#alphanumeric#} is absent on {#alphanumeric#}. - DEMO VIDYALAYA'

flow('an office notifies the families of absentees, and sees the cost and the delivery', async ({ page, context }) => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Std. VIII' })
  const section = await makeSection(ofClass)
  const mobileNumber = newMobile(9)
  const enrolledStudents = []
  for (const [firstName, status] of [
    ['Asha', 'absent'],
    ['Ravi', 'present'],
    ['Meera', 'absent'],
  ] as const) {
    const student = await makeStudent(school, { firstName, lastName: 'Patel' })
    const enrollment = await makeEnrollment(student, { session, class: ofClass, section })
    const guardian = await makeGuardian(school, { mobileNumber })
    await linkGuardian(guardian, student)
    if (firstName === 'Meera')
      await savePreference(school.scope, guardian.publicId, 0, { firstChannel: null, muted: ['absent'] })
    enrolledStudents.push({ studentId: student.id, enrollmentId: enrollment.id, status })
  }
  await makeSheet(
    { schoolId: school.id, sessionId: session.id, sectionId: section.id },
    todayInIndia(new Date()),
    enrolledStudents,
  )
  const account = await makeSandboxAccount(school.publicId)
  const registered = await fetch(`${process.env.SANDBOX_URL}/messages/control/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: account.name, dlt: { id: templateId, header: 'DEMOVA', text: body } }),
  })
  expect(registered.ok).toBe(true)
  await makeMessageKeys(school, account)
  // Switches quiet hours off, so that the test passes at any time of day.
  await execute('UPDATE message_settings SET quiet_from = 600, quiet_to = 600 WHERE school_id = :id', { id: school.id })

  await asStaff(context, await makeStaff(school, { role: 'owner' }))
  const telling = `/school/attendance/messages?section=${section.publicId}`
  await page.goto(telling)
  await expect(page.locator('#main')).toContainText('No registered text for SMS')
  await page.goto('/school/message-templates/new')
  await field(page, 'Event').selectOption('absent')
  await field(page, 'Status').selectOption('registered')
  await fill(page, {
    Text: body,
    'Variables in order, each with a sample': 'student: Asha\nclass: 8-A\ndate: 12 Jul 2026',
    'DLT template id': templateId,
  })
  await press(page, 'Create message text')
  await expect(page.getByText('Created!').first()).toBeVisible()

  // The class teacher finds the link to the messages on the page of the saved register.
  const teacher = await makeStaff(school, { role: 'teacher' })
  await makeTeacher(school, { staff: teacher, section })
  await asStaff(context, teacher)
  await page.goto('/school/attendance')
  await follow(page, 'Send absence messages')
  await expectTitle(page, 'Send absence messages')
  await expect(page.locator('#main')).toContainText('1 message, about ₹0.25')
  await expect(page.locator('#main')).toContainText('Meera Patel (Rajesh Patel): Has opted out of these messages')
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of [boxes.first(), boxes.last()]) await box.uncheck()
  await press(page, 'Send to these families')
  await expect(page.getByText('Tick at least one student.')).toBeVisible()
  for (const box of [boxes.first(), boxes.last()]) {
    await expect(box).not.toBeChecked()
    await box.check()
  }
  await press(page, 'Send to these families')
  await expect(page.getByText('1 message will be sent; not reached by message: 1.').first()).toBeVisible()

  const phone = async () => {
    const answer = await fetch(`${process.env.SANDBOX_URL}/messages/control/phones?to=${mobileNumber}`)
    const { messages } = (await answer.json()) as { messages: { text: string }[] }
    return messages.map(({ text }) => text)
  }
  await expect.poll(async () => (await phone()).length).toBe(1)
  expect((await phone())[0]).toContain('Dear parent, Asha of class VIII-A is absent on')
  await expect(async () => {
    await page.goto(telling)
    await expect(page.locator('#main')).toContainText('Asha Patel (notified)', { timeout: 1000 })
    await expect(page.locator('#main')).toContainText('Meera Patel (not notified: Has opted out', { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await expect(async () => {
    await page.goto('/school/messages')
    await expect(page.locator('#main')).toContainText('Delivered', { timeout: 1000 })
  }).toPass()
  await follow(page, 'Asha Patel')
  await expect(page.locator('#main')).toContainText(`SMS to ${mobileNumber}`)
  await expect(page.locator('#main')).toContainText('₹0.25')

  // The counts of messages, for this month and a past one.
  await page.goto('/school/messages/counts')
  await expect(page.locator('#main')).toContainText('₹0.25 of this month’s')
  await expect(page.locator('#main')).toContainText('Total')
  await expect(page.getByRole('link', { name: 'Download CSV' })).toBeVisible()
  const file = await page.request.get('/school/messages/counts.csv')
  // The delivery report may still be missing.
  expect(await file.text()).toMatch(/Absent today,SMS,1,[01],0,1,0\.25/)
  const before = addMonths(todayInIndia(new Date()), -1).slice(0, 7)
  await field(page, 'Month').selectOption(before)
  await page.getByRole('button', { name: 'Show' }).click()
  await expectTitle(page, `Messages in ${formatMonth(before, 'en')}`)
  await expect(field(page, 'Month')).toHaveValue(before)
  await expect(page.locator('#main')).toContainText('₹0.00 was spent in this month.')
  await expect(page.locator('#main')).toContainText('Nothing was sent in this month.')
})

flow(
  'an owner whose message text does not match its tags sees an error that names the variable',
  async ({ page, context }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { role: 'owner' }))
    await page.goto('/school/message-templates/new')
    await field(page, 'Event').selectOption('absent')
    const variables = 'Variables in order, each with a sample'
    await fill(page, {
      Text: 'Dear parent, {#alphanumeric#} of class {#numeric#} is absent today. - DEMO VIDYALAYA',
      [variables]: 'student: Asha\nclass: 8-A',
    })
    await press(page, 'Create message text')
    await expect(page.locator('#main')).toContainText('The value of class has something else than digits')
    await fill(page, { [variables]: 'student: www.asha.in\nclass: 8' })
    await press(page, 'Create message text')
    await expect(page.locator('#main')).toContainText('The value of student has an internet address')
    await fill(page, { [variables]: 'student: Asha\nfather: 8' })
    await press(page, 'Create message text')
    await expect(page.locator('#main')).toContainText('father is not a variable of this event')
    await fill(page, { [variables]: 'student: Asha\nclass: 8' })
    await press(page, 'Create message text')
    await expect(page.getByText('Created!').first()).toBeVisible()
  },
)

flow(
  "a guardian chooses the channel for a school's messages, in Gujarati, and the office sees the choice",
  async ({ page, context }) => {
    const school = await makeSchool({ name: `Navjeevan ${unique()}` })
    const account = await makeGuardianAccount({ mobileNumber: newMobile(9) })
    const guardian = await makeGuardian(school, { accountId: account.id })
    await linkGuardian(guardian, await makeStudent(school, { firstName: 'Asha' }))
    await context.addCookies([{ name: 'lang', value: 'gu', url: process.env.BASE_URL ?? '' }])
    await asGuardian(context, account)
    await page.goto('/guardians/messages')
    await expectTitle(page, 'સંદેશા')
    await page.getByLabel('ઈ-મેલ', { exact: true }).check()
    await page.getByLabel('ચુકવણી મળી', { exact: true }).check()
    await press(page, `સાચવો: ${school.name}`)
    await expect(page.getByText('સાચવ્યું!').first()).toBeVisible()
    await expect(page.getByLabel('ઈ-મેલ', { exact: true })).toBeChecked()
    await expect(page.getByLabel('ચુકવણી મળી', { exact: true })).toBeChecked()
    await context.addCookies([{ name: 'lang', value: 'en', url: process.env.BASE_URL ?? '' }])
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto(`/school/guardians/${guardian.publicId}`)
    await follow(page, 'Messages')
    await expectTitle(page, 'Messages to Rajesh Patel')
    await expect(field(page, 'Try first')).toHaveValue('mail')
    await expect(page.getByLabel('Receipt', { exact: true })).toBeChecked()
    await field(page, 'Try first').selectOption('sms')
    await press(page, 'Save Changes')
    await expectTitle(page, 'Rajesh Patel')
  },
)

flow(
  'an office resends messages of unsure delivery while their event is current, and sees for how many it is too late',
  async ({ page, context }) => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    const writeUnsure = async (at: Date) => {
      const publicId = newPublicId()
      await insert('outgoing_messages', {
        public_id: publicId,
        school_id: school.id,
        student_id: student.id,
        guardian_id: null,
        once_key: `${publicId}:own`,
        event: 'bus_delay',
        recipient_name: 'Asha',
        language: 'en',
        facts: '{}',
        state: 'unsure',
        created_at: at,
        updated_at: at,
      })
      return publicId
    }
    await writeUnsure(new Date())
    const late = await writeUnsure(new Date(Date.now() - 3 * 3_600_000))
    await asStaff(context, await makeStaff(school, { role: 'owner' }))
    await page.goto(`/school/messages/${late}`)
    await expect(page.locator('#main')).toContainText('these messages are sent only within 2 hours')
    await expect(page.getByRole('button', { name: 'Not sent: send it now' })).toHaveCount(0)
    await page.goto('/school/messages/counts')
    await expect(page.locator('#main')).toContainText('It is too late for 1 message of these')
    await press(page, 'Not sent: send them now')
    await expect(page.getByText('1 message will be tried again. It was too late for 1 message.').first()).toBeVisible()
    await page.goto(`/school/messages/${late}`)
    await expect(page.locator('#main')).toContainText('It was too late to notify')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  },
)
