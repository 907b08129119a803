import { expect, it } from 'vitest'
import { systemScope } from '~/models/core/shared/scope.server'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { decideAboutSchool, findRegistered, listNotApproved } from './approval.server'

const system = systemScope()
const waiting = async () => (await listNotApproved(system)).map((school) => school.publicId)

it('lists schools without approval, and accepts the operator’s decision and later reversal', async () => {
  const [school, other, approved] = [
    await makeSchool({ approved: false }),
    await makeSchool({ approved: false }),
    await makeSchool(),
  ]
  expect(await waiting()).toEqual(expect.arrayContaining([school.publicId, other.publicId]))
  expect(await waiting()).not.toContain(approved.publicId)

  await decideAboutSchool(school.scope, 'approved')
  expect(await findRegistered(system, school.publicId)).toMatchObject({ name: school.name, approval: 'approved' })
  expect(await findRegistered(system, other.publicId)).toMatchObject({ approval: 'waiting' })
  await decideAboutSchool(school.scope, 'refused')
  expect(await findRegistered(system, school.publicId)).toMatchObject({ approval: 'refused' })
  // Waiting schools come before refused ones.
  const order = await waiting()
  expect(order.indexOf(school.publicId)).toBeGreaterThan(order.indexOf(other.publicId))
  await decideAboutSchool(school.scope, 'approved')
  expect(await findRegistered(system, school.publicId)).toMatchObject({ approval: 'approved' })
  expect(
    await readRows('SELECT action, actor_kind AS kind FROM audit_entries WHERE school_id = :id ORDER BY id', {
      id: school.id,
    }),
  ).toEqual(['approved', 'refused', 'approved'].map((word) => ({ action: `school.${word}`, kind: 'system' })))
})

it('returns null for an unknown school id', async () => {
  expect(await findRegistered(system, 'nobodys-id')).toBeNull()
})
