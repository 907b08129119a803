import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { saveDraft } from '~/models/money/hostels/apply/draft.server'
import { findOwnApplication } from '~/models/money/hostels/apply/own-applications.server'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { cancelOwnApplication } from '~/models/money/hostels/decide/close-application.server'
import { waitlistApplication } from '~/models/money/hostels/decide/waitlist-application.server'
import { academicYearOf } from '~/models/money/hostels/rules'
import { declareTransfer, refuseTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { expect, expectTitle, field, fill, flow, follow, type Page, press, pressAndSee, ready } from '../e2e/base'
import { actInSandbox, asStaff, asStudent, makeMerchant, studentPassword, switchSandbox } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makeBoarder } from '../factories/hostel-decisions'
import { makeHostel, makeHostelApplication, makeRoom, readApplication, readOccupiedBeds } from '../factories/hostels'
import { makePaymentKeys } from '../factories/ledger'
import { picture } from '../factories/pictures'
import { guardianStep, stepFor } from '../factories/room-applications'
import { makeSchool, makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

const today = todayInIndia(new Date())
const year = academicYearOf(today)

/** Creates a girl whose school has a mixed hostel; a room costs ₹6,000 a month, and optional meals ₹2,500 a month. */
async function makePlace({ online = true } = {}) {
  const school = await makeSchool()
  const keys = await makeMerchant(`${process.env.BASE_URL}/webhooks/razorpay/${school.publicId}`)
  if (online) await makePaymentKeys(school, keys)
  const student = await makeStudent(school, { password: studentPassword, gender: 'Female', fatherName: 'Rajesh Patel' })
  await makeEnrollment(student)
  const hostel = await makeHostel(school, { name: 'Narmada House' })
  const room = await makeRoom(hostel, { number: '204' })
  return { school, student, hostel, room, keys }
}

const wizard = '/students/hostels/apply/room'
const fact = (page: Page, label: string) =>
  page.locator('.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) }).locator('dd')

flow('a student applies for a room in three steps and pays online', async ({ page, context, mode }) => {
  const { student, hostel, room } = await makePlace()
  await asStudent(context, student)
  await page.goto(`${wizard}?hostel=${hostel.publicId}&room=${room.publicId}`)
  await expectTitle(page, 'Hostel Application')
  await expect(page.getByRole('heading', { name: 'Selected Hostel & Room' })).toBeVisible()
  await expect(page.getByText('PRE-SELECTED')).toBeVisible()
  await field(page, 'Academic Year').selectOption(year)
  await field(page, 'Semester').selectOption('1st Semester')
  await field(page, 'Check-in').fill(today)
  await field(page, 'I want the meal plan').check()
  await press(page, 'Update the costs')
  await expect(page.locator('.badge', { hasText: /^SELECTED$/ })).toBeVisible()
  await expect(fact(page, 'Processing fee')).toHaveText('₹370')
  await expect(fact(page, 'First payment')).toHaveText('₹18,870')
  await expect(fact(page, 'Every month after that')).toHaveText('₹8,500')
  await press(page, 'Next')

  await expect(page.getByRole('heading', { name: 'Guardian & Emergency Information' })).toBeVisible()
  await expect(field(page, 'Guardian name')).toHaveValue('Rajesh Patel')
  await fill(page, { 'Guardian phone': '9825098250', 'Emergency contact': '9825098251' })
  await expect(page.getByRole('link', { name: 'Cancel', exact: true })).toHaveAttribute('href', '/students/hostels')
  await press(page, 'Previous')
  await expect(field(page, 'Check-in')).toHaveValue(today)
  await press(page, 'Next')
  await expect(field(page, 'Guardian phone')).toHaveValue('9825098250')
  await press(page, 'Next')

  await expect(page.getByRole('heading', { name: 'Additional Information' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Application Summary' })).toBeVisible()
  await expect(fact(page, 'Semester')).toHaveText('1st Semester')
  await expect(fact(page, 'First payment')).toHaveText('₹18,870')
  await ready(page, mode)
  await field(page, 'Special requirements').fill('Ground floor, please')
  await pressAndSee(page, mode, 'Submit Application', 'Submitting...')

  await expectTitle(page, 'Hostel payment')
  await expect(page.getByRole('heading', { name: 'Fee Breakdown' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Select Payment Method' })).toBeVisible()
  await expect(fact(page, 'Still to pay')).toHaveText('₹18,870')
  await press(page, 'Pay ₹18,870')
  await expect(page.getByRole('alert')).toContainText('Choose a payment method')
  await page.getByRole('radio', { name: /^Pay online/ }).check()
  await press(page, 'Pay ₹18,870')
  if (mode === 'broken') await page.getByRole('link', { name: 'Go to payment' }).click()
  await actInSandbox(page, /^Pay ₹18,870/)
  await expect(page.getByText('Payment received')).toBeVisible()

  await page.goto('/students/hostels?tab=applications')
  await follow(page, /^View Details/)
  await expectTitle(page, 'My hostel application')
  await expect(page.getByText('Your application is under review.')).toBeVisible()
  await expect(page.locator('#main')).toContainText('Ground floor, please')
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
})

flow(
  'a bank transfer is declared with a proof and confirmed by the office',
  async ({ page, context, another, mode }) => {
    const { school, student, room, keys } = await makePlace()
    const owner = await makeStaff(school)
    const { publicId } = await makeHostelApplication(student, room)
    await asStudent(context, student)
    await page.goto(`/students/hostels/applications/${publicId}`)
    await follow(page, 'Pay')
    await expectTitle(page, 'Hostel payment')
    await page.getByRole('radio', { name: /^Pay online/ }).check()
    await switchSandbox(keys, { failWith5xx: true })
    await press(page, 'Pay ₹16,320')
    await expect(page.getByRole('alert')).toContainText('Failed to create payment order')
    // The bank account and the transfer fields appear for the chosen method; without JavaScript they are always
    // visible.
    const account = page.getByText('30012345678')
    await expect(account).toBeVisible({ visible: mode !== 'enhanced' })
    await page.getByRole('radio', { name: /^Cash/ }).check()
    await expect(field(page, 'Transaction reference')).toBeVisible({ visible: mode !== 'enhanced' })
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await expect(account).toBeVisible()
    await field(page, 'Proof of the payment (optional)').setInputFiles({
      name: 'transfer.png',
      mimeType: 'image/png',
      buffer: await picture().png().toBuffer(),
    })
    await press(page, 'Pay ₹16,320')
    await expect(page.getByRole('alert')).toContainText('Enter the reference of the transfer')
    // The picture is uploaded and need not be chosen again.
    await expect(page.getByRole('checkbox', { name: /transfer\.jpg/ })).toBeChecked()
    await fill(page, { 'Transaction reference': 'UTR-4711' })
    await press(page, 'Pay ₹16,320')
    await expect(page.getByText('Your application will be reviewed within 24-48 hours.')).toBeVisible()
    await expect(page.getByText('Status: pending.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)

    const office = await another()
    await asStaff(office.context(), owner)
    await office.goto('/school/collections/transfers')
    await office.locator('tbody tr', { hasText: 'UTR-4711' }).getByRole('link').first().click()
    await press(office, 'Confirm the money')
    await expect(office.getByText('The money is recorded and the receipt is ready.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Nothing is left to pay')).toBeVisible()
    await expect(fact(page, 'Still to pay')).toHaveText('₹0')
  },
)

flow(
  'a hostel application shows errors beside their fields, and the draft survives the end of the session',
  async ({ page, context, mode }) => {
    const { student, school, room } = await makePlace()
    const boys = await makeHostel(school, { name: 'Sabarmati House', genderType: 'boys' })
    const boysRoom = await makeRoom(boys)
    await asStudent(context, student)
    const wrong = (label: string) => page.locator('.field', { has: field(page, label) }).locator('.error')

    await page.goto('/students/hostels/apply/details')
    await expect(page.getByRole('heading', { name: 'Hostel & Room Selection' })).toBeVisible()
    await ready(page, mode)
    await press(page, 'Next')
    const alert = page.getByRole('alert')
    await expect(wrong('Hostel')).toHaveText('Please select a hostel')
    await expect(alert).toContainText('Please select a room')
    await expect(wrong('Academic Year')).toHaveText('Academic year is required')
    await expect(wrong('Semester')).toHaveText('Semester is required')
    await expect(wrong('Check-in')).toHaveText('Check-in date is required')

    // A boys' hostel is not offered to a girl, and is refused when its room comes from a link.
    await expect(field(page, 'Hostel').locator('option')).toHaveText(['Choose', 'Narmada House'])
    await page.goto(`${wizard}?hostel=${boys.publicId}&room=${boysRoom.publicId}`)
    await field(page, 'Academic Year').selectOption(year)
    await field(page, 'Semester').selectOption('Full year')
    await field(page, 'Check-in').fill(today)
    await press(page, 'Next')
    await expect(alert).toContainText(
      'According to the school’s register, you cannot live in this hostel. Choose another.',
    )

    await field(page, 'Hostel').selectOption('Narmada House')
    await press(page, 'Show rooms')
    await page.getByRole('radio', { name: /^204/ }).check()
    await field(page, 'Check-in').fill(addDays(today, -1))
    await press(page, 'Next')
    await expect(wrong('Check-in')).toHaveText('The check-in date is in the past')
    await field(page, 'Check-in').fill(today)
    await field(page, 'Check-out (optional)').fill(today)
    await press(page, 'Next')
    await expect(wrong('Check-out (optional)')).toHaveText('The check-out date must be after the check-in date')
    await field(page, 'Check-out (optional)').fill('')
    await press(page, 'Next')

    await fill(page, { 'Guardian name': '', 'Guardian phone': '', 'Guardian email (optional)': 'rajesh' })
    await fill(page, { 'Emergency contact': '' })
    await press(page, 'Next')
    await expect(wrong('Guardian name')).toHaveText('Guardian name is required')
    await expect(wrong('Guardian phone')).toHaveText('Guardian phone is required')
    await expect(wrong('Guardian email (optional)')).toHaveText('Invalid email format')
    await expect(wrong('Emergency contact')).toHaveText('Emergency contact is required')
    await fill(page, { 'Guardian name': 'Rajesh Patel', 'Guardian phone': '9825098250' })
    await fill(page, { 'Guardian email (optional)': '', 'Emergency contact': '+91 98250 98251' })
    await press(page, 'Next')
    await expect(page.getByRole('heading', { name: 'Application Summary' })).toBeVisible()

    // While the page is open, the room fills up, the price changes, and the session ends.
    await execute('UPDATE rooms SET occupied_count = capacity WHERE id = :id', { id: room.id })
    await press(page, 'Submit Application')
    await expect(alert).toContainText('Application submission failed: This room has no free bed.')
    // The refusal appears before the page has reloaded its price. The test changes the price only after the reload.
    await expect(page.getByRole('button', { name: 'Submit Application', exact: true })).toBeEnabled()
    await execute('UPDATE rooms SET occupied_count = 0, monthly_rent_paise = 700000 WHERE id = :id', { id: room.id })
    await press(page, 'Submit Application')
    await expect(alert).toContainText('Application submission failed: The price has changed in the meantime.')
    await expect(fact(page, 'First payment')).toHaveText('₹17,340')
    await execute('DELETE FROM sessions WHERE student_id = :id', { id: student.id })
    await press(page, 'Submit Application')
    await fill(page, { Username: student.email ?? '', Password: studentPassword })
    await press(page, 'Login')
    await expect(page.getByRole('heading', { name: 'Application Summary' })).toBeVisible()
    await expect(fact(page, 'Emergency contact')).toHaveText('+91 98250 98251')

    await saveDraft(student.scope, { room_id: '' })
    await press(page, 'Submit Application')
    await expect(page.getByText('Error: Room ID is missing. Please select a room and try again.')).toBeVisible()
    await saveDraft(student.scope, {
      ...stepFor(room, { academicYear: year, checkInDate: today, semester: 'full_year' }),
      ...guardianStep,
    })
    await page.goto('/students/hostels/apply/details')
    await press(page, 'Submit Application')
    await expectTitle(page, 'Hostel payment')

    // The first application is for the full year: a second one for a semester of this year is refused at that field.
    await page.goto(`${wizard}?hostel=${room.hostel.publicId}&room=${room.publicId}`)
    await field(page, 'Academic Year').selectOption(year)
    await field(page, 'Semester').selectOption('2nd Semester')
    await field(page, 'Check-in').fill(today)
    await press(page, 'Next')
    await expect(wrong('Semester')).toHaveText('You have already applied for a bed in this period')
  },
)

flow(
  'pressing Enter continues to the next step of a hostel application, and going back keeps the input of the last step',
  async ({ page, context, mode }) => {
    const { student, room } = await makePlace()
    await saveDraft(student.scope, stepFor(room, { academicYear: year, checkInDate: today, semester: 'full_year' }))
    await asStudent(context, student)
    const special = field(page, 'Special requirements')
    /** Goes from the first step, which shows the chosen room, to the last. */
    const toTheEnd = async () => {
      await expect(page.getByRole('heading', { name: 'Selected Hostel & Room' })).toBeVisible()
      await ready(page, mode)
      await field(page, 'Check-in').press('Enter')
      await expect(page.getByRole('heading', { name: 'Guardian & Emergency Information' })).toBeVisible()
      await fill(page, { 'Guardian name': 'Rajesh Patel', 'Guardian phone': '9825098250' })
      await ready(page, mode)
      await fill(page, { 'Emergency contact': '9825098251' })
      await field(page, 'Emergency contact').press('Enter')
      await expect(page.getByRole('heading', { name: 'Application Summary' })).toBeVisible()
    }
    await page.goto(wizard)
    await toTheEnd()
    await expect(page.locator('#main')).not.toContainText('(optional)')
    await special.fill('Ground floor, please')
    await press(page, 'Change')
    await toTheEnd()
    await expect(special).toHaveValue('Ground floor, please')

    await execute('UPDATE rooms SET occupied_count = capacity WHERE id = :id', { id: room.id })
    await special.fill('Near the library')
    await press(page, 'Submit Application')
    await expect(page.getByRole('alert')).toContainText('This room has no free bed.')
    await press(page, 'Hostel & Room Selection')
    await execute('UPDATE rooms SET occupied_count = 0 WHERE id = :id', { id: room.id })
    await toTheEnd()
    await expect(special).toHaveValue('Near the library')
  },
)

flow('a student joins the waiting list of a full room and sees the position', async ({ page, context }) => {
  const { school, student, room } = await makePlace()
  const inside = await makeBoarder(school)
  const taken = await makeHostelApplication(inside, room)
  await approveApplication(school.scope, taken.publicId, null)
  await execute('UPDATE rooms SET capacity = 1 WHERE id = :id', { id: room.id })
  await makeHostelApplication(await makeBoarder(school), room, { forWaitingList: true })
  await asStudent(context, student)
  const main = page.locator('#main')
  await page.goto(`/students/hostels/${room.hostel.publicId}/rooms/${room.publicId}`)
  await expect(main).toContainText('This room has no free bed.')
  await follow(page, 'Apply for the Waiting List')
  await expect(main).toContainText('You will be number 2 on its waiting list.')
  await field(page, 'Academic Year').selectOption(year)
  await field(page, 'Semester').selectOption('Full year')
  await field(page, 'Check-in').fill(today)
  await press(page, 'Next')
  await fill(page, { 'Guardian name': 'Rajesh Patel', 'Guardian phone': '9825098250' })
  await fill(page, { 'Emergency contact': '9825098251' })
  await press(page, 'Next')
  await expect(main).toContainText('Nothing is payable until you accept a bed.')

  // An application for the waiting list is refused when a bed has become free.
  await execute('UPDATE rooms SET capacity = 2 WHERE id = :id', { id: room.id })
  await press(page, 'Submit Application')
  await expect(page.getByRole('alert')).toContainText('This room now has a free bed.')
  await execute('UPDATE rooms SET capacity = 1 WHERE id = :id', { id: room.id })
  await press(page, 'Submit Application')
  await expectTitle(page, 'My hostel application')
  await expect(main).toContainText('You are number 2 on the waiting list for this room.')
  await cancelOwnApplication(inside.scope, taken.publicId)
  await page.reload()
  await expect(main).toContainText('You are number 1 on the waiting list for this room.')
})

flow('a waiting student accepts an offered bed', async ({ page, context, mode, another }) => {
  const { school, student, room } = await makePlace()
  const { publicId } = await makeHostelApplication(student, room)
  await execute('UPDATE rooms SET status = :closed WHERE id = :id', { id: room.id, closed: 'maintenance' })
  await waitlistApplication(school.scope, publicId, 'All beds are taken')
  await asStudent(context, student)
  await page.goto(`/students/hostels/applications/${publicId}`)
  await expect(page.getByText('You are on the waiting list. You will be notified if a spot opens.')).toBeVisible()
  await expect(page.getByText('All beds are taken')).toBeVisible()
  await page.goto(`/students/hostels/applications/${publicId}/payment`)
  await expect(page.getByText('Nothing is payable while you are on the waiting list.')).toBeVisible()

  // Offers a freed bed to the waiting student.
  await execute('UPDATE rooms SET status = :open, occupied_count = 1 WHERE id = :id', {
    id: room.id,
    open: 'available',
  })
  await execute(
    `UPDATE hostel_applications SET holds_bed = 1, offered_until = UTC_TIMESTAMP(3) + INTERVAL 48 HOUR
     WHERE public_id = :publicId`,
    { publicId },
  )
  await page.goto(`/students/hostels/applications/${publicId}`)
  await follow(page, 'Accept the bed')
  await expectTitle(page, 'A bed is free for you')
  await expect(page.locator('#main')).toContainText('If you accept, ₹16,320 is payable.')
  const second = await another()
  await asStudent(second.context(), student)
  await second.goto(`/students/hostels/applications/${publicId}/offer`)
  await ready(page, mode)
  await press(page, 'Accept the bed')
  await expect(page.getByText('The bed is yours')).toBeVisible()
  // Accepting the bed again in another tab shows the approved application.
  await press(second, 'Accept the bed')
  await expect(second.getByText('Your application is approved: you have a bed in this room.')).toBeVisible()
  await expect(page.getByText('Your application is approved: you have a bed in this room.')).toBeVisible()
  expect(await readApplication(publicId)).toMatchObject({ status: 'approved', holdsBed: 1 })
  expect(await readOccupiedBeds(room)).toBe(1)
  await page.goto(`/students/hostels/applications/${publicId}/offer`)
  await expect(page.getByRole('alert')).toContainText('No bed is kept for you now.')
})

flow('a student cancels a hostel application', async ({ page, context, mode }) => {
  const { student, room } = await makePlace({ online: false })
  const { publicId } = await makeHostelApplication(student, room)
  await asStudent(context, student)
  await page.goto(`/students/hostels/applications/${publicId}/payment`)
  await expect(page.getByText('Payment Not Available')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Pay online/ })).toHaveCount(0)
  await execute('UPDATE hostels SET is_active = 0 WHERE id = :id', { id: room.hostel.id })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Invalid hostel data. Please try again.')
  await page.goto(`/students/hostels/applications/${publicId}`)
  await follow(page, 'Cancel application')
  await expectTitle(page, 'Cancel this application?')
  await expect(page.getByText('You have not paid anything, and nothing is payable.')).toBeVisible()
  await ready(page, mode)
  await press(page, 'Cancel application')
  await expect(page.getByText('Application cancelled')).toBeVisible()
  await expect(page.getByText('You cancelled this application.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel application' })).toHaveCount(0)
  await page.goto(`/students/hostels/applications/${publicId}/payment`)
  await expect(page.getByRole('alert')).toContainText('Invalid application data. Please try again.')
  await page.getByRole('link', { name: 'Close' }).click()
  await expectTitle(page, 'My hostel application')
})

/** Declares a bank transfer that pays all open dues of an application; returns the id of the payment. */
async function declare(student: { scope: StudentScope }, publicId: string): Promise<string> {
  const found = await findOwnApplication(student.scope, publicId)
  const dueIds = found?.charges.map((due) => due.duePublicId) ?? []
  const declared = await declareTransfer(student.scope, {
    dueIds,
    method: 'bank_transfer',
    reference: 'UTR-1',
    formKey: newFormKey(),
  })
  if (!declared.ok) throw new Error(declared.reason)
  return declared.value.paymentId
}

flow(
  'a cash payment for a hostel stays pending until paid and can be withdrawn, and a refused transfer is shown',
  async ({ page, context, mode }) => {
    const { school, student, hostel, room } = await makePlace({ online: false })
    await execute(
      'UPDATE hostels SET bank_name = NULL, bank_account_number = NULL, bank_ifsc_code = NULL WHERE id = :id',
      { id: hostel.id },
    )
    const { publicId } = await makeHostelApplication(student, room)
    await asStudent(context, student)
    await page.goto(`/students/hostels/applications/${publicId}/payment`)
    // Without the school's bank account, transfers are not offered.
    await expect(page.getByRole('radio', { name: /^Cash/ })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toHaveCount(0)
    await expect(page.getByLabel('Transaction reference')).toHaveCount(0)
    await ready(page, mode)
    await page.getByRole('radio', { name: /^Cash/ }).check()
    await press(page, 'Pay ₹16,320')
    const main = page.locator('#main')
    await expect(main).toContainText('Bring the money to the school office')
    await expect(main).toContainText('Status: pending. Nothing is paid yet: bring ₹16,320 to the school office.')
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await follow(page, 'Pay another way')
    await expectTitle(page, 'Pay another way?')
    await expect(main).toContainText('Continue only if you have not brought ₹16,320 to the school office.')
    const question = page.url()
    await ready(page, mode)
    await press(page, 'Pay another way')
    await expect(page.getByText('You can pay another way now')).toBeVisible()
    await expect(main).not.toContainText('Nothing is paid yet')
    await page.goto(question)
    await expect(page.getByRole('alert')).toContainText('No payment is waiting now')

    // The school refuses the declared transfer.
    const paymentId = await declare(student, publicId)
    await refuseTransfer(school.scope, { paymentId, reason: 'Not on the statement' })
    await page.goto(`/students/hostels/applications/${publicId}/payment`)
    await expect(main).toContainText('The school has not received your payment')
    await expect(main).toContainText('Remarks of the school: Not on the statement')
    await page.goto('/students/notices')
    await expect(main).toContainText('The school has not received your payment')

    // The hostel closes while the page is open: the declaration is refused.
    await page.goto(`/students/hostels/applications/${publicId}/payment`)
    await ready(page, mode)
    await execute('UPDATE hostels SET is_active = 0 WHERE id = :id', { id: hostel.id })
    await page.getByRole('radio', { name: /^Cash/ }).check()
    await press(page, 'Pay ₹16,320')
    await expect(main).toContainText('Invalid hostel data. Please try again.')
    await expect(main).not.toContainText('Nothing is paid yet')
    expect((await findOwnApplication(student.scope, publicId))?.declarations).toMatchObject([{ stage: 'refused' }])
  },
)

flow(
  'a transfer confirmed after its hostel application was cancelled is recorded as excess',
  async ({ page, context, mode, another }) => {
    const { school, student, room } = await makePlace({ online: false })
    const { publicId } = await makeHostelApplication(student, room)
    const paymentId = await declare(student, publicId)
    const office = await another()
    await asStaff(office.context(), await makeStaff(school))
    await office.goto(`/school/hostel-applications/${publicId}/waiting-list`)
    await expect(office.locator('#main')).toContainText('Confirm or refuse the declared payment first')
    await expect(office.getByRole('link', { name: 'Confirm or refuse it' })).toHaveAttribute(
      'href',
      `/school/collections/transfers/${paymentId}`,
    )
    for (const verb of ['rejection', 'cancellation']) {
      await office.goto(`/school/hostel-applications/${publicId}/${verb}`)
      await expect(office.locator('#main')).toContainText('₹16,320.00 is waiting to be confirmed')
      await expect(office.locator('#main')).toContainText('the money is kept as excess')
    }
    await asStudent(context, student)
    const main = page.locator('#main')
    await page.goto(`/students/hostels/applications/${publicId}/cancellation`)
    await expect(main).toContainText(
      'You have transferred ₹16,320. The school will refund it after it has received the money.',
    )
    await expect(main).not.toContainText('You have not paid anything')
    await ready(page, mode)
    await press(page, 'Cancel application')
    await expect(page.getByText('You cancelled this application.')).toBeVisible()
    await expect(main).toContainText('You have transferred ₹16,320.')
    await office.goto(`/school/collections/transfers/${paymentId}`)
    await press(office, 'Confirm the money')
    await expect(office.getByText('The money is recorded and the receipt is ready.')).toBeVisible()
    await page.reload()
    await expect(main).toContainText('₹16,320 reached the school when it was no longer due.')
    await office.goto(`/school/hostel-applications/${publicId}`)
    await expect(office.locator('#main')).toContainText('₹16,320.00 is excess')
  },
)
