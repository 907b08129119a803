import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const newPassword = 'mango-Tree-71-by-the-gate'

export const academicsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/academic-sessions+/index[.]csv': {
    get: 'academics:view',
    at: () => '/school/academic-sessions.csv',
  },
  'routes/school+/_shell+/academic-sessions+/$id.index': {
    get: 'academics:view',
    at: (things) => `/school/academic-sessions/${things.session.publicId}`,
  },
  'routes/school+/_shell+/classes+/$id.index': {
    get: 'academics:view',
    at: (things) => `/school/classes/${things.class.publicId}`,
  },
  'routes/school+/_shell+/sections+/index[.]csv': { get: 'academics:view', at: () => '/school/sections.csv' },
  'routes/school+/_shell+/sections+/$id.index': {
    get: 'academics:view',
    at: (things) => `/school/sections/${things.section.publicId}`,
  },

  'routes/school+/_shell+/subjects+/index': { get: 'academics:view', at: () => '/school/subjects' },
  'routes/school+/_shell+/subjects+/index[.]csv': { get: 'academics:view', at: () => '/school/subjects.csv' },
  'routes/school+/_shell+/subjects+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: () => '/school/subjects/new',
    body: (things) => ({ name: 'Sanskrit', code: '122', classes: things.class.publicId }),
  },
  'routes/school+/_shell+/subjects+/$id.index': {
    get: 'academics:view',
    at: (things) => `/school/subjects/${things.subject}`,
  },
  'routes/school+/_shell+/subjects+/$id.edit': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: (things) => `/school/subjects/${things.subject}/edit`,
    body: (things) => ({ name: 'Environmental Studies', classes: things.class.publicId, version: '1' }),
  },
  'routes/school+/_shell+/subjects+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: (things) => `/school/subjects/${things.spare.subject}/delete`,
    body: () => ({}),
  },

  'routes/school+/_shell+/teachers+/index': { get: 'academics:view', at: () => '/school/teachers' },
  'routes/school+/_shell+/teachers+/index[.]csv': { get: 'academics:view', at: () => '/school/teachers.csv' },
  'routes/school+/_shell+/teachers+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: () => '/school/teachers/new',
    body: () => ({ ...teacherFields(), sign_in: 'none' }),
  },
  'routes/school+/_shell+/teachers+/$id.index': {
    get: 'academics:view',
    at: (things) => `/school/teachers/${things.teacher}`,
  },
  'routes/school+/_shell+/teachers+/$id.edit': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: (things) => `/school/teachers/${things.teacher}/edit`,
    body: () => ({ ...teacherFields(), version: '1' }),
  },
  'routes/school+/_shell+/teachers+/$id.status': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: (things) => `/school/teachers/${things.teacher}/status`,
    body: () => ({ status: 'inactive' }),
  },
  'routes/school+/_shell+/teachers+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    at: (things) => `/school/teachers/${things.spare.teacher}/delete`,
    body: () => ({}),
  },

  'routes/school+/_shell+/staff+/index': { get: 'staff:edit', at: () => '/school/staff' },
  'routes/school+/_shell+/staff+/index[.]csv': { get: 'staff:edit', at: () => '/school/staff.csv' },
  'routes/school+/_shell+/staff+/new': {
    get: 'staff:edit',
    post: 'staff:edit',
    at: () => '/school/staff/new',
    body: () => staffFields(),
  },
  'routes/school+/_shell+/staff+/$id.edit': {
    get: 'staff:edit',
    post: 'staff:edit',
    at: (things) => `/school/staff/${things.colleague}/edit`,
    body: () => ({ ...staffFields(), version: '1' }),
  },
  'routes/school+/_shell+/staff+/$id.status': {
    get: 'staff:edit',
    post: 'staff:edit',
    at: (things) => `/school/staff/${things.colleague}/status`,
    body: () => ({ status: 'inactive', own_password: staffPassword }),
  },
  'routes/school+/_shell+/staff+/$id.invitation': {
    get: 'staff:edit',
    post: 'staff:edit',
    at: (things) => `/school/staff/${things.colleague}/invitation`,
    body: () => ({}),
  },

  'routes/school+/_shell+/account+/index': {
    get: 'any staff',
    post: 'any staff',
    at: () => '/school/account',
    body: () => ({ version: '1', name: 'Zubeida with another name' }),
  },
  'routes/school+/_shell+/account+/password': {
    get: 'any staff',
    post: 'any staff',
    at: () => '/school/account/password',
    body: () => ({ current_password: staffPassword, password: newPassword, password_confirmation: newPassword }),
  },
  'routes/school+/_shell+/account+/sessions.index': {
    get: 'any staff',
    post: 'any staff',
    at: () => '/school/account/sessions',
    body: () => ({}),
  },
  'routes/school+/_shell+/account+/sessions.$id': {
    get: 'any staff',
    post: 'any staff',
    at: (things) => `/school/account/sessions/${things.ownersSession}`,
    leadsTo: () => '/school/account/sessions',
    body: () => ({}),
    // Owner only: 404 for other staff.
    verdict: (actor) => {
      if (actor === 'owner') return 'in'
      if (actor === 'owner who has yet to give the code') return 'second step'
      if (actor === 'owner who must set up a second factor') return 'set up second factor'
      return ['office', 'accounts', 'teacher', 'owner of another school'].includes(actor) ? 404 : 'school login'
    },
  },
}

function teacherFields(): Record<string, string> {
  return {
    employee_number: `E-${randomUUID().slice(0, 8)}`,
    first_name: 'Leela',
    last_name: 'Menon',
    email: 'leela.menon@school.test',
    mobile_number: '9898012345',
    qualification: 'M.Sc., B.Ed.',
    joined_on: '2020-06-08',
  }
}

function staffFields(): Record<string, string> {
  return {
    name: 'Kavita Rao',
    email: `colleague.${randomUUID()}@school.test`,
    role: 'accounts',
    own_password: staffPassword,
  }
}
