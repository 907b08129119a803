import { inTransaction } from '~/database/transaction.server'
import { closeLinksOfDues } from '~/models/ledger/close-links-of-dues.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { chargesOf } from './charges.server'
import { type ApplicationEnd, type EndRefusal, endApplication } from './end-application.server'
import { TransportApplication } from './tables.server'

export type CloseRefusal = Exclude<EndRefusal, 'link-open'> | 'provider-down'

/** A payment may be started while the link of the one before is closed; more often than this nobody does. */
const rounds = 3

/** The student does not want the seat any more. Refuses as `endApplication` does, and `provider-down` (an open link could not be closed). */
export function cancelOwnApplication(scope: StudentScope, publicId: string): Promise<Outcome<undefined, CloseRefusal>> {
  return close(scope, publicId, { kind: 'cancelled', by: 'student', remarks: null })
}

/** The office ends an application: rejects it, takes it back, or ends the rides on a day. An open payment link is closed first. */
export function endByOffice(
  scope: SchoolScope,
  publicId: string,
  end: Exclude<ApplicationEnd, { by: 'student' }>,
): Promise<Outcome<undefined, CloseRefusal>> {
  return close(scope, publicId, end)
}

/** An open payment link is closed at the provider first, so that nobody pays for a seat that is gone. */
async function close(
  scope: LedgerScope,
  publicId: string,
  end: ApplicationEnd,
): Promise<Outcome<undefined, CloseRefusal>> {
  for (let round = 0; round < rounds; round++) {
    const ended = await inTransaction((tx) => endApplication(scope, { publicId }, end, tx))
    if (ended.ok) return done()
    if (ended.reason !== 'link-open') return refused(ended.reason)
    const closed = await closeLinksOf(scope, publicId)
    if (!closed.ok) return closed
  }
  return refused('provider-down')
}

/** Closes the payment links of everything that an application raised. Refuses `provider-down`. */
export async function closeLinksOf(scope: LedgerScope, publicId: string): Promise<Outcome<undefined, 'provider-down'>> {
  const application = await TransportApplication.findOne({
    attributes: ['id', 'studentId', 'kind'],
    where: { schoolId: scope.schoolId, publicId },
    raw: true,
  })
  const charges = application ? await chargesOf(scope, application) : []
  return closeLinksOfDues(
    scope,
    charges.map((charge) => charge.dueId),
  )
}
