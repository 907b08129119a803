import { expect, expectTitle, field, fill, flow, goBySidebar, type Page, press, ready } from '../e2e/base'
import { googleInBrowser } from '../e2e/google-in-browser'
import { asStudent } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { giveMapsKeys } from '../factories/maps-keys'
import { standInKeys } from '../factories/maps-stand-in'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'
import { locateSchool, makeFare, northOfRajkot } from '../factories/transport'

/** Creates a student of a school in Rajkot that has one fare and these maps keys. */
async function makePassenger(keys: Parameters<typeof giveMapsKeys>[1]) {
  const school = await makeSchool({ name: 'Saraswati Vidyalaya' })
  await locateSchool(school)
  await giveMapsKeys(school, keys)
  const student = await makeStudent(school)
  await makeEnrollment(student)
  await makeFare(school)
  return student
}

const fact = (page: Page, label: string) =>
  page.locator('.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) }).locator('dd')

const googleMap = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const drawing = (page: Page) => page.getByRole('img', { name: /^Map: from the pickup location/ })

/** Opens the page by a link, which must reload the document: a page with a map has its own content security policy. */
async function openTransport(page: Page) {
  await page.goto('/students')
  await goBySidebar(page, 'Transport')
  await expectTitle(page, 'Transport')
}

/** Calculates a fare for a pickup 12.4 km north of the school. */
async function calculate(page: Page) {
  await page.goto('/students/transport?tab=calculator')
  await fill(page, { 'Pickup location': `${northOfRajkot.latitude}, ${northOfRajkot.longitude}` })
  await press(page, 'Calculate Fare')
}

flow(
  'with the school’s browser key, Google suggests addresses, accepts clicks and draws the route',
  async ({ page, context, mode }) => {
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.message))
    await googleInBrowser(page, 'well')
    await asStudent(context, await makePassenger({ server: standInKeys.well, browser: 'stand-in-browser' }))
    await openTransport(page)
    await ready(page, mode)
    await fill(page, { 'Pickup location': 'Kalavad Road' })
    await press(page, 'Find pickup location')
    await expectTitle(page, 'Choose the pickup location')
    const pickMap = googleMap(page, 'Map: click on it to fill in the coordinates')
    await expect(pickMap).toHaveAttribute('data-center', '22.5,79.5')
    await expect(pickMap).toHaveAttribute('data-zoom', '10')
    await pickMap.click()
    await expect(field(page, 'Latitude')).toHaveValue('22.310000')
    await expect(field(page, 'Longitude')).toHaveValue('70.790000')
    await expect(pickMap).toHaveAttribute('data-picked', '22.31,70.79')

    await fill(page, { 'Area, town or PIN code': 'Lake Road' })
    await press(page, 'Choose: Lake Road, Rajkot, Gujarat, India')
    await expect(page.getByText('The place is chosen.')).toBeVisible()
    await expect(field(page, 'Pickup location')).toHaveValue('Lake Road, Rajkot, Gujarat, India')
    await press(page, 'Find pickup location')
    await expect(pickMap).toHaveAttribute('data-markers', 'Lake Road, Rajkot, Gujarat, India;')

    await calculate(page)
    // The school's maps service measures along the road, which is a quarter longer than the straight line.
    await expect(fact(page, 'Distance')).toHaveText('15.5 km')
    const wayMap = googleMap(page, /^Map: from the pickup location to Saraswati Vidyalaya, 15\.5 km$/)
    await expect(wayMap).toHaveAttribute('data-markers', 'Pickup location;Saraswati Vidyalaya;')
    await expect(wayMap).toHaveAttribute('data-way', 'road')
    await expect(drawing(page)).toBeHidden()
    expect(failures).toEqual([])
  },
)

flow(
  'the portal’s own map drawing and location search remain when Google Maps fails to load',
  async ({ page, context, mode }) => {
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(error.message))
    await googleInBrowser(page, 'down')
    await asStudent(context, await makePassenger({ browser: 'stand-in-browser' }))
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('maps.googleapis.com'))
    await calculate(page)
    await asked
    await expect(fact(page, 'Distance')).toHaveText('12.4 km')
    await expect(drawing(page)).toBeVisible()
    await expect(googleMap(page, /^Map/)).toBeHidden()
    // When suggestions fail, the page shows none: the search in the portal's own list remains.
    await page.goto('/students/transport/places/pickup')
    await ready(page, mode)
    await fill(page, { 'Area, town or PIN code': '360001' })
    await press(page, 'Search')
    await expect(page.getByRole('heading', { name: 'Places found' })).toBeVisible()
    expect(failures).toEqual([])
  },
)

flow('a failing maps service is reported, and the fare uses the straight-line distance', async ({ page, context }) => {
  for (const trouble of ['down', 'slow', 'denied'] as const) {
    await asStudent(context, await makePassenger({ server: standInKeys[trouble] }))
    await calculate(page)
    await expect(page.locator('#main')).toContainText(
      'The maps service is not answering. The distance was measured along a straight line.',
    )
    await expect(fact(page, 'Total fare per month')).toHaveText('₹1,620')
    await expect(drawing(page)).toBeVisible()
    await page.goto('/students/transport/places/pickup?q=360001')
    await expect(page.locator('#main')).toContainText('These places come from the portal’s own list.')
    await expect(page.getByRole('button', { name: /^Choose: .*360001/ }).first()).toBeVisible()
    await page.goto('/students/vehicles?address=360001')
    await expect(page.locator('#main')).toContainText('These places come from the portal’s own list.')
  }
  await asStudent(context, await makePassenger({ server: standInKeys.well }))
  await calculate(page)
  await expect(fact(page, 'Total fare per month')).toHaveText('₹1,775')
  await expect(page.locator('#main')).not.toContainText('The maps service does not answer')
})
