import type { Dialog } from '@playwright/test'
import { currentSession, makeClass, makeSection } from '../factories/academics'
import { readRow } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import {
  expect,
  expectTitle,
  field,
  fill,
  flow,
  follow,
  goBySidebar,
  holdScripts,
  type Page,
  press,
  pressAndSee,
  ready,
} from './base'
import { asStaff, makeSmallSchool, studentPassword } from './people'

/** Expects the error summary on top, with the focus, and a link from each error to its field. */
async function expectErrors(page: Page, title: string, errors: Record<string, string>): Promise<void> {
  const summary = page.getByRole('alert')
  await expect(summary).toContainText(title)
  await expect(summary).toBeFocused()
  for (const [label, message] of Object.entries(errors)) {
    await summary.getByRole('link', { name: message, exact: true }).click()
    await expect(field(page, label)).toBeFocused()
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${message}$`))
  }
}

/** Returns the types of the browser's dialogs during the action; answers each with `answer`. */
async function answered(page: Page, answer: 'accept' | 'dismiss', act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const onDialog = (dialog: Dialog) => {
    asked.push(dialog.type())
    return dialog[answer]()
  }
  page.on('dialog', onDialog)
  await act()
  page.off('dialog', onDialog)
  return asked
}

/**
 * Checks that a user can leave an unchanged form without a question. A changed form asks before the user leaves by
 * link, search or reload, but not by Cancel.
 */
async function askedBeforeLeaving(page: Page): Promise<void> {
  await ready(page, 'enhanced')
  expect(await answered(page, 'dismiss', () => goBySidebar(page, 'Classes'))).toEqual([])
  await expectTitle(page, 'Classes')
  await page.goBack()
  await expectTitle(page, 'Add student')
  await field(page, 'First name').click()
  await field(page, 'First name').pressSequentially('As')
  const tries = [
    () => goBySidebar(page, 'Classes'),
    () => page.getByLabel('Find anything').press('Enter'),
    () => page.evaluate(() => location.reload()),
  ]
  const asked = []
  for (const leave of tries) asked.push(...(await answered(page, 'dismiss', leave)))
  expect(asked).toEqual(['confirm', 'confirm', 'beforeunload'])
  await expectTitle(page, 'Add student')
  await expect(field(page, 'First name')).toHaveValue('As')
  expect(await answered(page, 'dismiss', () => follow(page, 'Cancel'))).toEqual([])
  await expectTitle(page, 'Students')
  await page.goto('/school/students/new')
  await ready(page, 'enhanced')
}

flow('an invalid form shows each error beside its field and keeps all input', async ({ page, context, mode }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school))
  const session = await currentSession(school)
  const section = await makeSection(await makeClass(school))
  await page.goto('/school/students/new')
  if (mode === 'enhanced') await askedBeforeLeaving(page)
  const typed = {
    'First name': 'કાવ્યા "Kavi" <b>',
    'Mobile number': '12345',
    Email: 'not an address',
    'Roll number': '7',
    'Date of enrollment': '2026-04-02',
  }
  await fill(page, typed)
  await field(page, 'Academic session').selectOption(session.publicId)
  await field(page, 'Class and section').selectOption(section.publicId)
  await field(page, 'Admitted under the Right to Education Act (RTE)').check()
  await press(page, 'Create student')
  await expectErrors(page, 'Creation Failed', {
    'Last name': 'Last name is required',
    'Mother name': 'Mother name is required',
    'Father name': 'Father name is required',
    Address: 'Address is required',
    Gender: 'Select a valid gender',
    'Date of birth': 'Date of birth is required',
    Category: 'Select a valid category',
    'Mobile number': 'Mobile number must be 10 digits',
    Email: 'Invalid email',
  })
  await expect(page).toHaveTitle('Error: Add student · Shala')
  for (const [label, value] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(value)
  await expect(field(page, 'Class and section')).toHaveValue(section.publicId)
  await expect(field(page, 'Admitted under the Right to Education Act (RTE)')).toBeChecked()
  // A second failure shows its errors too.
  await fill(page, { 'First name': '' })
  await press(page, 'Create student')
  await expectErrors(page, 'Creation Failed', { 'First name': 'First name is required' })
  if (mode !== 'enhanced') return
  // Refused input is not saved, so leaving still asks first. The links of the error summary, which `expectErrors`
  // followed, do not leave: they only lead to a field.
  expect(await answered(page, 'dismiss', () => goBySidebar(page, 'Classes'))).toEqual(['confirm'])
  await expect(field(page, 'Email')).toHaveValue('not an address')
  expect(await answered(page, 'accept', () => goBySidebar(page, 'Classes'))).toEqual(['confirm'])
  await expectTitle(page, 'Classes')
  expect(await answered(page, 'dismiss', () => goBySidebar(page, 'Students'))).toEqual([])
  await expectTitle(page, 'Students')
})

flow('going back after a form was sent does not send it again', async ({ page, context, mode }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school))
  await page.goto('/school/classes')
  await follow(page, 'Add class')
  await fill(page, { 'Class name': 'Class 5' })
  await press(page, 'Create class')
  await expectTitle(page, 'Classes')
  await page.reload()
  await page.goBack()
  // Scripts that are just starting may reload the page, which would abort the forward navigation.
  await expectTitle(page, 'Add class')
  await ready(page, mode)
  await page.goForward()
  await expectTitle(page, 'Classes')
  const made = await readRow<{ number: number }>('SELECT COUNT(*) AS number FROM classes WHERE school_id = :schoolId', {
    schoolId: school.id,
  })
  expect(Number(made?.number)).toBe(1)
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

flow(
  'going back before the scripts have loaded shows the page that the address bar names',
  async ({ page, context, mode }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school))
    await page.goto('/school/classes?search=%E0%AA%85')
    await follow(page, 'Add class')
    await expectTitle(page, 'Add class')
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await expectTitle(page, 'Add class')
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/classes\?search=/)
    await release()
    await expectTitle(page, 'Classes')
    await expect(page.getByLabel('Search')).toHaveValue('અ')
    if (mode !== 'enhanced') return

    // Goes back again when the scripts are loaded but the page's data is not decoded yet.
    await page.goForward()
    await expectTitle(page, 'Add class')
    await page.addInitScript(() => {
      const wasHeld = sessionStorage.getItem('held')
      sessionStorage.setItem('held', 'yes')
      if (wasHeld) return
      // Holds back the data that Remix's inline scripts write, and releases it when Back is pressed.
      const { enqueue, close } = ReadableStreamDefaultController.prototype
      const late = (write: () => void) => window.addEventListener('popstate', write, { once: true })
      ReadableStreamDefaultController.prototype.enqueue = function (chunk) {
        late(() => enqueue.call(this, chunk))
      }
      ReadableStreamDefaultController.prototype.close = function () {
        late(() => close.call(this))
      }
    })
    await page.reload()
    await page.waitForFunction(
      () => '__remixContext' in window && !(window.__remixContext as { stream?: object }).stream,
    )
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/classes\?search=/)
    await expectTitle(page, 'Classes')
  },
)

flow('a fee form gets another head and splits into instalments without losing input', async ({ page, context }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school))
  await currentSession(school)
  await makeClass(school, { name: 'Class 9' })
  await page.goto('/school/fees/new')
  await fill(page, { 'Fee name': 'School fee' })
  await field(page, 'Class').selectOption('Class 9')
  const head = (number: number) => page.getByRole('group', { name: `Head ${number}` })
  const instalments = page.getByRole('group', { name: /^Instalment/ })
  await fill(head(1), { Amount: '10,000' })
  const heads = await page.getByRole('group', { name: /^Head/ }).count()
  await press(page, 'Add another head')
  await expect(page.getByRole('group', { name: /^Head/ })).toHaveCount(heads + 1)
  await expect(field(page, 'Fee name')).toHaveValue('School fee')
  await fill(head(2), { Name: 'Library fee', Amount: '1' })
  await fill(page, { 'Number of equal instalments': '3' })
  await press(page, 'Split evenly')
  await expect(instalments).toHaveCount(3)
  // ₹10,001 in whole rupees: the remainder is spread from the first instalment on.
  for (const [index, amount] of ['3334', '3334', '3333'].entries()) {
    await expect(field(instalments.nth(index), 'Amount')).toHaveValue(amount)
  }
  await expect(field(page, 'Class')).not.toHaveValue('')
  // All input is kept when the form is refused and when a link leads to the invalid field.
  await fill(instalments.nth(2), { Title: 'Last', Amount: '3,000' })
  await press(page, 'Create fee')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('alert').getByRole('link').first().click()
  await expect(field(instalments.nth(2), 'Title')).toHaveValue('Last')
  await expect(field(head(2), 'Name')).toHaveValue('Library fee')
  await expect(page.getByRole('alert')).toBeVisible()
  await fill(instalments.nth(2), { Amount: '3,333' })
  await press(page, 'Create fee')
  await expectTitle(page, 'School fee')
  await expect(page.locator('#main')).toContainText('₹10,001')
  await expect(page.getByText('Not assigned to any student')).toBeVisible()
})

flow('an office deletes unused records, and cannot delete used ones', async ({ page, context, mode }) => {
  const { school, owner, student } = await makeSmallSchool()
  await asStaff(context, owner)
  const free = await makeClass(school, { name: 'Class for nobody' })
  await page.goto(`/school/classes/${free.publicId}/edit`)
  await page.getByRole('link', { name: /^Delete/ }).click()
  await expectTitle(page, 'Delete Class for nobody?')
  await pressAndSee(page, mode, 'Delete', 'Deleting...')
  await expect(page.getByText('Deleted!')).toBeVisible()
  await expect(page.locator('tbody')).not.toContainText('Class for nobody')

  const session = await currentSession(school)
  await page.goto(`/school/academic-sessions/${session.publicId}/delete`)
  await expect(page.getByRole('alert')).toContainText('cannot be deleted')
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await follow(page, 'Back')
  await page.goto(`/school/students/${student.publicId}`)
  await expectTitle(page, `${student.firstName} ${student.lastName}`)
})

flow('an office edits a student, who then signs in with the new number', async ({ page, context, another }) => {
  const { owner, student } = await makeSmallSchool({ password: studentPassword })
  await asStaff(context, owner)
  await page.goto('/school/students')
  await fill(page, { 'Search students': student.enrollmentNumber })
  await press(page, 'Search')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await follow(page, `${student.firstName} ${student.lastName}`)
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  const number = `8${String(Date.now()).slice(-9)}`
  await fill(page, { 'Mobile number': number, 'Last name': 'Trivedi' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expectTitle(page, `${student.firstName} Trivedi`)
  const phone = await another()
  await phone.goto('/students/login')
  await fill(phone, { Username: number, Password: studentPassword })
  await press(phone, 'Login')
  await expectTitle(phone, `Welcome, ${student.firstName}`)
})
