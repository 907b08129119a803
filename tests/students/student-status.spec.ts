import { readFileSync } from 'node:fs'
import { execute } from '~/database/database.server'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { activationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { expect, expectTitle, field, fill, flow, follow, mailsTo, type Page, press } from '../e2e/base'
import { asStaff, asStudent, makeSmallSchool, newStudentPassword, studentPassword } from '../e2e/people'
import { makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeDue } from '../factories/ledger'
import { makeChangeRequest, requireActivationCodes } from '../factories/people'
import { readRow } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'

const today = todayInIndia(new Date())
const nameOf = (student: MadeStudent) => `${student.firstName} ${student.lastName}`

async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

async function makeClassroom() {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const six = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(six)
  const asha = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', password: studentPassword })
  const ravi = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar', language: 'hi' })
  await makeEnrollment(asha, { class: six, section, rollNumber: 1 })
  await makeEnrollment(ravi, { class: six, section, rollNumber: 2 })
  return { school, owner, six, section, asha, ravi }
}

flow('an office filters the list of students and exports it to a spreadsheet', async ({ page, context }) => {
  const { school, owner, six, asha } = await makeClassroom()
  await asStaff(context, owner)
  await page.goto('/school/students')
  await expect(page.getByText('2 students')).toBeVisible()
  await field(page, 'Status').selectOption('no-password')
  await field(page, 'Class').selectOption(six.publicId)
  await press(page, 'Search')
  await expect(page.getByText('1 student', { exact: false }).first()).toBeVisible()
  await expect(page.locator('tbody')).toContainText('Ravi Kumar')
  await expect(page.locator('tbody')).not.toContainText('Asha')
  const file = await download(page, () => page.getByRole('link', { name: 'Download CSV' }).click())
  expect(file.name).toBe('students.csv')
  expect(file.content.toString()).toContain('Ravi,Kumar,Class 6,A,2')
  expect(file.content.toString()).not.toContain(asha.lastName)
  // Global search: words in any order show results, a complete number redirects to the student.
  await page.goto('/school/search?search=Patel+Asha')
  await expect(page.getByRole('link', { name: 'Asha Patel' })).toBeVisible()
  await expect(page.locator('#main')).not.toContainText('Ravi Kumar')
  await page.goto(`/school/search?go=1&search=${encodeURIComponent(`+91 ${asha.mobileNumber}`)}`)
  await expectTitle(page, 'Asha Patel')
  await page.goto('/school/students?search=Patel+Asha')
  await follow(page, 'Export all details')
  await expect(page.getByText('1 student of the list.')).toBeVisible()
  const whole = await download(page, () => press(page, 'Download CSV'))
  expect(whole.content.toString()).toMatch(/Asha,Patel,\w+,2012-06-14,General/)
  expect(whole.content.toString()).not.toContain('Ravi')
  await page.goto('/school/students?search=nobody+at+all')
  await expect(page.getByText('No student found')).toBeVisible()
  await page.goto('/school/students')
  await follow(page, 'Columns')
  await page.getByLabel('Mobile number', { exact: true }).last().uncheck()
  await press(page, 'Keep these columns')
  await expect(page.getByRole('columnheader', { name: 'Mobile number' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Enrollment number' })).toBeVisible()
  // Settings of other users stay unchanged.
  await asStaff(context, await makeStaff(school))
  await page.goto('/school/students')
  await expect(page.getByRole('columnheader', { name: 'Mobile number' })).toBeVisible()
})

flow(
  'an office marks a student as left, decides about every due on one page, and readmits the student',
  async ({ page, context, another }) => {
    const { owner, student, due } = await makeSmallSchool({ password: studentPassword })
    const later = await makeDue(student, { title: 'Last instalment', dueOn: addDays(today, 60) })
    const theirs = await another()
    await asStudent(theirs.context(), student)
    await asStaff(context, owner)
    await page.goto(`/school/students/${student.publicId}`)
    await follow(page, 'Mark as left')
    await expectTitle(page, `${nameOf(student)} leaves the school`)
    await press(page, 'Confirm leaving')
    await expect(page.getByRole('alert')).toContainText('Reason is required')
    const cancel = (title: string) => page.getByRole('checkbox', { name: `Cancel School Fee: ${title}` })
    await expect(cancel('First instalment')).toBeChecked()
    await expect(cancel('Last instalment')).toBeChecked()
    // The office keeps the first instalment due after the student has left.
    await cancel('First instalment').uncheck()
    await fill(page, { Reason: 'Family moved to Surat' })
    await press(page, 'Confirm leaving')
    await expect(page.getByText('The student has left the school.')).toBeVisible()
    await expect(page.locator('#main')).toContainText('Family moved to Surat')

    await theirs.goto('/students/fees')
    await expectTitle(theirs, 'Student Login')
    const states = await readRow<{ first: string; last: string }>(
      `SELECT (SELECT state FROM dues WHERE id = :first) AS first, (SELECT state FROM dues WHERE id = :last) AS last`,
      { first: due.id, last: later.id },
    )
    expect(states).toEqual({ first: 'open', last: 'cancelled' })

    await follow(page, 'Re-admit student')
    await expect(page.getByRole('checkbox', { name: 'Due again School Fee: Last instalment' })).toBeChecked()
    await page.getByRole('radio', { name: /^Keeps nothing/ }).check()
    await press(page, 'Re-admit')
    await expect(page.getByRole('alert')).toContainText('Enter why the leaving was recorded by mistake')
    await fill(page, { 'Why it was a mistake': 'Another student was meant' })
    await press(page, 'Re-admit')
    await expect(page.getByText('The student is re-admitted and may sign in.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mark as left' })).toBeVisible()
    await page.goto(`/school/students/${student.publicId}/leave`)
    const day = addDays(today, -2)
    await fill(page, { 'Leaving date': day, Reason: 'Moved' })
    await press(page, 'Confirm leaving')
    await expect(page.getByRole('alert')).toContainText('The date has changed')
    await expect(page.locator('#main')).toContainText(`Those after ${formatDay(day, 'en')}`)
  },
)

flow(
  'a student with lost credentials is reset to the first password and needs the code of the new slip',
  async ({ page, context, another }) => {
    const { school, owner, student } = await makeSmallSchool({ password: studentPassword, dateOfBirth: '2011-03-04' })
    await requireActivationCodes(school)
    const old = activationCode({ publicId: student.publicId, activationRound: 0 })
    await asStaff(context, owner)
    await page.goto(`/school/students/${student.publicId}`)
    await follow(page, 'Reset password to date of birth')
    await press(page, 'Reset password')
    await expect(page.getByText('The first password is the date of birth again.')).toBeVisible()

    const theirs = await another()
    await theirs.goto('/students/login')
    await fill(theirs, { Username: student.mobileNumber, Password: '2011-03-04' })
    await press(theirs, 'Login')
    await expectTitle(theirs, 'Choose your password')
    await expect(theirs.locator('#main')).not.toContainText(student.firstName)
    const choose = async (code: string) => {
      await fill(theirs, {
        'Activation code': code,
        'New password': newStudentPassword,
        'Confirm new password': newStudentPassword,
      })
      await press(theirs, 'Save password')
    }
    await choose('')
    await expect(theirs.getByRole('alert')).toContainText('The activation code is required')
    await choose(old)
    await expect(theirs.getByRole('alert')).toContainText('This activation code is wrong.')
    await choose(activationCode({ publicId: student.publicId, activationRound: 1 }).toLowerCase())
    await expect(theirs.getByText('Your password is saved.')).toBeVisible()
  },
)

flow('a deactivated student is signed out at once and restored', async ({ page, context, another }) => {
  const { owner, student } = await makeSmallSchool({ password: studentPassword })
  const theirs = await another()
  await asStudent(theirs.context(), student)
  await asStaff(context, owner)
  await page.goto(`/school/students/${student.publicId}`)
  await follow(page, 'Deactivate')
  await expectTitle(page, `Deactivate ${nameOf(student)}?`)
  await press(page, 'Deactivate')
  await expect(page.getByText('Updated!')).toBeVisible()
  await theirs.goto('/students/fees')
  await expectTitle(theirs, 'Student Login')
  await fill(theirs, { Username: student.mobileNumber, Password: studentPassword })
  await press(theirs, 'Login')
  await expect(theirs.getByRole('alert')).toContainText('Password incorrect')
  await follow(page, 'Restore')
  await press(page, 'Restore')
  await expect(page.getByText('Updated!')).toBeVisible()
  await theirs.goto('/students/login')
  await fill(theirs, { Username: student.mobileNumber, Password: studentPassword })
  await press(theirs, 'Login')
  await expect(theirs.getByText('Logged in!')).toBeVisible()
})

flow(
  'slips and identity cards are printed for a class, and an empty selection prints nothing',
  async ({ page, context }) => {
    const { owner, six, ravi } = await makeClassroom()
    await asStaff(context, owner)
    await page.goto('/school/students')
    await follow(page, 'activation slips')
    await expectTitle(page, 'Activation slips')
    await press(page, 'Print slips')
    await expect(page.getByText('Choose a class or a section')).toBeVisible()
    await field(page, 'Class').selectOption(six.publicId)
    const slips = await download(page, () => press(page, 'Print slips'))
    expect(slips.name).toBe('activation-slips.pdf')
    expect(slips.content.subarray(0, 5).toString()).toBe('%PDF-')
    await page.goto(`/school/students?class=${six.publicId}`)
    const cards = await download(page, () => follow(page, 'ID cards'))
    expect(cards.name).toBe('id-cards.pdf')
    expect(cards.content.subarray(0, 5).toString()).toBe('%PDF-')
    await page.goto(`/school/students/${ravi.publicId}`)
    expect((await download(page, () => follow(page, 'Activation slip'))).name).toBe('activation-slips.pdf')
    await execute(`UPDATE students SET password_hash = 'chosen' WHERE id = :id`, { id: ravi.id })
    await page.goto(`/school/students?class=${six.publicId}`)
    await follow(page, 'activation slips')
    await expect(page.getByText('Every active student here has already chosen a password.')).toBeVisible()
  },
)

flow('a change request of a student is approved, and another is rejected with a reason', async ({ page, context }) => {
  const { owner, student } = await makeSmallSchool({ firstName: 'Asha', lastName: 'Patel' })
  await makeChangeRequest(student, { field: 'last_name', value: 'Shah', note: 'As in the birth certificate' })
  await makeChangeRequest(student, { field: 'father_name', value: 'Rajesh Shah' })
  await asStaff(context, owner)
  await page.goto('/school/change-requests?status=pending')
  await expect(page.getByText('2 requests')).toBeVisible()
  await page
    .getByRole('row', { name: /Last name/ })
    .getByRole('link')
    .click()
  await expect(page.locator('#main')).toContainText('As in the birth certificate')
  await press(page, 'Approve')
  await expect(page.getByText('The change is made.')).toBeVisible()
  await page
    .getByRole('row', { name: /Father name/ })
    .getByRole('link')
    .click()
  await press(page, 'Reject')
  await expect(page.getByRole('alert')).toContainText('Reason is required')
  await fill(page, { Reason: 'The certificate says otherwise' })
  await press(page, 'Reject')
  await expect(page.getByText('The request is rejected.')).toBeVisible()
  await expect(page.locator('tbody')).toContainText('Approved')
  await expect(page.locator('tbody')).toContainText('Rejected')
  await page.goto(`/school/students/${student.publicId}`)
  await expectTitle(page, 'Asha Shah')
  await expect.poll(() => mailsTo(student.email ?? '').length).toBe(2)

  // Approves several requests at once. Those that were decided or changed since the page was opened are listed by name,
  // and the others are approved.
  await makeChangeRequest(student, { field: 'first_name', value: 'Ashaben' })
  const mother = await makeChangeRequest(student, { field: 'mother_name', value: 'Hansaben Shah' })
  await makeChangeRequest(student, { field: 'category', value: 'OBC' })
  await page.goto('/school/change-requests?status=pending')
  await press(page, 'Approve the ticked requests…')
  await follow(page, 'Change requests')
  for (const label of ['First name', 'Mother name', 'Category']) await field(page, `Tick ${label} of Asha Shah`).check()
  await press(page, 'Approve the ticked requests…')
  await expectTitle(page, 'Approve 3 change requests')
  await expect(page.getByRole('row', { name: /First name/ })).toContainText('Ashaben')
  await execute('UPDATE students SET category = :now WHERE id = :id', { now: 'SC', id: student.id })
  await execute(`UPDATE change_requests SET state = 'withdrawn' WHERE public_id = :mother`, { mother })
  await press(page, 'Approve all')
  await expect(page.getByText('1 request approved. 2 requests were changed or decided in the meantime')).toBeVisible()
  await expect(page.getByText('Mother name of Ashaben Shah: withdrawn')).toBeVisible()
  await expect(page.getByRole('row', { name: /Category/ })).toContainText('Changed since it was requested')
  await press(page, 'Approve all')
  await expect(page.getByText('1 request approved.')).toBeVisible()
})
