import type { SchoolScope } from '~/models/shared/scope.server'

export type JobPayload = Readonly<Record<string, string | number>>

/**
 * Does one job. It may be run twice (a worker can die between the work and its note), so it looks first what is left to do.
 * Throwing asks for another attempt later. `scope` is null for the installation's own work.
 */
export type JobHandler = (payload: JobPayload, scope: SchoolScope | null) => Promise<void>

/** A handler of one school's work; a job without a school never reaches it. */
export function ofSchool(run: (payload: JobPayload, scope: SchoolScope) => Promise<void>): JobHandler {
  return async (payload, scope) => {
    if (!scope) throw new Error('This kind of job needs a school')
    await run(payload, scope)
  }
}

/** A handler of what goes out, with what is done instead where the operator dismissed it after a restore. */
export function unlessDismissed(send: JobHandler, dismiss: JobHandler): JobHandler {
  return (payload, scope) => (payload.dismissed === undefined ? send : dismiss)(payload, scope)
}
