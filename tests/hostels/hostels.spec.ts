import { rejectApplication } from '~/models/money/hostels/decide/close-application.server'
import { expect, expectTitle, field, flow, followAndSee, goBySidebar, type Page, press } from '../e2e/base'
import { asStudent } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makeHostel, makeHostelApplication, makeRoom } from '../factories/hostels'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

/**
 * Creates a school with a hostel for girls that includes meals, one for boys and an empty one, and a girl who may
 * apply.
 */
async function makeHostels() {
  const school = await makeSchool()
  const student = await makeStudent(school, { gender: 'Female' })
  await makeEnrollment(student)
  const girls = await makeHostel(school, {
    name: 'Narmada House',
    genderType: 'girls',
    hostelType: 'deluxe',
    wardenEmail: 'warden@narmada.test',
    mealPlanIncluded: true,
  })
  const room = await makeRoom(girls, {
    number: '204',
    floor: 2,
    facilities: ['wifi', 'ac', 'attached_bathroom', 'tv', 'furnished', 'balcony'],
  })
  await makeRoom(girls, { number: '205', status: 'maintenance' })
  const boys = await makeHostel(school, { name: 'Sabarmati House', genderType: 'boys', hostelType: 'standard' })
  await makeRoom(boys, { number: '11', rentPaise: 3_000_00 })
  await makeHostel(school, { name: 'Tapi House', hostelType: 'premium' })
  return { school, student, girls, room, boys }
}

const card = (page: Page, name: string) => page.locator('.homes > li', { hasText: name })

flow('a student finds a hostel, its rooms and their prices', async ({ page, context, mode }) => {
  const { student } = await makeHostels()
  await asStudent(context, student)
  await page.goto('/students')
  await goBySidebar(page, 'Hostels')
  await expectTitle(page, 'Hostel Management')
  for (const step of ['Browse Available Hostels', 'View Details & Select Room', 'Submit Application'])
    await expect(page.getByText(step, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Available Hostels' })).toHaveAttribute('aria-current', 'page')
  await followAndSee(page, mode, 'Load Hostels', 'Loading hostel information...')

  await expect(page.getByText('Showing 1 to 3 of 3 hostels')).toBeVisible()
  const narmada = card(page, 'Narmada House')
  for (const text of ['Girls', 'Deluxe', 'Rooms available: 1', '12 Lake Road, Anand', 'Kamla Desai', '₹6,000 a month'])
    await expect(narmada).toContainText(text)
  await expect(narmada.getByRole('list').getByText('Attached bathroom')).toBeVisible()
  await expect(card(page, 'Tapi House')).toContainText('Rooms available: 0')

  await narmada.getByRole('link').click()
  await expectTitle(page, 'Narmada House')
  for (const text of ['warden@narmada.test', 'Security deposit', '₹10,000', '₹2,500 a month'])
    await expect(page.locator('#main')).toContainText(text)
  const room = card(page, 'Room 204')
  for (const text of ['Available', 'Double', '₹6,000', '+2 more', 'Total per month: ₹8,500'])
    await expect(room).toContainText(text)
  await expect(room.getByText('Balcony')).toHaveCount(0)
  await expect(room.getByRole('link', { name: /^Apply for This Room.*Room 204$/ })).toBeVisible()
  await expect(card(page, 'Room 205')).toContainText('Occupied')
  await expect(card(page, 'Room 205')).toContainText('This room is not offered now.')

  await room.getByRole('link', { name: 'Room 204', exact: true }).click()
  await expectTitle(page, 'Room 204')
  await expect(page.getByRole('list', { name: 'Facilities' })).toContainText('Balcony')
  for (const text of ['₹370', '₹18,870', '₹8,500']) await expect(page.locator('#main')).toContainText(text)
  await expect(page.getByRole('link', { name: 'Apply for This Room' })).toBeVisible()
})

flow('a student filters the hostels and pages through them', async ({ page, context }) => {
  const { school, student } = await makeHostels()
  for (let number = 1; number <= 24; number++) await makeHostel(school, { name: `Wing ${number}`, hostelType: 'ac' })
  await asStudent(context, student)
  await page.goto('/students/hostels?load=1')
  await expect(page.getByText('Showing 1 to 10 of 27 hostels')).toBeVisible()
  await page.getByRole('link', { name: 'Last', exact: true }).click()
  await expect(page.getByText('Showing 21 to 27 of 27 hostels')).toBeVisible()
  await page.getByRole('link', { name: 'First', exact: true }).click()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Showing 11 to 20 of 27 hostels')).toBeVisible()
  await page.getByRole('link', { name: 'Previous', exact: true }).click()
  await expect(page.getByText('Showing 1 to 10 of 27 hostels')).toBeVisible()
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(page.getByText('Showing 1 to 20 of 27 hostels')).toBeVisible()

  await page.getByText('Filters', { exact: true }).click()
  await field(page, 'Hostel for').selectOption('Boys')
  await press(page, 'Apply Filters')
  await expect(page.getByText('Showing 1 to 1 of 1 hostels')).toBeVisible()
  await expect(card(page, 'Sabarmati House')).toBeVisible()
  await field(page, 'Hostel for').selectOption('All')
  await field(page, 'Monthly rent').selectOption('Up to ₹8,000')
  await page.getByRole('checkbox', { name: 'Balcony' }).check()
  await press(page, 'Apply Filters')
  await expect(page.locator('.homes > li')).toHaveCount(1)
  await expect(card(page, 'Narmada House')).toBeVisible()
  await field(page, 'Hostel type').selectOption('Premium')
  await press(page, 'Apply Filters')
  await expect(page.getByText('No hostels match your filters')).toBeVisible()
  await page.getByRole('link', { name: 'Show all hostels' }).click()
  await expect(page.getByText('Showing 1 to 20 of 27 hostels')).toBeVisible()

  await page.getByRole('link', { name: 'Sabarmati House' }).click()
  await expect(card(page, 'Room 11')).toContainText('This hostel is for boys only.')
  await expect(page.locator('#main')).toContainText('Not Included')
  await expect(page.getByText('Meals, if you want them: ₹2,500 a month')).toBeVisible()
})

flow('a student lists earlier applications and sees the reason of a rejection', async ({ page, context, mode }) => {
  const { school, student, room } = await makeHostels()
  await asStudent(context, student)
  await page.goto('/students/hostels')
  await followAndSee(page, mode, 'My Applications', 'Loading applications...')
  await expect(page.getByText('No applications found')).toBeVisible()
  await expect(page.getByText('No applications match your current filters')).toBeVisible()

  const first = await makeHostelApplication(student, room, { semester: '1', specialRequirements: 'Lower bed' })
  await makeHostelApplication(student, room, { semester: '2' })
  await rejectApplication(school.scope, first.publicId, 'The room is kept for class 12')
  await page.getByRole('link', { name: 'Refresh Applications' }).click()
  await expect(page.locator('.plain-list > li')).toHaveCount(2)
  const rejected = page.locator('.plain-list > li', { hasText: '1st Semester' })
  for (const text of ['Narmada House', 'Rejected', '204, Double, floor 2', 'Rajesh Patel', 'Nothing to pay now'])
    await expect(rejected).toContainText(text)
  for (const text of ['Lower bed', 'The room is kept for class 12']) await expect(rejected).toContainText(text)
  await expect(page.locator('.plain-list > li', { hasText: '2nd Semester' })).toContainText('Pending')

  await field(page, 'Status').selectOption('Waitlisted')
  await press(page, 'Apply Filters')
  await expect(page.getByText('No applications match your current filters')).toBeVisible()
  await field(page, 'Status').selectOption('Rejected')
  await press(page, 'Apply Filters')
  await expect(page.locator('.plain-list > li')).toHaveCount(1)
  const details = rejected.getByRole('link').filter({ hasText: 'View Details' })
  await expect(details).toHaveAttribute('href', `/students/hostels/applications/${first.publicId}`)
})
