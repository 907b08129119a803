import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { expect, expectTitle, field, fill, flow, follow, goBySidebar, type Page, press } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { makeBoarder } from '../factories/hostel-decisions'
import { readRows } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
  makeVehicleApplication,
  readOccupiedSeats,
} from '../factories/transport'
import {
  activateTransport,
  approveTransport,
  moveTransportBack,
  payTransportOf,
} from '../factories/transport-decisions'

const today = todayInIndia(new Date())

async function makeBus({ capacity = 2 } = {}) {
  const school = await makeSchool()
  await locateSchool(school)
  const route = await makeRoute(school, { name: 'Ring Road' })
  const run = await makeRun(await makeVehicle(school, { number: 'GJ 03 ZZ 0007', capacity }), route)
  const student = await makeBoarder(school, { firstName: 'Nirav', lastName: 'Mehta' })
  return { school, route, run, student }
}

function openTransport(page: Page, id: string) {
  return page.goto(`/school/transport-applications/${id}`)
}

const theRun = (free: string) => `Ring Road · GJ 03 ZZ 0007 · 06:45 · ${free} seats free`

flow(
  'the office approves an application, assigns a seat, suspends and ends it, and refunds the deposit',
  async ({ page, context }) => {
    const { school, route, run, student } = await makeBus()
    const stop = await makeStop(route, { name: 'Lake gate' })
    const fare = await makeFare(school, { basis: 'stop', name: 'Stop fares' })
    const application = await makeTransportApplication(student, fare, { stopId: stop.publicId })
    await asStaff(context, await makeStaff(school))
    await page.goto('/school')
    await follow(page, '1 transport application')
    await follow(page, 'Nirav Mehta')
    await expectTitle(page, 'Nirav Mehta')
    const main = page.locator('#main')
    await expect(main).toContainText('Pending')
    await expect(main).toContainText('12.4 km')
    await expect(main).toContainText('₹2,900.00')
    await expect(page.getByRole('img', { name: /^Map of the pickup/ })).toBeVisible()
    await follow(page, 'Approve')
    const alert = page.getByRole('alert')
    await field(page, 'First day of travel').fill(addDays(today, 300))
    await press(page, 'Approve')
    await expect(alert).toContainText('Choose a day from')
    await field(page, 'First day of travel').fill(today)
    await fill(page, { Remarks: 'Wait at the lake gate' })
    await press(page, 'Approve')
    await expect(page.getByText('Approved!')).toBeVisible()
    await expect(main).toContainText('Approved, unpaid')
    await expect(main).toContainText('Record payment')

    await follow(page, 'Activate')
    await expect(field(page, 'Pickup time')).toHaveValue('')
    await field(page, 'Route and vehicle').selectOption({ label: theRun('2 of 2') })
    await press(page, 'Activate')
    await expect(alert).toContainText('Dues are unpaid')
    await page.getByLabel('The student may travel even though dues are unpaid').check()
    await press(page, 'Activate')
    await expect(page.getByText('Activated!')).toBeVisible()
    await expect(main).toContainText('07:05')
    await expect(main).toContainText('Seat allotted')
    expect(await readOccupiedSeats(run)).toBe(1)
    await payTransportOf(school, application)

    await follow(page, 'Suspend')
    await press(page, 'Suspend')
    await expect(alert).toContainText('Enter the reason')
    await fill(page, { Reason: 'Noise on the bus' })
    await press(page, 'Suspend')
    await expect(page.getByText('Suspended!')).toBeVisible()
    await expect(main).toContainText('Noise on the bus')
    expect(await readOccupiedSeats(run)).toBe(0)
    await follow(page, 'Resume transport')
    await field(page, 'Route and vehicle').selectOption({ label: theRun('2 of 2') })
    await press(page, 'Resume transport')
    await expect(page.getByText('Activated!')).toBeVisible()

    await follow(page, 'End the transport')
    await field(page, 'First day without transport').fill(addDays(today, -1))
    await press(page, 'End the transport')
    await expect(alert).toContainText('Choose a day from the first day of travel')
    await field(page, 'First day without transport').fill(today)
    await press(page, 'End the transport')
    await expect(page.getByText('Ended!')).toBeVisible()
    await expect(main).toContainText('Refund to be decided')

    await follow(page, 'Decide on the refund')
    const deposit = field(page, 'Transport deposit · Stop fares')
    await expect(deposit).toHaveValue(/^2,?000(\.00)?$/)
    await deposit.fill('5,000')
    await press(page, 'Decide on the refund')
    await expect(alert).toContainText('This is more than the school holds')
    await deposit.fill('1,500')
    await fill(page, { Remarks: 'A torn seat: ₹500', 'Refund reference': 'To the father' })
    await press(page, 'Decide on the refund')
    await expect(page.getByText('Decided!')).toBeVisible()
    await expect(main).toContainText('A torn seat: ₹500')
    await expect(main).toContainText('Refunded')
    await page.goto(`/school/transport-applications/${application.publicId}/refund`)
    await expect(alert).toContainText('There is no refund to decide on')
  },
)

flow(
  'an application for a vehicle gets the last seat, and the next one needs another vehicle',
  async ({ page, context }) => {
    const { school, route, run, student } = await makeBus({ capacity: 1 })
    const other = await makeRun(await makeVehicle(school, { number: 'GJ 03 ZZ 0008', capacity: 3 }), route)
    const first = await makeVehicleApplication(student, run)
    const second = await makeVehicleApplication(await makeBoarder(school, { firstName: 'Asha' }), run)
    await asStaff(context, await makeStaff(school, { role: 'office' }))
    await page.goto('/school')
    await goBySidebar(page, 'Vehicle applications')
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await openTransport(page, first.publicId)
    await follow(page, 'Approve')
    await expect(field(page, 'Route and vehicle')).toHaveValue(run.publicId)
    await press(page, 'Approve')
    await expect(page.getByText('Approved!')).toBeVisible()
    expect(await readOccupiedSeats(run)).toBe(1)

    await openTransport(page, second.publicId)
    await follow(page, 'Approve')
    const main = page.locator('#main')
    await expect(main).toContainText('The requested vehicle is full')
    await press(page, 'Approve')
    await expect(page.getByRole('alert').filter({ hasText: 'Choose the route and vehicle' })).toBeVisible()
    await field(page, 'Route and vehicle').selectOption(other.publicId)
    await press(page, 'Approve')
    await expect(page.getByText('Approved!')).toBeVisible()
    await expect(main).toContainText('GJ 03 ZZ 0008')

    await payTransportOf(school, first)
    await page.goto('/school')
    await follow(page, '1 seat paid and not activated')
    await follow(page, 'Nirav Mehta')
    await expect(main).toContainText('Payment completed')
    await follow(page, 'Activate')
    await field(page, 'Drop time').fill('06:00')
    await press(page, 'Activate')
    await expect(page.getByRole('alert')).toContainText('It runs at 06:45–07:40, back at 14:00 on Ring Road')
    await field(page, 'Drop time').fill('')
    await press(page, 'Activate')
    await expect(page.getByText('Activated!')).toBeVisible()
    await follow(page, 'Change seat')
    await field(page, 'Route and vehicle').selectOption(other.publicId)
    await press(page, 'Change seat')
    await expect(page.getByText('Activated!')).toBeVisible()
    expect(await readOccupiedSeats(run)).toBe(0)
    expect(await readOccupiedSeats(other)).toBe(2)
  },
)

flow(
  'transport applications are found, rejected, cancelled, and end when the student leaves',
  async ({ page, context }) => {
    const { school, run, student } = await makeBus()
    const fare = await makeFare(school, { name: 'City fare' })
    const stays = await makeTransportApplication(student, fare)
    const asha = await makeBoarder(school, { firstName: 'Asha', lastName: 'Rathod' })
    await makeTransportApplication(asha, fare)
    const esha = await makeBoarder(school, { firstName: 'Esha', lastName: 'Vora' })
    const approved = await makeVehicleApplication(esha, run)
    await approveTransport(school, approved, run)
    await payTransportOf(school, approved)
    // Assigns a seat, but moves the first day of transport to ten days from now.
    await activateTransport(school, approved, run)
    await moveTransportBack(approved, -10)
    await asStaff(context, await makeStaff(school))
    await page.goto('/school')
    await goBySidebar(page, 'Transport applications')
    await expect(page.locator('tbody tr')).toHaveCount(3)
    await page.goto('/school/transport-applications?search=rathod&status=pending&kind=transport')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    const csv = await (await page.request.get('/school/transport-applications.csv?search=rathod')).text()
    expect(csv).toContain('Asha Rathod')
    expect(csv).not.toContain('Nirav')
    const ofVehicles = await (await page.request.get('/school/vehicle-applications.csv')).text()
    expect(ofVehicles).toContain('Esha Vora')
    expect(ofVehicles).not.toContain('Asha')

    await follow(page, 'Asha Rathod')
    await follow(page, 'Reject')
    await press(page, 'Reject')
    await expect(page.getByRole('alert')).toContainText('Enter the reason')
    await fill(page, { Reason: 'No bus goes there' })
    await press(page, 'Reject')
    await expect(page.getByText('Rejected!')).toBeVisible()
    await expect(page.locator('#main')).toContainText('No bus goes there')

    await page.goto(`/school/transport-applications/${approved.publicId}/ending`)
    await expect(page.getByRole('alert')).toContainText(
      'If the transport has not begun, cancel the application instead',
    )
    await openTransport(page, approved.publicId)
    await expect(page.locator('#main').getByRole('link', { name: 'End the transport' })).toHaveCount(0)
    await follow(page, 'Cancel the application')
    await fill(page, { Reason: 'The bus is sold' })
    await press(page, 'Cancel the application')
    await expect(page.getByText('Cancelled!')).toBeVisible()
    expect(await readOccupiedSeats(run)).toBe(0)
    await page.goto('/school')
    await follow(page, '1 transport refund to decide')
    await expect(page.locator('tbody')).toContainText('Esha Vora')

    await page.goto(`/school/students/${student.publicId}/leave`)
    await expect(page.locator('#main')).toContainText('City fare: the application is cancelled')
    await fill(page, { Reason: 'The family moves away' })
    await press(page, 'Confirm leaving')
    await expect(page.getByText('The student has left the school.')).toBeVisible()
    const rows = await readRows<{ status: string }>(
      'SELECT status FROM transport_applications WHERE public_id = :publicId',
      { publicId: stays.publicId },
    )
    expect(rows).toEqual([{ status: 'cancelled' }])
  },
)
