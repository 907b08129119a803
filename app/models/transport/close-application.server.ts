import type { LedgerScope } from '~/models/ledger/locks.server'
import { done, type Outcome } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { withLinksClosed } from './charges.server'
import { type ApplicationEnd, type EndRefusal, endApplication } from './end-application.server'

export type CloseRefusal = Exclude<EndRefusal, 'link-open'> | 'provider-down'

/** The student does not want the seat any more. Refuses as `endApplication` does, and `provider-down` (an open link could not be closed). */
export function cancelOwnApplication(scope: StudentScope, publicId: string): Promise<Outcome<undefined, CloseRefusal>> {
  return close(scope, publicId, { kind: 'cancelled', by: 'student', remarks: null })
}

/** The office ends an application: rejects it, takes it back, or ends the rides on a day. An open payment link is closed first. */
export function endByOffice(scope: SchoolScope, publicId: string, end: Exclude<ApplicationEnd, { by: 'student' }>) {
  return close(scope, publicId, end)
}

function close(scope: LedgerScope, publicId: string, end: ApplicationEnd): Promise<Outcome<undefined, CloseRefusal>> {
  return withLinksClosed<undefined, CloseRefusal>(scope, publicId, async () => {
    const ended = await endApplication(scope, { publicId }, end)
    return ended.ok ? done() : ended
  })
}
