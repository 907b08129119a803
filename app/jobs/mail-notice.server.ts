import { mailNotice } from '~/models/notices/mail-notice.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Writes a notice to the families; a second run goes on where the first ended. */
export function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  return mailNotice(scope, Number(payload.noticeId))
}
