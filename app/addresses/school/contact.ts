import { formsAt, keptAt, listAt } from '../kinds'

/** Office pages for notices, messages, mail, consents and grievances. */
export const contactAt = {
  messageStudents: '/school/students/message',
  /** Blocked mail addresses with the reason, and the page that allows sending to one again. */
  ...listAt('mailAddresses', '/school/mail-addresses'),
  mailAddress: '/school/mail-addresses/:id',
  mailSettings: '/school/settings/mail',
  ...keptAt('privacyNotices', 'privacyNotice', '/school/privacy-notices'),
  /** Creates the next version of a notice as a draft. A published version can no longer change. */
  privacyVersion: '/school/privacy-notices/:id/version',
  publishPrivacyNotice: '/school/privacy-notices/:id/publication',
  /** POST creates a draft notice for each usual purpose. */
  usualPrivacyNotices: '/school/privacy-notices/usual',
  privacyOfficer: '/school/settings/privacy-officer',
  /** Consents of a section: `?section=`, `purpose=`, `state=`. */
  consents: '/school/consents',
  consentsFile: '/school/consents.csv',
  consentForms: '/school/consents/forms.pdf',
  studentConsents: '/school/students/:id/consents',
  recordConsent: '/school/students/:id/consents/new',
  ...listAt('grievances', '/school/grievances'),
  newGrievance: '/school/grievances/new',
  grievance: '/school/grievances/:id',
  closeGrievance: '/school/grievances/:id/closure',
  grievanceRegister: '/school/grievances/register.pdf',
  /** Channels by which a guardian is notified, entered by the office. */
  guardianMessages: '/school/guardians/:id/messages',
  messageSettings: '/school/settings/messages',
  smsKeys: '/school/settings/messages/sms',
  whatsappKeys: '/school/settings/messages/whatsapp',
  messageRules: '/school/settings/messages/rules',
  removeMessageKeys: (channel: string) => `/school/settings/messages/${channel}/removal`,
  ...keptAt('notices', 'notice', '/school/notices'),
  /** Shows the cost of sending an urgent notice by message; POST sends it. */
  tellNotice: '/school/notices/:id/messages',
  /** Messages to families with their attempts; POST retries or settles a message. */
  ...listAt('messages', '/school/messages'),
  message: '/school/messages/:id',
  /** Message counts of a month by channel and event. POST tries all held, or all unsure, messages again. */
  messageCounts: '/school/messages/counts',
  messageCountsFile: '/school/messages/counts.csv',
  messageEvents: '/school/settings/message-events',
  ...listAt('messageTemplates', '/school/message-templates'),
  ...formsAt('MessageTemplate', '/school/message-templates'),
  messageTemplateSheet: '/school/message-templates/:id/sheet',
  /** POST creates drafts of the usual texts. */
  usualMessageTemplates: '/school/message-templates/usual',
  writeTo: (studentId: string) => `/school/notices/new?student=${studentId}`,
  ...keptAt('events', 'event', '/school/events'),
} as const
