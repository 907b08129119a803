import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { makeAcademicSession, makeEnrollment } from '../../../../tests/factories/academics'
import { makeFormerStudent, makeHold, makeRun } from '../../../../tests/factories/retention'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { countDue, listNewlyDue } from './due.server'
import { removable } from './field-classes'
import { findRun, planBefore } from './runs.server'
import type { Plan } from './years.server'

it('lists students due for removal since the last finished run, by the day their leaving was entered', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const runAs = async (state: string, plan: string) => {
    const publicId = await makeRun(owner)
    await execute('UPDATE retention_runs SET state = :state, plan = :plan WHERE public_id = :publicId', {
      state,
      publicId,
      plan: JSON.stringify({ contact: plan }),
    })
    return (await findRun(owner.scope, publicId))?.id ?? 0
  }
  const goneOn = (leftOn: string, firstName: string) =>
    makeFormerStudent(school, leftOn, { firstName, lastName: 'Rao' })
  const first = await runAs('done', '2015-03-31')
  await runAs('withdrawn', '2019-03-31')
  const last = await runAs('asked', '2020-03-31')
  await goneOn('2015-03-31', 'Old')
  const fresh = await goneOn('2015-04-01', 'Fresh')
  await goneOn('2020-04-01', 'Later')
  await makeHold(await goneOn('2016-05-01', 'Held'))
  const backdated = await goneOn('2010-01-01', 'Backdated')
  await execute("UPDATE students SET left_entered_on = '2018-02-02' WHERE id = :id", { id: backdated.id })
  await makeFormerStudent(await makeSchool(), '2016-05-01')

  const before = await planBefore(owner.scope, last)
  expect(before).toEqual({ contact: '2015-03-31' })
  expect(await planBefore(owner.scope, first)).toEqual({})
  expect(await listNewlyDue(owner.scope, { contact: '2020-03-31' }, before)).toEqual({
    count: 2,
    names: [
      { publicId: backdated.publicId, name: 'Backdated Rao', leftOn: '2010-01-01' },
      { publicId: fresh.publicId, name: 'Fresh Rao', leftOn: '2015-04-01' },
    ],
  })
  const all = await listNewlyDue(owner.scope, { contact: '2020-03-31' }, {})
  expect(all.names.map(({ name }) => name)).toEqual(['Backdated Rao', 'Fresh Rao', 'Old Rao'])
})

it.each([
  ['waits for its confirmation', "state = 'asked'"],
  ['has not finished', "state = 'running'"],
  ['was withdrawn', "state = 'withdrawn'"],
  ['is being restored', 'restore_asked_at = UTC_TIMESTAMP(3)'],
  ['was restored', 'restore_asked_at = UTC_TIMESTAMP(3), restored_at = UTC_TIMESTAMP(3)'],
])('compares a new run with the last finished run, but with the one before when that one %s', async (_what, change) => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const runWith = async (plan: Plan) => {
    const publicId = await makeRun(owner)
    const stored = JSON.stringify(plan)
    await execute("UPDATE retention_runs SET plan = :stored, state = 'done' WHERE public_id = :publicId", {
      stored,
      publicId,
    })
    return (await findRun(owner.scope, publicId))?.id ?? 0
  }
  const [older, newer] = [{ contact: '2015-03-31' }, { contact: '2018-03-31' }]
  await runWith(older)
  const last = await runWith(newer)
  const next = await runWith({ contact: '2020-03-31' })
  expect(await planBefore(owner.scope, next)).toEqual(newer)
  await execute(`UPDATE retention_runs SET ${change} WHERE id = :last`, { last })
  expect(await planBefore(owner.scope, next)).toEqual(older)
})

it('lists all students due for a field class that is new in the plan, but only newly due ones for others', async () => {
  const school = await makeSchool()
  const goneOn = (leftOn: string, firstName: string) =>
    makeFormerStudent(school, leftOn, { firstName, lastName: 'Rao' })
  await goneOn('2009-05-01', 'Oldest')
  await goneOn('2012-05-01', 'Older')
  await goneOn('2016-05-01', 'Recent')
  const namesOf = async (...[plan, before]: [Plan, Plan]) =>
    (await listNewlyDue(school.scope, plan, before)).names.map(({ name }) => name)
  const before = { contact: '2015-03-31' }
  expect(await namesOf({ contact: '2015-03-31', health: '2010-03-31' }, before)).toEqual(['Oldest Rao'])
  expect(await namesOf({ contact: '2017-03-31', health: '2010-03-31' }, before)).toEqual(['Oldest Rao', 'Recent Rao'])
  expect(await namesOf({ contact: '2015-03-31' }, before)).toEqual([])
})

it('skips students whose leaving was entered after the cut-off day, or whose session ended after it', async () => {
  const school = await makeSchool()
  const until = '2020-03-31'
  const due = async () => {
    const counts = await countDue(school.scope, Object.fromEntries(removable.map(([key]) => [key, until])))
    return counts.find(({ key }) => key === 'contact')?.due
  }
  const enteredOn = (day: string, { id }: { id: number }) =>
    execute('UPDATE students SET left_entered_on = :day WHERE id = :id', { day, id })
  const slip = await makeFormerStudent(school, '1990-01-01')
  await enteredOn('2020-04-01', slip)
  expect(await due()).toBe(0)
  await enteredOn(until, slip)
  expect(await due()).toBe(1)
  const [old, recent] = [
    await makeAcademicSession(school, { name: '2019-20', startsOn: '2019-04-01', endsOn: until }),
    await makeAcademicSession(school, { name: '2020-21', startsOn: '2020-04-01', endsOn: '2021-03-31' }),
  ]
  await makeEnrollment(slip, { session: old })
  expect(await due()).toBe(1)
  await makeEnrollment(slip, { session: recent })
  expect(await due()).toBe(0)
})
