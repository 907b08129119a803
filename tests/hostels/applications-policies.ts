import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

// Copied from the factory, which policies cannot import: they load before the database of the test app (`House`) is
// chosen.
const guardianStep = {
  guardian_name: 'Rajesh Patel',
  guardian_phone: '9825098250',
  guardian_email: 'rajesh@example.test',
  guardian_address: '4 Station Road, Anand',
  emergency_contact: '9825098251',
}

export const roomApplicationPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/hostels+/apply.room': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: ({ roomApplications }) => ({ ...roomApplications.roomStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels+/apply.guardian': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: () => ({ ...guardianStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels+/apply.details': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: ({ roomApplications }) => ({ ...roomApplications.lastStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels+/applications.$id.index': {
    get: 'student',
    ids: ({ roomApplications }) => [roomApplications.application],
  },
  'routes/students+/_shell+/hostels+/applications.$id.payment': {
    get: 'student',
    post: 'student',
    ids: ({ roomApplications }) => [roomApplications.application],
    body: () => ({ method: 'bank_transfer', reference: 'UTR-4711', form_key: randomUUID() }),
  },
  'routes/students+/_shell+/hostels+/applications.$id.declaration': {
    get: 'student',
    post: 'student',
    ids: ({ roomApplications }) => [roomApplications.declared],
    query: ({ roomApplications }) => `payment=${roomApplications.declaredPayment}`,
    body: () => ({}),
  },
  'routes/students+/_shell+/hostels+/applications.$id.cancellation': {
    get: 'student',
    post: 'student',
    ids: ({ roomApplications }) => [roomApplications.application],
    body: () => ({}),
  },
  'routes/students+/_shell+/hostels+/applications.$id.offer': {
    get: 'student',
    post: 'student',
    ids: ({ roomApplications }) => [roomApplications.offered],
    body: () => ({}),
  },
}
