import { todayInIndia } from '~/models/core/shared/calendar'
import { expect, expectTitle, field, fill, flow, follow, openFilters, press } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { makeChangeRequest, makeLeaver } from '../factories/people'
import { readRows } from '../factories/read'
import { admit } from '../factories/register'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

const order = {
  'Ordered by': 'District Education Officer, Rajkot',
  'Order number': 'DEO/114',
  'Date of the order': '2026-01-12',
  Reason: 'As in the Gazette',
}

flow(
  'an office corrects a name in the general register under an official order, and the register shows the correction',
  async ({ page, context }) => {
    const school = await makeSchool()
    const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth: '2012-06-14' })
    await admit(student, { number: '12', lastSchool: 'Shishu Mandir' })
    const other = await makeStudent(school, { firstName: 'Ravi', lastName: 'Kumar' })
    await admit(other, { number: '103' })
    const request = await makeChangeRequest(student, { field: 'last_name', value: 'Shah' })
    await asStaff(context, await makeStaff(school, { name: 'Farida Shaikh', role: 'office' }))

    // The student's form does not offer the register's fields; other fields are saved.
    await page.goto(`/school/students/${student.publicId}/edit`)
    await expect(page.getByLabel('First name')).toHaveCount(0)
    await fill(page, { 'SR No.': 'S-9' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()

    // The family's change request links to the correction form, which contains the requested name.
    await page.goto(`/school/change-requests/${request}`)
    await follow(page, 'Correct the register')
    await expectTitle(page, 'Correct the register: Asha Patel')
    await expect(field(page, 'Last name')).toHaveValue('Shah')
    await press(page, 'Correct the register')
    await expect(page.getByRole('alert')).toContainText('Enter the ordering authority')
    await expect(page.getByRole('alert')).toContainText('Enter the date of the order')
    await expect(field(page, 'Last name')).toHaveValue('Shah')
    await fill(page, order)
    await press(page, 'Correct the register')
    await expect(page.getByText('Corrected!')).toBeVisible()
    await expectTitle(page, 'Register entry of Asha Shah')
    await expect(page.locator('#main')).toContainText('Asha Patel')
    await expect(page.locator('#main')).toContainText('District Education Officer, Rajkot, no. DEO/114')
    await page.goto(`/school/change-requests/${request}`)
    await expect(page.locator('#main')).toContainText('Approved')

    // Number 12 sorts before 103, and a search for the previous name finds the entry.
    await page.goto('/school/general-register')
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await expect(page.locator('tbody tr').first()).toContainText('Asha Shah')
    await expect(page.locator('#main')).toContainText('Missing numbers: 13 to 102')
    await fill(page, { Search: 'patel asha' })
    await press(page, 'Search')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await follow(page, 'Print book pages')
    await expectTitle(page, 'General Register: pages to print')
    const [book] = await Promise.all([page.waitForEvent('download'), follow(page, 'Entries 12 to 12 (PDF)')])
    expect(book.suggestedFilename()).toBe('general-register-12-12.pdf')
    await page.goto('/school/general-register/pages')
    await fill(page, { 'From number': '13', 'To number': '200' })
    await press(page, 'Show')
    await expect(page.getByRole('link', { name: 'Entries 103 to 103 (PDF)' })).toBeVisible()
    const rows = await readRows<{ was: string; became: string }>(
      'SELECT old_value AS was, new_value AS became FROM register_corrections WHERE student_id = :id',
      { id: student.id },
    )
    expect(rows).toEqual([{ was: 'Asha Patel', became: 'Asha Shah' }])
  },
)

flow(
  'a name typed in the student form is moved to the correction form when the student has since entered the register',
  async ({ page, context }) => {
    const school = await makeSchool()
    const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
    await makeChangeRequest(student, { field: 'date_of_birth', value: '2012-07-14' })
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto(`/school/students/${student.publicId}/edit`)
    await fill(page, { 'Last name': 'Shah', 'SR No.': 'S-9' })
    await admit(student, { number: '12' })
    await press(page, 'Save Changes')
    await expect(page.getByRole('alert')).toContainText('This is now in the general register')
    await expect(field(page, 'SR No.')).toHaveValue('S-9')
    await expect(page.locator('#main')).toContainText('with what you typed: Shah')
    await follow(page, 'Correct the register')
    await expectTitle(page, 'Correct the register: Asha Patel')
    await expect(field(page, 'Last name')).toHaveValue('Shah')
    // The form mentions the family's pending request and contains the requested value.
    await expect(page.locator('#main')).toContainText('Requested by the family')
    await expect(field(page, 'Date of birth')).toHaveValue('2012-07-14')

    // The admission number is corrected on this form too; the academic form no longer has it.
    await fill(page, { ...order, 'Admission number': '13' })
    await press(page, 'Correct the register')
    await expect(page.getByText('Corrected!')).toBeVisible()
    await expect(page.locator('#main')).toContainText('Admission number 13')
    await page.goto(`/school/students/${student.publicId}/edit?tab=academic`)
    await expect(page.getByRole('textbox', { name: 'Admission number' })).toHaveCount(0)
    await expect(field(page, 'Admission class')).toHaveValue('Class 1')
  },
)

flow(
  'a student is readmitted with the old or a new admission number, as the school has set, and the register shows both periods',
  async ({ page, context }) => {
    const school = await makeSchool()
    const [first, second] = [
      await makeLeaver(school, {}, { firstName: 'Nisha', lastName: 'Rathod' }),
      await makeLeaver(school, {}, { firstName: 'Imran', lastName: 'Qureshi' }),
    ]
    await admit(first, { number: '45' })
    await admit(second, { number: '46' })
    await asStaff(context, await makeStaff(school))
    const readmit = async (id: string) => {
      await page.goto(`/school/students/${id}/return`)
      await page.getByRole('radio', { name: /^Keeps the leaving and the return/ }).check()
      await press(page, 'Re-admit')
    }

    // By default the student resumes the old admission number, as CBSE schools do.
    await readmit(first.publicId)
    await expect(page.getByText('The student is re-admitted and may sign in.')).toBeVisible()
    await follow(page, 'Register entry')
    await expectTitle(page, 'Register entry of Nisha Rathod')
    await expect(page.locator('#main')).toContainText('Family moved to Surat')
    await expect(page.locator('#main')).toContainText('Readmitted')
    await expect(page.locator('tbody tr')).toHaveCount(2)

    await page.goto('/school/settings/certificates')
    await field(page, 'A student who comes back').selectOption({ label: 'Gets a new entry with a new number' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    await page.goto(`/school/students/${second.publicId}/return`)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await page.getByRole('radio', { name: /^Keeps the leaving and the return/ }).check()
    await expect(field(page, 'New admission number')).toHaveValue('47')
    // Refuses another student's number and the closed number of the same student.
    await fill(page, { 'New admission number': '46' })
    await press(page, 'Re-admit')
    await expect(page.getByText('Another register entry already has this admission number').first()).toBeVisible()
    await fill(page, { 'New admission number': '45', 'Last school': 'Navjeevan Vidyalaya' })
    await press(page, 'Re-admit')
    await expect(page.getByText('Another register entry already has this admission number').first()).toBeVisible()
    await fill(page, { 'New admission number': '48', 'Returned on': '2019-01-01' })
    await press(page, 'Re-admit')
    await expect(page.getByText('Enter a date that is not before the leaving date').first()).toBeVisible()
    await fill(page, { 'Returned on': todayInIndia(new Date()) })
    await press(page, 'Re-admit')
    await expect(page.getByText('The student is re-admitted and may sign in.')).toBeVisible()

    await page.goto('/school/general-register')
    await expect(page.locator('tbody tr')).toHaveCount(3)
    await expect(page.locator('#main')).toContainText('Missing numbers: 47')
    await openFilters(page)
    await field(page, 'Status').selectOption({ label: 'Left' })
    await press(page, 'Search')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody tr')).toContainText('46')
    await follow(page, 'Imran Qureshi')
    await expect(page.getByRole('heading', { name: 'Entry 48' })).toBeVisible()
    await expect(page.locator('#main')).toContainText('Navjeevan Vidyalaya')
    await expect(page.getByRole('heading', { name: 'Entry 46, closed' })).toBeVisible()
  },
)
