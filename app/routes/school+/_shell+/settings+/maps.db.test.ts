import { expect, it } from 'vitest'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { settingsVersion } from '~/models/core/schools/settings.server'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { giveMapsKeys } from '../../../../../tests/factories/maps-keys'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { action } from './maps'

it('keeps the stored maps key when an empty form is saved, and removes it when its box is ticked', async () => {
  const school = await makeSchool()
  const { cookie } = await signedInStaff(await makeStaff(school))
  const save = async (typed: Record<string, string>) => {
    const version = String(await settingsVersion(school.scope))
    const body = new URLSearchParams({ version, maps_key: '', password: '', ...typed })
    const request = new Request('http://localhost:3000/', { method: 'POST', headers: { cookie }, body })
    const answer = await action({ request, params: {}, context: {} })
    return answer instanceof Response ? answer.status : JSON.stringify(answer.data)
  }
  const stored = async () => (await findMaps(school.scope)).key
  // An empty form without a stored key changes nothing and is not an error.
  expect(await save({})).toBe(303)
  await giveMapsKeys(school, { server: 'the-first-key' })
  expect(await save({})).toContain('tick the box to remove the stored one')
  expect(await stored()).toBe('the-first-key')
  expect(await save({ maps_key: 'the-second-key', remove: 'on' })).toBe(303)
  expect(await stored()).toBe('the-second-key')
  expect(await save({ remove: 'on' })).toBe(303)
  expect(await stored()).toBeNull()
})
