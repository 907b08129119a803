import { expect, it } from 'vitest'
import { makeSchool, makeStaff } from '../../../tests/factories/school'
import { semesters } from './options'
import { listPeriods, savePeriods } from './periods.server'

it('takes the same choice many times at once: a button pressed again while the first press is on its way', async () => {
  const [first] = semesters
  for (let round = 0; round < 10; round += 1) {
    const school = await makeSchool()
    const { scope } = await makeStaff(school, { role: 'owner' })
    const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 6 }, work))
    // Each has its connection already, so that they do begin together.
    await atOnce(() => listPeriods(scope))
    await atOnce(() => savePeriods(scope, [first]))
    expect(await listPeriods(scope)).toEqual([first])
  }
})
