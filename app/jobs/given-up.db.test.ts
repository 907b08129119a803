import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startImport } from '~/models/entry/imports/imports.server'
import { currentSession } from '../../tests/factories/academics'
import { recordOf } from '../../tests/factories/imports'
import { makeSchool, makeStaff } from '../../tests/factories/school'
import { givenUp } from './registry.server'

it('marks an import as failed when its job is abandoned, and leaves another school’s import running', async () => {
  const started = await Promise.all(
    [1, 2].map(async () => {
      const school = await makeSchool()
      const { scope } = await makeStaff(school)
      const { publicId: sessionPublicId } = await currentSession(school)
      const file = { name: 'students.csv', bytes: Buffer.from('GR No,Name\n1,Asha\n') }
      const input = { kind: 'students', file, sessionPublicId, createsClasses: true, sectionCapacity: 60 } as const
      const outcome = await startImport(scope, { ...input, formKey: randomUUID() })
      if (!outcome.ok) throw new Error(outcome.reason)
      return { scope, ...(await recordOf(scope, outcome.value)) }
    }),
  )
  const [one, other] = started
  if (!one || !other) throw new Error('two imports')
  await givenUp['check-import']?.({ importId: other.id }, one.scope)
  await givenUp['check-import']?.({ importId: one.id }, one.scope)
  expect(await recordOf(one.scope, one.publicId)).toMatchObject({ state: 'failed', stoppedBecause: 'gave-up' })
  expect(await recordOf(other.scope, other.publicId)).toMatchObject({ state: 'checking' })
})
