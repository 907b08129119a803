import { randomUUID } from 'node:crypto'
import { shownValues } from '~/kit/forms/fields'
import { newNoticeForm } from '~/models/contact/consents/privacy-fields'
import { usualNotices } from '~/models/contact/consents/usual-notices'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isGuardian, mayAsGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'

const notice = () => shownValues(newNoticeForm, usualNotices.photos) as Record<string, string>
const words = 'The class on the card is wrong.'

export const consentsPolicies: Record<string, Policy> = {
  'routes/_public+/privacy.schools': { get: 'everyone', publicTables: ['privacy_notices', 'privacy_settings'] },
  'routes/_public+/privacy.$schoolId': {
    get: 'everyone',
    ids: ({ school }) => [school.publicId],
    idIsPublic: true,
    publicTables: ['privacy_notices', 'privacy_settings'],
  },
  'routes/_public+/privacy.notices.$id': {
    get: 'everyone',
    ids: ({ consents }) => [consents.notices.photos],
    idIsPublic: true,
    publicTables: ['privacy_notices'],
  },
  'routes/school+/_shell+/privacy-notices+/index': { get: 'settings:view' },
  'routes/school+/_shell+/privacy-notices+/index[.]csv': { get: 'settings:view' },
  'routes/school+/_shell+/privacy-notices+/new': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ ...notice(), purpose: 'own', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/privacy-notices+/usual': { get: 'settings:edit', post: 'settings:edit', body: () => ({}) },
  'routes/school+/_shell+/privacy-notices+/$id.index': {
    get: 'settings:view',
    ids: ({ consents }) => [consents.notices.photos],
  },
  'routes/school+/_shell+/privacy-notices+/$id.edit': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ consents }) => [consents.draft],
    body: () => ({ ...notice(), version: '1' }),
  },
  'routes/school+/_shell+/privacy-notices+/$id.delete': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ consents }) => [consents.spareDraft],
    body: () => ({}),
  },
  'routes/school+/_shell+/privacy-notices+/$id.version': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ consents }) => [consents.notices.marketing],
    body: () => ({ ...notice(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/privacy-notices+/$id.publication': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ consents }) => [consents.draft],
    body: () => ({}),
  },
  'routes/school+/_shell+/settings+/privacy-officer': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ officer_name: 'Meenakshi Joshi', officer_phone: '079 2630 0000', answer_days: '15', version: '1' }),
  },
  'routes/school+/_shell+/consents+/index': {
    get: 'consents:view',
    query: ({ section }) => `section=${section.publicId}`,
  },
  'routes/school+/_shell+/consents+/index[.]csv': {
    get: 'consents:view',
    query: ({ section }) => `section=${section.publicId}`,
  },
  'routes/school+/_shell+/consents+/forms[.]pdf': {
    get: 'consents:view',
    query: ({ section }) => `section=${section.publicId}&purpose=apaar&language=hi`,
  },
  'routes/school+/_shell+/students+/$id.consents.index': {
    get: 'consents:view',
    ids: ({ student }) => [student.publicId],
  },
  'routes/school+/_shell+/students+/$id.consents.new': {
    get: 'consents:edit',
    post: 'consents:edit',
    ids: ({ student }) => [student.publicId],
    body: ({ consents }) => ({
      notice: consents.notices.apaar,
      guardian: consents.guardian,
      answer: 'yes',
      language: 'gu',
      decided_on: todayInIndia(new Date()),
      verification: 'counter',
    }),
  },
  'routes/school+/_shell+/grievances+/index': { get: 'grievances:answer' },
  'routes/school+/_shell+/grievances+/index[.]csv': { get: 'grievances:answer' },
  'routes/school+/_shell+/grievances+/register[.]pdf': { get: 'grievances:answer' },
  'routes/school+/_shell+/grievances+/new': {
    get: 'grievances:answer',
    post: 'grievances:answer',
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
    ids: ({ consents }) => [consents.grievance],
    body: () => ({ words: 'It was put right today.', version: '1' }),
  },
  'routes/school+/_shell+/grievances+/$id.closure': {
    get: 'grievances:answer',
    post: 'grievances:answer',
    ids: ({ consents }) => [consents.answered],
    body: () => ({ reason: 'The family is content' }),
  },
  'routes/students+/_shell+/consents': {
    get: 'student',
    post: 'student',
    guardians: 'never',
    body: ({ consents }) => ({ notice: consents.notices.photos, answer: 'yes' }),
    notAcceptedBecause: 'an account of a child consents to nothing (a flow shows it)',
  },
  'routes/students+/_shell+/grievances+/index': { get: 'student', guardians: 'never' },
  'routes/students+/_shell+/grievances+/new': {
    get: 'student',
    post: 'student',
    guardians: 'never',
    body: () => ({ topic: 'data', words, form_key: randomUUID() }),
  },
  'routes/students+/_shell+/grievances+/$id': {
    get: 'student',
    post: 'student',
    guardians: 'never',
    ids: ({ consents }) => [consents.answered],
    body: () => ({ words: 'It is still wrong.' }),
  },
  'routes/guardians+/_shell+/consents': {
    get: 'guardian',
    post: 'guardian',
    verdict: (actor, method) => {
      if (!isGuardian(actor)) return 'guardian login'
      return method === 'GET' || mayAsGuardian(actor, 'maySee') ? 'in' : 404
    },
    body: ({ student, consents }) => ({ child: student.publicId, notice: consents.notices.photos, answer: 'yes' }),
  },
  'routes/guardians+/_shell+/grievances+/index': { get: 'guardian' },
  'routes/guardians+/_shell+/grievances+/new': {
    get: 'guardian',
    post: 'guardian',
    body: ({ student }) => ({ child: student.publicId, topic: 'data', words, form_key: randomUUID() }),
  },
  'routes/guardians+/_shell+/grievances+/$id': {
    get: 'guardian',
    post: 'guardian',
    ids: ({ consents }) => [consents.guardiansGrievance],
    body: () => ({ words: 'It is still wrong.' }),
  },
}
