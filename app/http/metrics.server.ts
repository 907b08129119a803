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
    const existingGauge = now.getSingleMetric(`shala_${name}`) as Gauge | undefined
    const gauge =
      existingGauge ?? new Gauge({ name: `shala_${name}`, help, registers: [now], labelNames: Object.keys(labels) })
    gauge.set(labels, value)
  }
  const { ready, waits, disk, work } = status
  tell('info', 'Running version', 1, { version: status.version, commit: status.commit ?? '' })
  tell('uptime_seconds', 'Seconds since this process started', status.uptimeSeconds)
  tell('database_up', '1 if the database answers', Number(ready.ready || ready.reason !== 'database'))
  tell('ready', '1 if the portal serves users: the database answers and all migrations have run', Number(ready.ready))
  for (const { server, used, waiting } of waits.pools) {
    tell('database_connections_used', 'Connections of this process that are in use', used, { server })
    tell('database_connections_waiting', 'Statements and transactions that wait for one', waiting, { server })
  }
  tell('passwords_waiting', 'Sign-ins of this process that wait for their password check', waits.passwords)
  tell('disk_free_bytes', 'Free space on the disk of DATA_DIR', disk?.freeBytes)
  tell('disk_total_bytes', 'Size of the disk of DATA_DIR', disk?.totalBytes)
  tell('jobs_waiting', 'Jobs that are due', work?.jobs.waiting)
  tell('jobs_oldest_seconds', 'Waiting time of the oldest due job', work?.jobs.oldestSeconds ?? (work && 0))
  tell('jobs_running', 'Running jobs', work?.jobs.running)
  tell('jobs_later', 'Jobs scheduled for later', work?.jobs.later)
  tell('jobs_failed', 'Failed jobs', work?.jobs.failed)
  for (const { class: jobClass, kind, waiting, oldestSeconds, running } of work?.kinds ?? []) {
    const labels = { class: jobClass, kind }
    tell('jobs_of_kind_waiting', 'Due jobs by class and kind', waiting, labels)
    tell('jobs_of_kind_oldest_seconds', 'Waiting time of the oldest due job', oldestSeconds ?? 0, labels)
    tell('jobs_of_kind_running', 'Running jobs by class and kind', running, labels)
  }
  for (const { what, holds, jobs, oldestSeconds } of work?.held ?? []) {
    tell(
      'held_schools',
      'Schools, including the installation itself, whose work of this kind is held after a restore',
      holds,
      { what },
    )
    tell('held_jobs', 'Jobs held until the operator releases them', jobs, { what })
    tell('held_oldest_seconds', 'Age of the oldest held job', oldestSeconds ?? 0, { what })
  }
  tell('workers_alive', 'Workers that reported within the last 45 seconds', work?.workers.alive)
  for (const { name, state } of work?.workers.troubles ?? [])
    tell('service_trouble', 'External services that do not answer a worker properly', 1, { service: name, state })
  tell('mails_last_day', 'Mails of the last 24 hours that were sent or have failed', work?.mails.lastDay)
  tell('mails_failed_last_day', 'Mails of the last 24 hours that have failed', work?.mails.failedLastDay)
  tell('mails_waiting', 'Mails not sent yet', work?.mails.waiting)
  tell('mails_oldest_seconds', 'Age of the oldest waiting mail', work?.mails.oldestSeconds ?? (work && 0))
  tell('mails_failed', 'Failed mails', work?.mails.failed)
  tell('backup_age_seconds', 'Age of the last backup', work?.backup?.ageSeconds)
  tell('backup_size_bytes', 'Size of the last backup', work?.backup?.sizeBytes)
  tell('logs_age_seconds', 'Age of the newest copied entry of the binary log', work?.logs?.ageSeconds)
  tell(
    'logs_have_backup',
    '1 if a backup was made since the copies of the binary log have no gap',
    work?.logs && Number(work.logs.hasBackup),
  )
  const text = await Registry.merge([register, now]).metrics()
  return new Response(text, { headers: { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' } })
}
