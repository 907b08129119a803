import { Gauge, Registry, register } from 'prom-client'
import type { InstallationStatus } from './installation.server'

/**
 * The status in Prometheus' text format, followed by this process's counters (server/metrics.ts). Omits unknown values,
 * so that an alarm on their absence fires.
 */
export async function metricsOf(status: InstallationStatus): Promise<Response> {
  const now = new Registry()
  const tell = (name: string, help: string, value: number | null | undefined, labels: Record<string, string> = {}) => {
    if (value === null || value === undefined) return
    const known = now.getSingleMetric(`shala_${name}`) as Gauge | undefined
    const gauge = known ?? new Gauge({ name: `shala_${name}`, help, registers: [now], labelNames: Object.keys(labels) })
    gauge.set(labels, value)
  }
  const { ready, disk, work } = status
  tell('info', 'Which version runs', 1, { version: status.version, commit: status.commit ?? '' })
  tell('uptime_seconds', 'Seconds since this process began', status.uptimeSeconds)
  tell('database_up', 'Whether the database answers', Number(ready.ready || ready.reason !== 'database'))
  tell('ready', 'Whether people are served: the database answers and all migrations have run', Number(ready.ready))
  tell('disk_free_bytes', 'Free on the disk of DATA_DIR', disk?.freeBytes)
  tell('disk_total_bytes', 'Size of the disk of DATA_DIR', disk?.totalBytes)
  tell('jobs_waiting', 'Jobs whose time has come', work?.jobs.waiting)
  tell(
    'jobs_oldest_seconds',
    'For how long the oldest of them could have been done',
    work?.jobs.oldestSeconds ?? (work && 0),
  )
  tell('jobs_running', 'Jobs that a worker has in hand', work?.jobs.running)
  tell('jobs_later', 'Jobs whose time has not come', work?.jobs.later)
  tell('jobs_failed', 'Jobs that were given up', work?.jobs.failed)
  for (const { class: jobClass, kind, waiting, oldestSeconds, running } of work?.kinds ?? []) {
    const labels = { class: jobClass, kind }
    tell('jobs_of_kind_waiting', 'Jobs whose time has come, by class and kind', waiting, labels)
    tell(
      'jobs_of_kind_oldest_seconds',
      'For how long the oldest of them could have been done',
      oldestSeconds ?? 0,
      labels,
    )
    tell('jobs_of_kind_running', 'Jobs that a worker has in hand, by class and kind', running, labels)
  }
  for (const { what, holds, jobs, oldestSeconds } of work?.held ?? []) {
    tell('held_schools', 'Schools (with the installation itself) of which this is held after a restore', holds, {
      what,
    })
    tell('held_jobs', 'Jobs that wait for the operator to release them', jobs, { what })
    tell('held_oldest_seconds', 'Age of the oldest of them', oldestSeconds ?? 0, { what })
  }
  tell('workers_alive', 'Workers that have said so within the last 45 seconds', work?.workers.alive)
  for (const { name, state } of work?.workers.troubles ?? [])
    tell('service_trouble', 'Services outside that do not answer a worker as they should', 1, { service: name, state })
  tell('mails_last_day', 'Mails written in the last 24 hours that were sent or given up', work?.mails.lastDay)
  tell('mails_failed_last_day', 'Those of them that were given up', work?.mails.failedLastDay)
  tell('mails_waiting', 'Mails that are not sent yet', work?.mails.waiting)
  tell('mails_oldest_seconds', 'Age of the oldest of them', work?.mails.oldestSeconds ?? (work && 0))
  tell('mails_failed', 'Mails that were given up', work?.mails.failed)
  tell('backup_age_seconds', 'Age of the last backup', work?.backup?.ageSeconds)
  tell('backup_size_bytes', 'Size of the last backup', work?.backup?.sizeBytes)
  tell('logs_age_seconds', 'Age of the last moment that is copied of the binary log', work?.logs?.ageSeconds)
  tell(
    'logs_have_backup',
    'Whether a backup was made since the copies of the binary log have no gap',
    work?.logs && Number(work.logs.hasBackup),
  )
  const text = await Registry.merge([register, now]).metrics()
  return new Response(text, { headers: { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' } })
}
