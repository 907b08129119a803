import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { listOwnTransport } from '~/models/money/transport/apply/own-transport.server'
import { activateApplication } from '~/models/money/transport/decide/activate-application.server'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import {
  expect,
  expectTitle,
  field,
  fill,
  flow,
  follow,
  goBySidebar,
  type Page,
  press,
  pressAndSee,
  ready,
} from '../e2e/base'
import { actInSandbox, asStudent, makeMerchant, switchSandbox } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makePaymentKeys } from '../factories/ledger'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'
import { locateSchool, makeFare, makeRoute, makeRun, makeVehicle, northOfRajkot } from '../factories/transport'

/** Creates a student of a school in Rajkot with online payment, one fare and one route with a bus. */
async function makePassenger() {
  const school = await makeSchool({ name: 'Saraswati Vidyalaya' })
  await locateSchool(school)
  const keys = await makeMerchant(`${process.env.BASE_URL}/webhooks/razorpay/${school.publicId}`)
  await makePaymentKeys(school, keys)
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const fare = await makeFare(school, { name: 'By distance' })
  const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
  return { school, student, fare, run, keys }
}

const fact = (page: Page, label: string) =>
  page.locator('.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) }).locator('dd')

async function chooseNorth(page: Page) {
  await expectTitle(page, 'Choose the pickup location')
  await fill(page, { Latitude: String(northOfRajkot.latitude), Longitude: String(northOfRajkot.longitude) })
  await press(page, 'Use these coordinates')
  await expect(page.getByText('The place is chosen.')).toBeVisible()
}

flow('a student applies for transport, is approved, pays and gets a seat', async ({ page, context, mode }) => {
  const { school, student, run, keys } = await makePassenger()
  await asStudent(context, student)
  await page.goto('/students')
  await goBySidebar(page, 'Transport')
  await expectTitle(page, 'Transport')
  await expect(page.getByRole('link', { name: 'Apply for Transport' })).toHaveAttribute('aria-current', 'page')
  await fill(page, { 'Pickup location': 'Kalavad Road Rajkot' })
  await press(page, 'Find pickup location')
  await expect(page.getByRole('heading', { name: 'Places found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Current Location' })).toHaveCount(mode === 'enhanced' ? 1 : 0)
  await chooseNorth(page)
  await field(page, 'The same as the pickup location').check()
  await field(page, 'Fare structure').selectOption({ index: 1 })
  // Enter submits the form, and does not search for a location.
  await field(page, 'Pickup location').press('Enter')
  await expect(
    page.getByText('Fare calculated successfully! Distance to Saraswati Vidyalaya: 12.4 km', { exact: true }),
  ).toBeVisible()
  await expect(fact(page, 'Total fare per month')).toHaveText('₹1,620')
  await expect(page.getByRole('img', { name: /^Map: .* 12\.4 km$/ })).toBeVisible()
  await page.getByRole('radio', { name: /^Quarterly.*₹4,617/ }).check()
  await fill(page, { 'Emergency contact': '9825022222' })
  await pressAndSee(page, mode, 'Submit Application', 'Submitting...')
  await expect(page.getByText('Transport application submitted successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Application Status' })).toHaveAttribute('aria-current', 'page')

  const [application] = await listOwnTransport(student.scope)
  const id = application?.publicId ?? ''
  const startsOn = addDays(todayInIndia(new Date()), 3)
  expect(await approveApplication(school.scope, id, { startsOn, runId: null, remarks: null })).toMatchObject({
    ok: true,
  })
  await page.reload()
  await expect(page.getByText('Payment Required')).toBeVisible()
  await follow(page, 'Pay now')
  await expect(page.getByRole('heading', { name: 'Payment Confirmation' })).toBeVisible()
  await switchSandbox(keys, { failWith5xx: true })
  await press(page, 'Pay ₹6,617')
  await expect(page.getByRole('alert')).toContainText('Payment processing failed')
  await switchSandbox(keys, { failWith5xx: false })
  await press(page, 'Pay ₹6,617')
  if (mode === 'broken') await page.getByRole('link', { name: 'Go to payment' }).click()
  await actInSandbox(page, /^Pay ₹6,617/)
  await expect(page.getByText('Payment processed successfully!')).toBeVisible()
  await expect(page.getByText('Payment received')).toBeVisible()
  await page.goto('/students/transport/payment')
  await expect(page.getByText('Payment processed successfully!')).toBeVisible()

  const seat = { runId: run.publicId, pickupMinute: 425, dropMinute: 850, evenUnpaid: false }
  expect(await activateApplication(school.scope, id, seat)).toMatchObject({ ok: true })
  await page.goto('/students/transport/status')
  await expect(fact(page, 'Route')).toHaveText('North line')
  await expect(fact(page, 'Pickup time')).toHaveText('07:05')
  await expect(fact(page, 'Vehicle')).toHaveText(run.vehicle.number)
})

flow(
  'missing fields are shown before a fare is calculated, and a fare is calculated without applying',
  async ({ page, context, mode }) => {
    const { student } = await makePassenger()
    await asStudent(context, student)
    await page.goto('/students/transport')
    await ready(page, mode)
    if (mode === 'enhanced') await expect(page.getByRole('button', { name: 'Calculate Fare' })).toBeDisabled()
    else {
      await press(page, 'Calculate Fare')
      await expect(page.getByRole('alert')).toContainText('Please enter your pickup location')
    }
    await fill(page, { 'Pickup location': 'Near the lake', 'Emergency contact': '9825022222' })
    await field(page, 'The same as the pickup location').check()
    await press(page, 'Submit Application')
    await expect(page.getByRole('alert')).toContainText('Please calculate fare first')
    await expect(field(page, 'Pickup location')).toHaveValue('Near the lake')

    await follow(page, 'Fare Calculator')
    await expect(page.getByRole('link', { name: 'Fare Calculator' })).toHaveAttribute('aria-current', 'page')
    await fill(page, { 'Pickup location': `${northOfRajkot.latitude}, ${northOfRajkot.longitude}` })
    await press(page, 'Calculate Fare')
    await expect(fact(page, 'Total fare per month')).toHaveText('₹1,620')
    await expect(page.getByText('₹17,496', { exact: true })).toBeVisible()
  },
)

flow('the device shares its location, or the page shows why it cannot', async ({ page, context, mode }) => {
  const { student } = await makePassenger()
  await asStudent(context, student)
  await page.goto('/students/transport/places/pickup')
  await ready(page, mode)
  await press(page, 'Use Current Location')
  await expect(page.getByText('Unable to get current location')).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 15, longitude: 68.5 })
  await press(page, 'Use Current Location')
  await expect(page.getByText('Failed to get current location')).toBeVisible()
  await context.setGeolocation(northOfRajkot)
  await press(page, 'Use Current Location')
  await expect(page.getByText('Current location set successfully!')).toBeVisible()
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'))
  await page.goto('/students/transport/places/pickup')
  await ready(page, mode)
  await press(page, 'Use Current Location')
  await expect(page.getByText('Geolocation is not supported by this browser')).toBeVisible()
})
