import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { closeDatabase, database, execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { lockLedger } from '~/models/money/ledger/locks.server'
import { createSandbox, type Sandbox } from '../../sandbox/server'
import { currentSession } from '../factories/academics'
import { type Answer, type RunningApp, staffCookie, startApp, studentCookie } from '../factories/app'
import { type MadeDue, makeDue } from '../factories/ledger'
import { faultsOfLedger, makePayingSchool, type PayingSchool } from '../factories/paying'
import { readRow, readRows } from '../factories/read'
import { makeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'
import { type MadeStudent, makeStudent } from '../factories/student'
import { patience } from '../setup/slowness'

/** Built programs to be started and killed at will, on one database, one data folder and one payment sandbox. */
export interface Stage {
  sandbox: Sandbox
  dataDir: string
  startDoor: (options?: { port?: number; env?: Record<string, string> }) => Promise<RunningApp>
  startWorker: (env?: Record<string, string>) => Promise<RunningApp>
  close: () => Promise<void>
}

/**
 * Opens a stage; `paymentTimeoutMs` is the programs' timeout for the payment provider. The default is long enough for a
 * busy machine; tests of a provider that does not answer shorten it.
 */
export async function openStage(databaseUrl: string, { paymentTimeoutMs = patience(8000) } = {}): Promise<Stage> {
  if (`${database().config.port}/${database().config.database}` !== addressOf(databaseUrl)) {
    throw new Error('The tables were imported before the database was chosen')
  }
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shala-stage-'))
  const sandbox = await createSandbox({ lateCaptureMs: 0 })
  const running: RunningApp[] = []
  const start = async (program: 'door' | 'worker', port: number | undefined, env: Record<string, string>) => {
    const app = await startApp({
      databaseUrl,
      program,
      ...(port === undefined ? {} : { port }),
      env: {
        DATA_DIR: dataDir,
        PAYMENT_API_URL: sandbox.url,
        MESSAGE_API_URL: `${sandbox.url}/messages`,
        PAYMENT_TIMEOUT_MS: String(Math.min(paymentTimeoutMs, 10_000)),
        ...env,
      },
    })
    running.push(app)
    return app
  }
  return {
    sandbox,
    dataDir,
    startDoor: ({ port, env = {} } = {}) => start('door', port, env),
    startWorker: (env = {}) => start('worker', undefined, env),
    async close() {
      await Promise.all(running.map((app) => app.stop('SIGKILL')))
      await sandbox.close()
      await closeDatabase()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function addressOf(databaseUrl: string): string {
  const { port, pathname } = new URL(databaseUrl)
  return `${port}${pathname}`
}

export interface Payer {
  student: MadeStudent
  due: MadeDue
  cookie: string
}

/** Creates a signed-in student of the school with one due. */
export async function makePayer(school: PayingSchool): Promise<Payer> {
  const student = await makeStudent(school)
  return { student, due: await makeDue(student), cookie: await studentCookie(student) }
}

export async function makePayers(school: PayingSchool, count: number): Promise<Payer[]> {
  await currentSession(school)
  return Promise.all(Array.from({ length: count }, () => makePayer(school)))
}

/** Creates a school whose keys the sandbox knows, a student with one due, and the office's cookie. */
export async function makeSchoolWithPayer(stage: Stage) {
  const school = await makePayingSchool(stage.sandbox)
  const [payer, officeCookie] = [await makePayer(school), await staffCookie(school, await makeStaff(school))]
  return { school, officeCookie, ...payer }
}

export function pressPay(app: RunningApp, payer: Payer, formKey = newFormKey()): Promise<Answer> {
  return app.request(paths.student.pay(payer.due.publicId), { form: { form_key: formKey }, cookie: payer.cookie })
}

export function recordCash(app: RunningApp, cookie: string, due: MadeDue, formKey = newFormKey()): Promise<Answer> {
  const form = {
    form_key: formKey,
    due: due.publicId,
    [`parts.d${due.publicId}`]: String(due.owedPaise / 100),
    [`owed.d${due.publicId}`]: String(due.owedPaise),
    sum_paise: String(due.owedPaise),
    method: 'cash',
    paid_on: todayInIndia(new Date()),
  }
  return app.request(`/school/collections/new?due=${due.publicId}`, { form, cookie })
}

/** Returns the payment of a student's only due, from the ledger. */
export async function paymentOf(student: { id: number }) {
  const rows = await readRows<{ id: number; publicId: string; state: string; linkId: string | null; receipts: number }>(
    `SELECT id, public_id AS publicId, state, provider_link_id AS linkId,
       (SELECT COUNT(*) FROM receipts r WHERE r.payment_id = p.id) AS receipts
     FROM payments p WHERE student_id = :studentId`,
    { studentId: student.id },
  )
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[number]
}

/** Presses Pay; returns the public id of the payment, and the id of its payable link at the provider. */
export async function startedPayment(app: RunningApp, payer: Payer): Promise<{ publicId: string; linkId: string }> {
  expect((await pressPay(app, payer)).status).toBe(303)
  const { publicId, linkId } = await paymentOf(payer.student)
  return { publicId, linkId: linkId ?? '' }
}

/** Returns path and query of an address, because the programs of a stage may have moved to another port. */
export function pathOf(address: string | null): string {
  const url = new URL(address ?? '')
  return url.pathname + url.search
}

/** Delivers every webhook of the sandbox for the school, as the provider sends it. */
export function deliverAllWebhooks(app: RunningApp, stage: Stage, school: PayingSchool): Promise<Answer[]> {
  const webhooks = stage.sandbox.webhooks(school.keys.keyId)
  return Promise.all(
    webhooks.map((one) =>
      app.request(paths.webhook(school.publicId), {
        method: 'POST',
        body: one.body,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': one.signature,
          'x-razorpay-event-id': one.event_id,
        },
      }),
    ),
  )
}

/** Expects nothing doubled and nothing lost: the ledger's invariants hold, and it matches the provider to the paisa. */
export async function expectSoundLedger(stage: Stage, school: PayingSchool): Promise<void> {
  expect(await faultsOfLedger(school, stage.sandbox.ledger(school.keys.keyId))).toEqual([])
}

export const countRows = async (sql: string, values: Record<string, number | string> = {}): Promise<number> =>
  (await readRow<{ count: number }>(`SELECT COUNT(*) AS count FROM ${sql}`, values))?.count ?? 0

/**
 * Makes all payments of a school due for the reconciler. Limited to one school, because with thousands of due payments
 * those of the test would come last.
 */
export const skipCheckPauses = (school: { id: number }) =>
  execute('UPDATE payments SET next_check_at = UTC_TIMESTAMP(3) WHERE school_id = :id AND next_check_at IS NOT NULL', {
    id: school.id,
  })

/** Expires all claims and leases, as after the death of a program. */
export async function expireClaims(): Promise<void> {
  await execute(
    'UPDATE payments SET link_claimed_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE link_claimed_until IS NOT NULL',
    {},
  )
  await execute(`UPDATE jobs SET leased_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE state = 'running'`, {})
}

/** Waits until `check` no longer throws. `limitMs` is the upper limit on an idle machine. */
export const until = <T>(check: () => T | Promise<T>, limitMs = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout: patience(limitMs), interval: 50 })

/** Locks the student's ledger until `release`, so that a request that writes to it waits. */
export const holdLedger = (student: MadeStudent) => holdLock(() => lockLedger(student.scope, student.id))

/** Runs `lock` in a transaction, and holds its locks until `release` is called. */
export async function holdLock(lock: () => Promise<unknown>): Promise<{ release: () => Promise<void> }> {
  let letGo = () => {}
  const wanted = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let done: Promise<void> = Promise.resolve()
  await new Promise<void>((locked, failed) => {
    done = inTransaction(async () => {
      await lock()
      locked()
      await wanted
    })
    done.catch(failed)
  })
  return {
    release: () => {
      letGo()
      return done
    },
  }
}

/**
 * Waits until `waiters` statements wait for a lock. In a database that other tests share, the LIKE pattern `about`
 * selects the statements of this test.
 */
export async function untilLockWait({ about = '%', waiters = 1 } = {}): Promise<void> {
  for (const deadline = Date.now() + patience(20_000); Date.now() < deadline; ) {
    const waiting = await readRows(
      `SELECT t.trx_id FROM information_schema.innodb_trx t
       JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
       WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE() AND t.trx_query LIKE :about`,
      { about },
    )
    if (waiting.length >= waiters) return
    // The server refreshes this table only after a tenth of a second without a query. Two tests that query it in turn
    // could prevent that, so the pause is random.
    await sleep(150 + Math.random() * 450)
  }
  throw new Error('Nobody waits for the lock')
}

/** Returns the ids of all links of the school's account at the provider, despite any simulated failure. */
export function linksAtProvider(stage: Stage, { keys }: PayingSchool): string[] {
  return stage.sandbox.links(keys.keyId)
}
