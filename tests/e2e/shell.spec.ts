import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { expect, expectTitle, flow, follow, goBySidebar, type Page, press, ready } from './base'
import { asStaff, asStudent, makeSmallSchool } from './people'

flow(
  'the sidebar opens and closes on a phone, and the account menu links to its pages',
  async ({ page, context, mode }) => {
    const { student, school } = await makeSmallSchool()
    await asStudent(context, student)
    await page.goto('/students')
    await ready(page, mode)
    const sidebar = page.getByRole('navigation', { name: 'Main menu' })
    const drawer = page.locator('summary', { hasText: 'Menu' })
    const name = page.locator('header p').first()
    const link = sidebar.getByRole('link', { name: 'Fees', exact: true })

    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 })
      await expect(link).not.toBeInViewport()
      await drawer.click()
      await expect(link).toBeInViewport()
      await drawer.click()
      await expect(link).not.toBeInViewport()
      // A phone shows only the first word of the school's name.
      await expect(name.getByText(school.name.slice(school.name.indexOf(' ') + 1))).toBeHidden()
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(link).toBeInViewport()
    await expect(drawer).toBeHidden()
    await expect(name).toHaveText(school.name)
    expect(await sidebar.evaluate((element) => element.getBoundingClientRect().width)).toBe(280)
    expect(await page.locator('header').evaluate((element) => element.getBoundingClientRect().height)).toBe(64)
    await link.click()
    await expectTitle(page, 'Student Fee Management')
    await expect(link).toHaveAttribute('aria-current', 'page')

    await page.setViewportSize({ width: 360, height: 740 })
    await ready(page, mode)
    const menu = page.locator('summary', { hasText: 'Account' })
    await menu.click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.locator('.menu[open]').getByRole('link', { name: 'Settings' }).click()
    await expectTitle(page, 'Settings')
    for (const [words, title] of [
      ['Privacy Policy', 'Privacy Policy'],
      ['Terms of Service', 'Terms of Service'],
      ['Contact Support', 'Contact Support'],
    ] as const) {
      await page.goto('/students')
      await page.getByRole('contentinfo').getByRole('link', { name: words }).click()
      await expectTitle(page, title)
    }
  },
)

flow('unknown addresses and records of another school are not found', async ({ page, context }) => {
  const mine = await makeSmallSchool()
  const theirs = await makeSmallSchool()
  await asStudent(context, mine.student)
  await asStaff(context, mine.owner)
  for (const address of [
    '/nothing-here',
    '/students/nothing-here',
    '/school/nothing/here',
    `/students/fees/${theirs.due.publicId}/pay`,
    `/students/payments/${theirs.due.publicId}`,
    `/school/students/${theirs.student.publicId}`,
    `/school/students/${theirs.student.publicId}/edit`,
    `/school/collections/new?student=${theirs.student.publicId}`,
  ]) {
    const answer = await page.goto(address)
    expect(answer?.status(), address).toBe(404)
    await expectTitle(page, 'Page not found')
    await expect(page.getByText(theirs.student.lastName, { exact: true })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Shala' }).click()
  await expect(page.getByRole('link', { name: 'Student sign-in' })).toBeVisible()
})

/** Marks the document; a newly loaded document has no mark. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.mark = 'here'
  })
}
async function expectSameDocument(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'here')
}

flow('navigation loads no whole document, in all parts of the portal', async ({ page, context, mode }) => {
  const { student, owner } = await makeSmallSchool()
  await asStudent(context, student)
  await asStaff(context, owner)
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/404/.test(message.text())) failures.push(message.text())
  })

  await page.goto('/students')
  await ready(page, mode)
  await mark(page)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Fees' }).click()
  await expectTitle(page, 'Student Fee Management')
  await follow(page, 'Pay')
  await expectTitle(page, 'Pay fee')
  await expect(page).toHaveTitle(/^Pay fee/)
  await expectSameDocument(page)
  // A footer link to another part of the portal, and back again.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expectTitle(page, 'Privacy Policy')
  await page.goBack()
  await expectTitle(page, 'Pay fee')
  await page.goBack()
  await expectTitle(page, 'Student Fee Management')

  await page.goto('/school')
  await ready(page, mode)
  await mark(page)
  for (const [link, title] of [
    ['Students', 'Students'],
    ['Academic sessions', 'Academic sessions'],
    ['Classes', 'Classes'],
    ['Sections', 'Sections'],
    ['Fees', 'Fees'],
    ['Collections', 'Collections'],
    ['Settings', 'Settings'],
  ] as const) {
    await goBySidebar(page, link)
    await expectTitle(page, title)
    await expectSameDocument(page)
  }
  // An unknown address, followed like any link, shows the not-found page.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/school/nowhere', textContent: 'Nowhere' })
    document.querySelector('#main')?.append(link)
  })
  await follow(page, 'Nowhere')
  await expectTitle(page, 'Page not found')
  expect(failures).toEqual([])
})

flow('the portal can be used by keyboard alone, and the focus is always visible', async ({ page, context, mode }) => {
  const { student } = await makeSmallSchool()
  await asStudent(context, student)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/students/fees')
  await ready(page, mode)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Pay ₹/ })).toBeFocused()

  // The drawer and the menus open with Enter and close with Escape, which returns the focus.
  const drawer = page.locator('summary', { hasText: 'Menu' })
  await drawer.focus()
  await page.keyboard.press('Enter')
  const fees = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Fees' })
  await expect(fees).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(fees).not.toBeInViewport()
  await expect(drawer).toBeFocused()
  const account = page.locator('summary', { hasText: 'Account' })
  await account.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('.menu[open]').getByRole('link', { name: 'Home' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(account).toBeFocused()

  // The focus is always visible.
  for (const address of ['/students', '/students/settings', '/students/login', '/school/register']) {
    await page.goto(address)
    const unseen: string[] = []
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab')
      unseen.push(...(await page.evaluate(focusUnseen)))
    }
    expect(unseen, address).toEqual([])
  }
})

/** Runs in the page: returns the focused element when nothing shows that it has the focus. */
function focusUnseen(): string[] {
  const focused = document.activeElement
  if (!focused || focused === document.body) return []
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? [] : [focused.outerHTML.slice(0, 120)]
}

flow('a browser passes the probe once and gets scripts from the next page on', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/students/login')
  await expect(page.locator('script')).toHaveCount(1)
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'enhance')?.value).toBe('1')
  await page.reload()
  await ready(page, 'enhanced')
  await press(page, 'Login')
  await expect(page.getByRole('link', { name: 'Email is required' })).toBeVisible()
  // The browser's Save-Data header disables scripts.
  await page.setExtraHTTPHeaders({ 'Save-Data': 'on' })
  await page.reload()
  await expect(page.locator('script')).toHaveCount(0)
  await asStudent(context, await makeStudent(await makeSchool()))
  await asStaff(context, await makeStaff(await makeSchool()))
  await page.goto('/school')
  await expect(page.locator('script')).toHaveCount(0)
})
