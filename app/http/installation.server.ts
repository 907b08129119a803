import { poolUse } from '~/database/database.server'
import { lastBackup } from '~/models/core/installation/backups.server'
import { logCopies } from '~/models/core/installation/log-copies.server'
import { jobQueue, jobsByKind, mailQueue } from '~/models/core/installation/queues.server'
import { findWorkers } from '~/models/core/installation/workers.server'
import { heldByKind } from '~/models/core/outbox/hold-outgoing.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { countWaitingPasswords } from '~/services/secrets/passwords.server'
import { diskSpace } from '~/services/storage/disk-space.server'
import { version } from '~/services/version.server'
import { logError } from './log.server'
import { readiness } from './readiness.server'

/** Status of the installation for its operator, without data of schools or persons. */
export type InstallationStatus = Awaited<ReturnType<typeof installationStatus>>

/** Collects the status; `work` is null when the database is unreachable or not migrated. */
export async function installationStatus(system: SystemScope, request: Request) {
  // Read the pools before our own statements use them.
  const waits = { pools: poolUse(), passwords: countWaitingPasswords() }
  const [ready, disk] = await Promise.all([readiness(), diskSpace()])
  const work = ready.ready ? await workOf(system, request) : null
  return { ready, ...version(), uptimeSeconds: Math.floor(process.uptime()), waits, disk, work }
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
    // Return the rest of the status: the operator opens the page exactly when something is wrong.
    logError(error, request)
    return null
  }
}
