import { expect, it } from 'vitest'
import { type DemoPassengers, makeDemoTransport } from './demo-transport'
import { makeBoarder } from './hostel-decisions'
import { readRows } from './read'
import { makeSchool, makeStaff } from './school'
import { faultsOfTransport } from './transport'

it('creates an application at every stage with consistent seat counts', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const names = ['byStop', 'inVehicle', 'unpaid', 'paid', 'suspended', 'cancelled', 'rejected', 'pending'] as const
  const passengers: Partial<DemoPassengers> = {}
  for (const name of names) passengers[name] = await makeBoarder(school)
  await makeDemoTransport(office, school, passengers as DemoPassengers)
  const rows = await readRows<{ status: string; count: number }>(
    'SELECT status, COUNT(*) AS count FROM transport_applications WHERE school_id = :id GROUP BY status ORDER BY status + 0',
    { id: school.id },
  )
  expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual({
    pending: 1,
    approved: 2,
    active: 2,
    suspended: 1,
    rejected: 1,
    cancelled: 1,
  })
  expect(await faultsOfTransport(school)).toEqual([])
})
