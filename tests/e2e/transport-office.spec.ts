import { todayInIndia } from '~/models/shared/calendar'
import { approveApplication } from '~/models/transport/approve-application.server'
import { makeEnrollment } from '../factories/academics'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import {
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
  placeSchool,
} from '../factories/transport'
import { expect, fill, flow, follow, press } from './base'
import { asStaff } from './people'

const today = todayInIndia(new Date())

flow('one fare stands first, the tariff is set, and passengers are listed', async ({ page, context }) => {
  const school = await makeSchool()
  await placeSchool(school)
  const owner = await makeStaff(school)
  await asStaff(context, owner)
  await page.goto('/school/fare-structures/new')
  await fill(page, { 'Fare name': 'Standard' })
  await press(page, 'Create fare')
  await expect(page.getByRole('alert')).toContainText('Enter what a month costs')
  await fill(page, { 'Base fare of a month': '1,000', 'For each km': '50', Deposit: '2,000' })
  await press(page, 'Create fare')
  await expect(page.locator('tbody')).toContainText('Stands first')

  await page.goto('/school/settings/transport')
  await fill(page, { 'Discount of a year, in percent': '60' })
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toContainText('Enter a whole number from 0 to 50')
  await fill(page, { 'Discount of a year, in percent': '12' })
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()

  const route = await makeRoute(school)
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, route)
  const student = await makeStudent(school, { firstName: 'Nirav', lastName: 'Mehta' })
  await makeEnrollment(student)
  const ride = await makeTransportApplication(student, await makeFare(school, { isDefault: false }), {
    medicalConditions: 'Asthma',
  })
  await approveApplication(owner.scope, ride.publicId, { startsOn: today, runId: run.publicId, remarks: null })
  await page.goto(`/school/transport/${route.publicId}`)
  await follow(page, 'Passengers')
  await expect(page.locator('tbody')).toContainText('Nirav Mehta')
  await expect(page.locator('tbody')).toContainText('Asthma')
  const at = `/school/transport/${route.publicId}/passengers`
  expect(await (await page.request.get(`${at}.csv`)).text()).toContain('Nirav Mehta')
  expect((await page.request.get(`${at}.pdf`)).headers()['content-type']).toBe('application/pdf')
})
