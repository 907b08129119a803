import { listFacts } from '~/models/core/audit/list-facts.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listMoneyOfDues, waitingAmong } from '~/models/money/ledger/books/money-of-dues.server'
import type { ChargeDue, Subscriber } from '~/models/money/subscriptions/charges.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import type { WaitingRequest } from '~/models/people/second-person/requests.server'

type Of<Application> = {
  kind: 'hostel-application' | 'transport-application'
  chargesOf: (scope: SchoolScope, application: Application) => Promise<ChargeDue[]>
}

type Shown = Subscriber & { status: string; requests: WaitingRequest[] }

export async function loadApplicationDetails<Application extends Shown>(
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
    payments,
    refunds,
    waiting: waitingAmong(payments),
    facts,
    requests: application.requests,
    // True for a rejected or cancelled application, for which nothing is owed.
    isOver: application.status === 'rejected' || application.status === 'cancelled',
    may: {
      decide: may(`${kind}s:decide`),
      collect: may('fees:collect'),
      correct: may('payments:correct'),
      seeStudent: may('students:view'),
    },
  }
}
