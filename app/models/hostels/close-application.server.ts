import type { LedgerScope } from '~/models/ledger/locks.server'
import { done, type Outcome } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { withLinksClosed } from './charges.server'
import { type ApplicationEnd, type EndRefusal, endApplication } from './end-application.server'

export type CloseRefusal = Exclude<EndRefusal, 'link-open'> | 'provider-down'

/** The student does not want the place any more. Refuses as `endApplication` does, and `provider-down` (an open link could not be closed). */
export function cancelOwnApplication(scope: StudentScope, publicId: string): Promise<Outcome<undefined, CloseRefusal>> {
  return close(scope, publicId, { status: 'cancelled', by: 'student', remarks: null })
}

/** The office takes a place back that nobody has moved into. `remarks` are told to the student. */
export function cancelApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return close(scope, publicId, { status: 'cancelled', by: 'office', remarks })
}

/** The office says no. `remarks` are told to the student. */
export function rejectApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return close(scope, publicId, { status: 'rejected', remarks })
}

async function close(scope: LedgerScope, publicId: string, end: ApplicationEnd) {
  const ended = await withLinksClosed<unknown, Exclude<EndRefusal, 'link-open'>>(scope, publicId, () =>
    endApplication(scope, { publicId }, end),
  )
  return ended.ok ? done() : ended
}
