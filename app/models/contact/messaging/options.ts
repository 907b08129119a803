import type { Channel } from '~/services/messages/port'

export const messageEvents = [
  'absent',
  'due_soon',
  'overdue',
  'receipt',
  'bounced',
  'urgent',
  'results',
  'certificate',
  'bus_delay',
  'breach',
  'invitation',
] as const
export type MessageEvent = (typeof messageEvents)[number]

export const eventNames = {
  absent: 'Absent today',
  due_soon: 'Fee due soon',
  overdue: 'Fee overdue',
  receipt: 'Receipt',
  bounced: 'Bounced cheque',
  urgent: 'Urgent notice',
  results: 'Results published',
  certificate: 'Certificate ready',
  bus_delay: 'Bus late',
  breach: 'Data breach',
  invitation: 'Invitation to a guardian',
} as const satisfies Record<MessageEvent, string>

/**
 * Hours after which a message about the event is no longer sent, whatever delayed it: a late message is worse than
 * none. After at most half this time without a delivery report, another channel is tried.
 */
export const eventHours = {
  absent: 12,
  due_soon: 48,
  overdue: 48,
  receipt: 72,
  bounced: 72,
  urgent: 24,
  results: 168,
  certificate: 168,
  bus_delay: 2,
  breach: 720,
  invitation: 168,
} as const satisfies Record<MessageEvent, number>

/** Events that a guardian cannot switch off, and that ignore quiet hours. */
export const urgentEvents: readonly MessageEvent[] = ['urgent', 'bus_delay', 'breach']

/** Events whose mail is bulk: the recipient may unsubscribe (decision 49). */
export const bulkEvents: readonly MessageEvent[] = ['due_soon', 'overdue', 'results', 'urgent']

/** Events that a guardian may switch off. */
export const mutableEvents = messageEvents.filter((event) => !urgentEvents.includes(event) && event !== 'invitation')

/**
 * Variables allowed in the texts of each event. A message contains no more of a child than first name and class, as
 * others may read the phone. `date` is passed as `YYYY-MM-DD` and `amount` in paise; the text shows them in the
 * recipient's language.
 */
export const eventValues = {
  absent: ['student', 'class', 'date', 'school'],
  due_soon: ['student', 'class', 'amount', 'date', 'school'],
  overdue: ['student', 'class', 'amount', 'date', 'school'],
  receipt: ['student', 'class', 'amount', 'number', 'school'],
  bounced: ['student', 'class', 'amount', 'number', 'school'],
  urgent: ['notice', 'date', 'school'],
  results: ['student', 'class', 'exam', 'school'],
  certificate: ['student', 'class', 'kind', 'school'],
  bus_delay: ['student', 'route', 'minutes', 'school'],
  breach: ['date', 'link', 'school'],
  invitation: ['student', 'class', 'link', 'school'],
} as const satisfies Record<MessageEvent, readonly string[]>

/** Values passed by the caller; the portal adds student, class and school. */
export type CallerValue<Event extends MessageEvent> = Exclude<
  (typeof eventValues)[Event][number],
  'student' | 'class' | 'school'
>

/** Channels to a family; mail uses the portal's own outbox. */
export const familyChannels = ['whatsapp', 'sms', 'mail'] as const satisfies readonly (Channel | 'mail')[]
export type FamilyChannel = (typeof familyChannels)[number]

export const channelNames = { whatsapp: 'WhatsApp', sms: 'SMS', mail: 'E-mail' } as const

export const messageStates = [
  'waiting',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unsure',
  'held',
  'skipped',
] as const
export type MessageState = (typeof messageStates)[number]

export const templateBodyLength = 2000

export const attemptStates = ['sending', 'sent', 'delivered', 'read', 'failed', 'unsure'] as const

/** Events sent automatically, if the school has selected them; all others are sent by a user. */
export const automaticEvents = [
  'due_soon',
  'overdue',
  'receipt',
  'bounced',
  'results',
  'certificate',
] as const satisfies readonly MessageEvent[]

export const messageStateNames = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
  unsure: 'Delivery not confirmed',
  held: 'Held',
  skipped: 'Not sent',
} as const satisfies Record<MessageState, string>
