import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 250
const maxMs = 30_000
/** Timeout of one readiness check, since the database may not answer at all. */
const lookMs = 1_000

/**
 * Notifies a waiting service manager (systemd, `Type=notify`) that this process serves requests, so that the next
 * process can restart. Stops waiting for an unavailable database after a while: the process then serves and reports it.
 */
export async function notifyReady(isReady: (soon: AbortSignal) => Promise<boolean>): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return
  const until = performance.now() + maxMs
  const isNotYet = async () => !(await isReady(AbortSignal.timeout(lookMs)).catch(() => false))
  while (performance.now() < until && (await isNotYet())) await sleep(everyMs)
  execFile('systemd-notify', ['--ready'], () => undefined)
}
