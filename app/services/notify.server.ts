import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 250
const longestMs = 30_000
/** One look; the database that it asks may not answer at all. */
const lookMs = 1_000

/**
 * Tells a service manager that waits for it (systemd, `Type=notify`) that this process serves: a restart of the next one begins only then. A database
 * that is away for long keeps nobody waiting: the process serves, and says what it is waiting for.
 */
export async function notifyReady(isReady: (soon: AbortSignal) => Promise<boolean>): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return
  const until = performance.now() + longestMs
  const isNotYet = async () => !(await isReady(AbortSignal.timeout(lookMs)).catch(() => false))
  while (performance.now() < until && (await isNotYet())) await sleep(everyMs)
  execFile('systemd-notify', ['--ready'], () => undefined)
}
