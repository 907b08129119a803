import { expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { rejectApplication } from '~/models/money/hostels/decide/close-application.server'
import { decideRefund, heldOf } from '~/models/money/hostels/decide/decide-refund.server'
import { chargesOf } from '~/models/money/hostels/stay/charges.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { guardianCookie } from '../../../../../tests/factories/app'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../../tests/factories/guardians'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import { makeHostel, makeHostelApplication, makeRoom } from '../../../../../tests/factories/hostels'
import { makeSchool } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { loader } from './applications.$id.index'
import { loader as listLoader } from './index'

it('shows the received and the refunded amount, even when the school no longer holds any money', async () => {
  const school = await makeSchool()
  const student = await makeBoarder(school)
  const place = await makeHostelApplication(student, await makeRoom(await makeHostel(school)))
  const { publicId } = place
  const { cookie } = await signedInStudent(student)
  const payment = async () => {
    const request = new Request(`http://localhost:3000/students/hostels/applications/${publicId}`, {
      headers: { cookie },
    })
    return (await loader({ request, params: { id: publicId }, context: {} })).payment.map(({ value }) => value)
  }
  expect(await payment()).toEqual([])
  const own = { id: place.id, studentId: student.id }
  const dueIds = (await chargesOf(school.scope, own)).map((charge) => charge.duePublicId)
  const paid = { method: 'cash', amountPaise: 16_320_00, reference: null, remarks: null } as const
  const on = { paidOn: todayInIndia(new Date()), dueIds, formKey: newFormKey() }
  expect((await recordOfflinePayment(school.scope, { ...paid, ...on })).ok).toBe(true)
  expect(await payment()).toEqual(['₹16,320', expect.any(String)])
  await rejectApplication(school.scope, publicId, 'No place')
  const { held } = await heldOf(school.scope, { ...own, checkedOutOn: null })
  const amounts = held.map(({ duePublicId, heldPaise }) => ({ duePublicId, amountPaise: heldPaise }))
  const how = { remarks: null, givenBy: 'cash' as const, givenReference: null }
  expect(await decideRefund(school.scope, publicId, { amounts, ...how })).toMatchObject({ ok: true })
  expect(await payment()).toEqual(['₹16,320', expect.any(String), '₹16,320'])
})

it('shows the guardian of the application to the student only, since another viewer may be the other parent', async () => {
  const school = await makeSchool()
  const student = await makeBoarder(school)
  const { publicId } = await makeHostelApplication(student, await makeRoom(await makeHostel(school)))
  const account = await makeGuardianAccount({ password: null })
  await linkGuardian(await makeGuardian(school, { accountId: account.id }), student)
  const read = async (cookie: string) => {
    const at = 'http://localhost:3000/students/hostels'
    const one = new Request(`${at}/applications/${publicId}`, { headers: { cookie } })
    const all = new Request(`${at}?tab=applications`, { headers: { cookie } })
    return JSON.stringify([
      await loader({ request: one, params: { id: publicId }, context: {} }),
      await listLoader({ request: all, params: {}, context: {} }),
    ])
  }
  const own = await read((await signedInStudent(student)).cookie)
  const seen = await read(await guardianCookie(account, student))
  for (const fact of ['9825098250', '9825098251', 'Rajesh Patel']) {
    expect(own).toContain(fact)
    expect(seen).not.toContain(fact)
  }
  expect(seen).toContain(publicId)
})
