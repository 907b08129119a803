import { expect, expectTitle, field, linkInMail, type Page } from './base'
import { forgetRegistrations, officePassword } from './people'
import type { Walk } from './walk'

/** Waits for the text of a finished job; the page refreshes itself. */
export async function waitForWorker(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

/**
 * Registers a school in the browser, opens it by the mailed link and creates its first session; returns the session's
 * days.
 */
export async function openNewSchool(
  page: Page,
  walk: Walk,
  key: string,
): Promise<{ firstDay: string; lastDay: string }> {
  walk.task('Register the school')
  await forgetRegistrations()
  await page.goto('/school/register')
  await walk.type(page, {
    'School name': 'Shri Saraswati Vidyalaya',
    'Your name': 'Harish Trivedi',
    Email: `office@${key}.example.com`,
    'Phone number': '079 2657 0000',
    Address: '12 Ashram Road, Ahmedabad 380009',
  })
  await walk.picture(page, 'register')
  await walk.press(page, 'Register')
  await page.goto(await linkInMail(`office@${key}.example.com`, '/school/registration'))
  await walk.type(page, { Password: officePassword, 'Confirm password': officePassword })
  await walk.press(page, 'Complete registration')
  await expectTitle(page, 'Welcome, Harish Trivedi')
  await walk.picture(page, 'first-steps')

  walk.task('Add the academic session')
  await walk.follow(page, 'Add the academic session')
  await expect(field(page, 'This is the current session')).toBeChecked()
  const days = {
    firstDay: await field(page, 'First day').inputValue(),
    lastDay: await field(page, 'Last day').inputValue(),
  }
  await walk.picture(page, 'session')
  await walk.press(page, 'Create session')
  await expect(page.getByText('Created!')).toBeVisible()
  return days
}
