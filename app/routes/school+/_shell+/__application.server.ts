import { mayStaff, type Permission } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { listFacts } from '~/models/audit/list-facts.server'
import { listMoneyOfDues, waitingAmong } from '~/models/ledger/money-of-dues.server'
import type { WaitingRequest } from '~/models/second-person/requests.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ChargeDue, Subscriber } from '~/models/subscriptions/charges.server'

type Of<Application> = {
  kind: 'hostel-application' | 'transport-application'
  chargesOf: (scope: SchoolScope, application: Application) => Promise<ChargeDue[]>
}

type Shown = Subscriber & { status: string; requests: WaitingRequest[] }

/** Loads dues, payments, history and permissions for the page of an application. */
export async function besidesApplication<Application extends Shown>(
  { scope, role }: StaffSession,
  application: Application,
  { kind, chargesOf }: Of<Application>,
) {
  const [dues, facts] = await Promise.all([
    chargesOf(scope, application),
    listFacts(scope, { kind, id: application.id }),
  ])
  const dueIds = dues.map(({ dueId }) => dueId)
  const { payments, refunds } = await listMoneyOfDues(scope, dueIds)
  const may = (permission: Permission) => mayStaff(role, permission)
  return {
    dues: dues.map(({ dueId: _due, period, title, ...due }) => ({
      ...due,
      name: period > 1 ? `${due.name}: ${title}` : due.name,
    })),
    ...{ payments, refunds, waiting: waitingAmong(payments), facts, requests: application.requests },
    // Rejected or cancelled, so nothing is owed for it.
    isOver: application.status === 'rejected' || application.status === 'cancelled',
    may: {
      decide: may(`${kind}s:decide`),
      collect: may('fees:collect'),
      correct: may('payments:correct'),
      seeStudent: may('students:view'),
    },
  }
}
