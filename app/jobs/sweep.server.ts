import { sweepSessions } from '~/models/accounts/sessions.server'
import { sweepFiles } from '~/models/files/sweep-files.server'
import { sweepImports } from '~/models/imports/sweep-imports.server'
import { sweepOutbox } from '~/models/outbox/job-queue.server'
import { systemScope, visitorScope } from '~/models/shared/scope.server'
import { log } from '~/services/log.server'

/** Removes what has had its time: ended sessions, uploads that nothing came of, files and rows of old imports, finished jobs and sent mails. */
export async function sweep(): Promise<void> {
  await sweepSessions(visitorScope())
  await sweepOutbox(systemScope())
  await sweepImports(systemScope())
  const files = await sweepFiles(systemScope())
  if (files > 0) log().info({ files }, 'files that nobody owned were removed')
}
