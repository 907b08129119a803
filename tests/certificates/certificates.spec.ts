import { addDays, financialYearOf, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { expect, expectTitle, field, fill, flow, follow, openFilters, press } from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { copiesOf, makeKinds } from '../factories/certificates'
import { makeDue } from '../factories/ledger'
import { readRows } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

const today = todayInIndia(new Date())
const year = financialYearOf(today)

async function makeEnrolledStudent(school: MadeSchool) {
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth: '2012-06-14' })
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(ofClass)
  await makeEnrollment(student, { session, class: ofClass, section, rollNumber: 1 })
  return { student, section, session }
}

flow('a school adds its kinds of certificate and edits one', async ({ page, context }) => {
  const school = await makeSchool()
  await asStaff(context, await makeStaff(school))
  await page.goto('/school/certificates')
  await follow(page, 'Add standard types')
  await expect(page.getByRole('heading', { name: 'Types of certificate' })).toBeVisible()
  await follow(page, 'Add standard types')
  await press(page, 'Add these types')
  await expect(page.locator('tbody tr')).toHaveCount(6)
  await follow(page, 'Signatories and school code')
  await fill(page, { 'School code': '13021', 'Signatory 3': 'Principal', 'Days to answer a request': '0' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Enter a whole number from 1 to 60').first()).toBeVisible()
  await expect(field(page, 'School code')).toHaveValue('13021')
  await fill(page, { 'Days to answer a request': '7' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await page.goto('/school/certificate-kinds')
  await follow(page, 'Bonafide certificate')
  await fill(page, { 'Text in English': '{naam} studies here.' })
  await press(page, 'Save Changes')
  await expect(page.getByText('{naam} is not a known placeholder').first()).toBeVisible()
  await fill(page, { 'Text in English': '{name} studies here.' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
})

flow(
  'a transfer certificate is filled in, corrected, issued by a permitted user, copied and publicly verified',
  async ({ page, context, another }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school)
    await makeKinds(school)
    const { student, session } = await makeEnrolledStudent(school)
    await makeDue(student, { session })
    await asStaff(context, await makeStaff(school, { role: 'office', name: 'Farida Shaikh' }))
    await page.goto(`/school/students/${student.publicId}`)
    await follow(page, 'New certificate')
    await press(page, 'Begin')
    await expect(page.getByText('Choose the type of certificate').first()).toBeVisible()
    await field(page, 'Kind').selectOption({ label: 'Transfer certificate' })
    await press(page, 'Begin')
    await expectTitle(page, 'Transfer certificate of Asha Patel')
    await expect(page.locator('#main')).toContainText('Fourteenth June Two Thousand Twelve')
    await expect(page.locator('#main')).toContainText('is payable later')
    await follow(page, 'Correct')
    await fill(page, { 'General conduct': 'Very good', 'Date of application for the certificate': today })
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('Very good')
    await follow(page, 'Issue')
    await expect(page.locator('#main')).toContainText('ask the owner of the school’s account')

    const theirs = await another()
    await asStaff(theirs.context(), owner)
    await theirs.goto('/school/certificates')
    await follow(theirs, 'Asha Patel')
    await expectTitle(theirs, 'Transfer certificate of Asha Patel')
    const at = new URL(theirs.url()).pathname
    await follow(theirs, 'Issue')
    await expect(theirs.getByRole('heading', { name: 'Issue this certificate?' })).toBeVisible()
    await expect(theirs.locator('#main')).toContainText('Very good')
    await page.goto(`${at}/edit`)
    await fill(page, { 'General conduct': 'Excellent' })
    await press(page, 'Save Changes')
    await fill(theirs, { 'Reason for issuing anyway': 'It may not be withheld' })
    await press(theirs, 'Issue')
    await expect(theirs.getByText('Another person has corrected it').first()).toBeVisible()
    await expect(theirs.locator('#main')).toContainText('Excellent')
    await fill(theirs, { 'Reason for issuing anyway': '' })
    await press(theirs, 'Issue')
    await expect(theirs.getByText('Enter a reason for issuing anyway').first()).toBeVisible()
    await fill(theirs, { 'Reason for issuing anyway': 'It may not be withheld' })
    await press(theirs, 'Issue')
    await expect(theirs.getByText(`Its number is TC/${year}/0001.`)).toBeVisible()

    await page.goto(at)
    await expect(page.getByRole('link', { name: 'Correct', exact: true })).toHaveCount(0)
    await follow(page, 'Make a duplicate')
    await fill(page, { Reason: 'Lost in the rain' })
    await press(page, 'Make a duplicate')
    const [file] = await Promise.all([page.waitForEvent('download'), follow(page, 'Duplicate 1 (PDF)')])
    expect(file.suggestedFilename()).toBe(`TC-${year}-0001-duplicate-1.pdf`)
    await follow(page, 'Office copy')
    // The office copy shows the certificate's own number, the admission number and the items.
    await expect(page.locator('tbody tr')).toHaveCount(28)
    await expect(page.locator('tbody')).toContainText(`TC/${year}/0001`)

    const [original, duplicate] = await copiesOf(school.scope, at.split('/').at(-1) ?? '')
    const anybody = await another()
    await anybody.goto('/verify')
    await fill(anybody, { Code: 'what?' })
    await press(anybody, 'Verify')
    await expect(anybody.getByText('twelve letters and digits').first()).toBeVisible()
    const spelled = (original?.token ?? '').replace(/(.{4})(?=.)/g, '$1-').toUpperCase()
    await fill(anybody, { Code: spelled })
    await press(anybody, 'Verify')
    await expect(anybody.getByText('This certificate is valid.')).toBeVisible()
    await expect(anybody.locator('#main')).toContainText('A. P.')
    await expect(anybody.locator('#main')).not.toContainText('Patel')
    await anybody.goto(`/verify/${duplicate?.token}`)
    await expect(anybody.getByText('This is a valid duplicate of a certificate.')).toBeVisible()

    await page.goto(at)
    await follow(page, 'Cancel this certificate')
    await fill(page, { Reason: 'Wrong name of the father' })
    await press(page, 'Cancel this certificate')
    await expect(page.getByText('Cancelled!')).toBeVisible()
    await anybody.goto(`/verify/${original?.token}`)
    await expect(anybody.getByText('It is not valid')).toBeVisible()
    await anybody.goto('/verify/23456789bcdf')
    await expect(anybody.getByText('No certificate has this code')).toBeVisible()

    await theirs.goto('/school/audit')
    await expect(theirs.locator('#main')).toContainText('It may not be withheld')
    await expect(theirs.locator('#main')).toContainText('Certificate duplicated')
  },
)

flow('a family requests a certificate, and the office responds in time', async ({ page, context, another }) => {
  const school = await makeSchool()
  await makeKinds(school)
  const { student } = await makeEnrolledStudent(school)
  await asStudent(context, student)
  await page.goto('/students/certificates')
  await follow(page, 'Request a certificate')
  await press(page, 'Send the request')
  await expect(page.getByText('Enter the purpose').first()).toBeVisible()
  await field(page, 'Kind').selectOption({ label: 'Bonafide certificate' })
  await fill(page, { Purpose: 'Passport' })
  await press(page, 'Send the request')
  await expect(page.getByText('Request sent')).toBeVisible()
  await expect(page.locator('tbody tr')).toContainText(`By ${formatDay(addDays(today, 7), 'en')}`)

  const office = await another()
  await asStaff(office.context(), await makeStaff(school))
  await office.goto('/school/certificate-requests')
  await expect(office.locator('tbody tr')).toContainText('7 days left')
  await openFilters(office)
  await follow(office, 'Asha Patel')
  await press(office, 'Start the certificate')
  await expectTitle(office, 'Bonafide certificate of Asha Patel')
  await follow(office, 'Issue')
  await press(office, 'Issue')
  await expect(office.getByText('Issued!')).toBeVisible()

  await page.goto('/students/certificates')
  await expect(page.locator('#main')).toContainText('Ready at the office')
  await follow(page, 'Request a certificate')
  await field(page, 'Kind').selectOption({ label: 'Character certificate' })
  await fill(page, { Purpose: 'A camp' })
  await press(page, 'Send the request')
  await follow(page, 'Withdraw')
  await press(page, 'Withdraw')
  await expect(page.getByText('Request withdrawn')).toBeVisible()
})

flow(
  'a class gets its fee certificates once the school has marked its tuition heads',
  async ({ page, context, another }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school)
    await makeKinds(school)
    const { student, section, session } = await makeEnrolledStudent(school)
    const due = await makeDue(student, { session, parts: [{ name: 'Tuition', amountPaise: 1_250_000 }] })
    const form = { method: 'cash' as const, reference: null, remarks: null, paidOn: today, formKey: newFormKey() }
    const paid = await recordOfflinePayment(owner.scope, {
      ...form,
      dueIds: [due.publicId],
      amountPaise: due.owedPaise,
    })
    expect(paid.ok).toBe(true)
    await asStudent(context, student)
    await page.goto('/students/certificates')
    await press(page, `Certificate for ${year}`)
    await expect(page.getByText('has not yet marked which fees are tuition fees')).toBeVisible()

    const office = await another()
    await asStaff(office.context(), owner)
    await office.goto(`/school/fee-certificates?section=${section.publicId}&year=${year}`)
    await press(office, 'Make the certificates')
    await expect(office.getByText('First choose which heads are tuition fees.')).toBeVisible()
    await follow(office, 'Which heads are tuition')
    await field(office, 'Tuition').check()
    await press(office, 'Save Changes')
    await expect(office.getByText('Updated!')).toBeVisible()
    await office.goto(`/school/fee-certificates?section=${section.publicId}&year=${year}`)
    await expect(office.locator('tbody tr')).toContainText('₹12,500.00')
    await press(office, 'Make the certificates')
    await expect(office.locator('tbody tr')).toContainText(`FC/${year}/0001`)
    const [file] = await Promise.all([office.waitForEvent('download'), follow(office, 'All in one file (PDF)')])
    expect(file.suggestedFilename()).toBe(`fee-certificates-${year}.pdf`)

    await page.goto('/students/certificates')
    const [own] = await Promise.all([page.waitForEvent('download'), follow(page, 'Download PDF')])
    expect(own.suggestedFilename()).toBe(`FC-${year}-0001.pdf`)
    const made = await readRows('SELECT id FROM certificates WHERE school_id = :id', { id: school.id })
    expect(made).toHaveLength(1)
  },
)
