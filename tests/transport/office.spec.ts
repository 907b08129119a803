import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
} from '../factories/transport'
import { activateTransport } from '../factories/transport-decisions'

const today = todayInIndia(new Date())

flow('the first fare is the default, the tariff is set, and passengers are listed', async ({ page, context }) => {
  const school = await makeSchool()
  await locateSchool(school)
  const owner = await makeStaff(school)
  await asStaff(context, owner)
  await page.goto('/school/fare-structures/new')
  await fill(page, { 'Fare name': 'Standard' })
  await press(page, 'Create fare')
  await expect(page.getByRole('alert')).toContainText('Enter the monthly cost')
  await fill(page, { 'Monthly base fare': '1,000', 'Per km': '50', Deposit: '2,000' })
  await press(page, 'Create fare')
  await expect(page.locator('tbody')).toContainText('Default')

  await page.goto('/school/settings/transport')
  await fill(page, { 'Annual discount (%)': '60' })
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Enter a whole number from 0 to 50')
  await fill(page, { 'Annual discount (%)': '12' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()

  const route = await makeRoute(school)
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, route)
  const student = await makeStudent(school, { firstName: 'Nirav', lastName: 'Mehta' })
  await makeEnrollment(student)
  const application = await makeTransportApplication(student, await makeFare(school, { isDefault: false }), {
    medicalConditions: 'Asthma',
  })
  await approveApplication(owner.scope, application.publicId, { startsOn: today, runId: run.publicId, remarks: null })
  await page.goto(`/school/transport/${route.publicId}`)
  await follow(page, 'Passengers')
  await expect(page.locator('tbody')).toContainText('Nirav Mehta')
  await expect(page.locator('tbody')).toContainText('Asthma')
  await follow(page, 'Message to these passengers')
  await press(page, 'Send the message')
  await expect(page.getByRole('alert')).toContainText('Choose what has happened')
  await page.getByRole('radio', { name: 'The vehicle is late' }).check()
  await press(page, 'Send the message')
  await expect(page.getByRole('alert')).toContainText('Enter how many minutes')
  await fill(page, { 'Minutes late': '20' })
  await press(page, 'Send the message')
  await expect(page.getByRole('alert')).toContainText('No one travels there now')
  await activateTransport(owner, application, run)
  await press(page, 'Send the message')
  await expect(page.getByText('The passengers are informed by notice and mail.')).toBeVisible()
  await follow(page, 'Message to the passengers')
  await expect(page.locator('tbody')).toContainText('20 minutes late')
  const at = `/school/transport/${route.publicId}/passengers`
  expect(await (await page.request.get(`${at}.csv`)).text()).toContain('Nirav Mehta')
  expect((await page.request.get(`${at}.pdf`)).headers()['content-type']).toBe('application/pdf')
})

flow('the office adds a route with stops and a vehicle for it', async ({ page, context }) => {
  const school = await makeSchool()
  await locateSchool(school)
  await asStaff(context, await makeStaff(school))
  await page.goto('/school/transport')
  await expect(page.getByText('No route yet')).toBeVisible()
  await follow(page, 'Add route')
  await fill(page, {
    'Start: place': 'Rajkot',
    'Start: latitude': '70.8',
    'Start: longitude': '22.3',
    'End: place': 'Race Course',
    'Length in km': 'far',
  })
  await press(page, 'Create route')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Route name is required')
  await expect(alert).toContainText('Enter km as a number, such as 12.4')
  await expect(alert).toContainText('Latitude and longitude are swapped')
  await expect(field(page, 'End: place')).toHaveValue('Race Course')
  await fill(page, { 'Route name': 'North', 'Length in km': '12.4' })
  await page.getByRole('button', { name: 'Find this place (Start)' }).click()
  await page
    .getByRole('radio', { name: /Rajkot/ })
    .first()
    .check()
  await press(page, 'Create route')
  await expect(page.getByText('Now add its stops.')).toBeVisible()
  await expectTitle(page, 'North')

  for (const name of ['Temple', 'Lake']) {
    await follow(page, 'Add stop')
    await fill(page, { 'Stop name': name, 'Pickup time': '07:05', 'Drop time': '14:10', 'Monthly fare': '900' })
    await press(page, 'Create stop')
    await expect(page.getByText('Created!')).toBeVisible()
  }
  await follow(page, 'Change the order')
  await page.getByRole('button', { name: 'Up Lake' }).click()
  await expect(page.locator('ol.stack li').first()).toContainText('Lake')

  await page.goto('/school/vehicles/new')
  await fill(page, { 'Vehicle number': 'gj 03 ab 1234' })
  await field(page, 'Type').selectOption('Bus')
  await fill(page, { 'Seats for students': 'many', Driver: 'Ramesh Solanki', 'Driver’s phone': '98250 11111' })
  await field(page, 'Fee').selectOption('Fixed')
  await fill(page, { 'Destination: latitude': '', 'Destination: longitude': '' })
  await press(page, 'Create vehicle')
  await expect(alert).toContainText('Enter a whole number from 1 to')
  await expect(alert).toContainText('A fixed fee needs its monthly amount')
  await expect(alert).toContainText('Find the place, or enter its coordinates')
  await fill(page, {
    'Seats for students': '40',
    Amount: '1,200',
    'Destination: latitude': '22.3',
    'Destination: longitude': '70.8',
  })
  await press(page, 'Create vehicle')
  await expectTitle(page, 'GJ 03 AB 1234')
  await expect(page.locator('#main')).toContainText('₹1,200 a month')

  for (const times of [
    ['06:45', '07:40'],
    ['07:30', '08:00'],
  ] as const) {
    await follow(page, 'Add route')
    await field(page, 'Route').selectOption('North')
    await fill(page, { Departure: times[0], Arrival: times[1] })
    await press(page, 'Add route')
  }
  await expect(alert).toContainText('The vehicle runs on North at that time (06:45–07:40)')
  await follow(page, 'Cancel')
  await follow(page, 'Change North at 06:45')
  await page.getByRole('checkbox', { name: 'Offered' }).uncheck()
  await press(page, 'Save Changes')
  await expect(page.locator('#main')).toContainText('Not offered')
  await follow(page, 'North')
  await expect(page.locator('#main')).toContainText('No vehicle runs on this route')
  await follow(page, 'GJ 03 AB 1234')

  await follow(page, 'Add document')
  await field(page, 'Document').selectOption('Insurance')
  await fill(page, { Number: 'POL-1', 'Valid until': addDays(today, 10) })
  await field(page, 'File').setInputFiles({
    name: 'policy.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  })
  await press(page, 'Add document')
  await expect(page.locator('#main')).toContainText('Expires within 30 days')
  await page.goto('/school')
  await follow(page, '1 vehicle document to renew')
  await expect(page.locator('tbody')).toContainText('GJ 03 AB 1234')
})
