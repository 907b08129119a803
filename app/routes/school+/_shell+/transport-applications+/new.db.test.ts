import { expect, it } from 'vitest'
import { schoolPaths } from '~/http/school-paths'
import { findTransportApplication } from '~/models/money/transport/decide/applications.server'
import { currentSession } from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import { makeDemoProfile } from '../../../../../tests/factories/profile'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { locateSchool, makeFare } from '../../../../../tests/factories/transport'
import { action, loader } from './new'

const at = (student: { publicId: string }) =>
  `http://localhost:3000${schoolPaths.newTransportApplication}?student=${student.publicId}`

it('prefills the form from the student’s record, shows the price of a fare, and creates the application', async () => {
  const school = await makeSchool()
  await locateSchool(school)
  const fare = await makeFare(school)
  const student = await makeBoarder(school, {}, await currentSession(school))
  await makeDemoProfile(student)
  const { cookie } = await signedInStaff(await makeStaff(school))
  const shown = await loader({ request: new Request(at(student), { headers: { cookie } }), params: {}, context: {} })
  expect(shown.values).toMatchObject({ fare: fare.publicId, emergency_contact: '9825012346' })
  expect(shown.more.fares).toEqual([{ value: fare.publicId, label: expect.stringContaining('a month') }])

  const send = (change: Record<string, string>) => {
    const body = new URLSearchParams({
      pickup_address: '12, Lake Road',
      pickup_latitude: '22.3039',
      pickup_longitude: '70.8022',
      fare: fare.publicId,
      payment_plan: 'monthly',
      emergency_contact: '9825012346',
      form_key: shown.formKey,
      ...change,
    })
    return action({
      request: new Request(at(student), { method: 'POST', headers: { cookie }, body }),
      params: {},
      context: {},
    })
  }
  expect(await send({ pickup_latitude: '', pickup_longitude: '' })).toMatchObject({ init: { status: 422 } })
  const sent = await send({})
  const to = sent instanceof Response ? (sent.headers.get('Location') ?? '') : ''
  expect(to).toMatch(/^\/school\/transport-applications\/[a-z0-9]{12}$/)
  const made = await findTransportApplication(school.scope, to.split('/').at(-1) ?? '')
  expect(made).toMatchObject({ status: 'pending', emergencyContact: '9825012346', fareName: fare.name })

  const { cookie: stranger } = await signedInStaff(await makeStaff(await makeSchool()))
  const opened = loader({
    request: new Request(at(student), { headers: { cookie: stranger } }),
    params: {},
    context: {},
  })
  await expect(opened).rejects.toMatchObject({ status: 404 })
})
