import type { JobKind } from '~/models/outbox/enqueue.server'
import type { JobHandler } from './job.server'
import { run as sendMail } from './send-mail.server'

/** What the worker does for each kind of job. */
export const handlers = {
  'send-mail': sendMail,
} satisfies Partial<Record<JobKind, JobHandler>>
