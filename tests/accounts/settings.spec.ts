import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asStaff, officePassword } from '../e2e/people'
import { makeSchool, makeStaff } from '../factories/school'

flow(
  'an owner changes one settings page of the school after another, and the audit log records each change',
  async ({ page, context }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { name: 'Meenakshi Joshi' }))
    await page.goto('/school/settings')
    await follow(page, 'Change the school profile')
    await fill(page, { 'School name': 'Navjeevan High School', Phone: 'call us', Board: 'GSEB' })
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('Update Failed')
    await expect(page.getByRole('alert')).toContainText('Enter a phone number')
    await expect(field(page, 'School name')).toHaveValue('Navjeevan High School')
    await fill(page, { Phone: '079 2657 9999' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.locator('#main')).toContainText('GSEB')

    await follow(page, 'Change the payment rules')
    await field(page, 'Students may pay a part of an instalment online').check()
    await fill(page, { 'Minimum part payment': '1,500' })
    await field(page, 'Late fine').selectOption('An amount for each day')
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('Enter the amount of the late fine')
    await expect(field(page, 'Students may pay a part of an instalment online')).toBeChecked()
    await fill(page, { 'Amount of the fine': '10', 'Days of grace': '5', 'Maximum fine': '500' })
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('Yes, from ₹1,500')
    await expect(page.locator('#main')).toContainText('₹10 a day after 5 days of grace, at most ₹500')

    await follow(page, 'Change year, rank and grades')
    await expect(field(page, 'Grade 1')).toHaveValue('A1')
    await fill(page, { 'From percent 8': '5' })
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText(
      'The last grade must begin at 0, so that all marks have a grade',
    )
    await fill(page, { 'From percent 8': '0', 'Grade 8': 'E' })
    await field(page, 'The school year begins in').selectOption('June')
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('June')

    await follow(page, 'Change the location')
    await fill(page, { 'School: latitude': '72.5621', 'School: longitude': '23.0375' })
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('Latitude and longitude are swapped')
    await fill(page, { 'School: place': '360001' })
    await press(page, 'Find this place (School)')
    await expect(page.getByRole('radio', { name: /Rajkot.*360001/ }).first()).toBeVisible()
    await fill(page, { 'School: latitude': '23.0375', 'School: longitude': '72.5621' })
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('23.037500')

    await follow(page, 'Change the sign-in of students')
    await field(page, 'Families may apply for admission online').uncheck()
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()

    await page.goto('/school/audit')
    await expect(page.locator('tbody tr')).toHaveCount(5)
    await expect(page.locator('tbody tr').first()).toContainText('Sign in policy saved')
    await fill(page, { Search: 'minimum' })
    await press(page, 'Search')
    await expectTitle(page, 'Audit log')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody tr')).toContainText('Meenakshi Joshi')
    await expect(page.locator('tbody tr')).toContainText('part payment minimum ₹1,500')
    const file = await (await context.request.get('/school/audit.csv')).text()
    expect(file.split('\r\n')).toHaveLength(7)
  },
)

flow(
  'an owner mistypes the password, signs in, and finds both attempts in the list of sign-ins',
  async ({ page, context }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { name: 'Meenakshi Joshi', password: officePassword })
    await page.goto('/school/login')
    await fill(page, { Email: owner.email, Password: 'not-this-one-at-all' })
    await press(page, 'Login')
    await expect(page.getByRole('alert')).toBeVisible()
    await fill(page, { Password: officePassword })
    await press(page, 'Login')
    await expect(page.getByText('Logged in')).toBeVisible()

    await page.goto('/school/security')
    await expectTitle(page, 'Sign-ins and devices')
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Signed in')
    await expect(rows.nth(1)).toContainText('Wrong password')
    await expect(rows.nth(1)).toContainText('Not signed in')
    await expect(rows.nth(1)).toContainText('Meenakshi Joshi')
    await field(page, 'What').selectOption('Refused')
    await press(page, 'Search')
    await expect(page.locator('#main')).not.toContainText('Wrong password')
    const file = await (await context.request.get('/school/security.csv?search=meenakshi')).text()
    expect(file).toContain('Wrong password')
  },
)
