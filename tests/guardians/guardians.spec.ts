import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { makeInvitation } from '~/models/people/guardians/invitations.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asGuardian } from '../e2e/people'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { guardianPassword, linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { makeBankAccount, makeDue } from '../factories/ledger'
import { newMobile } from '../factories/mobile'
import { readRows } from '../factories/read'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

async function makeChild(school: Awaited<ReturnType<typeof makeSchool>>, firstName: string) {
  const child = await makeStudent(school, { firstName, lastName: 'Patel' })
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  await makeEnrollment(child, { session, class: ofClass, section: await makeSection(ofClass), rollNumber: 1 })
  const due = await makeDue(child, { session, amountPaise: 150_000, dueOn: addDays(todayInIndia(new Date()), -10) })
  return { child, due }
}

flow('a guardian activates the invitations of two schools and sees all children', async ({ page }) => {
  const [one, two] = [await makeSchool(), await makeSchool()]
  const mobileNumber = newMobile(9)
  const codes: string[] = []
  for (const [school, name] of [
    [one, 'Asha'],
    [two, 'Ravi'],
  ] as const) {
    const guardian = await makeGuardian(school, { mobileNumber })
    await linkGuardian(guardian, (await makeChild(school, name)).child)
    const made = await makeInvitation(school.scope, guardian.id)
    if (!made.ok) throw new Error(made.reason)
    codes.push(made.value)
  }
  await page.goto('/')
  await follow(page, 'Activate your invitation')
  await fill(page, { 'Your mobile number or e-mail address': mobileNumber, 'Invitation code': '2345-2345-2345' })
  await press(page, 'Continue')
  await expect(page.getByText('does not match this number or address').first()).toBeVisible()
  await expect(field(page, 'Your mobile number or e-mail address')).toHaveValue(mobileNumber)
  await fill(page, { 'Invitation code': codes[0] ?? '' })
  await press(page, 'Continue')
  await expect(field(page, 'Your name')).toHaveValue('Rajesh Patel')
  await fill(page, { Password: mobileNumber, 'Confirm password': mobileNumber })
  await press(page, 'Create account')
  await expect(page.getByText(/phone number/).first()).toBeVisible()
  await fill(page, { Password: guardianPassword, 'Confirm password': guardianPassword })
  await press(page, 'Create account')
  await expectTitle(page, 'My children')
  await expect(page.getByRole('heading', { name: 'Asha Patel' })).toBeVisible()
  await expect(page.locator('#main')).toContainText('1,500')

  await page.goto('/guardians/account')
  await follow(page, 'Add the children of another school')
  await fill(page, { 'Your mobile number or e-mail address': mobileNumber, 'Invitation code': codes[1] ?? '' })
  await press(page, 'Continue')
  const next = 'yellow kite at noon'
  const same = { 'New password': guardianPassword, 'Confirm new password': guardianPassword }
  await fill(page, { 'Current password': guardianPassword, ...same })
  await press(page, 'Add this school')
  await expect(page.getByText('Choose a different password from your old one').first()).toBeVisible()
  await fill(page, { 'Current password': guardianPassword, 'New password': next, 'Confirm new password': next })
  await press(page, 'Add this school')
  await expect(page.getByRole('heading', { name: 'Ravi Patel' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Asha Patel' })).toBeVisible()
})

flow(
  'a guardian with the same mobile number and password at two schools chooses which account to open',
  async ({ page }) => {
    const mobileNumber = newMobile(9)
    const schools = [await makeSchool(), await makeSchool()]
    for (const [index, school] of schools.entries()) {
      const account = await makeGuardianAccount({
        mobileNumber,
        name: index === 0 ? 'Rajesh Patel' : 'Rajesh M. Patel',
      })
      const guardian = await makeGuardian(school, { accountId: account.id })
      await linkGuardian(guardian, (await makeChild(school, index === 0 ? 'Asha' : 'Ravi')).child)
    }
    await page.goto('/guardians/login')
    await fill(page, { Username: mobileNumber, Password: guardianPassword })
    await press(page, 'Login')
    await expectTitle(page, 'Whose account?')
    await press(page, 'Open account')
    await expect(page.getByText('Choose an account').first()).toBeVisible()
    await expect(page.getByText(schools[0]?.name ?? '').first()).toBeVisible()
    await page.getByRole('radio', { name: 'Rajesh M. Patel' }).check()
    await press(page, 'Open account')
    await expectTitle(page, 'My children')
    await expect(page.getByRole('heading', { name: 'Ravi Patel' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Asha Patel' })).toHaveCount(0)
  },
)

flow('a guardian pays and requests leave for the opened child, and for no other', async ({ page, context }) => {
  const school = await makeSchool()
  await makeBankAccount(school)
  const account = await makeGuardianAccount({ mobileNumber: newMobile(9) })
  const guardian = await makeGuardian(school, { accountId: account.id })
  const [asha, ravi] = [await makeChild(school, 'Asha'), await makeChild(school, 'Ravi')]
  const link = await linkGuardian(guardian, asha.child)
  await linkGuardian(guardian, ravi.child)
  await asGuardian(context, account)
  await page.goto('/guardians')
  await press(page, 'Open: Asha')
  await expect(page.getByText('You are looking at the pages of Asha Patel as Rajesh Patel')).toBeVisible()
  await page.goto('/students/attendance/leave/new')
  const meant = page.url()
  expect(meant).toContain(asha.child.publicId)
  await fill(page, {
    From: addDays(todayInIndia(new Date()), 3),
    Until: addDays(todayInIndia(new Date()), 3),
    Reason: 'Fever',
  })

  const another = await context.newPage()
  await another.goto('/guardians')
  await press(another, 'Open: Ravi')
  await expect(another.getByText('You are looking at the pages of Ravi Patel')).toBeVisible()
  await press(page, 'Send application')
  await expect(page.getByText('Nothing was done')).toBeVisible()
  expect(await readRows('SELECT id FROM leave_applications WHERE school_id = :id', { id: school.id })).toEqual([])

  await press(page, 'Open: Asha')
  await expect(page.getByText('You are looking at the pages of Asha')).toBeVisible()
  await page.goto('/students/attendance/leave/new')
  await fill(page, {
    From: addDays(todayInIndia(new Date()), 3),
    Until: addDays(todayInIndia(new Date()), 3),
    Reason: 'Fever',
  })
  await press(page, 'Send application')
  await expect(page.getByText('Fever').first()).toBeVisible()
  await follow(page, 'Back to my children')
  await expectTitle(page, 'My children')
  await press(page, 'Open: Asha')
  const audit = await readRows(
    'SELECT actor_kind AS kind, actor_name AS name FROM audit_entries WHERE school_id = :id',
    { id: school.id },
  )
  expect(audit).toContainEqual({ kind: 'guardian', name: 'Rajesh Patel' })
  await page.goto('/students/settings/password')
  await expect(page.locator('h1')).not.toContainText('Password')

  await execute('UPDATE guardian_links SET may_see = 0 WHERE id = :link', { link })
  await page.goto('/guardians')
  await press(page, 'Fees: Asha')
  await expect(page.locator('#main')).toContainText('1,500')
  await page.goto('/students/attendance')
  await expect(page.locator('body')).not.toContainText('Fever')

  await execute('UPDATE guardian_links SET may_see = 1, may_pay = 0 WHERE id = :link', { link })
  await page.goto('/students/fees')
  await expect(page.locator('#main')).toContainText('1,500')
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
})

flow('a guardian reads in Gujarati, and changes language and password', async ({ page }) => {
  const mobileNumber = newMobile(9)
  const account = await makeGuardianAccount({ mobileNumber })
  const school = await makeSchool()
  const guardian = await makeGuardian(school, { accountId: account.id })
  await linkGuardian(guardian, (await makeChild(school, 'Asha')).child)
  await page.goto('/students/login')
  await follow(page, 'Parent or guardian? Sign in here')
  await fill(page, { Username: mobileNumber, Password: 'not this one' })
  await press(page, 'Login')
  await expect(page.locator('[role=alert]').first()).toBeVisible()
  await fill(page, { Password: guardianPassword })
  await press(page, 'Login')
  await expectTitle(page, 'My children')
  await press(page, 'Open: Asha')
  await expect(page.getByText('You are looking at the pages of Asha')).toBeVisible()
  await page.goto('/guardians/account/password')
  const next = 'yellow kite at noon'
  await fill(page, { 'Current password': guardianPassword, 'New password': next, 'Confirm new password': next })
  await press(page, 'Change password')
  await expect(page.getByText('Updated!')).toBeVisible()
  // A new password closes the child's pages in all browsers, including this one; the guardian then opens them again.
  await page.goto('/students/attendance')
  await expectTitle(page, 'My children')
  await expect(page.getByText('The child’s pages were closed')).toBeVisible()
  await press(page, 'Open: Asha')
  await expect(page.getByText('You are looking at the pages of Asha Patel as Rajesh Patel')).toBeVisible()
  await page.goto('/guardians/account')
  await follow(page, 'Change number or e-mail')
  await expectTitle(page, 'Change number or e-mail')
  await fill(page, { 'Mobile number': '98250', 'Current password': next })
  await press(page, 'Save')
  await expect(page.getByText('Mobile number must be 10 digits').first()).toBeVisible()
  const another = newMobile(9)
  await fill(page, { 'Mobile number': another, 'Current password': next })
  await press(page, 'Save')
  await expectTitle(page, 'My account')
  await expect(page.locator('#main')).toContainText(another)
  await page.getByLabel('ગુજરાતી').check()
  await press(page, 'Save language')
  await expect(page.getByRole('heading', { name: 'મારું ખાતું' })).toBeVisible()
  await page.goto('/guardians')
  await expect(page.locator('#main')).toContainText('આજની હાજરી')
})
