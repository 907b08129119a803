/**
 * Urgency of a job. `money`: payment checks, refunds, receipts. `waited`: a user is waiting for it (a password mail, an
 * import, a certificate). `bulk`: everything else; it never delays the other two.
 */
export const jobClasses = ['money', 'waited', 'bulk'] as const
export type JobClass = (typeof jobClasses)[number]

/**
 * External resource that a job waits for while it runs. Jobs of one lane slow each other down, but not other lanes.
 * `unapproved-mail`: mails of unapproved schools and of registrations. Strangers can cause any number of them, so they
 * have slots of their own at the mail server and never delay the mails of approved schools.
 */
export const jobLanes = ['work', 'mail', 'message', 'import', 'provider', 'unapproved-mail'] as const
export type JobLane = (typeof jobLanes)[number]

/** Line of a job: its class and lane. Each line has its own slots in a worker, and its own rotation of schools. */
export type JobLine = { class: JobClass; lane: JobLane }

const line = (jobClass: JobClass, lane: JobLane): JobLine => ({ class: jobClass, lane })

/** Kinds of jobs known to the worker, with their default class; each has a handler in app/jobs. */
const jobKinds = {
  'reconcile-payment': line('money', 'provider'),
  'send-refund': line('money', 'provider'),
  'due-settled': line('money', 'work'),
  'make-receipt': line('money', 'work'),
  'expire-order': line('money', 'work'),
  'check-import': line('waited', 'import'),
  'run-import': line('waited', 'import'),
  'undo-import': line('waited', 'import'),
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
  // `bulk` is only the default of these kinds: each job sets its class by its content.
  'send-mail': line('bulk', 'mail'),
  'send-message': line('bulk', 'message'),
} as const

export type JobKind = keyof typeof jobKinds
export type KindByContent = 'send-mail' | 'send-message'

/** Returns true when this version knows the kind. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobKinds, kind)
}

/** Kinds that run for a suspended school: received money is settled and receipted. All others wait, refunds too. */
export const kindsWhenSuspended: readonly JobKind[] = [
  'reconcile-payment',
  'due-settled',
  'make-receipt',
  'expire-order',
]

/** Returns true when a line has kinds of jobs that run for a suspended school. */
export const runsWhenSuspended = (jobLine: JobLine): boolean =>
  kindsWhenSuspended.some((kind) => jobKinds[kind].class === jobLine.class && jobKinds[kind].lane === jobLine.lane)

/** Default class and lane of a kind; an unknown kind counts as work that a user waits for. */
export function lineOfKind(kind: string): JobLine {
  return isJobKind(kind) ? jobKinds[kind] : line('waited', 'work')
}

/** Kinds of outgoing work, in an operator's words. A `notice` creates many mails and messages at once. */
export const outgoingKinds = ['mail', 'message', 'refund', 'notice'] as const
export type OutgoingKind = (typeof outgoingKinds)[number]

export const jobsOfOutgoing: Readonly<Record<OutgoingKind, readonly JobKind[]>> = {
  mail: ['send-mail'],
  message: ['send-message'],
  refund: ['send-refund'],
  notice: ['mail-notice', 'tell-notice', 'tell-results', 'tell-cards', 'tell-breach'],
}

/** Kind of outgoing work of a job kind; null for a job that sends nothing. */
export function outgoingOf(kind: string): OutgoingKind | null {
  return (
    outgoingKinds.find((outgoingKind) => (jobsOfOutgoing[outgoingKind] as readonly string[]).includes(kind)) ?? null
  )
}
