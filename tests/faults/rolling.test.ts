import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { currentSession } from '../factories/academics'
import { migrate, staffCookie, testBuild } from '../factories/app'
import { makeDue } from '../factories/ledger'
import { makePayingSchool, type PayingSchool } from '../factories/paying'
import { makeStaff } from '../factories/school'
import { countRows, expectSoundLedger, makePayer, openStage, type Stage } from '../reliability/stage'
import { patience } from '../setup/slowness'
import { Journal } from './journal'
import { type Kept, keep } from './kept'
import { Person } from './person'
import { startProxy } from './proxy'

/* An upgrade under load: apps are restarted one after the other behind the proxy, and no request fails. */

const asked = await vi.hoisted(async () => {
  const { isPartDue } = await import('../setup/rotation')
  return process.env.FAULTS_KILLS !== undefined || isPartDue(import.meta.url, 'rolling restart', 4)
})
const database = await vi.hoisted(async () =>
  asked ? (await import('../reliability/own-database')).ownDatabase() : null,
)

// The folder is inside the clone, so that the build in it finds the packages of the clone.
mkdirSync('.cache', { recursive: true })
const folder = mkdtempSync(path.resolve('.cache/rolling-'))
const rounds = Number(process.env.FAULTS_KILLS ?? 0) > 50 ? 3 : 1
const limit = patience(240_000)

let stage: Stage
let proxy: Awaited<ReturnType<typeof startProxy>>
let school: PayingSchool
const doors: Kept[] = []
/** Build for the next start of an app. */
let build: string
const journal = new Journal(path.join(folder, 'journal.jsonl'))

beforeAll(async () => {
  if (!database) return
  build = await testBuild()
  proxy = await startProxy()
  stage = await openStage(database.url)

  for (const name of ['app 1', 'app 2']) {
    let port: number | undefined
    const start = async () => {
      const env = { BASE_URL: proxy.url, SHALA_BUILD_DIR: build, STOP_DELAY_MS: '1000' }
      const app = await stage.startDoor({ ...(port === undefined ? {} : { port }), env })
      port = app.port
      if (!proxy.ports.includes(port)) proxy.ports.push(port)
      return app
    }
    doors.push(await keep(name, start, journal))
  }
  school = await makePayingSchool(stage.sandbox)
  await currentSession(school)
})
afterAll(async () => {
  // Ends the apps here, because each would restart when `stage.close` kills it.
  await Promise.all(doors.map((door) => door.end()))
  await stage?.close()
  await proxy?.close()
  await database?.giveBack()
  rmSync(folder, { recursive: true, force: true })
})

/** Families view their fees and the counter takes cash while `work` runs. Returns the number of requests. */
async function underLoad(work: () => Promise<void>): Promise<number> {
  const office = new Person(proxy.url, await staffCookie(school, await makeStaff(school)), journal)
  let isOver = false
  let taken = 0
  const before = journal.countOf('requests')
  const reading = async () => {
    const { cookie } = await makePayer(school)
    const person = new Person(proxy.url, cookie, journal)
    for (; !isOver; await sleep(20)) expect((await person.open(paths.student.fees)).status).toBe(200)
  }
  const paying = async () => {
    const { student } = await makePayer(school)
    for (; !isOver; await sleep(20)) {
      const due = await makeDue(student)
      const page = await office.open(`${schoolPaths.newPayment}?due=${due.publicId}`)
      expect((await office.send(page, { method: 'cash' })).status).toBe(303)
      taken += 1
    }
  }
  const receiptsBefore = await countRows('receipts')
  const people = Promise.all([reading(), reading(), reading(), paying(), paying()])
  await Promise.all([people, work().finally(() => (isOver = true))])
  expect(await countRows('receipts')).toBe(receiptsBefore + taken)
  return journal.countOf('requests') - before
}

async function expectNothingFailed(): Promise<void> {
  expect(await journal.faults()).toEqual([])
  expect([journal.countOf('broken'), journal.countOf('asked to wait')]).toEqual([0, 0])
  await expectSoundLedger(stage, school)
}

/** Restarts one app after the other; each exits cleanly. */
async function restartAll(): Promise<void> {
  for (const door of doors) expect(await door.restart()).toBe(0)
}

it.skipIf(!asked)(
  'restarts every app in turn under load without a failed request',
  async () => {
    const requests = await underLoad(async () => {
      for (let round = 0; round < rounds; round++) await restartAll()
    })
    expect(requests).toBeGreaterThan(50)
    await expectNothingFailed()
    console.log(`rolling restart: ${rounds * doors.length} restarts, ${requests} requests, none failed`)
  },
  limit,
)

/**
 * Makes a build with one more migration, which adds columns and indexes to tables in use, as a migration without
 * downtime may.
 */
function buildWithMigration(): string {
  const next = path.join(folder, 'build')
  cpSync(path.join(build, 'migrations'), path.join(next, 'migrations'), { recursive: true })
  for (const name of readdirSync(build))
    if (name !== 'migrations') symlinkSync(path.join(build, name), path.join(next, name))
  writeFileSync(
    path.join(next, 'migrations', '9999-one-more.js'),
    `export const up = async (run) => {
  for (const table of ['payments', 'dues', 'students', 'sessions'])
    await run('ALTER TABLE ' + table + ' ADD COLUMN one_more INT NULL, ADD KEY one_more_of_' + table + ' (one_more)')
  await run('UPDATE payments SET one_more = 1')
}
`,
  )
  return next
}

it.skipIf(!asked)(
  'migrates under load, then restarts every app with the new build, without a failed request',
  async () => {
    const next = buildWithMigration()
    const requests = await underLoad(async () => {
      await migrate(database?.url ?? '', next)
      build = next
      await restartAll()
    })
    expect(await countRows(`migrations WHERE name = '9999-one-more'`)).toBe(1)
    expect(await countRows('payments WHERE one_more = 1')).toBeGreaterThan(0)
    await expectNothingFailed()
    console.log(`migration under load: ${requests} requests, none failed`)
  },
  limit,
)
