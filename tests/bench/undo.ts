import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { schoolPaths } from '~/addresses/school-paths'
import { closeDatabase, countQueries, selectCells } from '~/database/database.server'
import type { ImportKind } from '~/models/entry/imports/options'
import { previewUndo, startUndo } from '~/models/entry/imports/undo/undo-import.server'
import { signedInStaff } from '../factories/accounts'
import { recordOf } from '../factories/imports'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { begin, commit, until, workerFigures } from './import-work'

/*
 * Imports 10,000 students into each of two schools through the worker; in the second, also an opening due for each
 * student, and 5,000 payments. Undoes the first school's students and the second's payments and dues, each after views
 * of its undo page. Arguments: the app's address, the worker's pid and its log. The last line is JSON.
 */
const [appUrl = '', workerPid = '', workerLog = ''] = process.argv.slice(2)
const count = 10_000
const pageViews = 40
const worker = workerFigures(workerPid, workerLog)

const lines = (rows: number, lineOf: (index: number) => string) =>
  Array.from({ length: rows }, (_, index) => lineOf(index))

const students = (rows: number) =>
  [
    'GR No,First name,Surname,Sex,DOB,Caste,Father,Mother,Mobile,Address,Std,Div',
    ...lines(
      rows,
      (index) =>
        `U/${index},Asha,Patel,F,14/06/2015,Gen,Rajesh,Hansa,${7_000_000_000 + index},${index} Shanti Nagar,${1 + (index % 10)},${String.fromCharCode(65 + (Math.floor(index / 10) % 5))}`,
    ),
  ].join('\n')
const dues = (rows: number) =>
  [
    'GR No,Fee,Term,Due Date,Amount',
    ...lines(rows, (index) => `U/${index},Tuition 2025-26,Term 1,20/06/2025,${4000 + (index % 7) * 100}`),
  ].join('\n')
const payments = (rows: number) =>
  [
    'GR No,Fee,Installment,Amount,Date,Mode',
    ...lines(rows, (index) => `U/${index},Tuition 2025-26,Term 1,${4000 - (index % 2) * 50},15/06/2025,Cash`),
  ].join('\n')

async function imported(school: MadeSchool, kind: ImportKind, text: string): Promise<string> {
  const id = await begin(school, text, kind)
  await until(school, id, 'checked')
  const { record } = await commit(school, id)
  if (record.counts.rejected > 0) throw new Error(`${record.counts.rejected} rows of ${kind} were rejected`)
  return id
}

/** Statements that the server has received, of all connections. */
async function statements(): Promise<number> {
  const [row] = await selectCells("SHOW GLOBAL STATUS LIKE 'Questions'", {})
  return Number(row?.Value)
}

async function undone(school: MadeSchool, cookie: string, id: string) {
  const views: number[] = []
  for (let view = 0; view < pageViews; view++) {
    const from = performance.now()
    const answer = await fetch(appUrl + schoolPaths.undoImport(id), { headers: { cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The page was answered with ${answer.status}`)
    views.push(performance.now() - from)
  }
  const record = await recordOf(school.scope, id)
  const plan = await countQueries(() => previewUndo(school.scope, record))
  worker.resetPeak()
  const before = { memory: worker.memoryMb('VmRSS'), statements: await statements() }
  const pressed = performance.now()
  const started = await startUndo(school.scope, id, { rest: false })
  if (!started.ok) throw new Error(started.reason)
  const press = (performance.now() - pressed) / 1000
  const { seconds, record: end } = await until(school, id, 'undone')
  const sent = (await statements()) - before.statements
  // Waits for the worker's log entry, which it writes after the import's state.
  await sleep(500)
  return {
    kind: record.kind,
    rows: end.undoneRows,
    views,
    planStatements: plan.count,
    press,
    waited: seconds,
    job: worker.jobs('undo-import').at(-1) ?? 0,
    statements: sent,
    memoryMb: worker.memoryMb('VmHWM') - before.memory,
  }
}

const makeOffice = async () => {
  const school = await makeSchool()
  return { school, cookie: (await signedInStaff(await makeStaff(school))).cookie }
}

async function run(rows: number) {
  const alone = await makeOffice()
  const { school, cookie } = await makeOffice()
  const ofStudents = await imported(alone.school, 'students', students(rows))
  await imported(school, 'students', students(rows))
  const ofDues = await imported(school, 'opening_dues', dues(rows))
  const ofPayments = await imported(school, 'paid_fees', payments(rows / 2))
  return [
    await undone(alone.school, alone.cookie, ofStudents),
    await undone(school, cookie, ofPayments),
    // Cancelled receipts now refer to half of the dues.
    await undone(school, cookie, ofDues),
  ]
}

// A small round warms app and worker up, as earlier work does in production.
await run(200)
console.log(JSON.stringify({ undos: await run(count) }))
await closeDatabase()
