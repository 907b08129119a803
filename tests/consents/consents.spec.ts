import { isConsented } from '~/models/contact/consents/consents.server'
import { findPrivacySettings, savePrivacySettings } from '~/models/contact/consents/settings.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asGuardian, asStaff } from '../e2e/people'
import { makeNotices, namedCompanies } from '../factories/consents'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

async function makeFamily(language: 'en' | 'gu' = 'en') {
  const school = await makeSchool()
  await makeNotices(school)
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth: '2012-06-14' })
  const account = await makeGuardianAccount({ name: 'Hansa Patel', language })
  const guardian = await makeGuardian(school, { name: 'Hansa Patel', accountId: account.id })
  await linkGuardian(guardian, student, { relation: 'mother' })
  const staff = await makeStaff(school, { name: 'Farida Shaikh', role: 'office' })
  return { school, student, account, staff }
}

flow(
  'a guardian consents for a child and withdraws the consent, in Gujarati, and the office sees it',
  async ({ page, context }) => {
    const { school, student, account, staff } = await makeFamily('gu')
    const asked = () => isConsented(school.scope, { studentId: student.id, purpose: 'photos' })
    await asGuardian(context, account)
    await context.addCookies([{ name: 'lang', value: 'gu', url: process.env.BASE_URL ?? '' }])
    await page.goto('/guardians/consents')
    expect(await asked()).toBe(false)
    await press(page, 'હું સંમત છું: શાળાની બહાર ફોટા, Asha Patel')
    await expect.poll(asked).toBe(true)
    await press(page, 'સંમતિ પાછી ખેંચો: શાળાની બહાર ફોટા, Asha Patel')
    await expect.poll(asked).toBe(false)
    await asStaff(context, staff)
    await page.goto(`/school/students/${student.publicId}/consents`)
    await expect(page.locator('#main')).toContainText('Withdrawn')
  },
)

flow('an owner must name third parties before families see them', async ({ page, context }) => {
  const school = await makeSchool()
  const { version, ...settings } = await findPrivacySettings(school.scope)
  const officer = { officerName: 'Meenakshi Joshi', officerPhone: '079 2630 0000' }
  await savePrivacySettings(school.scope, version, { ...settings, ...officer })
  await asStaff(context, await makeStaff(school, { role: 'owner' }))
  await page.goto('/school/privacy-notices/usual')
  await press(page, 'Add these drafts')
  await follow(page, 'Companies that help the school')
  await follow(page, 'Publish')
  await expect(page.locator('#main')).toContainText('enter each company under “Given to” in English, Hindi, Gujarati')
  await follow(page, 'Edit the draft')
  await expect(field(page, 'Given to, in English')).toHaveValue('')
  await fill(page, {
    'Given to, in English': namedCompanies.en,
    'Given to, in Hindi': namedCompanies.hi,
    'Given to, in Gujarati': namedCompanies.gu,
  })
  await press(page, 'Save Changes')
  await follow(page, 'Publish')
  await press(page, 'Publish')
  await expect(page.getByText('Published!')).toBeVisible()
  await follow(page, 'As families read it')
  await expect(page.getByText(namedCompanies.en).first()).toBeVisible()
})

flow('a family writes a grievance, the office answers, and the family reopens it', async ({ page, context }) => {
  const { student, account, staff } = await makeFamily()
  await asGuardian(context, account)
  await page.goto('/guardians/grievances/new')
  await press(page, 'Send')
  await expect(page.getByRole('alert')).toContainText('Write what it is about')
  await field(page, 'About which child').selectOption({ label: 'Asha Patel' })
  await field(page, 'What it is about').selectOption({ label: 'Some data is wrong' })
  await fill(page, { 'What happened, and what you want': 'The class on the card is wrong.' })
  await press(page, 'Send')
  await expectTitle(page, 'Questions and grievances')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await asStaff(context, staff)
  await page.goto('/school/grievances')
  await follow(page, /^GRV\//)
  await fill(page, { Answer: 'It was put right today.' })
  await press(page, 'Send answer')
  await expect(page.getByText('Answered!')).toBeVisible()
  // A mark in the menu of every page links to the grievances until the answer is read.
  await page.goto('/guardians')
  const mark = page.locator('nav a', { hasText: 'Questions and grievances (new)' })
  await expect(mark).toHaveCount(1)
  await page.goto('/guardians/grievances')
  await follow(page, /^GRV\//)
  await expect(page.locator('#main')).toContainText('It was put right today.')
  await page.goto('/guardians')
  await expect(mark).toHaveCount(0)
  await page.goto('/guardians/grievances')
  await follow(page, /^GRV\//)
  await fill(page, { 'What is still wrong': 'The card is the old one.' })
  await press(page, 'Open it again')
  await expect(field(page, 'What is still wrong')).toHaveCount(0)
  const rows = await readRows<{ state: string }>('SELECT state FROM grievances WHERE student_id = :id', {
    id: student.id,
  })
  expect(rows).toEqual([{ state: 'reopened' }])
})
