import { describe, expect, it } from 'vitest'
import { makeHostel, makeRoom } from '../../../../../tests/factories/hostels'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { findHostel, findRoom, type HostelsQuery, listHostels, listRooms } from './student-hostels.server'

const all: HostelsQuery = { gender: '', type: '', upToPaise: null, facilities: [], page: 1, pageSize: 10 }

async function makeHouses() {
  const school = await makeSchool()
  const student = await makeStudent(school, { gender: 'Female' })
  const boys = await makeHostel(school, { name: 'Aravalli', genderType: 'boys', hostelType: 'ac' })
  const girls = await makeHostel(school, { name: 'Bhagirathi', genderType: 'girls', mealPlanIncluded: true })
  await makeHostel(school, { name: 'Closed', isActive: false })
  await makeHostel(await makeSchool(), { name: 'Elsewhere' })
  const dear = await makeRoom(girls, { number: '10', rentPaise: 9_000_00, facilities: ['tv', 'wifi', 'balcony'] })
  const cheap = await makeRoom(girls, { number: '9', rentPaise: 4_000_00, facilities: ['furnished'] })
  const shut = await makeRoom(girls, { number: '1', status: 'maintenance', facilities: [] })
  return { school, student, boys, girls, dear, cheap, shut }
}

describe('the hostels of a school', () => {
  it('lists only the active hostels of the student’s school, with a summary of their rooms', async () => {
    const { student, girls } = await makeHouses()
    const { rows, total } = await listHostels(student.scope, all)
    expect(rows.map((row) => row.name)).toEqual(['Aravalli', 'Bhagirathi'])
    expect(total).toBe(2)
    expect(rows[0]).toMatchObject({ totalRooms: 0, availableRooms: 0, minRentPaise: null, facilities: [] })
    expect(rows[1]).toMatchObject({
      totalRooms: 3,
      availableRooms: 2,
      minRentPaise: 4_000_00,
      facilities: ['wifi', 'tv', 'furnished', 'balcony'],
      pictureKey: null,
    })
    expect(await findHostel(student.scope, girls.publicId)).toMatchObject({
      name: 'Bhagirathi',
      mealPlanIncluded: true,
      depositPaise: 10_000_00,
      availableRooms: 2,
      isForMe: true,
    })
  })

  it('filters hostels by gender and type, and by rent and facilities that one room must combine', async () => {
    const { student } = await makeHouses()
    const names = async (input: Partial<HostelsQuery>) =>
      (await listHostels(student.scope, { ...all, ...input })).rows.map((row) => row.name)
    expect(await names({ gender: 'boys' })).toEqual(['Aravalli'])
    expect(await names({ type: 'standard' })).toEqual(['Bhagirathi'])
    expect(await names({ upToPaise: 3_999_99 })).toEqual([])
    expect(await names({ upToPaise: 4_000_00 })).toEqual(['Bhagirathi'])
    expect(await names({ facilities: ['wifi', 'balcony'] })).toEqual(['Bhagirathi'])
    expect(await names({ facilities: ['wifi', 'furnished'] })).toEqual([])
    expect(await names({ facilities: ['wifi'], upToPaise: 5_000_00 })).toEqual([])
    expect(await names({ pageSize: 1, page: 2 })).toEqual(['Bhagirathi'])
  })

  it('hides hostels from students of other schools', async () => {
    const { student, girls, boys, cheap } = await makeHouses()
    const stranger = await makeStudent(await makeSchool())
    expect(await findHostel(stranger.scope, girls.publicId)).toBeNull()
    expect((await findHostel(student.scope, boys.publicId))?.isForMe).toBe(false)
    expect(await findRoom(student.scope, boys, cheap.publicId)).toBeNull()
  })
})

it('lists the rooms of a hostel, those with a free bed first, in the order of their numbers', async () => {
  const { student, girls, dear, cheap, shut } = await makeHouses()
  const { rows } = await listRooms(student.scope, girls, { page: 1, pageSize: 6 })
  expect(rows.map((row) => row.publicId)).toEqual([cheap.publicId, dear.publicId, shut.publicId])
  expect(rows[0]).toMatchObject({ roomNumber: '9', freeBeds: 2, isFree: true, facilities: ['furnished'] })
  expect(await findRoom(student.scope, girls, shut.publicId)).toMatchObject({
    isFree: false,
    freeBeds: 0,
    status: 'maintenance',
  })
})
