import { afterAll, beforeAll, expect, it } from 'vitest'
import { execute } from '~/database/connection.server'
import { type House, openHouse } from '../security/house'
import { makeWorld, type World } from '../security/world'

let house: House
let world: World

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
})
afterAll(() => house?.close())

it('says that enrollments cannot be read', async () => {
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
