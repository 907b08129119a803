import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

export const settingsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/settings+/index': { get: 'settings:view' },
  'routes/school+/_shell+/settings+/profile': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      name: 'Renamed School',
      email: 'office@renamed.test',
      phone: '079 2657 0001',
      address: 'Elsewhere',
      board: 'CBSE',
      affiliation_number: '430001',
    }),
  },
  'routes/school+/_shell+/settings+/logo': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', remove: 'on' }),
  },
  'routes/school+/_shell+/settings+/location': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', latitude: '23.0375', longitude: '72.5621' }),
  },
  'routes/school+/_shell+/settings+/sign-in': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', online_admissions: 'on' }),
  },
  'routes/school+/_shell+/settings+/fees': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      part_payment_allowed: 'on',
      part_payment_minimum: '500',
      fine_kind: 'per_day',
      fine_amount: '10',
      own_password: staffPassword,
    }),
  },
  'routes/school+/_shell+/settings+/academics': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      year_starts_month: '6',
      rank_shown: 'on',
      'bands[0].grade': 'Pass',
      'bands[0].from_percent': '35',
      'bands[1].grade': 'Fail',
      'bands[1].from_percent': '0',
    }),
  },
  'routes/school+/_shell+/settings+/maps': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', maps_key: 'AIzaSyTestKeyOfTheSchool', password: staffPassword }),
  },
  'routes/school+/_shell+/audit+/index': { get: 'audit:view' },
  'routes/school+/_shell+/audit+/index[.]csv': { get: 'audit:view' },
  'routes/school+/_shell+/security+/index': { get: 'security:view' },
  'routes/school+/_shell+/security+/index[.]csv': { get: 'security:view' },
}
