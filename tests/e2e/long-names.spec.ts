import { isRouteDue } from '../setup/rotation'
import { expect, test } from './base'
import { asStaff, asStudent, makeSmallSchool } from './people'

/** Widest name that the forms accept, without a line break opportunity. */
const longName = {
  firstName: 'Venkatanarasimha'.repeat(4).slice(0, 60),
  lastName: 'Rajuvaripeta'.repeat(5).slice(0, 60),
}

test('no page is wider than the window when a name has sixty letters without a space', { tag: '@enhanced' }, async ({
  page,
  context,
}) => {
  const { owner, student } = await makeSmallSchool(longName)
  await asStudent(context, student)
  await asStaff(context, owner)
  const of = `/school/students/${student.publicId}`
  const addresses = {
    'routes/students+/_shell+/index': '/students',
    'routes/students+/_shell+/fees+/index': '/students/fees',
    'routes/school+/_shell+/students+/index': '/school/students',
    'routes/school+/_shell+/students+/$id.index': of,
    'routes/school+/_shell+/students+/$id.edit': `${of}/edit`,
    'routes/school+/_shell+/collections+/new': `/school/collections/new?student=${student.publicId}`,
  }
  const wide: string[] = []
  for (const [id, address] of Object.entries(addresses)) {
    // Always checks the student's own record, which has the name in its title, facts and links.
    if (address !== of && !isRouteDue(id, 10)) continue
    await page.goto(address)
    await expect(page.locator('#main')).toContainText(longName.firstName)
    for (const width of [320, 700, 900, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      if (needed > width) wide.push(`${address} takes ${needed} px at ${width}`)
    }
  }
  expect(wide).toEqual([])
})
