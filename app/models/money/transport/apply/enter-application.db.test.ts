import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { schoolScope } from '~/models/core/shared/scope.server'
import { findApplicant } from '~/models/money/subscriptions/find-applicant.server'
import { currentSession } from '../../../../../tests/factories/academics'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeFare } from '../../../../../tests/factories/transport'
import { makeTransportDecisionThings } from '../../../../../tests/factories/transport-decisions'
import { findTransportApplication } from '../decide/applications.server'
import { enterApplication } from './enter-application.server'

it('enters a student’s application once per form, by the rules for students, audited under the clerk', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  await makeTransportDecisionThings(school, session)
  const fare = await makeFare(school, { isDefault: false })
  const student = await makeBoarder(school, {}, session)
  const applicant = await findApplicant(school.scope, student.publicId)
  const clerk = { kind: 'staff', id: 7, name: 'Kiran Shah' } as const
  const office = schoolScope(school.scope.schoolId, clerk)
  const values = {
    pickupAddress: '12, Lake Road',
    pickupLatitude: '22.303900',
    pickupLongitude: '70.802200',
    dropAddress: null,
    fare: fare.publicId,
    stop: null,
    route: null,
    paymentPlan: 'monthly' as const,
    emergencyContact: '9825098250',
    medicalConditions: null,
    specialRequirements: null,
  }
  const key = randomUUID()
  const enter = (formKey: string, more = {}) =>
    enterApplication(office, formKey, applicant?.id ?? 0, { ...values, ...more })
  expect(await enter(key, { pickupLatitude: null })).toEqual({ ok: false, reason: 'no-point' })
  const entered = await enter(key)
  expect(entered).toMatchObject({ ok: true })
  expect(await enter(key)).toEqual(entered)
  expect(await enter(randomUUID())).toEqual({ ok: false, reason: 'applied-already' })
  const id = entered.ok ? entered.value : ''
  expect(await findTransportApplication(school.scope, id)).toMatchObject({ status: 'pending', kind: 'transport' })
  const audit = await readRows<{ kind: string; id: number }>(
    `SELECT actor_kind AS kind, actor_id AS id FROM audit_entries WHERE school_id = :schoolId
       AND action = 'transport-application.sent' AND subject_id = (SELECT id FROM transport_applications WHERE public_id = :id)`,
    { schoolId: school.scope.schoolId, id },
  )
  expect(audit).toEqual([{ kind: 'staff', id: clerk.id }])
})

it('refuses a student of another school', async () => {
  const school = await makeSchool()
  const other = await makeSchool()
  const student = await makeBoarder(other, {}, await currentSession(other))
  expect(await findApplicant(school.scope, student.publicId)).toBeNull()
  expect(await findApplicant(other.scope, student.publicId)).not.toBeNull()
})
