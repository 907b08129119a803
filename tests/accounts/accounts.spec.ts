import { paths } from '~/addresses/paths'
import { execute } from '~/database/database.server'
import { decideAboutSchool, listNotApproved } from '~/models/core/schools/approval.server'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
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
  type Page,
  press,
  pressAndSee,
  ready,
} from '../e2e/base'
import {
  asStaff,
  asStudent,
  forgetRegistrations,
  makeSmallSchool,
  newStudentPassword,
  officePassword,
  studentPassword,
} from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/students/login')
  await fill(page, { Username: name, Password: password })
  await press(page, 'Login')
}

async function signOut(page: Page, mode: Mode): Promise<void> {
  await ready(page, mode)
  await page.locator('summary', { hasText: 'Account' }).click()
  await press(page, 'Logout')
}

flow('a school registers and sees its first steps', async ({ page, mode, another }) => {
  const taken = await makeStaff(await makeSchool())
  await forgetRegistrations()
  await page.goto('/school/login')
  await follow(page, 'Register a school')
  await expectTitle(page, 'Register a school')
  await fill(page, {
    'School name': 'Ekalavya Vidyalaya',
    'Your name': 'Kiran Desai',
    Email: taken.email,
    'Phone number': 'none',
    Address: '12 Ring Road, Surat 395002',
  })
  await press(page, 'Register')
  await expect(page.getByText('Enter a phone number').first()).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Registration Failed')
  await expect(field(page, 'School name')).toHaveValue('Ekalavya Vidyalaya')
  await expect(field(page, 'Address')).toHaveValue('12 Ring Road, Surat 395002')
  await fill(page, { 'Phone number': '079 2657 0000' })
  await press(page, 'Register')
  // Only the mail reveals that the address already has an account.
  await expect(page.getByText('Check your e-mail')).toBeVisible()
  await linkInMail(taken.email, '/school/login')
  await follow(page, /^No e-mail\? Register again/)
  const email = `head.${unique()}@new-school.test`
  await fill(page, {
    'School name': 'Ekalavya Vidyalaya',
    'Your name': 'Kiran Desai',
    Email: email,
    'Phone number': '079 2657 0000',
    Address: '12 Ring Road, Surat 395002',
  })
  await pressAndSee(page, mode, 'Register', 'Registering...')
  await expect(page.getByText('Check your e-mail')).toBeVisible()
  const link = await linkInMail(email, '/school/registration')
  await page.goto(link)
  await expectTitle(page, 'Complete the registration')
  await expect(page.locator('#main')).toContainText(`You sign in with ${email}`)
  await expect(field(page, 'School name')).toHaveValue('Ekalavya Vidyalaya')
  await fill(page, { Password: 'short', 'Confirm password': 'short' })
  await press(page, 'Complete registration')
  await expect(page.getByText('Use at least 12 characters').first()).toBeVisible()
  await expect(field(page, 'Your name')).toHaveValue('Kiran Desai')
  await fill(page, { Password: officePassword, 'Confirm password': officePassword })
  await pressAndSee(page, mode, 'Complete registration', 'Saving...')
  await expect(page.getByText('Registered!')).toBeVisible()
  await expectTitle(page, 'Welcome, Kiran Desai')
  await expect(page.getByText('Not open to families yet')).toBeVisible()
  const school = (await listNotApproved(systemScope())).find((one) => one.email === email)
  if (!school) throw new Error('The new school is open already')
  const family = await another()
  await family.goto(`/students/register/${school.publicId}`)
  await expect(family.getByText('Ekalavya Vidyalaya')).toHaveCount(0)
  await decideAboutSchool(schoolScope(school.id, systemActor), 'approved')
  await family.goto(`/students/register/${school.publicId}`)
  await expect(family.locator('#main')).toContainText('Ekalavya Vidyalaya')
  await page.goto('/school')
  await expect(page.getByText('Not open to families yet')).toHaveCount(0)
  for (const step of [
    'Add the academic session',
    'Add classes and sections',
    'Add students',
    'Set up online payment',
  ]) {
    await expect(page.getByText(step)).toBeVisible()
  }
  // The sign-in pages redirect a signed-in user home.
  await page.goto('/school/login')
  await expect(page).toHaveURL(/\/school$/)
  // The link works only once.
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has already been used')
})

flow(
  'a student signs in for the first time, chooses a password and sees nothing before that',
  async ({ page, mode }) => {
    const { student } = await makeSmallSchool({ dateOfBirth: '2011-08-15' })
    const email = student.email ?? ''
    await page.goto('/students/login')
    await expect(page.getByText('The password is the date of birth as yyyy-mm-dd')).toBeVisible()
    await signIn(page, email, '2011-08-15')
    await expectTitle(page, 'Choose your password')
    for (const address of ['/students', '/students/fees', '/students/settings']) {
      await page.goto(address)
      await expectTitle(page, 'Choose your password')
      await expect(page.getByText(student.lastName)).toHaveCount(0)
    }
    for (const [password, complaint] of [
      ['2011-08-15', 'A date is easy to guess. Choose another password.'],
      [`${student.firstName}${student.lastName}`, 'A name is easy to guess. Choose another password.'],
      [student.mobileNumber, 'A phone number is easy to guess. Choose another password.'],
      ['password123', 'Many people use this password. Choose another one.'],
      ['neem', 'Use at least 8 characters'],
    ] as const) {
      await fill(page, { 'New password': password, 'Confirm new password': password })
      await press(page, 'Save password')
      await expect(page.getByRole('alert')).toContainText(complaint)
    }
    await fill(page, { 'New password': studentPassword, 'Confirm new password': studentPassword })
    await pressAndSee(page, mode, 'Save password', 'Saving...')
    await expect(page.getByText('Logged in!')).toBeVisible()
    await expectTitle(page, `Welcome, ${student.firstName}`)
    // The date of birth no longer signs in.
    await page.context().clearCookies({ name: 'student' })
    await signIn(page, email, '2011-08-15')
    await expect(page.getByRole('alert')).toContainText('Password incorrect')
  },
)

flow('an empty sign-in shows the missing fields, and a wrong password offers the reset', async ({ page, mode }) => {
  const student = await makeStudent(await makeSchool(), { password: studentPassword })
  await page.goto('/students/login')
  await press(page, 'Login')
  await expect(page.getByRole('alert')).toContainText('Login Failed')
  await expect(page.getByRole('link', { name: 'Email is required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Password is required' })).toBeVisible()
  await expect(page).toHaveTitle('Error: Student Login · Shala')
  await signIn(page, 'nobody here', 'something')
  await expect(page.getByRole('link', { name: 'Invalid email' })).toBeVisible()
  await expect(field(page, 'Username')).toHaveValue('nobody here')

  // The same message whether or not the account exists.
  for (const name of [student.email ?? '', 'nobody@nowhere.test']) {
    await signIn(page, name, 'not-the-password')
    await expect(page.getByRole('alert')).toContainText('Incorrect Password')
    await expect(page.getByRole('alert')).toContainText('Password incorrect')
    await expect(field(page, 'Username')).toHaveValue(name)
    // The server never sends the password back.
    if (mode === 'light') await expect(field(page, 'Password')).toHaveValue('')
  }
  await press(page, 'Reset the password')
  await expectTitle(page, 'Forgot password')
  await expect(page.getByText('Password reset link sent')).toBeVisible()
  await follow(page, 'Back to login')
  if (mode === 'enhanced') {
    await ready(page, mode)
    await field(page, 'Password').fill('to be seen')
    await press(page, 'Show password')
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
    await press(page, 'Hide password')
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  } else {
    // Without JavaScript the button is absent, because it could do nothing.
    await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(0)
  }
  await fill(page, { Username: student.email ?? '', Password: studentPassword })
  await pressAndSee(page, mode, 'Login', 'Logging in...')
  await expect(page.getByText('Logged in!')).toBeVisible()
})

flow('a student is redirected to sign in and back to the requested page', async ({ page }) => {
  const { student } = await makeSmallSchool({ password: studentPassword })
  await page.goto('/students/fees?page=1')
  await expect(page).toHaveURL('/students/login?redirectTo=%2Fstudents%2Ffees%3Fpage%3D1')
  await fill(page, { Username: student.email ?? '', Password: studentPassword })
  await press(page, 'Login')
  await expect(page).toHaveURL('/students/fees?page=1')
  await expectTitle(page, 'Student Fee Management')
  // The sign-in page redirects a signed-in user home.
  await page.goto('/students/login')
  await expect(page).toHaveURL('/students')
  // A requested file is downloaded after the sign-in.
  await page.context().clearCookies({ name: 'student' })
  await page.goto(`/students/login?redirectTo=${encodeURIComponent(paths.student.statement())}`)
  await fill(page, { Username: student.email ?? '', Password: studentPassword })
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Login')])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  // Never redirects to another site.
  await page.context().clearCookies({ name: 'student' })
  await page.goto('/students/login?redirectTo=https%3A%2F%2Fexample.com%2F')
  await fill(page, { Username: student.email ?? '', Password: studentPassword })
  await press(page, 'Login')
  await expect(page).toHaveURL('/students')
})

flow(
  'a student signs in with a mobile number, and on a shared phone only until the browser closes',
  async ({ page, context }) => {
    const student = await makeStudent(await makeSchool(), { password: studentPassword })
    await page.goto('/students/login')
    await fill(page, { Username: student.mobileNumber, Password: studentPassword })
    await field(page, 'This is a shared phone').check()
    await press(page, 'Login')
    await expectTitle(page, `Welcome, ${student.firstName}`)
    const lasts = async () => (await context.cookies()).filter(({ expires }) => expires > 0).map(({ name }) => name)
    expect(await lasts()).not.toContain('student')
    // A private phone remembers the account.
    await context.clearCookies({ name: 'student' })
    await signIn(page, student.mobileNumber, studentPassword)
    await expectTitle(page, `Welcome, ${student.firstName}`)
    expect(await lasts()).toContain('student')
  },
)

flow('twins who share an email and a password choose whose account to open', async ({ page }) => {
  const school = await makeSchool()
  const shared = { email: `twins.${unique()}@family.test`, password: studentPassword, lastName: 'Solanki' }
  await makeStudent(school, { ...shared, firstName: 'Diya' })
  const other = await makeStudent(school, { ...shared, firstName: 'Dhruv' })
  await makeEnrollment(other)
  await page.goto('/students/fees')
  await fill(page, { Username: shared.email, Password: studentPassword })
  await press(page, 'Login')
  await expectTitle(page, 'Whose account?')
  await press(page, 'Open account')
  await expect(page.getByRole('alert')).toContainText('Choose an account')
  await page.getByRole('radio', { name: 'Dhruv' }).check()
  await press(page, 'Open account')
  await expectTitle(page, 'Student Fee Management')
  await expect(page.locator('#main').getByText('Dhruv Solanki')).toBeVisible()
  // The choice is valid only once.
  await page.goto('/students/whose-account')
  await expect(page).not.toHaveURL(/whose-account/)
})

flow('a student who forgot the password gets a mail and chooses a new one', async ({ page, mode }) => {
  const { student } = await makeSmallSchool()
  const email = student.email ?? ''
  await page.goto('/students/login')
  await follow(page, 'Forgot password?')
  await press(page, 'Send reset link')
  await expect(page.getByRole('alert')).toContainText('Failed to send reset link')
  await expect(page.getByRole('link', { name: 'Email is required' })).toBeVisible()
  await fill(page, { Email: email })
  await pressAndSee(page, mode, 'Send reset link', 'Sending...')
  await expect(page.getByText('Password reset link sent')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible()
  await page.goto(await linkInMail(email, '/students/reset-password'))
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Code from the link')).not.toHaveValue('')
  await expect(page.getByText('At least 8 characters')).toBeVisible()
  await fill(page, { 'New password': studentPassword, 'Confirm new password': 'something else' })
  await press(page, 'Reset password')
  await expect(page.getByRole('alert')).toContainText('The two passwords are not the same')
  await fill(page, { 'New password': studentPassword, 'Confirm new password': studentPassword })
  await press(page, 'Reset password')
  await expect(page.getByText('Password changed')).toBeVisible()
  // The page redirects after two seconds.
  await page.waitForURL('/students/login')
  await fill(page, { Username: email, Password: studentPassword })
  await press(page, 'Login')
  await expectTitle(page, `Welcome, ${student.firstName}`)
})

flow('an office user who forgot the password gets a mail and chooses a new one', async ({ page }) => {
  const staff = await makeStaff(await makeSchool())
  await page.goto('/school/forgot-password')
  await fill(page, { Email: staff.email })
  await press(page, 'Send reset link')
  await expect(page.getByText('Password reset link sent')).toBeVisible()
  await page.goto(await linkInMail(staff.email, '/school/reset-password'))
  await fill(page, { 'New password': officePassword, 'Confirm new password': officePassword })
  await press(page, 'Reset password')
  await expect(page.getByText('Password changed')).toBeVisible()
  await follow(page, 'Go to login')
  await expectTitle(page, 'School Login')
  await fill(page, { Email: staff.email, Password: officePassword })
  await press(page, 'Login')
  await expectTitle(page, `Welcome, ${staff.name}`)
})

flow('a reset link works once, and not when it is altered or expired', async ({ page }) => {
  const { student } = await makeSmallSchool()
  const email = student.email ?? ''
  const refused = async (address: string) => {
    await page.goto(address)
    await fill(page, { 'New password': newStudentPassword, 'Confirm new password': newStudentPassword })
    await press(page, 'Reset password')
    await expect(page.getByRole('alert')).toContainText('Failed to reset password')
    await expect(page.getByRole('alert')).toContainText('This link has already been used, has expired')
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  }
  await page.goto('/students/forgot-password')
  await fill(page, { Email: email })
  await press(page, 'Send reset link')
  const link = new URL(await linkInMail(email, '/students/reset-password'))
  const token = link.searchParams.get('token') ?? ''
  const changed = new URL(link)
  changed.searchParams.set('token', token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`)
  await refused(changed.href)
  const ofAnother = new URL(link)
  ofAnother.searchParams.set('email', 'somebody.else@family.test')
  await refused(ofAnother.href)
  const expiry = (minutes: number) =>
    execute('UPDATE password_resets SET expires_at = :at WHERE student_id = :id', {
      at: new Date(Date.now() + minutes * 60_000),
      id: student.id,
    })
  await expiry(-1)
  await refused(link.href)
  await expiry(10)
  await page.goto(link.href)
  await fill(page, { 'New password': studentPassword, 'Confirm new password': studentPassword })
  await press(page, 'Reset password')
  await expect(page.getByText('Password changed')).toBeVisible()
  await refused(link.href)
})

flow('a student signs out, and the Back button shows no personal data', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  await page.goto('/students/fees')
  await expect(page.locator('#main').getByText(student.lastName).first()).toBeVisible()
  await signOut(page, mode)
  await expect(page.getByText('Logout successfully')).toBeVisible()
  await page.waitForURL('/students/login')
  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await expect(page.getByText(student.lastName)).toHaveCount(0)
  }
  await page.goto('/students/fees')
  await expect(page).toHaveURL(/\/students\/login\?redirectTo=/)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('student')
})

flow('a student changes the password and is signed out elsewhere', async ({ page, context, mode, another }) => {
  const student = await makeStudent(await makeSchool(), { password: studentPassword })
  const other = await another()
  await asStudent(other.context(), student)
  await other.goto('/students/fees')
  await expect(other.getByText('No fees found for this student.')).toBeVisible()
  await asStudent(context, student)
  await page.goto('/students/settings')
  await follow(page, 'Change password')
  await fill(page, {
    'Current password': 'not-it',
    'New password': newStudentPassword,
    'Confirm new password': newStudentPassword,
  })
  await press(page, 'Change password')
  await expect(page.getByRole('link', { name: 'Password incorrect' })).toBeVisible()
  await fill(page, {
    'Current password': studentPassword,
    'New password': newStudentPassword,
    'Confirm new password': newStudentPassword,
  })
  await pressAndSee(page, mode, 'Change password', 'Saving...')
  await expect(page.getByText('Updated!')).toBeVisible()
  await other.goto('/students/fees')
  await expect(other).toHaveURL(/\/students\/login/)
  await page.goto('/students/fees')
  await expectTitle(page, 'Student Fee Management')
})

flow('a student ends all other sessions', async ({ page, context, another }) => {
  const student = await makeStudent(await makeSchool())
  const other = await another()
  await asStudent(other.context(), student)
  await asStudent(context, student)
  await page.goto('/students/settings')
  await follow(page, 'See where you are signed in')
  await press(page, 'Sign out everywhere')
  await expect(page.getByText('You are signed out on all other devices.')).toBeVisible()
  await other.goto('/students/fees')
  await expect(other).toHaveURL(/\/students\/login/)
  await page.goto('/students/fees')
  await expectTitle(page, 'Student Fee Management')
})

flow('a student lists the open sessions and ends one', async ({ page, another, mode }) => {
  const { student } = await makeSmallSchool({ password: studentPassword })
  const [phone, third] = [await another(), await another()]
  for (const one of [phone, third, page]) {
    await signIn(one, student.email ?? '', studentPassword)
    await expect(one.getByText('Logged in!')).toBeVisible()
  }
  await page.goto('/students/settings')
  await follow(page, 'See where you are signed in')
  await expectTitle(page, 'Where you are signed in')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.first()).toContainText('The network you are on now (127.0.…)')
  // The phone was last used before the third session, so it is the last row.
  await ready(page, mode)
  await press(rows.last(), 'Sign out device')
  await expect(page.getByText('That device is signed out.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await phone.goto('/students/fees')
  await expect(phone).toHaveURL(/\/students\/login/)
  for (const one of [third, page]) {
    await one.goto('/students/fees')
    await expectTitle(one, 'Student Fee Management')
  }
})

flow('an office user lists the open sessions and ends one', async ({ page, another, mode }) => {
  const school = await makeSchool()
  const office = await makeStaff(school, { role: 'office', password: officePassword })
  const colleague = await makeStaff(school, { role: 'office' })
  const desk = await another()
  for (const one of [desk, page]) {
    await one.goto('/school/login')
    await fill(one, { Email: office.email, Password: officePassword })
    await press(one, 'Login')
    await expect(one.getByText('Logged in!')).toBeVisible()
  }
  const otherPage = await another()
  await asStaff(otherPage.context(), colleague)
  await page.goto('/school/account')
  await follow(page, 'See where you are signed in')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await ready(page, mode)
  await press(page, 'Sign out device')
  await expect(page.getByText('That device is signed out.')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await desk.goto('/school/account')
  await expect(desk).toHaveURL(/\/school\/login\?redirectTo=/)
  await otherPage.goto('/school/account')
  await expectTitle(otherPage, 'My account')
})

flow('a student reads the portal in Hindi and in Gujarati', async ({ page, context, mode }) => {
  const student = await makeStudent(await makeSchool())
  await makeEnrollment(student)
  await makeDue(student)
  await asStudent(context, student)
  const html = page.locator('html')
  await page.goto('/students/fees')
  await ready(page, mode)
  await page.locator('summary', { hasText: 'Language' }).click()
  await press(page, 'ગુજરાતી')
  await expect(html).toHaveAttribute('lang', 'gu')
  await expect(page).toHaveURL('/students/fees')
  await expectTitle(page, /^[\p{Script=Gujarati}\s]+$/u)
  await page.goto('/students/settings')
  await page.getByRole('radio', { name: 'हिन्दी' }).check()
  await page.locator('form[action="/students/settings/language"] button').click()
  await expect(html).toHaveAttribute('lang', 'hi')
  await page.goto('/students/fees')
  await expectTitle(page, /^[\p{Script=Devanagari}\s]+$/u)
  await ready(page, mode)
  await page.locator('summary', { hasText: 'हिन्दी' }).click()
  await press(page, 'English')
  await expectTitle(page, 'Student Fee Management')
  await expect(html).toHaveAttribute('lang', 'en')
})

flow('a student turns data saver on and receives pages without scripts', async ({ page, context }) => {
  await asStudent(context, await makeStudent(await makeSchool()))
  const scripts: string[] = []
  await page.goto('/students/settings')
  await press(page, 'Turn data saver on')
  await expect(page.getByText('Data saver is on: pages load without scripts and pictures.')).toBeVisible()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  for (const address of ['/students', '/students/fees', '/students/settings', '/privacy']) {
    await page.goto(address)
    await expect(page.locator('script, link[rel="modulepreload"]')).toHaveCount(0)
  }
  expect(scripts).toEqual([])
  await page.goto('/students')
  await press(page, 'Turn data saver off')
  await expect(page.locator('script').first()).toBeAttached()
})

flow('the message after signing in moves no link when the scripts load, nor when it closes', async ({ page, mode }) => {
  const owner = await makeStaff(await makeSchool(), { password: officePassword })
  const release = await holdScripts(page)
  await page.goto('/school/login', { waitUntil: 'commit' })
  await fill(page, { Email: owner.email, Password: officePassword })
  await page.getByRole('button', { name: 'Login' }).click()
  const message = page.getByRole('status').filter({ hasText: 'Logged in!' })
  await expect(message).toBeVisible()
  const link = page.locator('#main').getByRole('link', { name: 'Set up two-step sign-in' })
  const before = await link.boundingBox()
  await release()
  await ready(page, mode)
  await expect(message).toBeVisible()
  expect(await link.boundingBox()).toEqual(before)
  await page.keyboard.press('Tab')
  await expect(message).toHaveCount(0)
  expect(await link.boundingBox()).toEqual(before)
})
