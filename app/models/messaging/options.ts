import type { Channel } from '~/services/messages/port'

/** What families are told of by message. */
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

/** How the office calls them. */
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
  invitation: 'Invitation of a guardian',
} as const satisfies Record<MessageEvent, string>

/**
 * After so many hours nobody is told of it any more, whatever held it up: what was not sent in time is worse late than never. Half of them is the
 * longest wait for a delivery report before another channel is tried.
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

/** Events that a guardian cannot switch off, and that no quiet hour holds. */
export const urgentEvents: readonly MessageEvent[] = ['urgent', 'bus_delay', 'breach']

/** Events whose mail is bulk: its reader may unsubscribe, as from notices and reminders that go by mail alone (decision 49). */
export const bulkEvents: readonly MessageEvent[] = ['due_soon', 'overdue', 'results', 'urgent']

/** Events that a guardian may switch off. */
export const mutableEvents = messageEvents.filter((event) => !urgentEvents.includes(event) && event !== 'invitation')

/**
 * What a text may say of each event. Of a child no more than first name and class stands in a message: a phone lies where others read it.
 * `date` is given as `YYYY-MM-DD` and `amount` in paise; the text has them in the reader's language.
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

/** The values that whoever tells gives; student, class and school the portal knows. */
export type GivenValue<Event extends MessageEvent> = Exclude<
  (typeof eventValues)[Event][number],
  'student' | 'class' | 'school'
>

/** By which a family is reached; mail goes by the portal's own outbox. */
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

/** What the portal tells of by itself, once the school has ticked it; the others are told when somebody presses. */
export const automaticEvents = [
  'due_soon',
  'overdue',
  'receipt',
  'bounced',
  'results',
  'certificate',
] as const satisfies readonly MessageEvent[]

export const stateNames = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
  unsure: 'Not known whether sent',
  held: 'Held',
  skipped: 'Not sent',
} as const satisfies Record<MessageState, string>
