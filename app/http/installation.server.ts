import { lastBackup } from '~/models/installation/backups.server'
import { logCopies } from '~/models/installation/log-copies.server'
import { jobQueue, jobsByKind, mailQueue } from '~/models/installation/queues.server'
import { findWorkers } from '~/models/installation/workers.server'
import { heldByKind } from '~/models/outbox/hold-outgoing.server'
import type { SystemScope } from '~/models/shared/scope.server'
import { diskSpace } from '~/services/storage/disk-space.server'
import { version } from '~/services/version.server'
import { logError } from './log.server'
import { readiness } from './readiness.server'

/** How an installation is, for whoever runs it: no school, no person, no number of either. */
export type InstallationStatus = Awaited<ReturnType<typeof installationStatus>>

/** Asks everything; `work` is null where the database does not answer or has not been brought up to date. */
export async function installationStatus(system: SystemScope, request: Request) {
  const [ready, disk] = await Promise.all([readiness(), diskSpace()])
  const work = ready.ready ? await workOf(system, request) : null
  return { ready, ...version(), uptimeSeconds: Math.floor(process.uptime()), disk, work }
}

async function workOf(system: SystemScope, request: Request) {
  try {
    const [jobs, kinds, workers, mails, backup, held, logs] = await Promise.all([
      jobQueue(system),
      jobsByKind(system),
      findWorkers(system),
      mailQueue(system),
      lastBackup(system),
      heldByKind(system),
      logCopies(system),
    ])
    return { jobs, kinds, workers, mails, backup, held, logs }
  } catch (error) {
    // The rest is told all the same: it is asked for when something is wrong.
    logError(error, request)
    return null
  }
}
