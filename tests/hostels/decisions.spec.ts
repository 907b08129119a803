import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { academicYearOf } from '~/models/money/hostels/rules'
import { checkIn, checkOut } from '~/models/money/hostels/stay/move-in-and-out.server'
import { raiseMonths } from '~/models/money/hostels/stay/raise-months.server'
import { expect, expectTitle, field, fill, flow, follow, goBySidebar, type Page, press } from '../e2e/base'
import { asStaff, asStudent } from '../e2e/people'
import { makeBoarder, payRoom } from '../factories/hostel-decisions'
import {
  endStay,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  moveStayBack,
  readApplication,
  readOccupiedBeds,
} from '../factories/hostels'
import { picture } from '../factories/pictures'
import { makeSchool, makeStaff } from '../factories/school'

const today = todayInIndia(new Date())

async function makeHouse(room: Parameters<typeof makeRoom>[1] = {}) {
  const school = await makeSchool()
  const made = await makeRoom(await makeHostel(school, { name: 'Narmada House' }), { number: '204', ...room })
  const student = await makeBoarder(school, { firstName: 'Nirav', lastName: 'Mehta' })
  return { school, room: made, student }
}

async function openApplication(page: Page, id: string) {
  await page.goto(`/school/hostel-applications/${id}`)
}

flow(
  'the office approves, checks in, checks out and refunds the deposit less a deduction',
  async ({ page, context }) => {
    const { school, room, student } = await makeHouse()
    const place = await makeHostelApplication(student, room)
    const own = { id: place.id, studentId: student.id }
    await asStaff(context, await makeStaff(school))
    await page.goto('/school')
    await follow(page, '1 hostel application')
    await follow(page, 'Nirav Mehta')
    await expectTitle(page, 'Nirav Mehta')
    const main = page.locator('#main')
    await expect(main).toContainText('Pending')
    await expect(main).toContainText('2 of 2')
    await expect(main).toContainText('₹16,320.00')
    await follow(page, 'Approve')
    await expect(main).toContainText('Co-ed; the student:')
    await fill(page, { Remarks: 'Bring your own mattress' })
    await press(page, 'Approve')
    await expect(page.getByText('Approved!')).toBeVisible()
    await expect(main).toContainText('Bring your own mattress')
    await expect(main).toContainText('1 of 2')
    await payRoom(school, own)

    await follow(page, 'Check in')
    const alert = page.getByRole('alert')
    await field(page, 'Moved in on').fill(addDays(today, 1))
    await press(page, 'Check in')
    await expect(alert).toContainText('The date cannot be in the future')
    await field(page, 'Moved in on').fill(`${academicYearOf(today).slice(0, 4)}-03-31`)
    await press(page, 'Check in')
    await expect(alert).toContainText('The academic year applied for begins after that day')
    await field(page, 'Moved in on').fill(today)
    await press(page, 'Check in')
    await expect(page.getByText('Checked in!')).toBeVisible()
    await expect(main).toContainText('Staying')

    await follow(page, 'Check out')
    await field(page, 'Moved out on').fill(addDays(today, -3))
    await press(page, 'Check out')
    await expect(alert).toContainText('The student moved in after this date')
    await field(page, 'Moved out on').fill(today)
    await press(page, 'Check out')
    await expect(page.getByText('Checked out!')).toBeVisible()
    await expect(main).toContainText('Refund to be decided')
    await expect(main).toContainText('2 of 2')

    await follow(page, 'Decide on the refund')
    const deposit = field(page, 'Hostel deposit · Narmada House, 204')
    await expect(deposit).toHaveValue(/^10,?000(\.00)?$/)
    await expect(field(page, 'Hostel first month · Narmada House, 204')).toHaveValue(/^0(\.00)?$/)
    await deposit.fill('12,000')
    await press(page, 'Decide on the refund')
    await expect(alert).toContainText('This is more than the school holds')
    await deposit.fill('9,000')
    await press(page, 'Decide on the refund')
    await expect(alert).toContainText('Enter the deduction and its reason')
    await fill(page, { Remarks: 'A broken window: ₹1,000', 'Refund reference': 'To the father' })
    await press(page, 'Decide on the refund')
    await expect(page.getByText('Decided!')).toBeVisible()
    await expect(page.getByText('₹9,000.00 will be refunded.')).toBeVisible()
    await expect(main).toContainText('Refunded')
    await expect(main).toContainText('A broken window: ₹1,000')
    await page.goto(`/school/hostel-applications/${place.publicId}/refund`)
    await expect(alert).toContainText('There is no refund to decide on')
  },
)

flow('an approval shows how long the bed stays empty, and is refused for a past period', async ({ page, context }) => {
  const { school, room, student } = await makeHouse()
  const academicYear = `${Number(academicYearOf(today).slice(5)) + 1}-${Number(academicYearOf(today).slice(5)) + 2}`
  const checkInDate = `${academicYear.slice(0, 4)}-06-15`
  const ahead = await makeHostelApplication(student, room, { academicYear, checkInDate })
  const place = await makeHostelApplication(student, room, { checkOutDate: addDays(today, 40) })
  await asStaff(context, await makeStaff(school))
  const main = page.locator('#main')
  await page.goto(`/school/hostel-applications/${ahead.publicId}/approval`)
  await expect(main).toContainText(`This bed stays empty until 15 Jun ${academicYear.slice(0, 4)}`)
  await expect(main).toContainText(`Not given; the academic year ends on 31 Mar ${academicYear.slice(5)}`)
  await page.goto(`/school/hostel-applications/${place.publicId}/approval`)
  await expect(main).not.toContainText('This bed stays empty')
  await expect(main).toContainText(formatDay(addDays(today, 40), 'en'))

  await endStay(place, today)
  await press(page, 'Approve')
  await expect(page.getByRole('alert')).toContainText('The period applied for is over')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The period applied for is over')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await readApplication(place.publicId)).toMatchObject({ status: 'pending', holdsBed: 0 })
})

flow('a refund decision shows the rent that is still due', async ({ page, context }) => {
  const { school, room, student } = await makeHouse()
  const place = await makeHostelApplication(student, room)
  const own = { id: place.id, studentId: student.id }
  await approveApplication(school.scope, place.publicId, null)
  await payRoom(school, own)
  await moveStayBack(place, 50)
  await checkIn(school.scope, place.publicId, addDays(today, -50))
  await raiseMonths(school.scope, place.id, today)
  await checkOut(school.scope, place.publicId, today)
  await asStaff(context, await makeStaff(school))
  await page.goto(`/school/hostel-applications/${place.publicId}/refund`)
  const main = page.locator('#main')
  await expect(main).toContainText(
    'Balance due for this place: ₹6,000.00; the suggested refund of the deposit is ₹6,000.00 lower',
  )
  await expect(field(page, 'Hostel deposit · Narmada House, 204')).toHaveValue(/^4,?000(\.00)?$/)
  await fill(page, { Remarks: 'Rent of the last month is not paid' })
  await press(page, 'Decide on the refund')
  await expect(page.getByText('₹4,000.00 will be refunded.')).toBeVisible()
  await expect(main).toContainText('Rent of the last month is not paid')
})

flow('a full room has a waiting list, and a cancellation leads to an offer', async ({ page, context }) => {
  const { school, room, student } = await makeHouse({ capacity: 1, type: 'single' })
  const inside = await makeHostelApplication(await makeBoarder(school, { firstName: 'Asha' }), room)
  const waiting = await makeHostelApplication(student, room)
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await openApplication(page, inside.publicId)
  await follow(page, 'Approve')
  await press(page, 'Approve')
  await expect(page.getByText('Approved!')).toBeVisible()
  await openApplication(page, waiting.publicId)
  await follow(page, 'Approve')
  await expect(page.getByRole('alert')).toContainText('The room has no free bed.')
  await follow(page, 'Waiting list')
  await press(page, 'Put on the waiting list')
  const main = page.locator('#main')
  await expect(main).toContainText('First on the room’s waiting list')
  await expect(main).toContainText('Not owed')

  await openApplication(page, inside.publicId)
  await follow(page, 'Cancel the application')
  await press(page, 'Cancel the application')
  await expect(page.getByRole('alert')).toContainText('Enter the reason')
  await fill(page, { Reason: 'The family moves away' })
  await press(page, 'Cancel the application')
  await expect(page.getByText('Cancelled!')).toBeVisible()
  await openApplication(page, waiting.publicId)
  await expect(main).toContainText('Bed offered')
  await expect(main).toContainText('The student can accept it until')
  expect(await readApplication(waiting.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
  await follow(page, 'Approve')
  await expect(main).toContainText('One is held for this student')
  await press(page, 'Approve')
  await expect(page.getByText('Approved!')).toBeVisible()
  await expect(main).toContainText('Record payment')
})

flow(
  'an office finds, annotates and rejects hostel applications, and an application ends when the student leaves',
  async ({ page, context }) => {
    const { school, room, student } = await makeHouse()
    const place = await makeHostelApplication(student, room)
    const other = await makeBoarder(school, { firstName: 'Asha', lastName: 'Rathod' })
    const refused = await makeHostelApplication(other, room)
    await payRoom(school, { id: refused.id, studentId: other.id })
    await asStaff(context, await makeStaff(school))
    await page.goto('/school')
    await goBySidebar(page, 'Hostel applications')
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await page.goto('/school/hostel-applications?search=rathod&status=pending')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody')).toContainText('Paid')
    const csv = await (await page.request.get('/school/hostel-applications.csv?search=rathod')).text()
    expect(csv).toContain('Asha Rathod')
    expect(csv).not.toContain('Nirav')
    await follow(page, 'Asha Rathod')
    await follow(page, 'Change the remarks')
    await fill(page, { Remarks: 'Ask for the other hostel' })
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('Ask for the other hostel')
    await expect(page.locator('#main')).toContainText('Remarks changed')
    await follow(page, 'Reject')
    // Earlier remarks are not offered as the reason.
    await expect(field(page, 'Reason')).toHaveValue('')
    await press(page, 'Reject')
    await expect(page.getByRole('alert')).toContainText('Enter the reason')
    await fill(page, { Reason: 'No place this year' })
    await press(page, 'Reject')
    await expect(page.getByText('Rejected!')).toBeVisible()
    await page.goto('/school/hostel-applications?status=refund')
    await expect(page.locator('tbody')).toContainText('Asha Rathod')

    // A long name pushes no column out of sight.
    const long = { firstName: 'Venkatanarasimharajuvaripeta', lastName: 'Krishnamurthy' }
    await makeHostelApplication(await makeBoarder(school, long), room)
    await page.goto('/school/hostel-applications')
    await expect(page.locator('tbody tr')).toHaveCount(3)
    expect(await page.locator('.table-box').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)

    await page.goto(`/school/students/${student.publicId}/leave`)
    await expect(page.locator('#main')).toContainText('Narmada House, room 204: the application is cancelled')
    await fill(page, { Reason: 'The family moves away' })
    await press(page, 'Confirm leaving')
    await expect(page.getByText('The student has left the school.')).toBeVisible()
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'cancelled' })
  },
)

flow('a declared transfer with its proof is confirmed', async ({ page, context, another }) => {
  const { school, room, student } = await makeHouse()
  const place = await makeHostelApplication(student, room)
  await asStudent(context, student)
  await page.goto(`/students/hostels/applications/${place.publicId}/payment`)
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  const proof = { name: 'transfer.png', mimeType: 'image/png', buffer: await picture().png().toBuffer() }
  await field(page, 'Proof of the payment (optional)').setInputFiles(proof)
  await fill(page, { 'Transaction reference': 'UTR-0815' })
  await press(page, 'Pay ₹16,320')
  await expect(page.getByText('Status: pending.')).toBeVisible()

  const office = await another()
  await asStaff(office.context(), await makeStaff(school))
  await openApplication(office, place.publicId)
  await expect(office.locator('#main')).toContainText('₹16,320.00 is waiting to be confirmed')
  await expect(office.locator('#main')).toContainText('bank transfer, with a proof')
  await follow(office, 'Confirm or refuse it')
  await expect(office.locator('#main')).toContainText('Hostel deposit · Narmada House, 204')
  const seen = await office.request.get(
    (await office.getByRole('link', { name: /^transfer\./ }).getAttribute('href')) ?? '',
  )
  expect(seen.status()).toBe(200)
  expect(seen.headers()['content-type']).toMatch(/^image\//)
  await press(office, 'Confirm the money')
  await expect(office.getByText('The money is recorded and the receipt is ready.')).toBeVisible()
  await expect(office.getByRole('link', { name: /^transfer\./ })).toBeVisible()
  await openApplication(office, place.publicId)
  await expect(office.getByRole('link', { name: 'Receipt (PDF)' })).toBeVisible()
  await expect(office.locator('#main')).not.toContainText('is waiting to be confirmed')
})

flow('the office approves another room, moves a student and changes dates and meals', async ({ page, context }) => {
  const { school, room, student } = await makeHouse({ capacity: 1, type: 'single' })
  const other = await makeRoom(room.hostel, { number: '305', rentPaise: 7_500_00 })
  const inside = await makeHostelApplication(await makeBoarder(school), room)
  const place = await makeHostelApplication(student, room)
  await approveApplication(school.scope, inside.publicId, null)
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  const main = page.locator('#main')
  const alert = page.getByRole('alert')
  await openApplication(page, place.publicId)
  await follow(page, 'Approve')
  await expect(main).toContainText('The room has no free bed.')
  await press(page, 'Approve')
  await expect(alert).toContainText('Choose a room')
  await field(page, 'Room').selectOption('Narmada House · 305 · Double · 2 free · ₹7,500 a month, ₹1,500 more')
  await press(page, 'Approve')
  await expect(page.getByText('Approved!')).toBeVisible()
  await expect(main).toContainText('Narmada House, room 305')
  await expect(main).toContainText('₹17,850.00')

  const third = await makeRoom(room.hostel, { number: '306' })
  await follow(page, 'Change room')
  await expect(main).toContainText('Rent and meals now cost ₹7,500.00 a month')
  await field(page, 'New room').selectOption('Narmada House · 306 · Double · 2 free · ₹6,000 a month, ₹1,500 less')
  await press(page, 'Give this room')
  await expect(page.getByText('Moved!')).toBeVisible()
  await expect(main).toContainText('Room changed')
  expect([await readOccupiedBeds(other), await readOccupiedBeds(third)]).toEqual([0, 1])

  await follow(page, 'Change days or meals')
  await field(page, 'Check-out').fill(today)
  await press(page, 'Save Changes')
  await expect(alert).toContainText('The check-out date must be after the check-in date')
  await field(page, 'Check-out').fill(addDays(today, 40))
  await page.getByRole('checkbox', { name: 'The student takes the meal plan' }).check()
  await press(page, 'Save Changes')
  await expect(page.getByText('Updated!')).toBeVisible()
  await expect(main).toContainText('Mess charges for months billed later')
  await expect(main).toContainText('₹2,500.00')

  await asStudent(context, student)
  await page.goto('/students/notices')
  await expect(main).toContainText('Your hostel room has changed')
  await expect(main).toContainText('Your hostel stay has changed')
})

flow('the office enters an application for a student', async ({ page, context }) => {
  const { school, room } = await makeHouse({ capacity: 1, type: 'single' })
  await asStaff(context, await makeStaff(school, { role: 'office' }))
  await page.goto('/school/hostel-applications')
  await follow(page, 'Add application')
  await fill(page, { 'Name, enrollment number or mobile number': 'Nirav' })
  await press(page, 'Search')
  await follow(page, 'Nirav Mehta')
  const main = page.locator('#main')
  await press(page, 'Enter the application')
  await expect(page.getByRole('alert')).toContainText('Choose a room')
  await field(page, 'Room').selectOption('Narmada House · 204 · Single · 1 free · ₹6,000 a month, deposit ₹10,000')
  await field(page, 'Period').selectOption('Full year')
  await fill(page, { 'Guardian phone': '98250 98250', 'Emergency contact': '98250 98251' })
  const taken = await makeHostelApplication(await makeBoarder(school), room)
  await approveApplication(school.scope, taken.publicId, null)
  await press(page, 'Enter the application')
  await expect(page.getByRole('alert')).toContainText('This room has no free bed.')
  await page.getByRole('checkbox', { name: /^Put the student on the waiting list/ }).check()
  await press(page, 'Enter the application')
  await expect(page.getByText('Created!')).toBeVisible()
  await expectTitle(page, 'Nirav Mehta')
  await expect(main).toContainText('First on the room’s waiting list')
  await expect(main).toContainText('Applied for the waiting list, entered by the office')
})
