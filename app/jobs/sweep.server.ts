import { sweepSessions } from '~/models/accounts/sessions.server'
import { sweepSecurityEvents } from '~/models/audit/sweep-security-events.server'
import { sweepFiles } from '~/models/files/sweep-files.server'
import { sweepImports } from '~/models/imports/import-file.server'
import { sweepOutbox } from '~/models/outbox/job-queue.server'
import { systemScope, visitorScope } from '~/models/shared/scope.server'
import { log } from '~/services/log.server'

/**
 * Removes what has had its time: ended sessions, uploads that nothing came of, files and rows of old imports, finished jobs and sent
 * mails, old security events.
 */
export async function sweep(keptFor: { securityDays: number }): Promise<void> {
  await sweepSessions(visitorScope())
  await sweepOutbox(systemScope())
  await sweepImports(systemScope())
  await sweepSecurityEvents(systemScope(), keptFor.securityDays)
  const files = await sweepFiles(systemScope())
  if (files > 0) log().info({ files }, 'files that nobody owned were removed')
}
