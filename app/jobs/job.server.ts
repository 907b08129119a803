import type { SchoolScope } from '~/models/core/shared/scope.server'

export type JobPayload = Readonly<Record<string, string | number>>

/**
 * Runs one job. A job may run twice, because a worker can die after the work and before it is recorded. So the handler
 * first checks what is left to do. Throwing schedules another attempt. `scope` is null for the installation's own jobs.
 */
export type JobHandler = (payload: JobPayload, scope: SchoolScope | null) => Promise<void>

/** Wraps a handler of one school's jobs; a job without a school never reaches it. */
export function ofSchool(run: (payload: JobPayload, scope: SchoolScope) => Promise<void>): JobHandler {
  return async (payload, scope) => {
    if (!scope) throw new Error('This kind of job needs a school')
    await run(payload, scope)
  }
}

/** Wraps a handler of outgoing jobs; `dismiss` runs instead when the operator dismissed the job after a restore. */
export function unlessDismissed(send: JobHandler, dismiss: JobHandler): JobHandler {
  return (payload, scope) => (payload.dismissed === undefined ? send : dismiss)(payload, scope)
}
