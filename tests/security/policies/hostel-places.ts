import { randomUUID } from 'node:crypto'
import { guardianStep } from '../../factories/hostel-places'
import type { Policy } from '../policy'

export const hostelPlacesPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/hostels.apply.room': {
    get: 'student',
    post: 'student',
    at: () => '/students/hostels/apply/room',
    body: ({ hostelPlaces }) => ({ ...hostelPlaces.roomStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels.apply.guardian': {
    get: 'student',
    post: 'student',
    at: () => '/students/hostels/apply/guardian',
    body: () => ({ ...guardianStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels.apply.details': {
    get: 'student',
    post: 'student',
    at: () => '/students/hostels/apply/details',
    body: ({ hostelPlaces }) => ({ ...hostelPlaces.lastStep, intent: 'next' }),
  },
  'routes/students+/_shell+/hostels.applications.$id.index': {
    get: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.application}`,
  },
  'routes/students+/_shell+/hostels.applications.$id.payment': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.application}/payment`,
    body: () => ({ method: 'bank_transfer', reference: 'UTR-4711', form_key: randomUUID() }),
  },
  'routes/students+/_shell+/hostels.applications.$id.cancellation': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.application}/cancellation`,
    body: () => ({}),
  },
  'routes/students+/_shell+/hostels.applications.$id.offer': {
    get: 'student',
    post: 'student',
    at: ({ hostelPlaces }) => `/students/hostels/applications/${hostelPlaces.offered}/offer`,
    body: () => ({}),
  },
}
