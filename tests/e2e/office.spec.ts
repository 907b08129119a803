import { currentSession, makeClass, makeSection } from '../factories/academics'
import { makeSchool, makeStaff } from '../factories/school'
import { expect, field, flow, ready } from './base'
import { asStaff, makePayingSchool } from './people'

flow(
  'an office is told what is wrong in a form, beside the field, and nothing typed is lost',
  async ({ page, context, mode }) => {
    const school = await makeSchool()
    await asStaff(context, school, await makeStaff(school))
    await currentSession(school)
    await makeSection(await makeClass(school))
    await page.goto('/school/students/new')
    await ready(page, mode)
    await field(page, 'First name').fill('કાવ્યા')
    await field(page, 'Mobile number').fill('12345')
    await field(page, 'Email').fill('not an address')
    await page.getByRole('button', { name: 'Create student' }).click()
    for (const text of [
      'Last name is required',
      'Mother name is required',
      'Father name is required',
      'Address is required',
      'Select a valid gender',
      'Date of birth is required',
      'Select a valid category',
      'Mobile number must be 10 digits',
      'Invalid email',
    ]) {
      await expect(page.getByText(text).first()).toBeVisible()
    }
    await expect(page).toHaveTitle(/^Error: /)
    await expect(field(page, 'First name')).toHaveValue('કાવ્યા')
    await expect(field(page, 'Mobile number')).toHaveValue('12345')
    // The summary leads to the field.
    await page.getByRole('link', { name: 'Mobile number must be 10 digits' }).click()
    await expect(field(page, 'Mobile number')).toBeFocused()
    await expect(field(page, 'Mobile number')).toHaveAttribute('aria-invalid', 'true')
  },
)

flow('an office deletes what nothing depends on, and is refused what something does', async ({ page, context }) => {
  const { school, owner } = await makePayingSchool({ keys: false })
  await asStaff(context, school, owner)
  const free = await makeClass(school, { name: 'Class for nobody' })
  await page.goto(`/school/classes/${free.publicId}/edit`)
  await page.getByRole('link', { name: /Delete/ }).click()
  await page.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByText('Deleted!')).toBeVisible()
  await expect(page.getByRole('row', { name: /Class for nobody/ })).toHaveCount(0)

  const session = await currentSession(school)
  await page.goto(`/school/academic-sessions/${session.publicId}/delete`)
  await expect(page.getByText(/cannot be deleted|depend|enrolled|current/i).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
})
