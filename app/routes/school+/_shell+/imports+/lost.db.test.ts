import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { isImportLost, startImport } from '~/models/entry/imports/imports.server'
import { currentSession } from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { recordOf } from '../../../../../tests/factories/imports'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { loader } from './$id.index'

it('shows the message that an import will continue by itself, but only if its worker has died', async () => {
  const school = await makeSchool()
  const staff = await makeStaff(school)
  const { cookie } = await signedInStaff(staff)
  const { publicId: sessionPublicId } = await currentSession(school)
  const started = await startImport(staff.scope, {
    kind: 'students',
    sessionPublicId,
    createsClasses: true,
    sectionCapacity: 60,
    formKey: randomUUID(),
    file: { name: 'students.csv', bytes: Buffer.from('GR No,Name\n1,Asha\n') },
  })
  if (!started.ok) throw new Error(started.reason)
  const { id } = await recordOf(staff.scope, started.value)
  const isSaid = async () => {
    const request = new Request(`http://localhost:3000/school/imports/${started.value}`, { headers: { cookie } })
    const answer = await loader({ request, params: { id: started.value }, context: {} })
    return answer.data.progress?.isLost
  }
  const lease = (state: string, seconds: number | null) =>
    execute(
      `UPDATE jobs SET state = :state, leased_until = UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND WHERE unique_key = :key`,
      { state, seconds, key: `check-import:${id}` },
    )
  expect(await isSaid()).toBe(false)
  await lease('running', 55)
  expect(await isSaid()).toBe(false)
  // The worker renews its lease of a minute every twenty seconds: with 15 seconds left, it has missed two renewals.
  await lease('running', 15)
  expect(await isSaid()).toBe(true)
  await lease('running', -5)
  expect(await isSaid()).toBe(true)
  expect(await isImportLost((await makeStaff(await makeSchool())).scope, id)).toBe(false)
  await lease('waiting', null)
  expect(await isSaid()).toBe(false)
})
