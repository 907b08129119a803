/**
 * How urgent a job is. `money`: payment checks, refunds, receipts. `waited`: somebody sits in front of it (a password mail, an import, a
 * certificate). `bulk`: everything else; it never takes the place of the other two.
 */
export const jobClasses = ['money', 'waited', 'bulk'] as const
export type JobClass = (typeof jobClasses)[number]

/** What a job waits for while it runs. Jobs of one lane slow down together, and nobody else with them. */
export const jobLanes = ['work', 'mail', 'message', 'import', 'provider'] as const
export type JobLane = (typeof jobLanes)[number]

type OfLine = { class: JobClass; lane: JobLane }

const line = (jobClass: JobClass, lane: JobLane): OfLine => ({ class: jobClass, lane })

/** Kinds of work that the worker knows, with their usual class; each has a handler in app/jobs. */
const jobKinds = {
  'reconcile-payment': line('money', 'provider'),
  'send-refund': line('money', 'provider'),
  'due-settled': line('money', 'work'),
  'make-receipt': line('money', 'work'),
  'expire-order': line('money', 'work'),
  'check-import': line('waited', 'import'),
  'run-import': line('waited', 'import'),
  'make-certificate': line('waited', 'work'),
  'close-attempt': line('waited', 'work'),
  'apply-message-reports': line('bulk', 'work'),
  'lapse-request': line('bulk', 'work'),
  'end-bed-offer': line('bulk', 'work'),
  'mail-notice': line('bulk', 'work'),
  'remove-data': line('bulk', 'work'),
  'remove-scans': line('bulk', 'work'),
  'restore-data': line('bulk', 'work'),
  'shorten-aadhaar': line('bulk', 'work'),
  'tell-breach': line('bulk', 'work'),
  'tell-cards': line('bulk', 'work'),
  'tell-notice': line('bulk', 'work'),
  'tell-results': line('bulk', 'work'),
  // Their class is that of what they say; each of their jobs names it.
  'send-mail': line('bulk', 'mail'),
  'send-message': line('bulk', 'message'),
} as const

export type JobKind = keyof typeof jobKinds
export type KindByContent = 'send-mail' | 'send-message'

/** Whether this version knows the kind. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobKinds, kind)
}

/** What goes on at a suspended school: money that comes in is settled and receipted. Everything else waits, refunds too. */
export const kindsWhenSuspended: readonly JobKind[] = [
  'reconcile-payment',
  'due-settled',
  'make-receipt',
  'expire-order',
]

/** Whether there are jobs of a line that go on at a suspended school. */
export const goesOnWhenSuspended = (one: OfLine): boolean =>
  kindsWhenSuspended.some((kind) => jobKinds[kind].class === one.class && jobKinds[kind].lane === one.lane)

/** The usual class and the lane of a kind; a kind that this version does not know is work that somebody waits for. */
export function lineOfKind(kind: string): OfLine {
  return isJobKind(kind) ? jobKinds[kind] : line('waited', 'work')
}

/** What goes out of the installation, in an operator's words. A `notice` is what makes many mails and messages at once. */
export const outgoingKinds = ['mail', 'message', 'refund', 'notice'] as const
export type OutgoingKind = (typeof outgoingKinds)[number]

/** The jobs by which each goes out. */
export const jobsOfOutgoing: Readonly<Record<OutgoingKind, readonly JobKind[]>> = {
  mail: ['send-mail'],
  message: ['send-message'],
  refund: ['send-refund'],
  notice: ['mail-notice', 'tell-notice', 'tell-results', 'tell-cards', 'tell-breach'],
}

/** What goes out by a job of this kind; null where nothing does. */
export function outgoingOf(kind: string): OutgoingKind | null {
  return outgoingKinds.find((what) => (jobsOfOutgoing[what] as readonly string[]).includes(kind)) ?? null
}
