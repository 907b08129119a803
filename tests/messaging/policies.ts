import { randomUUID } from 'node:crypto'
import { isGuardian } from '../security/expectations'
import type { Policy } from '../security/policy'

const at = (path: string) => () => `/school/${path}`
const text = { body: 'Dear {#alphanumeric#} parent', variables: 'student: Asha', category: 'service', state: 'draft' }

export const messagingPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/messages+/index': { get: 'messages:view', at: at('messages') },
  'routes/school+/_shell+/messages+/index[.]csv': { get: 'messages:view', at: at('messages.csv') },
  'routes/school+/_shell+/messages+/counts': {
    get: 'messages:view',
    post: 'messages:send',
    at: at('messages/counts'),
    body: () => ({}),
  },
  'routes/school+/_shell+/messages+/counts[.]csv': { get: 'messages:view', at: at('messages/counts.csv') },
  'routes/school+/_shell+/messages+/$id.index': {
    get: 'messages:view',
    post: 'messages:send',
    at: ({ messaging }) => `/school/messages/${messaging.message}`,
    body: () => ({ does: 'retry' }),
    notAcceptedBecause:
      'the message waits: app/models/contact/messaging/messaging.db.test.ts retries and settles others',
  },
  'routes/school+/_shell+/message-templates+/index': { get: 'messages:view', at: at('message-templates') },
  'routes/school+/_shell+/message-templates+/index[.]csv': { get: 'messages:view', at: at('message-templates.csv') },
  'routes/school+/_shell+/message-templates+/new': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: at('message-templates/new'),
    body: () => ({ ...text, event: 'absent', channel: 'sms', language: 'en', form_key: randomUUID() }),
    notAcceptedBecause: 'the school has a text of every event, channel and language',
  },
  'routes/school+/_shell+/message-templates+/$id.edit': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ messaging }) => `/school/message-templates/${messaging.template}/edit`,
    body: () => ({ ...text, event: 'absent', channel: 'sms', language: 'en', version: '1' }),
  },
  'routes/school+/_shell+/message-templates+/$id.delete': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: ({ messaging }) => `/school/message-templates/${messaging.spareTemplate}/delete`,
    body: () => ({}),
  },
  'routes/school+/_shell+/message-templates+/$id.sheet': {
    get: 'messages:view',
    at: ({ messaging }) => `/school/message-templates/${messaging.template}/sheet`,
  },
  'routes/school+/_shell+/message-templates+/usual': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: at('message-templates/usual'),
    body: () => ({}),
    notAcceptedBecause: 'the school has all usual texts already',
  },
  'routes/school+/_shell+/settings+/message-events': {
    get: 'settings:edit',
    post: 'settings:edit',
    at: at('settings/message-events'),
    body: () => ({
      events: 'receipt',
      due_before_days: '3',
      overdue_after_days: '3',
      report_hours: '24',
      version: '0',
    }),
  },
  'routes/school+/_shell+/attendance+/messages': {
    get: 'absences:tell',
    post: 'absences:tell',
    at: ({ section }) => `/school/attendance/messages?section=${section.publicId}`,
    body: ({ student }) => ({ student: student.publicId }),
    notAcceptedBecause: 'nobody is marked absent today',
  },
  'routes/school+/_shell+/guardians+/$id.messages': {
    get: 'students:edit',
    post: 'students:edit',
    at: ({ guardianOffice }) => `/school/guardians/${guardianOffice.guardian}/messages`,
    body: () => ({ first_channel: 'sms', muted: 'results', version: '0' }),
  },
  'routes/guardians+/_shell+/messages': {
    get: 'guardian',
    post: 'guardian',
    at: () => '/guardians/messages',
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
    at: ({ notices }) => `/school/notices/${notices.notice}/messages`,
    body: () => ({}),
  },
}
