import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'
import type { Things } from '../security/world'

const child = {
  first_name: 'Diya',
  last_name: 'Mehta',
  mother_name: 'Komal Mehta',
  father_name: 'Nilesh Mehta',
  address: '4 Station Road',
  gender: 'Female',
  date_of_birth: '2018-02-03',
  category: 'General',
  email: 'mehta@family.test',
}

/** Returns a different child at each call: only one admission per name, birth date and mobile number may be pending. */
const anyChild = () => ({ ...child, mobile_number: `7${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}` })

const office = (things: Things) => ({
  ...anyChild(),
  class: things.class.publicId,
  academic_session: things.session.publicId,
  language: 'gu',
  form_key: randomUUID(),
})

export const admissionsPolicies: Record<string, Policy> = {
  'routes/students+/register.index': { get: 'everyone' },
  'routes/students+/register.$school': {
    get: 'everyone',
    post: 'everyone',
    ids: (things) => [things.school.publicId],
    body: (things) => ({
      ...anyChild(),
      class: things.class.publicId,
      password: 'mango-Tree-71',
      password_confirmation: 'mango-Tree-71',
      form_key: randomUUID(),
    }),
    idIsPublic: true,
    publicTables: ['classes'],
  },
  'routes/students+/application.index': {
    get: 'everyone',
    // Needs the ticket that an applicant receives for the password of the registration.
    verdict: () => 'student login',
  },
  'routes/students+/application.withdrawal': {
    get: 'everyone',
    post: 'everyone',
    verdict: () => 'student login',
    body: () => ({}),
  },
  'routes/school+/_shell+/admissions+/index': { get: 'admissions:view' },
  'routes/school+/_shell+/admissions+/index[.]csv': { get: 'admissions:view' },
  'routes/school+/_shell+/admissions+/new': { get: 'admissions:edit', post: 'admissions:edit', body: office },
  'routes/school+/_shell+/admissions+/$id.index': { get: 'admissions:view', ids: (things) => [things.admission] },
  'routes/school+/_shell+/admissions+/$id.edit': {
    get: 'admissions:edit',
    post: 'admissions:edit',
    ids: (things) => [things.admission],
    body: (things) => ({ ...office(things), version: '1' }),
  },
  'routes/school+/_shell+/admissions+/$id.acceptance': {
    get: 'admissions:edit',
    post: 'admissions:edit',
    ids: (things) => [things.admission],
    body: (things) => ({
      academic_session: things.session.publicId,
      section: things.section.publicId,
      enrollment_number: `A-${randomUUID().slice(0, 8)}`,
      enrolled_on: things.session.startsOn,
      admission_date: things.session.startsOn,
    }),
  },
  'routes/school+/_shell+/admissions+/$id.rejection': {
    get: 'admissions:edit',
    post: 'admissions:edit',
    ids: (things) => [things.admission],
    body: () => ({ reason: 'The class is full' }),
  },
}
