import { randomUUID } from 'node:crypto'
import { makeSubject, makeTeacher } from '../factories/teaching'
import { verdictOnThingOf } from '../security/expectations'
import type { Policy } from '../security/policy'
import { rowOfSchool } from '../security/rows'
import { staffPassword } from '../security/world'

const newPassword = 'mango-Tree-71-by-the-gate'

const spareSubject = rowOfSchool(makeSubject)
const spareTeacher = rowOfSchool(makeTeacher)

export const academicsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/academic-sessions+/index[.]csv': { get: 'academics:view' },
  'routes/school+/_shell+/academic-sessions+/$id.index': {
    get: 'academics:view',
    ids: (things) => [things.session.publicId],
  },
  'routes/school+/_shell+/classes+/$id.index': { get: 'academics:view', ids: (things) => [things.class.publicId] },
  'routes/school+/_shell+/sections+/index[.]csv': { get: 'academics:view' },
  'routes/school+/_shell+/sections+/$id.index': { get: 'academics:view', ids: (things) => [things.section.publicId] },

  'routes/school+/_shell+/subjects+/index': { get: 'academics:view' },
  'routes/school+/_shell+/subjects+/index[.]csv': { get: 'academics:view' },
  'routes/school+/_shell+/subjects+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    body: (things) => ({ name: 'Sanskrit', code: '122', classes: things.class.publicId }),
  },
  'routes/school+/_shell+/subjects+/$id.index': { get: 'academics:view', ids: (things) => [things.subject] },
  'routes/school+/_shell+/subjects+/$id.edit': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.subject],
    body: (things) => ({ name: 'Environmental Studies', classes: things.class.publicId, version: '1' }),
  },
  'routes/school+/_shell+/subjects+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [spareSubject(things)],
    body: () => ({}),
  },

  'routes/school+/_shell+/teachers+/index': { get: 'academics:view' },
  'routes/school+/_shell+/teachers+/index[.]csv': { get: 'academics:view' },
  'routes/school+/_shell+/teachers+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    body: () => ({ ...teacherFields(), sign_in: 'none' }),
  },
  'routes/school+/_shell+/teachers+/$id.index': { get: 'academics:view', ids: (things) => [things.teacher] },
  'routes/school+/_shell+/teachers+/$id.edit': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.teacher],
    body: () => ({ ...teacherFields(), version: '1' }),
  },
  'routes/school+/_shell+/teachers+/$id.status': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.teacher],
    body: () => ({ status: 'inactive' }),
  },
  'routes/school+/_shell+/teachers+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [spareTeacher(things)],
    body: () => ({}),
  },

  'routes/school+/_shell+/staff+/index': { get: 'staff:edit' },
  'routes/school+/_shell+/staff+/index[.]csv': { get: 'staff:edit' },
  'routes/school+/_shell+/staff+/new': { get: 'staff:edit', post: 'staff:edit', body: () => staffFields() },
  'routes/school+/_shell+/staff+/$id.edit': {
    get: 'staff:edit',
    post: 'staff:edit',
    ids: (things) => [things.colleague],
    body: () => ({ ...staffFields(), version: '1' }),
  },
  'routes/school+/_shell+/staff+/$id.status': {
    get: 'staff:edit',
    post: 'staff:edit',
    ids: (things) => [things.colleague],
    body: () => ({ status: 'inactive', own_password: staffPassword }),
  },
  'routes/school+/_shell+/staff+/$id.invitation': {
    get: 'staff:edit',
    post: 'staff:edit',
    ids: (things) => [things.colleague],
    body: () => ({}),
  },

  'routes/school+/_shell+/account+/index': {
    get: 'any staff',
    post: 'any staff',
    body: () => ({ version: '1', name: 'Zubeida with another name' }),
  },
  'routes/school+/_shell+/account+/password': {
    get: 'any staff',
    post: 'any staff',
    body: () => ({ current_password: staffPassword, password: newPassword, password_confirmation: newPassword }),
  },
  'routes/school+/_shell+/account+/sessions.index': { get: 'any staff', post: 'any staff', body: () => ({}) },
  'routes/school+/_shell+/account+/sessions.$id': {
    get: 'any staff',
    post: 'any staff',
    ids: (things) => [things.ownersSession],
    leadsTo: () => '/school/account/sessions',
    body: () => ({}),
    // Owner only: 404 for other staff.
    verdict: verdictOnThingOf('owner'),
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
    designation: 'TGT',
    subjects_taught: 'Mathematics, Science',
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
