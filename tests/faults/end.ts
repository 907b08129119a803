import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { execute } from '~/database/database.server'
import { listFailed, repeatFailed } from '~/models/core/installation/failed-jobs.server'
import { maxLosses } from '~/models/core/outbox/patience'
import { systemScope } from '~/models/core/shared/scope.server'
import { faultsOfHostels } from '../factories/hostels'
import { faultsOfLedger } from '../factories/paying'
import { readRows } from '../factories/read'
import { faultsOfStore } from '../factories/shop'
import { faultsOfTransport } from '../factories/transport'
import { countRows, expireClaims, skipCheckPauses, until } from '../reliability/stage'
import { errands } from './errands'
import { drawNumber } from './kept'
import { endPauses, steadily, type Town } from './town'

/*
 * Parts that all tests that kill programs share: the users of a test school work until it closes, the system recovers,
 * and then all rows are checked.
 */

/** Lets all users of the test school repeat their work, with a pause between, until the school closes. */
export async function workUntilClosing(town: Town, pauseMs: number): Promise<void> {
  await Promise.all(Object.keys(errands).map((name) => repeatErrand(town, name, pauseMs)))
}

/** Repeats one errand, a user's task such as a payment, until the school closes. */
async function repeatErrand(town: Town, name: string, pauseMs: number): Promise<void> {
  let count = 0
  let chances = 0
  const chance = () => drawNumber(`${name} ${chances++}`, 1000) / 1000
  while (!town.isClosing()) {
    count += 1
    await errands[name]?.(town, chance).catch((error: unknown) =>
      town.journal.fault(`${name}, number ${count}: ${error}`),
    )
    await sleep(pauseMs)
  }
}

/** SQL condition of jobs that run, are due or wait for a retry; without reconciliations, which repeat without end. */
const isUnfinishedJob = `kind <> 'reconcile-payment' AND (state = 'running' OR (state = 'waiting' AND (attempts > 0 OR run_at <= UTC_TIMESTAMP(3))))`

/**
 * Expires leases, pauses and reservations, and waits until the workers have finished. Retries jobs that failed because
 * their worker was killed twice, as the operator would.
 */
export async function waitUntilRecovered(town: Town, limitMs: number): Promise<void> {
  for (const one of town.workers.splice(0)) await one.end()
  await steadily(expireClaims)
  await execute(
    `UPDATE orders SET reserved_until = UTC_TIMESTAMP(3) - INTERVAL 5 MINUTE WHERE reserved_until IS NOT NULL`,
    {},
  )
  await execute(`UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE kind = 'expire-order' AND state = 'waiting'`, {})
  await execute(
    `UPDATE quiz_attempts SET started_at = started_at - INTERVAL 2 MINUTE, deadline_at = deadline_at - INTERVAL 2 MINUTE
     WHERE closed_by IS NULL AND quiz_id = :id`,
    { id: town.quizzes.byTime.id },
  )
  await execute(`UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE kind = 'close-attempt' AND state = 'waiting'`, {})
  await town.startWorkers()
  await until(async () => {
    await skipCheckPauses(town.school)
    await endPauses()
    await sleep(300)
    expect(await unsettled(town)).toEqual([])
    expect(await countRows('quiz_attempts WHERE submitted_at IS NULL AND deadline_at < UTC_TIMESTAMP(3)')).toBe(0)
    // Jobs are checked last, because the payments and attempts above enqueue jobs for receipts and mails.
    expect(await readRows(`SELECT kind, state, attempts, last_error FROM jobs WHERE ${isUnfinishedJob}`)).toEqual([])
    expect(await repeatKilled(town)).toBe(0)
  }, limitMs)
}

/** Failed jobs of these kinds need no operator: the worker enqueues them again, or the school repeats its import. */
const kindsRepeatedAnyway = /-import$|^(reconcile-payment|expire-order|close-attempt|end-bed-offer)$/

/**
 * Retries jobs whose worker was killed twice, except those of `kindsRepeatedAnyway`, and returns how many. Any other
 * failed job is left for `faultsOfRows`, which reports it.
 */
async function repeatKilled({ journal }: Town): Promise<number> {
  let count = 0
  for (const job of await listFailed(systemScope(), {})) {
    if (job.losses < maxLosses || kindsRepeatedAnyway.test(job.kind)) continue
    const repeated = await repeatFailed(systemScope(), job)
    if (!repeated.ok) continue
    count += 1
    journal.count('given up with its worker, and repeated')
  }
  return count
}

/** Returns a list with a message when the ledger's captured total differs from the provider's, else an empty list. */
async function unsettled(town: Town) {
  const { captured } = town.stage.sandbox.ledger(town.school.keys.keyId)
  const [row] = await readRows<{ captured: number }>(
    `SELECT CAST(COALESCE(SUM(captured_paise), 0) AS SIGNED) AS captured FROM payments WHERE school_id = :id AND method = 'online'`,
    { id: town.school.id },
  )
  return row?.captured === captured ? [] : [`booked ${row?.captured} of ${captured}`]
}

/** Returns violated invariants of all rows, whatever the responses said. */
export async function faultsOfRows(town: Town): Promise<string[]> {
  const { school, stage, products, mail } = town
  const initialStock = new Map(products.map(({ variants: [{ id, stock }] }) => [id, stock]))
  const unsentMail = await readRows<{ id: number; state: string; error: string | null; job: string | null }>(
    `SELECT m.id, m.state, m.last_error AS error,
       (SELECT CONCAT(j.state, ', attempts ', j.attempts) FROM jobs j
        WHERE j.kind = 'send-mail' AND j.payload = CONCAT('{"mailId":', m.id, '}')) AS job
     FROM outgoing_mail m WHERE m.state <> 'sent'`,
  )
  const sentMail = await readRows<{ id: number }>(`SELECT id FROM outgoing_mail WHERE state = 'sent'`)
  const messageIds = mail.letters.map((letter) => /^message-id: (.*)$/im.exec(letter)?.[1] ?? '')
  const arrived = new Set(messageIds)
  const failedJobs = await readRows<{ kind: string; error: string; count: number }>(
    `SELECT kind, last_error AS error, COUNT(*) AS count FROM jobs WHERE state = 'failed' GROUP BY kind, last_error`,
  )
  return [
    ...(await faultsOfLedger(school, stage.sandbox.ledger(school.keys.keyId))),
    ...(await faultsOfStore(school, initialStock)),
    ...(await faultsOfHostels(school)),
    ...(await faultsOfTransport(school)).map((fault) => JSON.stringify(fault)),
    ...unsentMail.map((one) => `mail ${one.id} is ${one.state}: ${one.error} (job: ${one.job})`),
    ...(arrived.size < sentMail.length ? [`${sentMail.length} mails were sent, ${arrived.size} arrived`] : []),
    ...failedJobs
      .filter(({ kind }) => !kindsRepeatedAnyway.test(kind))
      .map((one) => `failed for good: ${JSON.stringify(one)}`),
  ]
}
