import { expect, expectTitle, field, fill, flow, follow, linkInMail, type Page, press, pressAndSee } from '../e2e/base'
import { asStaff, officePassword } from '../e2e/people'
import { makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { unique } from '../factories/insert'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeTeacher } from '../factories/teaching'

const newPassword = 'Kite-over-the-river-55'

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/school/login')
  await fill(page, { Email: email, Password: password })
  await press(page, 'Login')
}

flow(
  'an office adds a subject, a class that learns it, and a section with its class teacher',
  async ({ page, context, mode }) => {
    const school = await makeSchool()
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto('/school/subjects')
    await expect(page.getByText('No subject yet')).toBeVisible()
    await follow(page, 'Add subject')
    await press(page, 'Create subject')
    await expect(page.getByRole('alert')).toContainText('Creation Failed')
    await fill(page, { 'Subject name': 'Mathematics', Code: '041' })
    await pressAndSee(page, mode, 'Create subject', 'Saving...')
    await expect(page.getByText('Created!')).toBeVisible()

    await page.goto('/school/classes/new')
    await fill(page, { 'Class name': 'Class 6' })
    await field(page, 'Mathematics').check()
    await press(page, 'Create class')
    await expectTitle(page, 'Classes')
    await follow(page, 'Class 6')
    await expectTitle(page, 'Class 6')
    await expect(page.locator('#main').getByRole('link', { name: 'Mathematics' })).toBeVisible()

    await page.goto('/school/teachers/new')
    // Only an owner creates accounts.
    await expect(field(page, 'Sign-in')).toHaveCount(0)
    await fill(page, { 'Employee number': 'T-7', 'First name': 'Leela', 'Last name': 'Menon', 'Mobile number': '12' })
    await press(page, 'Create teacher')
    await expect(page.getByText('Mobile number must be 10 digits').first()).toBeVisible()
    await expect(field(page, 'Last name')).toHaveValue('Menon')
    await fill(page, { 'Mobile number': '9898012345' })
    await press(page, 'Create teacher')
    await expectTitle(page, 'Leela Menon')

    await page.goto('/school/classes')
    await follow(page, 'Class 6')
    await follow(page, 'Add section')
    await expect(field(page, 'Class')).toHaveValue(/^[2-9b-z]{12}$/)
    await fill(page, { 'Section name': 'A', Capacity: '35' })
    await field(page, 'Class teacher').selectOption({ label: 'Leela Menon (T-7)' })
    await press(page, 'Create section')
    await expectTitle(page, 'Sections')
    const row = page.locator('tbody tr')
    await expect(row).toContainText('Leela Menon')
    await expect(row).toContainText('35 left')
    await follow(page, 'Class 6 – A')
    await follow(page, 'Leela Menon')
    await expect(page.locator('#main').getByRole('link', { name: 'Class 6 – A' })).toBeVisible()
    await follow(page, 'Edit teacher')
    await follow(page, 'Delete this teacher')
    await expect(page.getByRole('alert')).toContainText('is class teacher of Class 6 – A')
    await follow(page, 'Back')
    await follow(page, 'Deactivate')
    await expect(page.getByText('Class 6 – A will have no class teacher.')).toBeVisible()
    await press(page, 'Deactivate')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.getByText('Inactive')).toBeVisible()
    await page.goto('/school/subjects')
    await follow(page, 'Mathematics')
    await follow(page, 'Edit subject')
    await expect(field(page, 'Class 6')).toBeChecked()
    await follow(page, 'Delete this subject')
    await expect(page.getByRole('alert')).toContainText('Mathematics is studied by 1 class')
  },
)

flow('a section cannot get smaller than its number of students', async ({ page, context }) => {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass, { capacity: 3 })
  for (const rollNumber of [1, 2]) {
    await makeEnrollment(await makeStudent(school), { class: ofClass, section, rollNumber })
  }
  await asStaff(context, await makeStaff(school))
  await page.goto(`/school/sections/${section.publicId}`)
  await follow(page, 'Edit section')
  await fill(page, { Capacity: '1' })
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Update Failed')
  await expect(page.getByRole('alert')).toContainText('2 students in')
  await expect(field(page, 'Capacity')).toHaveValue('1')
  await fill(page, { Capacity: '2' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
})

flow(
  'an owner invites a colleague, who chooses a password by the mailed link and sees the pages of the role',
  async ({ page, mode, another }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { password: officePassword })
    const email = `harish.${unique()}@school.test`
    await signIn(page, owner.email, officePassword)
    await expectTitle(page, `Welcome, ${owner.name}`)
    await page.goto('/school/staff/new')
    await fill(page, { Name: 'Harish Trivedi', Email: owner.email })
    await page.getByRole('radio', { name: /^Accounts/ }).check()
    await press(page, 'Send invitation')
    await expect(page.getByText('A colleague already signs in with this e-mail').first()).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Accounts/ })).toBeChecked()
    await fill(page, { Email: email })
    await pressAndSee(page, mode, 'Send invitation', 'Saving...')
    await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible()
    await expect(page.locator('tbody tr', { hasText: email })).toContainText('Invited')

    const link = await linkInMail(email, '/school/reset-password')
    const theirs = await another()
    await signIn(theirs, email, officePassword)
    await expect(theirs.getByRole('alert')).toContainText('Password incorrect')
    await theirs.goto(link)
    await expectTitle(theirs, 'Choose your password')
    await fill(theirs, { 'New password': newPassword, 'Confirm new password': newPassword })
    await press(theirs, 'Save password')
    await expect(theirs.getByText('Password changed')).toBeVisible()
    await signIn(theirs, email, newPassword)
    await expectTitle(theirs, 'Welcome, Harish Trivedi')
    // Finds the menu by markup, not by role, because it is closed on a phone.
    const places = theirs.locator('nav[aria-label="Main menu"]')
    await expect(places.locator('a', { hasText: /^Collections$/ })).toHaveCount(1)
    for (const name of ['Staff', 'Settings', 'Audit log']) {
      await expect(places.locator('a', { hasText: new RegExp(`^${name}$`) })).toHaveCount(0)
    }
    expect((await theirs.goto('/school/staff'))?.status()).toBe(403)
    await theirs.goto('/school/classes')
    await expect(theirs.getByRole('link', { name: 'Add class' })).toHaveCount(0)
    await page.reload()
    await expect(page.locator('tbody tr', { hasText: email })).toContainText('Active')
  },
)

flow('an owner adds a teacher and invites the teacher to an account in the same step', async ({ page, another }) => {
  const school = await makeSchool()
  const owner = await makeStaff(school, { password: officePassword })
  await makeTeacher(school, { employeeNumber: 'T-1' })
  const email = `leela.${unique()}@school.test`
  await signIn(page, owner.email, officePassword)
  await expectTitle(page, `Welcome, ${owner.name}`)
  await page.goto('/school/teachers/new')
  await fill(page, { 'Employee number': 'T-1', 'First name': 'Leela', 'Last name': 'Menon' })
  await field(page, 'Sign-in').selectOption('invite')
  await press(page, 'Create teacher')
  await expect(page.getByText('The invitation needs an e-mail').first()).toBeVisible()
  await fill(page, { Email: email })
  await press(page, 'Create teacher')
  await expect(page.getByText('Another teacher has this employee number').first()).toBeVisible()
  await fill(page, { 'Employee number': 'T-2' })
  await press(page, 'Create teacher')
  await expectTitle(page, 'Leela Menon')
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()
  await expect(page.locator('#main')).toContainText(email)
  const theirs = await another()
  await theirs.goto(await linkInMail(email, '/school/reset-password'))
  await fill(theirs, { 'New password': newPassword, 'Confirm new password': newPassword })
  await press(theirs, 'Save password')
  await expect(theirs.getByText('Password changed')).toBeVisible()
  await signIn(theirs, email, newPassword)
  await expectTitle(theirs, 'Welcome, Leela Menon')
  expect((await theirs.goto('/school/fees'))?.status()).toBe(403)
})

flow('the last owner keeps the role, and a role change signs the user out', async ({ page, another, context }) => {
  const school = await makeSchool()
  const owner = await makeStaff(school, { password: officePassword, name: 'Meenakshi Joshi' })
  const clerk = await makeStaff(school, { password: newPassword, role: 'office', name: 'Farida Shaikh' })
  await asStaff(context, owner)
  await page.goto('/school/staff')
  await follow(page, owner.name)
  await expect(page.getByText('Another owner can change yours.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.goto(`/school/staff/${owner.publicId}/status`)
  await expect(page.getByRole('alert')).toContainText('You cannot change your own role')
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0)

  const theirs = await another()
  await signIn(theirs, clerk.email, newPassword)
  await expectTitle(theirs, 'Welcome, Farida Shaikh')
  await page.goto(`/school/staff/${clerk.publicId}/edit`)
  await page.getByRole('radio', { name: /^Teacher/ }).check()
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await theirs.goto('/school/students')
  await expectTitle(theirs, 'School Login')
  await page.goto(`/school/staff/${clerk.publicId}/status`)
  await press(page, 'Remove')
  await expect(page.locator('tbody tr', { hasText: clerk.name })).toContainText('Inactive')
  await signIn(theirs, clerk.email, newPassword)
  await expect(theirs.getByRole('alert')).toContainText('Password incorrect')
})

flow('a staff user changes name and password', async ({ page, mode }) => {
  const teacher = await makeStaff(await makeSchool(), { password: officePassword, role: 'teacher' })
  await signIn(page, teacher.email, officePassword)
  await expectTitle(page, `Welcome, ${teacher.name}`)
  await page.goto('/school/account')
  await fill(page, { Name: 'Nandini B.' })
  await pressAndSee(page, mode, 'Save Changes', 'Saving...')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Nandini B.')
  await follow(page, 'Change password')
  await fill(page, {
    'Current password': 'not this one',
    'New password': newPassword,
    'Confirm new password': newPassword,
  })
  await press(page, 'Change password')
  await expect(page.getByRole('alert')).toContainText('Password incorrect')
  await fill(page, {
    'Current password': officePassword,
    'New password': newPassword,
    'Confirm new password': newPassword,
  })
  await press(page, 'Change password')
  await expectTitle(page, 'My account')
  await follow(page, 'See where you are signed in')
  await press(page, 'Sign out everywhere')
  await expect(page.getByText('You are signed out on all other devices.')).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, teacher.email, newPassword)
  await expectTitle(page, 'Welcome, Nandini B.')
})
