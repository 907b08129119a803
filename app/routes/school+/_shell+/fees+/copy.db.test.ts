import { expect, it } from 'vitest'
import { countQueries } from '~/database/database.server'
import { copyFee } from '~/models/money/fees/copy-fee.server'
import { currentSession, makeClass } from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeFee } from '../../../../../tests/factories/fees'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { loader } from './$id.copy'

it('preselects the classes without a fee of this name when a fee is copied', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const [own, has, without] = [await makeClass(school), await makeClass(school), await makeClass(school)]
  const fee = await makeFee(school, { session, class: own })
  const wanted = { name: fee.name, academicSession: session.publicId, classes: [has.publicId], isAssigned: false }
  await copyFee(school.scope, fee.publicId, wanted)
  const { cookie } = await signedInStaff(await makeStaff(school))
  const request = new Request('http://localhost:3000/', { headers: { cookie } })
  const opened = await countQueries(() => loader({ request, params: { id: fee.publicId }, context: {} }))
  expect(opened.value.values).toMatchObject({ class: [without.publicId], assign: false })
  expect(opened.value.more.classes).toHaveLength(3)
  expect(opened.count).toBeLessThanOrEqual(6)
})
