import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { sendBreachNotices } from '~/models/entry/breaches/send.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asGuardian, asStaff, asStudent, officePassword } from '../e2e/people'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { readRow } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

const part = {
  'Possible consequences': 'Calls by strangers',
  'What the school has done and is doing': 'Passwords changed',
}

flow('an owner notifies the chosen people and the Board of a breach', async ({ page, context }) => {
  const school = await makeSchool()
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
  const account = await makeGuardianAccount({ password: null })
  await linkGuardian(await makeGuardian(school, { accountId: account.id }), student)
  const owner = await makeStaff(school, { password: officePassword })
  await asStaff(context, owner)
  const yesterday = addDays(todayInIndia(new Date()), -1)

  await page.goto('/school/breaches')
  await follow(page, 'Open a case')
  await expectTitle(page, 'Open a case')
  await fill(page, {
    'Short name': 'Stolen laptop',
    'Noticed on': addDays(yesterday, 7),
    'Noticed at': '09:30',
    'What happened': 'A laptop was stolen',
  })
  await press(page, 'Open the case')
  await expect(page.getByText('Enter a time that is not in the future').first()).toBeVisible()
  await fill(page, { 'Noticed on': yesterday })
  await press(page, 'Open the case')
  await expectTitle(page, 'Stolen laptop')
  await expect(page.locator('#main')).toContainText(/\d+ h \d+ min left/)
  await expect(page.locator('#main')).toContainText(/\d+ h \d+ min late/)

  await follow(page, 'Record a report')
  await expectTitle(page, 'Record a report')
  await fill(page, { 'Informed on': yesterday, 'Informed at': '11:00', Reference: 'CERTIn-114' })
  await press(page, 'Record the report')
  await expectTitle(page, 'Stolen laptop')
  await expect(page.locator('#main')).toContainText('CERTIn-114')

  await follow(page, 'Choose people')
  await expectTitle(page, 'Choose people')
  await press(page, 'Save selection')
  await expect(
    page.getByText('Enter numbers, choose a section, or tick “Everyone at the school”').first(),
  ).toBeVisible()
  await fill(page, { 'Admission or enrollment numbers': `${student.enrollmentNumber}\nnobody-1` })
  await press(page, 'Save selection')
  await expect(page.getByText('Numbers without a student: nobody-1', { exact: false })).toBeVisible()

  await follow(page, 'Write the text')
  await expectTitle(page, 'Text for the families')
  const english = page.getByRole('group', { name: 'English' })
  const type = async (label: string, words: string) => english.getByLabel(label).fill(words)
  await type('What happened: nature, extent, time and place', 'A laptop was stolen on the bus.')
  await press(page, 'Save Changes')
  await expect(page.getByText('Fill in all texts in a language, or none').first()).toBeVisible()
  for (const [label, words] of Object.entries(part)) await type(label, words)
  await type('What the family can do', 'Tell nobody a password.')
  await type('Contact at the school', 'Farida Shaikh')
  await press(page, 'Save Changes')
  await expectTitle(page, 'Stolen laptop')

  await follow(page, 'Send the notice')
  await expectTitle(page, 'Send the notice')
  await expect(page.locator('#main')).toContainText('A laptop was stolen on the bus.')
  const password = page.getByLabel('Your own password')
  if ((await password.count()) > 0) await password.fill(officePassword)
  await press(page, 'Tell 1 now')
  await expect(page.getByText('1 person is notified now.')).toBeVisible()
  const row = await readRow<{ id: number }>('SELECT id FROM breach_cases WHERE school_id = :id', { id: school.id })
  await sendBreachNotices(school.scope, row?.id ?? 0)
  await page.reload()
  const [file] = await Promise.all([page.waitForEvent('download'), follow(page, 'Report for the Board (CSV)')])
  expect(file.suggestedFilename()).toBe('data-breach-report.csv')

  await context.clearCookies()
  await asStudent(context, student)
  await page.goto('/students/settings')
  await follow(page, 'Read the notice')
  await expectTitle(page, 'Notice of a data breach')
  await expect(page.locator('#main')).toContainText('Tell nobody a password.')
  await press(page, 'I have read this')
  await expect(page.getByRole('button', { name: 'I have read this' })).toHaveCount(0)
  await page.goto('/students/settings')
  await expect(page.getByRole('link', { name: 'Read the notice' })).toHaveCount(0)

  await context.clearCookies()
  await asGuardian(context, account)
  await page.goto('/guardians')
  await follow(page, 'Read the notice')
  await expectTitle(page, 'Notice of a data breach')
  await expect(page.locator('#main')).toContainText('It concerns Asha Patel')
  await press(page, 'I have read this')
  await expectTitle(page, 'My children')
  await expect(page.getByRole('link', { name: 'Read the notice' })).toHaveCount(0)

  await context.clearCookies()
  await asStaff(context, owner)
  await page.goto('/school/breach-people')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.goto('/school/breaches')
  await follow(page, 'Stolen laptop')
  await follow(page, 'Close the case')
  await expectTitle(page, 'Close the case')
  await field(page, 'Result').fill('It was found')
  await press(page, 'Close the case')
  await expect(page.locator('#main')).toContainText('It was found')
})
