import { randomUUID } from 'node:crypto'
import { isGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'

const text = { body: 'Dear {#alphanumeric#} parent', variables: 'student: Asha', category: 'service', state: 'draft' }

export const messagingPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/messages+/index': { get: 'messages:view' },
  'routes/school+/_shell+/messages+/index[.]csv': { get: 'messages:view' },
  'routes/school+/_shell+/messages+/counts': { get: 'messages:view', post: 'messages:send', body: () => ({}) },
  'routes/school+/_shell+/messages+/counts[.]csv': { get: 'messages:view' },
  'routes/school+/_shell+/messages+/$id.index': {
    get: 'messages:view',
    post: 'messages:send',
    ids: ({ messaging }) => [messaging.message],
    body: () => ({ does: 'retry' }),
    notAcceptedBecause:
      'the message waits: app/models/contact/messaging/messaging.db.test.ts retries and settles others',
  },
  'routes/school+/_shell+/message-templates+/index': { get: 'messages:view' },
  'routes/school+/_shell+/message-templates+/index[.]csv': { get: 'messages:view' },
  'routes/school+/_shell+/message-templates+/new': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ ...text, event: 'absent', channel: 'sms', language: 'en', form_key: randomUUID() }),
    notAcceptedBecause: 'the school has a text of every event, channel and language',
  },
  'routes/school+/_shell+/message-templates+/$id.edit': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ messaging }) => [messaging.template],
    body: () => ({ ...text, event: 'absent', channel: 'sms', language: 'en', version: '1' }),
  },
  'routes/school+/_shell+/message-templates+/$id.delete': {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: ({ messaging }) => [messaging.spareTemplate],
    body: () => ({}),
  },
  'routes/school+/_shell+/message-templates+/$id.sheet': {
    get: 'messages:view',
    ids: ({ messaging }) => [messaging.template],
  },
  'routes/school+/_shell+/message-templates+/usual': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({}),
    notAcceptedBecause: 'the school has all usual texts already',
  },
  'routes/school+/_shell+/settings+/message-events': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      events: 'receipt',
      due_before_days: '3',
      overdue_after_days: '3',
      report_hours: '24',
      version: '0',
    }),
  },
  'routes/school+/_shell+/attendance+/messages': {
    get: 'absences:notify',
    post: 'absences:notify',
    query: ({ section }) => `section=${section.publicId}`,
    body: ({ student }) => ({ student: student.publicId }),
    notAcceptedBecause: 'nobody is marked absent today',
  },
  'routes/school+/_shell+/guardians+/$id.messages': {
    get: 'students:edit',
    post: 'students:edit',
    ids: ({ guardianOffice }) => [guardianOffice.guardian],
    body: () => ({ first_channel: 'sms', muted: 'results', version: '0' }),
  },
  'routes/guardians+/_shell+/messages': {
    get: 'guardian',
    post: 'guardian',
    // The form names the school; a guardian at another school has no child there.
    verdict: (actor, method) => {
      if (!isGuardian(actor)) return 'guardian login'
      return method === 'POST' && actor === 'guardian at another school' ? 404 : 'in'
    },
    body: ({ school }) => ({ school: school.publicId, first_channel: 'sms', muted: 'results', version: '0' }),
  },
  'routes/school+/_shell+/notices+/$id.messages': {
    get: 'messages:send',
    post: 'messages:send',
    ids: ({ notices }) => [notices.notice],
    body: () => ({}),
  },
}
