import { unsubscribeToken } from '~/models/core/outbox/unsubscribe-token.server'
import { expect, expectTitle, flow, follow, press } from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { makeBouncedAddress } from '../factories/breaches'
import { unique } from '../factories/insert'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

flow(
  'a recipient unsubscribes and subscribes again, and the office retries a bounced address',
  async ({ page, context }) => {
    const school = await makeSchool()
    const email = `asha.${unique()}@family.test`
    const student = await makeStudent(school, { email })

    await page.goto('/unsubscribe/not-a-link')
    await expect(page.getByText('This link is not valid.', { exact: false })).toBeVisible()
    const link = `/unsubscribe/${unsubscribeToken(school.id, email)}`
    // Opening the link changes nothing, because mail scanners open links.
    await page.goto(link)
    await page.goto(link)
    await expect(page.locator('#main, main')).toContainText(email)
    await press(page, 'Unsubscribe')
    await expect(page.getByText('Notices no longer come to this address.', { exact: false })).toBeVisible()

    const office = await makeStaff(school, { role: 'office' })
    await asStaff(context, office)
    await makeBouncedAddress(school, `gone.${email}`)
    await page.goto('/school/mail-addresses')
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await follow(page, `gone.${email}`)
    await press(page, 'Try again')
    await expect(page.getByText('Mails are sent to the address again.')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.goto('/school/settings/mail')
    await expectTitle(page, 'Mail')

    await context.clearCookies()
    await asStudent(context, student)
    await page.goto('/students/settings')
    await expect(page.locator('#main')).toContainText('are not sent to this address')
    await follow(page, 'Change this')
    await press(page, 'Send notices by e-mail again')
    await expect(page.getByText('Done. Notices come to this address again.')).toBeVisible()
    await page.goto('/students/settings')
    await expect(page.locator('#main')).toContainText(email)
  },
)
