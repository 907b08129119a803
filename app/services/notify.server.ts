import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 250
const longestMs = 30_000

/**
 * Tells a service manager that waits for it (systemd, `Type=notify`) that this process serves: a restart of the next one begins only then. A database
 * that is away for long keeps nobody waiting: the process serves, and says what it is waiting for.
 */
export async function notifyReady(isReady: () => Promise<boolean>): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return
  for (let waited = 0; waited < longestMs && !(await isReady().catch(() => false)); waited += everyMs)
    await sleep(everyMs)
  execFile('systemd-notify', ['--ready'], () => undefined)
}
