import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const hostel = () => ({
  name: `Hostel ${randomUUID()}`,
  gender_type: 'mixed',
  hostel_type: 'standard',
  address: '12 Lake Road, Anand',
  contact_number: '98250 12345',
  warden_name: 'Kamla Desai',
  security_deposit: '10,000',
  meal_plan_fee: '2500',
  bank_name: 'State Bank of India',
  bank_account_number: '30012345678',
  bank_ifsc_code: 'SBIN0001234',
  is_active: 'on',
  own_password: staffPassword,
})

const room = () => ({
  room_number: randomUUID().slice(0, 12),
  room_type: 'double',
  floor_number: '1',
  capacity: '2',
  monthly_rent: '6000',
  status: 'available',
  facilities: 'wifi',
})

export const hostelOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/_hostels+/hostels.index': { get: 'hostels:view' },
  'routes/school+/_shell+/_hostels+/hostels.index[.]csv': { get: 'hostels:view' },
  'routes/school+/_shell+/_hostels+/hostels.new': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    body: () => ({ ...hostel(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.index': {
    get: 'hostels:view',
    ids: (things) => [things.hostelOffice.hostel],
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.edit': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.hostel],
    body: () => ({ ...hostel(), version: '1' }),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.delete': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.spareHostel],
    body: () => ({}),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.picture': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.hostel],
    body: () => ({ remove: 'on' }),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.occupancy.index': {
    get: 'hostels:view',
    ids: (things) => [things.hostelOffice.hostel],
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.occupancy[.]csv': {
    get: 'hostels:view',
    ids: (things) => [things.hostelOffice.hostel],
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.dues.index': {
    get: 'hostel-applications:view',
    ids: (things) => [things.hostelOffice.hostel],
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.dues[.]csv': {
    get: 'hostel-applications:view',
    ids: (things) => [things.hostelOffice.hostel],
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.rooms.new': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.hostel],
    body: () => ({ ...room(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.rooms.$roomId.edit': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.hostel, things.hostelOffice.room],
    body: () => ({ ...room(), version: '1' }),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.rooms.$roomId.delete': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.hostel, things.hostelOffice.spareRoom],
    body: () => ({}),
  },
  'routes/school+/_shell+/_hostels+/hostels.$id.rooms.$roomId.picture': {
    get: 'hostels:edit',
    post: 'hostels:edit',
    ids: (things) => [things.hostelOffice.hostel, things.hostelOffice.room],
    body: () => ({ remove: 'on' }),
  },
  'routes/school+/_shell+/_hostels+/settings.hostels': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', periods: 'full_year' }),
  },
}
