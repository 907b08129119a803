import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase, execute, insertRows, inTransaction } from '~/database/database.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { startImport } from '~/models/entry/imports/imports.server'
import { createSandbox } from '../../sandbox/server'
import { currentSession } from '../factories/academics'
import { unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { makePayingSchool } from '../factories/paying'
import { readRow, readRows } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { startPayment } from '../factories/start-payment'
import { makeStudent } from '../factories/student'

/*
 * One school has waiting imports and thousands of mails, with a slow mail server, while another school's password
 * mails, imports and payments are timed. Then counts mails per second with a fast server. Two real workers. The last
 * line is JSON.
 */
const [folder = '', sandboxPort = '0', tries = '50'] = process.argv.slice(2)
const slowMs = 8_000
const backlog = { mails: 10_000, imports: 50, importRows: 4_000 }
const everyMs = 2_000

/** Starts a slow SMTP server; records for each recipient when RCPT TO arrived and when the mail was accepted. */
async function mailServer() {
  const state = { delayMs: slowMs, letters: 0 }
  const named = new Map<string, number>()
  const answered = new Map<string, number>()
  const server = createServer((socket) => {
    let pending = ''
    let isLetter = false
    let reader = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => undefined)
    say('220 slow')
    socket.on('data', async (chunk) => {
      pending += chunk.toString('utf8')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (isLetter) {
          if (line !== '.') continue
          isLetter = false
          const to = reader
          if (state.delayMs > 0) await sleep(state.delayMs)
          state.letters += 1
          answered.set(to, performance.now())
          say('250 taken')
          continue
        }
        const to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
        if (to) {
          reader = to
          named.set(to, performance.now())
        }
        if (/^DATA/i.test(line)) {
          isLetter = true
          say('354 go on')
        } else say('250 fine')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, state, named, answered, server }
}

const csvOf = (rows: number, key: string) =>
  `Employee Number,First Name,Last Name,Mobile\r\n${Array.from(
    { length: rows },
    (_, row) => `${key}${row},Asha,Patel,98${String(10_000_000 + row)}`,
  ).join('\r\n')}\r\n`

async function upload(school: MadeSchool, rows: number): Promise<string> {
  const started = await startImport((await makeStaff(school)).scope, {
    kind: 'teachers',
    sessionPublicId: null,
    createsClasses: false,
    sectionCapacity: 60,
    formKey: `bench-${unique()}`,
    file: { name: 'teachers.csv', bytes: Buffer.from(csvOf(rows, `T${unique()}`)) },
  })
  if (!started.ok) throw new Error(started.reason)
  return started.value
}

/** Enqueues `count` mails of a school to as many families, in the form of its notices and reminders. */
async function writeMails(school: MadeSchool, count: number, name: string): Promise<void> {
  const now = new Date()
  const to = (index: number) => `${name}.${index}.${school.id}@family.test`
  await insertRows(
    'outgoing_mail',
    ['school_id', 'kind', 'to_address', 'subject', 'body_text', 'created_at'],
    Array.from({ length: count }, (_, index) => [school.id, 'transactional', to(index), 'Notice', 'Notice', now]),
  )
  await execute(
    `INSERT INTO jobs (school_id, kind, class, lane, payload, run_at, created_at)
     SELECT school_id, 'send-mail', 'bulk', 'mail', JSON_OBJECT('mailId', id), created_at, created_at FROM outgoing_mail
     WHERE school_id = :id AND state = 'waiting' AND to_address LIKE :name ORDER BY id`,
    { id: school.id, name: `${name}.%` },
  )
}

const sentOf = async (school: MadeSchool) =>
  (
    await readRow<{ sent: number }>(
      "SELECT COUNT(*) AS sent FROM outgoing_mail WHERE school_id = :id AND state = 'sent'",
      { id: school.id },
    )
  )?.sent ?? 0

const mail = await mailServer()
const sandbox = await createSandbox({ lateCaptureMs: 0, port: Number(sandboxPort) })
const workers: ChildProcess[] = []
const startWorkers = () => {
  for (const number of [1, 2])
    workers.push(
      spawn(process.execPath, [path.join(process.env.SHALA_BUILD_DIR ?? '', 'worker.js')], {
        env: { ...process.env, SMTP_URL: mail.url, LOG_LEVEL: 'info' },
        stdio: ['ignore', openSync(path.join(folder, `worker-${number}.log`), 'w'), 'inherit'],
      }),
    )
}
process.once('exit', () => {
  for (const worker of workers) worker.kill('SIGKILL')
})

const loud = await makeSchool()
const quiet = await makePayingSchool(sandbox)
await currentSession(quiet)
await writeMails(loud, backlog.mails, 'loud')
for (let made = 0; made < backlog.imports; made++) {
  await upload(loud, backlog.importRows)
  // Hides the imports in another state until all exist, because together they exceed the limit of running imports.
  await execute("UPDATE imports SET state = 'columns' WHERE school_id = :id", { id: loud.id })
}
await execute("UPDATE imports SET state = 'checking' WHERE school_id = :id", { id: loud.id })
startWorkers()
const seconds = (ms: number) => ms / 1000
const isBusy = async () =>
  ((await readRow<{ count: number }>("SELECT COUNT(*) AS count FROM jobs WHERE state = 'running'"))?.count ?? 0) >= 5
while (!(await isBusy())) await sleep(200)

const started = new Map<string, number>()
const payments = new Map<string, number>()
const imports = new Map<string, number>()
const done = { payments: [] as number[], imports: [] as number[] }
let isOver = false
/** Polls the quiet school's finished payments and imports every tenth of a second. */
const watching = (async () => {
  while (!isOver || payments.size > 0 || imports.size > 0) {
    const look = async (waiting: Map<string, number>, sql: string, times: number[]) => {
      if (waiting.size === 0) return
      const rows = await readRows<{ id: string }>(sql, { ids: [...waiting.keys()] })
      for (const { id } of rows) {
        times.push(seconds(performance.now() - (waiting.get(id) ?? 0)))
        waiting.delete(id)
      }
    }
    await look(
      payments,
      "SELECT public_id AS id FROM payments WHERE public_id IN (:ids) AND state = 'paid'",
      done.payments,
    )
    await look(
      imports,
      "SELECT public_id AS id FROM imports WHERE public_id IN (:ids) AND state = 'checked'",
      done.imports,
    )
    await sleep(100)
  }
})()
for (let time = 0; time < Number(tries); time++) {
  const to = `reader.${time}@quiet.test`
  started.set(to, performance.now())
  await inTransaction(() =>
    enqueueMail({ schoolId: quiet.id, to, subject: 'New password', text: 'http://x.test', isOfAccount: true }),
  )
  const student = await makeStudent(quiet)
  const due = await makeDue(student)
  const payment = await startPayment(student.scope, [due.publicId])
  await sandbox.pay(payment.linkId)
  payments.set(payment.publicId, performance.now())
  await execute('UPDATE payments SET next_check_at = UTC_TIMESTAMP(3) WHERE public_id = :id', { id: payment.publicId })
  imports.set(await upload(quiet, 20), performance.now())
  await sleep(everyMs)
}
isOver = true
const deadline = performance.now() + 120_000
while ([...started.keys()].some((to) => !mail.answered.has(to)) && performance.now() < deadline) await sleep(200)
await Promise.race([watching, sleep(60_000)])
const times = (of: Map<string, number>) =>
  [...started].map(([to, at]) => seconds((of.get(to) ?? Number.POSITIVE_INFINITY) - at))
const progress = {
  mails: await sentOf(loud),
  imports:
    (
      await readRow<{ count: number }>(
        "SELECT COUNT(*) AS count FROM imports WHERE school_id = :id AND state = 'checked'",
        { id: loud.id },
      )
    )?.count ?? 0,
}

// Measures mails per second with a mail server that responds without delay.
await execute("UPDATE jobs SET state = 'done', finished_at = UTC_TIMESTAMP(3) WHERE state = 'waiting'", {})
mail.state.delayMs = 0
await sleep(slowMs + 2_000)
const fast = 3_000
const many = await makeSchool()
await writeMails(many, fast, 'many')
const before = performance.now()
while ((await sentOf(many)) < fast) await sleep(100)
const mailsASecond = fast / seconds(performance.now() - before)

console.log(
  JSON.stringify({
    handed: times(mail.named),
    delivered: times(mail.answered),
    imports: done.imports,
    payments: done.payments,
    lost: { payments: payments.size, imports: imports.size },
    progress,
    mailsASecond,
  }),
)
for (const worker of workers) worker.kill('SIGKILL')
mail.server.close()
await sandbox.close()
await closeDatabase()
process.exit(0)
