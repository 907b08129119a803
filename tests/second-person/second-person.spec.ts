import { expect, expectTitle, fill, flow, follow, press } from '../e2e/base'
import { asStaff, asStudent, makeSmallSchool, officePassword } from '../e2e/people'
import { makeStaff } from '../factories/school'
import { backdateRights, paidOutPaise } from '../factories/second-person'
import { payInCash } from './pay-in-cash'

/**
 * One owner sets an amount for refunds and requests a larger one; the other owner agrees; the family sees that the
 * refund is being checked.
 */
flow('a large refund waits until a second owner agrees to it', async ({ page, context, another }) => {
  const { school, student, due } = await makeSmallSchool()
  const make = async (name: string) => {
    const owner = await makeStaff(school, { name, password: officePassword })
    await backdateRights(owner, 30)
    return owner
  }
  const [asker, second] = [await make('Meenakshi Joshi'), await make('Harish Trivedi')]
  const paymentId = await payInCash(asker, due)
  const own = { 'Your own password': officePassword }

  await asStaff(context, asker)
  await page.goto('/school/settings/second-person')
  await expect(page.locator('#main')).toContainText('Harish Trivedi')
  await fill(page, { 'Second person needed above': '10,000', ...own })
  await press(page, 'Save Changes')
  await expect(page.locator('#main')).toContainText('A second person above ₹10,000')

  await page.goto(`/school/collections/${paymentId}/refund`)
  await fill(page, { Reason: 'Left the school' })
  await press(page, 'Record the refund')
  await expect(page.getByText('Waiting for a second person')).toBeVisible()
  await expect(page.locator('#main')).toContainText('You requested this yourself')
  const request = page.url()
  await page.goto(`/school/collections/${paymentId}`)
  await expect(page.locator('#main')).toContainText('Waiting for a second person')
  expect(await paidOutPaise(school)).toBe(0)

  const phone = await another()
  await asStudent(phone.context(), student)
  await phone.goto(`/students/payments/${paymentId}`)
  await expect(phone.locator('#main')).toContainText('A second person at the school checks it')

  await asStaff(context, second)
  await page.goto('/school')
  await page.getByRole('link', { name: '1 request for a second person' }).click()
  await expectTitle(page, 'Second person')
  await follow(page, 'Refund of a payment')
  await expect(page).toHaveURL(request)
  await expect(page.locator('#main')).toContainText('Left the school')
  await press(page, 'Agree and carry out')
  await expect(page.getByRole('alert')).toContainText('Password is required')
  await fill(page, own)
  await press(page, 'Agree and carry out')
  await expect(page.locator('#main')).toContainText('Agreed and done')
  expect(await paidOutPaise(school)).toBe(due.owedPaise)
})
