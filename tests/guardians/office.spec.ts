import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { makeInvitation } from '~/models/people/guardians/invitations.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeFee } from '../factories/fees'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { readRows } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

async function brothersOf(school: MadeSchool) {
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass)
  const place = { session, class: ofClass, section }
  const make = async (firstName: string, dateOfBirth: string) => {
    const facts = { firstName, lastName: 'Patel', dateOfBirth, fatherName: 'Rajesh Patel', mobileNumber: '9825012345' }
    const student = await makeStudent(school, facts)
    await makeEnrollment(student, place)
    return student
  }
  return { place, elder: await make('Arjun', '2012-05-01'), younger: await make('Meera', '2014-05-01') }
}

flow(
  'an office enters a guardian with a child, and a court order hides everything from the guardian',
  async ({ page, context }) => {
    const school = await makeSchool()
    const { younger } = await brothersOf(school)
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto('/school/guardians')
    await follow(page, 'Add guardian')
    await expectTitle(page, 'Add guardian')
    await fill(page, { Name: 'Rajesh Patel', 'Mobile number': '12' })
    await press(page, 'Create guardian')
    await expect(page.getByText('Enter a mobile number of ten digits').first()).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Rajesh Patel')
    await fill(page, { 'Mobile number': '+91 98250 12345', 'E-mail': 'rajesh@home.test' })
    await press(page, 'Create guardian')
    await expect(page.getByRole('heading', { name: 'Rajesh Patel' })).toBeVisible()
    await follow(page, 'Add a child')
    await fill(page, { 'Find the child': 'Meera' })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: /Meera Patel/ }).click()
    await expect(field(page, 'Enrollment or admission number')).toHaveValue(younger.enrollmentNumber)
    await field(page, 'Relation').selectOption('father')
    await press(page, 'Add child')
    await expect(page.getByText('Sees, pays, is notified')).toBeVisible()

    // The invitation itself is a printed slip; the message only announces that there is one.
    const [made] = await readRows<{ id: number; publicId: string }>(
      'SELECT id, public_id AS publicId FROM family_guardians WHERE school_id = :id',
      { id: school.id },
    )
    if (!made) throw new Error('no guardian')
    await makeInvitation(school.scope, made.id)
    await page.goto(`/school/guardians/invitations?guardian=${made.publicId}`)
    await follow(page, 'Notify by message')
    await expect(page.locator('#main')).toContainText('E-mail: 1 in 1 part, ₹0.00')
    await page.getByRole('checkbox').uncheck()
    await press(page, 'Notify these guardians')
    await expect(page.getByText('Tick at least one guardian.')).toBeVisible()
    await page.getByRole('checkbox').check()
    await press(page, 'Notify these guardians')
    await expect(page.getByText('1 message will be sent.')).toBeVisible()
    await expect(page.locator('#main')).toContainText('Invitation to a guardian')
    await page.goto(`/school/guardians/invited?guardian=${made.publicId}`)
    // In quiet hours the message waits for the morning.
    const gone = /Rajesh Patel: Meera, Class 6-A \((notified|being notified|waits: Quiet hours)\)/
    await expect(page.locator('#main')).toContainText(gone)
    await expect(page.getByRole('checkbox')).toHaveCount(0)

    await page.goto(`/school/guardians/${made.publicId}`)
    await page.getByRole('link', { name: 'Meera Patel' }).click()
    for (const right of ['Sees', 'Pays', 'Gets messages']) await page.getByLabel(right, { exact: true }).uncheck()
    await fill(page, { 'Note for the office': 'Order of the family court' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Nothing', { exact: true })).toBeVisible()
    await page.goto(`/school/students/${younger.publicId}/guardians`)
    await expect(page.getByText('Order of the family court')).toBeVisible()
    await page.goto('/school/guardians?search=98250+12345')
    await expect(page.getByText('Meera Patel')).toBeVisible()
  },
)

flow(
  'an office closes a guardian account that the child had activated, and invites the guardian again',
  async ({ page, context }) => {
    const school = await makeSchool()
    const { elder } = await brothersOf(school)
    const account = await makeGuardianAccount({ mobileNumber: '9825012345', password: null })
    const guardian = await makeGuardian(school, { mobileNumber: '9825012345', accountId: account.id })
    await linkGuardian(guardian, elder)
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto(`/school/guardians/${guardian.publicId}/edit`)
    await expect(page.getByText('A different number or e-mail here does not change the account')).toBeVisible()
    await fill(page, { 'Mobile number': '9825054321' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Activated', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Close this account’s access' }).click()
    await press(page, 'Close this account’s access')
    await expect(page.getByText('Enter the reason').first()).toBeVisible()
    await fill(page, { Reason: 'The son has activated it' })
    await press(page, 'Close this account’s access')
    await expect(page.getByText('Not invited', { exact: true })).toBeVisible()
    await expect(page.getByText('Sees, pays, is notified')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Close this account’s access' })).toHaveCount(0)
    await page.goto(`/school/guardians/${guardian.publicId}/access`)
    await expect(page.getByText('No one has activated an account for this guardian.')).toBeVisible()
    await page.goto(`/school/guardians/${guardian.publicId}`)
    await page.getByRole('link', { name: 'Invite', exact: true }).click()
    await expect(page.locator('#main')).toContainText('Rajesh Patel')
  },
)

flow(
  'an office creates guardians from equal mobile numbers, reviews a doubtful one, and undoes the batch',
  async ({ page, context }) => {
    const school = await makeSchool()
    await brothersOf(school)
    for (const fatherName of ['Imran Shaikh', 'Gurdev Singh'])
      await makeStudent(school, { fatherName, mobileNumber: '9825099999' })
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto('/school/guardians')
    await follow(page, 'Propose from mobile numbers')
    await expect(page.getByLabel('Tick Rajesh Patel, 9825012345')).toBeChecked()
    await expect(page.getByLabel('Tick Imran Shaikh, 9825099999')).not.toBeChecked()
    await press(page, 'Create the ticked ones')
    await expect(page.getByRole('heading', { name: '1 guardian, 2 children' })).toBeVisible()
    await page.goto('/school/guardians')
    await page.getByRole('link', { name: 'Rajesh Patel' }).click()
    await expect(page.getByRole('link', { name: 'Meera Patel' })).toBeVisible()
    await page.goto('/school/guardians/proposals')
    await page.getByRole('link', { name: /1 guardian, 2 children/ }).click()
    await follow(page, 'Undo')
    await press(page, 'Undo')
    await expect(page.getByText('All its entries were removed.')).toBeVisible()

    // Doubtful guardians get no messages; the pages say so and link to these guardians.
    await page.goto('/school/guardians/proposals')
    await expect(page.getByText('Gets no messages until you tick “Gets messages”').first()).toBeVisible()
    await page.getByLabel('Tick Rajesh Patel, 9825012345').uncheck()
    await page.getByLabel('Tick Imran Shaikh, 9825099999').check()
    await press(page, 'Create the ticked ones')
    await expect(page.getByText('Some of these children have no one to notify')).toBeVisible()
    await follow(page, 'All children with no one to notify')
    await expectTitle(page, 'Guardians')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.goto('/school/guardians/proposals')
    await page.getByRole('link', { name: /1 guardian, 1 child/ }).click()
    await follow(page, /Gets no messages, change/)
    await page.getByLabel('Gets messages', { exact: true }).check()
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    await page.goto('/school/guardians?state=nobody-told')
    await expect(page.locator('tbody tr')).toHaveCount(0)

    // A list of invitations without results keeps its filters.
    await page.goto('/school/guardians/invitations')
    await field(page, 'Class').selectOption({ label: 'Class 6' })
    await page.getByLabel('Include guardians already invited').check()
    await press(page, 'Send by e-mail')
    await expect(page.getByText(/No one here can be invited/)).toBeVisible()
    await expect(field(page, 'Class').locator('option:checked')).toHaveText('Class 6')
    await expect(page.getByLabel('Include guardians already invited')).toBeChecked()
  },
)

flow('a student of 18 removes a guardian’s access and restores it, in Gujarati', async ({ page, context }) => {
  const school = await makeSchool()
  const born = `${Number(todayInIndia(new Date()).slice(0, 4)) - 18}-01-01`
  const student = await makeStudent(school, { dateOfBirth: born, language: 'gu', password: 'Rain-on-roof-7' })
  const guardian = await makeGuardian(school, { name: 'Rajesh Patel' })
  await linkGuardian(guardian, student)
  await context.addCookies([{ name: 'lang', value: 'gu', url: process.env.BASE_URL ?? '' }])
  await asStudent(context, student)
  await page.goto('/students/settings/guardians')
  await page.getByRole('checkbox').check()
  await press(page, 'સાચવો')
  await expect(page.getByText(/તમે રોક્યા છે/)).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('checkbox').uncheck()
  await press(page, 'સાચવો')
  await expect(page.getByText(/તમે રોક્યા છે/)).toHaveCount(0)
})

flow(
  'an office grants the sibling concession by rule and ends it when the first child leaves',
  async ({ page, context }) => {
    const school = await makeSchool()
    const { place, elder } = await brothersOf(school)
    await assignFee(school.scope, (await makeFee(school, place)).publicId)
    await asStaff(context, await makeStaff(school, { role: 'accounts' }))
    await page.goto('/school/concessions')
    await follow(page, 'Sibling concession')
    await follow(page, 'Change the rule')
    await page.getByLabel('Rule is active').check()
    await fill(page, { 'Second child (%)': 'ten' })
    await page.getByLabel('By date of birth').check()
    await page.getByLabel('Children with the same mobile number', { exact: true }).check()
    await press(page, 'Save Changes')
    await expect(page.getByText('Enter a percentage above 0 and up to 100, such as 10 or 12.5').first()).toBeVisible()
    await fill(page, { 'Second child (%)': '10' })
    await press(page, 'Save Changes')
    await expect(page.getByText('₹5,000.00').first()).toBeVisible()
    await press(page, 'Apply to 1 child')
    await expect(page.getByText('All concessions follow the rule')).toBeVisible()
    await execute("UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE student_id = :id", {
      id: elder.id,
    })
    await page.goto('/school/concessions/siblings')
    await expect(page.getByText('End', { exact: true })).toBeVisible()
    await press(page, 'Apply to 1 child')
    await expect(page.getByText('All concessions follow the rule')).toBeVisible()
  },
)
