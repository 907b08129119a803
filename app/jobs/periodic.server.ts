import { enqueueLeftMessages } from '~/models/contact/messaging/tell/left-messages.server'
import { listDuesNotifiers, notifyDues } from '~/models/contact/messaging/tell/tell-dues.server'
import { sweepSecurityEvents } from '~/models/core/audit/sweep-security-events.server'
import { sweepFiles } from '~/models/core/files/sweep-files.server'
import { sweepOutbox } from '~/models/core/outbox/job-queue.server'
import { resealAll } from '~/models/core/sealing/reseal.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import {
  type SchoolScope,
  schoolScope,
  systemActor,
  systemScope,
  visitorScope,
} from '~/models/core/shared/scope.server'
import { sweepImports } from '~/models/entry/imports/import-file.server'
import { sweepSealed } from '~/models/entry/retention/destroy-sealed.server'
import { enqueueClosings } from '~/models/learning/quizzes/take/close-attempt.server'
import { enqueueLapses } from '~/models/money/hostels/decide/offer-beds.server'
import { findStaysToCharge, raiseMonths } from '~/models/money/hostels/stay/raise-months.server'
import { accrueFinesOf, findFinesToAccrue } from '~/models/money/ledger/fines.server'
import { enqueuePaymentChecks } from '~/models/money/ledger/online/check-payment.server'
import { enqueueExpiries } from '~/models/money/shop/orders/cancel-order.server'
import { findTransportToCharge, raisePeriods } from '~/models/money/transport/raise-periods.server'
import { sweepSessions } from '~/models/people/accounts/sign-in/sessions.server'
import { log } from '~/services/log.server'
import { hasOldKey } from '~/services/secrets/secrets.server'
import type { PeriodicTask } from './loop.server'

/**
 * Tasks that run at intervals, on any number of workers. They also handle orders, attempts, offers and messages for
 * which no job ran.
 */
export function periodicTasks(keptFor: { securityDays: number }): PeriodicTask[] {
  return [
    { name: 'payment checks', everySeconds: 2, run: () => enqueuePaymentChecks(systemScope()) },
    { name: 'unpaid orders', everySeconds: 60, run: () => enqueueExpiries(systemScope()) },
    { name: 'open attempts', everySeconds: 60, run: () => enqueueClosings(systemScope()) },
    { name: 'left messages', everySeconds: 60, run: () => enqueueLeftMessages(systemScope()) },
    { name: 'bed offers', everySeconds: 60, run: () => enqueueLapses(systemScope()) },
    // The day's first run does all the work; later ones find nothing.
    { name: 'hostel months', everySeconds: 600, run: () => raiseAll(findStaysToCharge, raiseMonths) },
    { name: 'transport fares', everySeconds: 600, run: () => raiseAll(findTransportToCharge, raisePeriods) },
    { name: 'late fines', everySeconds: 600, run: accrueFines },
    { name: 'messages of dues', everySeconds: 3600, run: tellAllDues },
    { name: 'new key', everySeconds: 3600, run: sealWithNewKey },
    { name: 'sweep', everySeconds: 3600, run: () => sweep(keptFor.securityDays) },
  ]
}

type Chargeable = { id: number; schoolId: number }

/** Raises the dues of hostel months or transport periods that begin soon, in batches. */
async function raiseAll(
  find: (scope: ReturnType<typeof systemScope>, today: string, after: number) => Promise<Chargeable[]>,
  raise: (scope: SchoolScope, id: number, today: string) => Promise<unknown>,
): Promise<void> {
  const today = todayInIndia(new Date())
  let after = 0
  for (;;) {
    const due = await find(systemScope(), today, after)
    for (const { id, schoolId } of due) {
      await raise(schoolScope(schoolId, systemActor), id, today)
    }
    const last = due.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Calculates late fines up to today. The first run after midnight IST, or after a time without a worker, does all the
 * work in batches of students; later ones find nothing.
 */
export async function accrueFines(): Promise<void> {
  const today = todayInIndia(new Date())
  for (;;) {
    const next = await findFinesToAccrue(systemScope(), today)
    if (!next) return
    const { schoolId, studentIds } = next
    await accrueFinesOf(schoolScope(schoolId, systemActor), studentIds, today)
  }
}

/** Notifies families of upcoming and overdue dues on the days set by each school. */
async function tellAllDues(): Promise<void> {
  const today = todayInIndia(new Date())
  for (const schoolId of await listDuesNotifiers(systemScope())) {
    await notifyDues(schoolScope(schoolId, systemActor), today)
  }
}

/** Re-encrypts with APP_KEY everything that only APP_KEY_OLD decrypts. */
async function sealWithNewKey(): Promise<void> {
  if (!hasOldKey()) return
  const changed = (await resealAll(systemScope())).filter(({ before }) => before > 0)
  for (const { name, before } of changed) log().info({ column: name, texts: before }, 'sealed with the new APP_KEY')
}

/**
 * Deletes expired data: ended sessions, unused uploads, old imports, finished jobs, sent mails, security events,
 * encrypted data.
 */
async function sweep(securityDays: number): Promise<void> {
  await sweepSessions(visitorScope())
  await sweepOutbox(systemScope())
  await sweepImports(systemScope())
  await sweepSecurityEvents(systemScope(), securityDays)
  await sweepSealed(systemScope())
  const files = await sweepFiles(systemScope())
  if (files > 0) log().info({ files }, 'files that nobody owned were removed')
}
