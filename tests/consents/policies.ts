import { randomUUID } from 'node:crypto'
import { usualNotices } from '~/models/contact/consents/usual-notices'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isGuardian, mayAsGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'

const notice = () => {
  const { photos } = usualNotices
  const posted = Object.entries(photos).map(([key, value]) => [
    key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    value ?? '',
  ])
  return Object.fromEntries(posted) as Record<string, string>
}
const words = 'The class on the card is wrong.'

export const consentsPolicies: Record<string, Policy> = {
  'routes/_public+/privacy.schools': {
    get: 'everyone',
    at: () => '/privacy/schools',
    publicTables: ['privacy_notices', 'privacy_settings'],
  },
  'routes/_public+/privacy.$schoolId': {
    get: 'everyone',
    at: ({ school }) => `/privacy/${school.publicId}`,
    idIsPublic: true,
    publicTables: ['privacy_notices', 'privacy_settings'],
  },
  'routes/_public+/privacy.notices.$id': {
    get: 'everyone',
    at: ({ consents }) => `/privacy/notices/${consents.notices.photos}`,
    idIsPublic: true,
    publicTables: ['privacy_notices'],
  },
  'routes/school+/_shell+/privacy-notices+/index': { get: 'settings:view', at: () => '/school/privacy-notices' },
  'routes/school+/_shell+/privacy-notices+/index[.]csv': {
    get: 'settings:view',
    at: () => '/school/privacy-notices.csv',
  },
  'routes/school+/_shell+/privacy-notices+/new': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: () => '/school/privacy-notices/new',
    body: () => ({ ...notice(), purpose: 'own', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/privacy-notices+/usual': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: () => '/school/privacy-notices/usual',
    body: () => ({}),
  },
  'routes/school+/_shell+/privacy-notices+/$id.index': {
    get: 'settings:view',
    at: ({ consents }) => `/school/privacy-notices/${consents.notices.photos}`,
  },
  'routes/school+/_shell+/privacy-notices+/$id.edit': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ consents }) => `/school/privacy-notices/${consents.draft}/edit`,
    body: () => ({ ...notice(), version: '1' }),
  },
  'routes/school+/_shell+/privacy-notices+/$id.delete': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ consents }) => `/school/privacy-notices/${consents.spareDraft}/delete`,
    body: () => ({}),
  },
  'routes/school+/_shell+/privacy-notices+/$id.version': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ consents }) => `/school/privacy-notices/${consents.notices.marketing}/version`,
    body: () => ({ ...notice(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/privacy-notices+/$id.publication': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ consents }) => `/school/privacy-notices/${consents.draft}/publication`,
    body: () => ({}),
  },
  'routes/school+/_shell+/settings+/privacy-officer': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: () => '/school/settings/privacy-officer',
    body: () => ({ officer_name: 'Meenakshi Joshi', officer_phone: '079 2630 0000', answer_days: '15', version: '1' }),
  },
  'routes/school+/_shell+/consents+/index': {
    get: 'consents:view',
    at: ({ section }) => `/school/consents?section=${section.publicId}`,
  },
  'routes/school+/_shell+/consents+/index[.]csv': {
    get: 'consents:view',
    at: ({ section }) => `/school/consents.csv?section=${section.publicId}`,
  },
  'routes/school+/_shell+/consents+/forms[.]pdf': {
    get: 'consents:view',
    at: ({ section }) => `/school/consents/forms.pdf?section=${section.publicId}&purpose=apaar&language=hi`,
  },
  'routes/school+/_shell+/students+/$id.consents.index': {
    get: 'consents:view',
    at: ({ student }) => `/school/students/${student.publicId}/consents`,
  },
  'routes/school+/_shell+/students+/$id.consents.new': {
    get: 'consents:edit',
    post: 'consents:edit',
    at: ({ student }) => `/school/students/${student.publicId}/consents/new`,
    body: ({ consents }) => ({
      notice: consents.notices.apaar,
      guardian: consents.guardian,
      answer: 'yes',
      language: 'gu',
      decided_on: todayInIndia(new Date()),
      verification: 'counter',
    }),
  },
  'routes/school+/_shell+/grievances+/index': { get: 'grievances:answer', at: () => '/school/grievances' },
  'routes/school+/_shell+/grievances+/index[.]csv': { get: 'grievances:answer', at: () => '/school/grievances.csv' },
  'routes/school+/_shell+/grievances+/register[.]pdf': {
    get: 'grievances:answer',
    at: () => '/school/grievances/register.pdf',
  },
  'routes/school+/_shell+/grievances+/new': {
    get: 'grievances:answer',
    post: 'grievances:answer',
    at: () => '/school/grievances/new',
    body: () => ({
      writer_name: 'Anil Shah',
      topic: 'school',
      words,
      received_on: todayInIndia(new Date()),
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/grievances+/$id.index': {
    get: 'grievances:answer',
    post: 'grievances:answer',
    at: ({ consents }) => `/school/grievances/${consents.grievance}`,
    body: () => ({ words: 'It was put right today.', version: '1' }),
  },
  'routes/school+/_shell+/grievances+/$id.closure': {
    get: 'grievances:answer',
    post: 'grievances:answer',
    at: ({ consents }) => `/school/grievances/${consents.answered}/closure`,
    body: () => ({ reason: 'The family is content' }),
  },
  'routes/students+/_shell+/consents': {
    get: 'student',
    post: 'student',
    guardians: 'never',
    at: () => '/students/consents',
    body: ({ consents }) => ({ notice: consents.notices.photos, answer: 'yes' }),
    notAcceptedBecause: 'an account of a child consents to nothing (a flow shows it)',
  },
  'routes/students+/_shell+/grievances+/index': {
    get: 'student',
    guardians: 'never',
    at: () => '/students/grievances',
  },
  'routes/students+/_shell+/grievances+/new': {
    get: 'student',
    post: 'student',
    guardians: 'never',
    at: () => '/students/grievances/new',
    body: () => ({ topic: 'data', words, form_key: randomUUID() }),
  },
  'routes/students+/_shell+/grievances+/$id': {
    get: 'student',
    post: 'student',
    guardians: 'never',
    at: ({ consents }) => `/students/grievances/${consents.answered}`,
    body: () => ({ words: 'It is still wrong.' }),
  },
  'routes/guardians+/_shell+/consents': {
    get: 'guardian',
    post: 'guardian',
    at: () => '/guardians/consents',
    verdict: (actor, method) => {
      if (!isGuardian(actor)) return 'guardian login'
      return method === 'GET' || mayAsGuardian(actor, 'maySee') ? 'in' : 404
    },
    body: ({ student, consents }) => ({ child: student.publicId, notice: consents.notices.photos, answer: 'yes' }),
  },
  'routes/guardians+/_shell+/grievances+/index': { get: 'guardian', at: () => '/guardians/grievances' },
  'routes/guardians+/_shell+/grievances+/new': {
    get: 'guardian',
    post: 'guardian',
    at: () => '/guardians/grievances/new',
    body: ({ student }) => ({ child: student.publicId, topic: 'data', words, form_key: randomUUID() }),
  },
  'routes/guardians+/_shell+/grievances+/$id': {
    get: 'guardian',
    post: 'guardian',
    at: ({ consents }) => `/guardians/grievances/${consents.guardiansGrievance}`,
    body: () => ({ words: 'It is still wrong.' }),
  },
}
