import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { waitlistApplication } from '~/models/money/hostels/decide/waitlist-application.server'
import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asStaff, officePassword } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { makeHostel, makeHostelApplication, makeRoom, readApplication } from '../factories/hostels'
import { picture } from '../factories/pictures'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'

const tomorrow = addDays(todayInIndia(new Date()), 1)

flow(
  'the office adds a hostel with rooms, pictures and bank details, and sees the student of each bed',
  async ({ page, context, another }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { password: officePassword })
    await asStaff(context, owner)
    await page.goto('/school/hostels')
    await expect(page.getByText('No hostel yet')).toBeVisible()
    await follow(page, 'Add hostel')
    await fill(page, {
      Address: '12 Lake Road, Anand',
      'Contact number': '98250 12345',
      Warden: 'Kamla Desai',
      'Warden’s e-mail': 'kamla@',
      'Security deposit': '10,000',
      'Monthly mess charges': '2500',
      Bank: 'State Bank of India',
      'Account number': '1234',
      IFSC: 'SBIN1001234',
    })
    await press(page, 'Create hostel')
    const alert = page.getByRole('alert')
    for (const words of [
      'Hostel name is required',
      'Choose boys, girls or co-ed',
      'Invalid email',
      'An account number has 9 to 18 digits',
      'An IFSC has four letters, a zero and six letters or digits',
    ]) {
      await expect(alert).toContainText(words)
    }
    // Whenever the form is refused, the input in all other fields is kept.
    await expect(field(page, 'Address')).toHaveValue('12 Lake Road, Anand')
    await expect(field(page, 'Open for applications')).toBeChecked()
    await field(page, 'Boys / girls / co-ed').selectOption('Co-ed')
    await field(page, 'Type').selectOption('Deluxe')
    await fill(page, {
      'Hostel name': 'Lakeside',
      'Warden’s e-mail': 'kamla@school.test',
      'Account number': '3001 2345 678',
      IFSC: 'sbin0001234',
      'Your own password': officePassword,
    })
    await press(page, 'Create hostel')
    await expect(page.getByText('Now add its rooms.')).toBeVisible()
    await expectTitle(page, 'Lakeside')
    const main = page.locator('#main')
    await expect(main).toContainText('SBIN0001234')
    await expect(main).toContainText('₹2,500, for students who ask for meals')

    await follow(page, 'Add room')
    await fill(page, { 'Room number': '101', Floor: 'top', Beds: '0', 'Monthly rent': '6,000' })
    await field(page, 'Type').selectOption('Double')
    await page.getByLabel('Wi-Fi').check()
    await press(page, 'Create room')
    await expect(alert).toContainText('Enter a whole number from -5 to 100')
    await expect(alert).toContainText('Enter a whole number from 1 to 200')
    await expect(page.getByLabel('Wi-Fi')).toBeChecked()
    await fill(page, { Floor: '1', Beds: '2' })
    await press(page, 'Create room')
    await expect(page.getByText('Created!')).toBeVisible()
    await expect(page.locator('tbody')).toContainText('1st floor')
    await expect(page.locator('tbody')).toContainText('Wi-Fi')
    await follow(page, 'Add room')
    await fill(page, { 'Room number': '101', Floor: '1', Beds: '1', 'Monthly rent': '7,000' })
    await field(page, 'Type').selectOption('Single')
    await press(page, 'Create room')
    await expect(alert).toContainText('The hostel already has a room with this number')
    await fill(page, { 'Room number': '102' })
    await press(page, 'Create room')
    await expect(main).toContainText('0 of 3 beds are taken or held; 3 can be allotted.')

    const files = {
      wrong: { name: 'house.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
      house: { name: 'house.png', mimeType: 'image/png', buffer: await picture(800, 500).png().toBuffer() },
      room: { name: 'room.jpg', mimeType: 'image/jpeg', buffer: await picture(800, 500, '#a04040').jpeg().toBuffer() },
    }
    await follow(page, 'Add picture')
    await field(page, 'Picture').setInputFiles(files.wrong)
    await press(page, 'Save Changes')
    await expect(alert).toContainText('Please upload an image file')
    await field(page, 'Picture').setInputFiles(files.house)
    await press(page, 'Save Changes')
    await expect(page.getByRole('img', { name: 'Lakeside' })).toBeVisible()
    await follow(page, 'Add the picture of room 101')
    await field(page, 'Picture').setInputFiles(files.room)
    await press(page, 'Save Changes')
    await expect(page.getByRole('img', { name: 'Room 101' })).toBeVisible()

    // The second of two concurrent editors sees the changes of the first.
    await follow(page, 'Edit hostel')
    await expectTitle(page, 'Edit Lakeside')
    const beside = await another()
    await asStaff(beside.context(), await makeStaff(school, { role: 'office' }))
    await beside.goto(page.url())
    await fill(beside, { Warden: 'Ila Shah' })
    await press(beside, 'Save Changes')
    await expect(beside.getByText('Updated!')).toBeVisible()
    await fill(page, { 'Security deposit': '12000' })
    await press(page, 'Save Changes')
    await expect(main).toContainText('Warden is “Ila Shah” now')
    await fill(page, { Warden: 'Ila Shah' })
    await page.locator('[name="seen_version"]').check()
    await press(page, 'Save Changes')
    await expect(main).toContainText('₹12,000')

    await follow(page, 'Delete hostel')
    await expect(alert).toContainText('It has rooms.')
    await page.goto('/school/settings')
    await page.getByRole('link', { name: 'Change the hostel settings' }).click()
    await expectTitle(page, 'Hostel settings')
    for (const period of await page.getByRole('checkbox').all()) await period.uncheck()
    await press(page, 'Save Changes')
    await expect(alert).toContainText('Choose at least one period')
    await page.getByLabel('Full year').check()
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()

    const hostel = await makeHostel(school, { name: 'Hillside' })
    const room = await makeRoom(hostel, { number: '7', capacity: 3 })
    const student = await makeStudent(school, { firstName: 'Nirav', lastName: 'Mehta' })
    await makeEnrollment(student)
    const application = await makeHostelApplication(student, room, { checkInDate: tomorrow })
    await approveApplication(owner.scope, application.publicId, null)
    await page.goto('/school/hostels?search=hill')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await follow(page, 'Hillside')
    await follow(page, 'Occupancy')
    await expectTitle(page, 'Occupancy of Hillside')
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Nirav Mehta')
    await expect(rows.first()).toContainText('Expected')
    await expect(rows.last()).toContainText('2 beds: free')
    const file = await page.request.get(`/school/hostels/${hostel.publicId}/occupancy.csv`)
    expect(await file.text()).toContain(`Nirav Mehta`)
    await field(page, 'Beds').selectOption('Free')
    await press(page, 'Search')
    await expect(rows).toHaveCount(1)
  },
)

flow(
  'an office cannot reduce a room below its occupied beds, and an added bed is offered to the waiting list',
  async ({ page, context }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school)
    const hostel = await makeHostel(school)
    const room = await makeRoom(hostel, { number: '7', capacity: 2 })
    const applications: string[] = []
    for (let index = 0; index < 3; index++) {
      const student = await makeStudent(school)
      await makeEnrollment(student)
      applications.push((await makeHostelApplication(student, room)).publicId)
    }
    const [one, two, waiting = ''] = applications
    for (const id of [one, two]) await approveApplication(owner.scope, id ?? '', null)
    await waitlistApplication(owner.scope, waiting, null)
    await asStaff(context, owner)
    await page.goto(`/school/hostels/${hostel.publicId}`)
    await follow(page, 'Room 7')
    await expect(page.locator('#main')).toContainText('2 of them taken or held')
    await fill(page, { Beds: '1' })
    await press(page, 'Save Changes')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('2 beds are taken or held: it cannot have fewer')
    expect(await readApplication(waiting)).toMatchObject({ holdsBed: 0 })
    await fill(page, { Beds: '3' })
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    expect(await readApplication(waiting)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    await follow(page, 'Occupancy')
    await expect(page.locator('tbody')).toContainText('Held for an applicant')
    await page.goto(`/school/hostels/${hostel.publicId}`)
    await follow(page, 'Room 7')
    await follow(page, 'Delete this room')
    await expect(alert).toContainText('Students have applied for it')
  },
)
