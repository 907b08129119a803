import { expect, test } from './base'
import { asStaff, asStudent, makeSmallSchool } from './people'

/** The widest that the forms let in, with no place to break. */
const longName = {
  firstName: 'Venkatanarasimha'.repeat(4).slice(0, 60),
  lastName: 'Rajuvaripeta'.repeat(5).slice(0, 60),
}

test('a name of sixty letters without a space makes no page wider than the window', {
  tag: '@enhanced',
}, async ({ page, context }) => {
  const { owner, student } = await makeSmallSchool(longName)
  await asStudent(context, student)
  await asStaff(context, owner)
  const of = `/school/students/${student.publicId}`
  const addresses = ['/students', '/students/fees', '/school/students', of, `${of}/edit`, '/school/collections/new']
  const wide: string[] = []
  for (const address of addresses) {
    const search = address.endsWith('/new') ? `?student=${student.publicId}` : ''
    await page.goto(address + search)
    await expect(page.locator('#main')).toContainText(longName.firstName)
    for (const width of [320, 700, 900, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      if (needed > width) wide.push(`${address} takes ${needed} px at ${width}`)
    }
  }
  expect(wide).toEqual([])
})
