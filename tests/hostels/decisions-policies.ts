import { randomUUID } from 'node:crypto'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const decide = 'hostel-applications:decide'
const at = 'routes/school+/_shell+/_hostels+/hostel-applications'
const today = todayInIndia(new Date())

export const hostelDecisionsPolicies: Record<string, Policy> = {
  [`${at}.index`]: { get: 'hostel-applications:view' },
  [`${at}.index[.]csv`]: { get: 'hostel-applications:view' },
  [`${at}.new`]: {
    get: decide,
    post: decide,
    query: (things) => `student=${things.hostelDecisions.student}`,
    body: (things) => ({
      room: things.hostelDecisions.otherRoom,
      semester: '8',
      check_in_date: today,
      check_out_date: '',
      guardian_name: 'Rajesh Patel',
      guardian_phone: '9825098250',
      guardian_email: '',
      emergency_contact: '9825098251',
      guardian_address: '',
      special_requirements: '',
      form_key: randomUUID(),
    }),
  },
  [`${at}.$id.index`]: { get: 'hostel-applications:view', ids: (things) => [things.hostelDecisions.staying] },
  [`${at}.$id.approval`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.pending],
    body: (things) => ({ room: things.hostelDecisions.room, remarks: 'Bring your own mattress' }),
  },
  [`${at}.$id.rejection`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.pendingToReject],
    body: () => ({ remarks: 'No place this year' }),
  },
  [`${at}.$id.waiting-list`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.pendingToWaitlist],
    body: () => ({ remarks: '' }),
  },
  [`${at}.$id.cancellation`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.approvedToCancel],
    body: () => ({ remarks: 'The hostel closes' }),
  },
  [`${at}.$id.remarks`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.staying],
    body: () => ({ remarks: 'Near the warden', version: '2' }),
  },
  [`${at}.$id.room`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.staying],
    body: (things) => ({ room: things.hostelDecisions.otherRoom }),
  },
  [`${at}.$id.stay`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.staying],
    body: () => ({ check_in_date: today, check_out_date: '', meal_plan_required: 'on', version: '2' }),
  },
  [`${at}.$id.check-in`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.approved],
    body: () => ({ day: today }),
  },
  [`${at}.$id.check-out`]: {
    get: decide,
    post: decide,
    ids: (things) => [things.hostelDecisions.staying],
    body: () => ({ day: today }),
  },
  [`${at}.$id.refund`]: {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.hostelDecisions.refundOpen],
    body: (things) => ({
      [`amounts.d${things.hostelDecisions.heldDue}`]: '9,000',
      remarks: 'A broken window',
      given_by: 'cash',
      given_reference: '',
      password: staffPassword,
    }),
  },
}
