import { expect, expectTitle, flow, follow, type Page, press } from '../e2e/base'
import { actInSandbox, asStaff, asStudent, makeMerchant, makePayingSchool } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { guardianCookie } from '../factories/app'
import { linkGuardian, type MadeGuardianAccount, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import { makeDue, makePaymentKeys } from '../factories/ledger'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

async function asGuardian(page: Page, account: MadeGuardianAccount): Promise<void> {
  const pair = await guardianCookie(account)
  const at = pair.indexOf('=')
  const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), url: process.env.BASE_URL ?? '' }
  await page.context().addCookies([cookie])
}

flow('a guardian pays for two children at once and gets a receipt for each', async ({ page, another, mode }) => {
  const { school, owner, student: elder } = await makePayingSchool()
  const younger = await makeStudent(school, { firstName: 'Kiran' })
  await makeEnrollment(younger, { rollNumber: 5 })
  await makeDue(younger, { title: 'Second instalment', amountPaise: 800_000 })
  const account = await makeGuardianAccount({ name: 'Meena Patel', password: null })
  const guardian = await makeGuardian(school, { accountId: account.id, name: 'Meena Patel' })
  for (const child of [elder, younger]) await linkGuardian(guardian, child)
  // A third child at another school, which has its own account with the provider.
  const second = await makeSchool({ name: 'Second School of the Family' })
  await makePaymentKeys(second, await makeMerchant(`${process.env.BASE_URL}/webhooks/razorpay/${second.publicId}`))
  const third = await makeStudent(second)
  await makeDue(third, { amountPaise: 500_000 })
  await linkGuardian(await makeGuardian(second, { accountId: account.id, name: 'Meena Patel' }), third)

  await asGuardian(page, account)
  await page.goto(`/guardians/pay?school=${school.publicId}`)
  await expectTitle(page, 'Pay for your children')
  await expect(page.getByRole('link', { name: 'Pay at Second School of the Family: ₹5,000' })).toBeVisible()
  await press(page, 'Continue to payment')
  await expect(page.getByRole('alert')).toContainText('Choose what you want to pay')
  for (const term of ['First', 'Second'])
    await page.getByRole('checkbox', { name: new RegExp(`${term} instalment`) }).check()
  if (mode !== 'enhanced') await press(page, 'Update total')
  await expect(page.locator('#main')).toContainText('Total: ₹20,500.00')
  await press(page, 'Continue to payment')
  await expect(page.getByText('Redirecting to payment...')).toBeVisible()

  // The child sees its own due, and nothing of the other child.
  const phone = await another()
  await asStudent(phone.context(), younger)
  await phone.goto('/students/fees')
  await expect(phone.locator('#main')).toContainText('Second instalment')
  await expect(phone.locator('#main')).not.toContainText(elder.firstName)

  if (mode === 'broken') await follow(page, 'Go to payment')
  await actInSandbox(page, /^Pay ₹20,500\.00/)
  await expect(page.getByText('₹20,500.00 has been received. The receipt of each child is ready.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Receipt of / })).toHaveCount(2)
  await follow(page, 'Payments for your children')
  await expectTitle(page, 'Payments for your children')
  await expect(page.locator('tbody tr')).toContainText(`${elder.firstName}, Kiran`)
  await expect(page.locator('tbody tr')).toContainText('₹20,500.00')

  const office = await another()
  await asStaff(office.context(), owner)
  await office.goto('/school/collections')
  await follow(office, `Kiran ${younger.lastName}`)
  await expect(office.locator('#main')).toContainText('Paid by guardian')
  await expect(office.locator('#main')).toContainText('Meena Patel')
  await follow(office, `${elder.firstName} ${elder.lastName}`)
  await expectTitle(office, `₹12,500.00 · ${elder.firstName} ${elder.lastName}`)
})
