import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { makeEnrollment } from '../factories/academics'
import { studentCookie } from '../factories/app'
import { makeStudent } from '../factories/student'
import { house, world } from './reading-house'

describe('rarely seen texts of the specification', () => {
  it('are shown for a session without fees', async () => {
    const student = await makeStudent(world.own.school)
    await makeEnrollment(student, { session: world.own.session })
    const page = await house.app.request('/students/fees', { cookie: await studentCookie(student) })
    expect(page.text).toContain('No fees found for this session.')
  })

  it('are shown for a class without a timetable', async () => {
    const page = await house.app.request('/students/timetable', {
      cookie: await studentCookie(await makeStudent(world.own.school)),
    })
    expect(page.text).toContain('No Timetable Available')
  })

  it('are shown after signing out', async () => {
    const page = await house.app.request('/students/logout')
    expect(page.text).toContain('>Logged out</h1>')
    expect(page.headers.refresh).toBe('2; url=/students/login')
  })

  it('are shown on the page for a new password, about its minimum length', async () => {
    const page = await house.app.request('/students/reset-password')
    expect(page.text).toContain('At least 8 characters')
  })

  it('are shown when a form of the office is refused', async () => {
    const address = `/school/classes/${world.own.class.publicId}/edit`
    const page = await house.app.request(address, { form: { name: '' }, cookie: world.cookies.owner })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Update Failed')
  })

  it('are shown for fees that cannot be read', async () => {
    await execute('RENAME TABLE dues TO dues_away', {})
    try {
      const page = await house.app.request('/students/fees', { cookie: world.cookies.student })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Error fetching fees: Failed to fetch fee status')
      expect(page.text).not.toMatch(/dues_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE dues_away TO dues', {})
    }
  })

  it('are shown for hostels that cannot be read', async () => {
    await execute('RENAME TABLE room_facilities TO room_facilities_away', {})
    try {
      const page = await house.app.request('/students/hostels?load=1', { cookie: world.cookies.student })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Failed to load hostels')
      expect(page.text).not.toMatch(/facilities_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE room_facilities_away TO room_facilities', {})
    }
  })

  it("are shown for a student's hostel applications that cannot be read", async () => {
    await execute('RENAME TABLE hostel_charges TO hostel_charges_away', {})
    try {
      const address = '/students/hostels?tab=applications'
      const page = await house.app.request(address, { cookie: world.cookies.student })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Failed to load your applications')
      expect(page.text).not.toContain('Failed to load hostels')
      expect(page.text).toContain(`<a class="alone" href="${address}">Try again</a>`)
      expect(page.text).not.toMatch(/charges_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE hostel_charges_away TO hostel_charges', {})
    }
  })

  it('are shown for vehicles that cannot be read', async () => {
    await execute('RENAME TABLE tariffs TO tariffs_away', {})
    try {
      const page = await house.app.request('/students/vehicles', { cookie: world.cookies.student })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Error Loading Vehicles')
      expect(page.text).not.toMatch(/tariffs_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE tariffs_away TO tariffs', {})
    }
  })

  it("are shown for a student's vehicle applications that cannot be read", async () => {
    await execute('RENAME TABLE transport_charges TO transport_charges_away', {})
    try {
      const address = '/students/vehicles?tab=applications'
      const page = await house.app.request(address, { cookie: world.cookies.student })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Error Loading Applications')
      expect(page.text).toContain(`<a class="alone" href="${address}">Try Again</a>`)
      expect(page.text).not.toMatch(/charges_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE transport_charges_away TO transport_charges', {})
    }
  })

  it('are shown for a store whose products cannot be read', async () => {
    await execute('RENAME TABLE product_variants TO product_variants_away', {})
    try {
      const page = await house.app.request('/students/shop', { cookie: world.cookies.student })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Failed to load products')
      expect(page.text).not.toMatch(/variants_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE product_variants_away TO product_variants', {})
    }
  })

  it('are shown for enrollments that cannot be read', async () => {
    await execute('RENAME TABLE enrollments TO enrollments_away', {})
    try {
      const page = await house.app.request('/school/enrollments', { cookie: world.cookies.owner })
      expect(page.status).toBe(500)
      expect(page.text).toContain('Failed to fetch enrollments')
      expect(page.text).not.toMatch(/enrollments_away|doesn&#x27;t exist|SELECT/)
    } finally {
      await execute('RENAME TABLE enrollments_away TO enrollments', {})
    }
  })
})
