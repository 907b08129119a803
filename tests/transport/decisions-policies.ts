import { randomUUID } from 'node:crypto'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const view = 'transport-applications:view'
const decide = 'transport-applications:decide'
const at = 'routes/school+/_shell+/transport-applications+'
const today = todayInIndia(new Date())

export const transportDecisionsPolicies: Record<string, Policy> = {
  [`${at}/index`]: { get: view },
  [`${at}/index[.]csv`]: { get: view },
  'routes/school+/_shell+/vehicle-applications+/index': { get: view },
  'routes/school+/_shell+/vehicle-applications+/index[.]csv': { get: view },
  [`${at}/new`]: {
    get: decide,
    post: decide,
    query: (things) => `student=${things.hostelDecisions.student}`,
    body: (things) => ({
      pickup_address: 'Lake Road',
      pickup_latitude: '22.3039',
      pickup_longitude: '70.8022',
      drop_address: '',
      fare: things.transportDecisions.fare,
      stop: '',
      route: '',
      payment_plan: 'monthly',
      emergency_contact: '9825098251',
      medical_conditions: '',
      special_requirements: '',
      form_key: randomUUID(),
    }),
  },
  [`${at}/$id.index`]: { get: view, ids: (things) => [things.transportDecisions.active] },
  [`${at}/$id.approval`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.transportDecisions.pending],
    body: (things) => ({ starts_on: today, run: things.transportDecisions.run, remarks: 'At the temple' }),
  },
  [`${at}/$id.rejection`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.transportDecisions.pendingToReject],
    body: () => ({ remarks: 'No bus goes there' }),
  },
  [`${at}/$id.activation`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.transportDecisions.approved],
    body: (things) => ({
      run: things.transportDecisions.run,
      pickup_time: '07:05',
      drop_time: '14:10',
      even_unpaid: 'on',
    }),
  },
  [`${at}/$id.suspension`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.transportDecisions.activeToSuspend],
    body: () => ({ remarks: 'Unpaid for two months' }),
  },
  [`${at}/$id.cancellation`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.transportDecisions.pendingToCancel],
    body: () => ({ remarks: 'The bus is sold' }),
  },
  [`${at}/$id.ending`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.transportDecisions.activeToEnd],
    body: () => ({ day: today, remarks: '' }),
  },
  [`${at}/$id.refund`]: {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.transportDecisions.refundOpen],
    body: (things) => ({
      [`amounts.d${things.transportDecisions.heldDue}`]: '1,500',
      remarks: 'A torn seat',
      given_by: 'cash',
      given_reference: '',
      password: staffPassword,
    }),
  },
}
