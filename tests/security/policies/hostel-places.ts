import { randomUUID } from 'node:crypto'
import type { Policy } from '../policy'

// Written out here: the policies are read before the database of the house is chosen, so they import no factory.
const guardianStep = {
  guardian_name: 'Rajesh Patel',
  guardian_phone: '9825098250',
  guardian_email: 'rajesh@example.test',
  guardian_address: '4 Station Road, Anand',
  emergency_contact: '9825098251',
}

export const hostelPlacesPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/hostels+/apply.room': {
    get: 'student',
    post: 'student',
    at: () => '/students/hostels/apply/room',
    body: ({ hostelPlaces }) => ({ ...hostelPlaces.roomStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels+/apply.guardian': {
    get: 'student',
    post: 'student',
    at: () => '/students/hostels/apply/guardian',
    body: () => ({ ...guardianStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels+/apply.details': {
    get: 'student',
    post: 'student',
    at: () => '/students/hostels/apply/details',
    body: ({ hostelPlaces }) => ({ ...hostelPlaces.lastStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels+/applications.$id.index': {
    get: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.application}`,
  },
  'routes/students+/_shell+/hostels+/applications.$id.payment': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.application}/payment`,
    body: () => ({ method: 'bank_transfer', reference: 'UTR-4711', form_key: randomUUID() }),
  },
  'routes/students+/_shell+/hostels+/applications.$id.declaration': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) =>
      `/students/hostels/applications/${hostelPlaces.declared}/declaration?payment=${hostelPlaces.declaredPayment}`,
    body: () => ({}),
  },
  'routes/students+/_shell+/hostels+/applications.$id.cancellation': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.application}/cancellation`,
    body: () => ({}),
  },
  'routes/students+/_shell+/hostels+/applications.$id.offer': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.offered}/offer`,
    body: () => ({}),
  },
}
