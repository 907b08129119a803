import { expect, it } from 'vitest'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { semesters } from './options'
import { listStayPeriods, savePeriods } from './periods.server'

it('saves a school’s hostel periods once when many clerks save the same choice at once', async () => {
  const [first] = semesters
  for (let round = 0; round < 10; round += 1) {
    const school = await makeSchool()
    const { scope } = await makeStaff(school, { role: 'owner' })
    const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 6 }, work))
    // Opens the connections first, so that the saves below really start together.
    await atOnce(() => listStayPeriods(scope))
    await atOnce(() => savePeriods(scope, [first]))
    expect(await listStayPeriods(scope)).toEqual([first])
  }
})
