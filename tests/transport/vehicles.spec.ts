import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { listOwnTransport } from '~/models/money/transport/apply/own-transport.server'
import { activateApplication } from '~/models/money/transport/decide/activate-application.server'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import {
  expect,
  expectTitle,
  field,
  fill,
  flow,
  follow,
  followAndSee,
  goBySidebar,
  type Page,
  press,
  pressAndSee,
  ready,
} from '../e2e/base'
import { googleInBrowser } from '../e2e/google-in-browser'
import { actInSandbox, asStudent, makeMerchant } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makePaymentKeys } from '../factories/ledger'
import { giveMapsKeys } from '../factories/maps-keys'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'
import { makeRoute, makeRun, makeVehicle, makeVehicleApplication, northOfRajkot } from '../factories/transport'

/** Creates a student of a school with online payment and one bus on one route. */
async function makePassenger() {
  const school = await makeSchool({ name: 'Saraswati Vidyalaya' })
  const keys = await makeMerchant(`${process.env.BASE_URL}/webhooks/razorpay/${school.publicId}`)
  await makePaymentKeys(school, keys)
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
  return { school, student, run }
}

const fact = (page: Page, label: string) =>
  page.locator('.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) }).locator('dd')

flow('a student finds a vehicle, applies for a route, pays and gets a seat', async ({ page, context, mode }) => {
  const { school, student, run } = await makePassenger()
  const { number } = run.vehicle
  await asStudent(context, student)
  await page.goto('/students')
  await goBySidebar(page, 'Vehicles')
  await expectTitle(page, 'Vehicles')
  await expect(page.getByRole('link', { name: 'Available Vehicles', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('link', { name: 'Apply Now' })).toBeVisible()
  await follow(page, `View Details ${number}`)
  await expectTitle(page, number)
  for (const line of [
    'Base fee ₹1,000 per month',
    '₹50 per km',
    'Annual discount 10%',
    'Security deposit ₹2,000 refundable',
  ])
    await expect(page.getByText(line, { exact: true })).toBeVisible()
  await follow(page, 'Apply for this Route North line')

  await expectTitle(page, 'Vehicle Application')
  await fill(page, { 'Pickup location': 'Kalavad Road Rajkot' })
  await field(page, 'The same as the pickup location').check()
  await press(page, 'Calculate Fare')
  await expect(page.getByRole('alert')).toContainText('Failed to calculate fee')
  await expect(page.getByRole('alert')).toContainText('Please set pickup location coordinates')
  await press(page, 'Find pickup location')
  await expectTitle(page, 'Choose the pickup location')
  await fill(page, { Latitude: String(northOfRajkot.latitude), Longitude: String(northOfRajkot.longitude) })
  await press(page, 'Use these coordinates')
  await expect(page.getByText('The place is chosen.')).toBeVisible()
  await press(page, 'Calculate Fare')
  await expect(fact(page, 'Total fare per month')).toHaveText('₹1,620')
  await expect(page.getByRole('img', { name: /^Map: .* 12\.4 km$/ })).toBeVisible()
  await page.getByRole('radio', { name: /^Annual.*₹17,496/ }).check()
  await fill(page, { 'Emergency contact': '9825022222' })
  await pressAndSee(page, mode, 'Submit Application', 'Submitting...')
  await expect(page.getByText('Application submitted successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Vehicle Applications' })).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 applications')).toBeVisible()

  const [application] = await listOwnTransport(student.scope)
  const id = application?.publicId ?? ''
  const startsOn = addDays(todayInIndia(new Date()), 3)
  const approval = { startsOn, runId: run.publicId, remarks: null }
  expect(await approveApplication(school.scope, id, approval)).toMatchObject({ ok: true })
  await page.goto('/students/vehicles?tab=applications')
  await expect(fact(page, 'Payment status')).toHaveText('Pending')
  await follow(page, /^Pay ₹19,496/)
  await expect(page.getByRole('heading', { name: 'Payment Confirmation' })).toBeVisible()
  await press(page, 'Pay ₹19,496')
  if (mode === 'broken') await page.getByRole('link', { name: 'Go to payment' }).click()
  await actInSandbox(page, /^Pay ₹19,496/)
  await expect(page.getByText('Payment received')).toBeVisible()

  const seat = { runId: run.publicId, pickupMinute: 425, dropMinute: 850, evenUnpaid: false }
  expect(await activateApplication(school.scope, id, seat)).toMatchObject({ ok: true })
  await page.goto('/students/vehicles?tab=applications')
  await expect(fact(page, 'Paid amount')).toHaveText('₹19,496')
  await expect(fact(page, 'Payment status')).toHaveText('Paid')
  await follow(page, /^View Details/)
  await expect(fact(page, 'Pickup time')).toHaveText('07:05')
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
})

flow('vehicles are searched by address and by coordinates, and errors are shown', async ({ page, context, mode }) => {
  const { student, run } = await makePassenger()
  await asStudent(context, student)
  await page.goto('/students/vehicles')
  await expect(
    page.getByText('Shows vehicles matching the pickup address or within 100 km of the pickup point.'),
  ).toBeVisible()
  await fill(page, { 'Pickup address': 'Kalavad Road, Rajkot' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(/^Vehicles near/)).toBeVisible()
  await expect(page.getByRole('heading', { name: run.vehicle.number })).toBeVisible()
  await page.goto('/students/vehicles?lat=70.8&lng=22.3')
  await expect(page.getByText('Latitude and longitude seem to be the wrong way round.')).toBeVisible()
  await fill(page, { Latitude: '28.6', Longitude: '77.2' })
  await press(page, 'Use these coordinates')
  await expect(page.getByRole('heading', { name: 'No Vehicles Found' })).toBeVisible()
  if (mode === 'enhanced') {
    await ready(page, mode)
    await press(page, 'Use Current Location')
    await expect(page.getByText('Unable to get current location')).toBeVisible()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(northOfRajkot)
    await press(page, 'Use Current Location')
    await expect(page.getByText('Current location set successfully!')).toBeVisible()
    await expect(page.getByRole('heading', { name: run.vehicle.number })).toBeVisible()
  } else {
    await follow(page, 'All vehicles')
  }
  await follow(page, `Apply Now ${run.vehicle.number}`)
  await expect(field(page, 'Vehicle')).toHaveValue(run.vehicle.publicId)
  if (mode === 'enhanced') await expect(page.getByRole('button', { name: 'Submit Application' })).toBeDisabled()
  await press(page, 'Calculate Fare')
  await expect(page.getByRole('alert')).toContainText('Please select vehicle and route')
  await expect(page.getByRole('alert')).toContainText('Please enter your pickup location')
  await page.goto('/students/vehicles')
  await followAndSee(page, mode, 'My Applications', 'Please wait while we fetch your vehicle applications...')
  await expect(page.getByRole('heading', { name: 'No Applications Found' })).toBeVisible()
  await expect(page.getByText("You haven't submitted any vehicle transport applications yet.")).toBeVisible()
})

flow('Google suggests addresses to search for vehicles', async ({ page, context, mode }) => {
  const { school, student, run } = await makePassenger()
  await giveMapsKeys(school, { browser: 'stand-in-browser' })
  await googleInBrowser(page, 'well')
  await asStudent(context, student)
  await page.goto('/students')
  await goBySidebar(page, 'Vehicles')
  await expectTitle(page, 'Vehicles')
  await ready(page, mode)
  await fill(page, { 'Pickup address': 'Lake Road' })
  await press(page, 'Choose: Lake Road, Rajkot, Gujarat, India')
  await expect(field(page, 'Pickup address')).toHaveValue('Lake Road, Rajkot, Gujarat, India')
  await expect(page.getByRole('heading', { name: run.vehicle.number })).toBeVisible()
  await expect(fact(page, 'Nearest stop')).toHaveText('3.3 km')
})

flow(
  'a student cancels an application for a vehicle, and sees why an earlier one was rejected',
  async ({ page, context }) => {
    const { school, student, run } = await makePassenger()
    const refused = await makeVehicleApplication(student, run)
    const rejection = { kind: 'rejected', remarks: 'The bus is full' } as const
    expect(await endByOffice(school.scope, refused.publicId, rejection)).toMatchObject({ ok: true })
    await asStudent(context, student)
    await page.goto('/students/vehicles?tab=applications')
    await expect(fact(page, 'Rejection reason')).toHaveText('The bus is full')
    await makeVehicleApplication(student, run)
    await page.reload()
    await follow(page, /^Cancel application/)
    await expectTitle(page, 'Cancel this application?')
    await press(page, 'Cancel application')
    await expect(page.getByText('Application cancelled')).toBeVisible()
    await expect(page.getByText('You cancelled this application.')).toBeVisible()
  },
)
