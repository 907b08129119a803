import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { makeBoarder, payRoom } from '../../../../../tests/factories/hostel-decisions'
import { makeHostel, makeHostelApplication, makeRoom } from '../../../../../tests/factories/hostels'
import { makeSchool } from '../../../../../tests/factories/school'
import { cancelApplication } from '../decide/close-application.server'
import { listHostelDues, sumHostelDues } from './hostel-dues.server'

const everything = { search: '', sort: 'due', descending: false, page: 1, filters: { stage: '' } } as const

it('sums charges, payments and balances of one hostel', async () => {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school), { capacity: 5, number: '101' })
  const checkInDate = addDays(todayInIndia(new Date()), 1)
  const asha = await makeBoarder(school, { firstName: 'Asha', lastName: 'Rathod' })
  const paid = { ...(await makeHostelApplication(asha, room)), studentId: asha.id }
  await payRoom(school, paid)
  await makeHostelApplication(await makeBoarder(school, { firstName: 'Nirav', lastName: 'Mehta' }), room, {
    checkInDate,
  })
  const gone = await makeHostelApplication(await makeBoarder(school), room)
  await cancelApplication(school.scope, gone.publicId, 'The family moves away')
  // Dues of another hostel of the school.
  await makeHostelApplication(await makeBoarder(school), await makeRoom(await makeHostel(school)))

  const { rows, total } = await listHostelDues(school.scope, room.hostel, everything)
  expect(total).toBe(4)
  expect(
    rows.map(({ studentName, name, amountPaise, openPaise, stage }) => [
      studentName,
      name,
      amountPaise,
      openPaise,
      stage,
    ]),
  ).toEqual([
    ['Asha Rathod', 'Hostel deposit', 10_000_00, 0, 'paid'],
    ['Asha Rathod', 'Hostel first month', 6_320_00, 0, 'paid'],
    ['Nirav Mehta', 'Hostel deposit', 10_000_00, 10_000_00, 'owed'],
    ['Nirav Mehta', 'Hostel first month', 6_320_00, 6_320_00, 'owed'],
  ])
  expect(await sumHostelDues(school.scope, room.hostel, everything)).toEqual({
    amountPaise: 32_640_00,
    paidPaise: 16_320_00,
    openPaise: 16_320_00,
    overduePaise: 0,
  })
  const owed = { ...everything, search: 'mehta', filters: { stage: 'owed' } } as const
  expect(await sumHostelDues(school.scope, room.hostel, owed)).toMatchObject({ paidPaise: 0, openPaise: 16_320_00 })
  const foreign = await makeSchool()
  expect((await listHostelDues(foreign.scope, room.hostel, everything)).total).toBe(0)
})

it.each([
  [-1, 'overdue', 16_320_00],
  [0, 'owed', 0],
  [1, 'owed', 0],
])('for a due %i days from today, returns the status %s', async (days, stage, overduePaise) => {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school))
  const boarder = await makeBoarder(school)
  await makeHostelApplication(boarder, room)
  const dueOn = addDays(todayInIndia(new Date()), days)
  await execute('UPDATE dues SET due_on = :dueOn WHERE student_id = :id', { dueOn, id: boarder.id })
  const { rows } = await listHostelDues(school.scope, room.hostel, everything)
  expect(rows.map((row) => row.stage)).toEqual([stage, stage])
  expect(await sumHostelDues(school.scope, room.hostel, everything)).toMatchObject({ overduePaise })
})
