import { expect, it } from 'vitest'
import { subjects } from '~/models/people/academics/subjects.server'
import { entriesOf } from '../../../tests/factories/audit'
import { unique } from '../../../tests/factories/insert'
import { makeSchool, makeStaff } from '../../../tests/factories/school'

it('writes an audit entry for each create, update and delete', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const made = await subjects.create(scope, unique(), { name: 'Science', code: '086', classes: [] })
  if (!made.ok) throw new Error(made.reason)
  expect(await subjects.update(scope, made.value, 1, { name: 'Physics', code: '042', classes: [] })).toMatchObject({
    ok: true,
  })
  expect(await subjects.remove(scope, made.value)).toMatchObject({ ok: true })
  const entries = async (verb: string) => entriesOf(school, `subject.${verb}`)
  expect(await entries('created')).toMatchObject([{ by: 'staff', kind: 'subject', details: { name: 'Science' } }])
  expect(await entries('updated')).toMatchObject([{ by: 'staff', kind: 'subject', details: { name: 'Physics' } }])
  expect(await entries('deleted')).toMatchObject([{ by: 'staff', kind: 'subject', details: { name: 'Physics' } }])
})
