import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '~/database/database.server'
import { isDatabaseGone } from '~/database/errors.server'
import {
  currentSession,
  type MadeClass,
  type MadeSection,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../factories/academics'
import { staffCookie, studentCookie } from '../factories/app'
import { type MadeRoom, makeHostel, makeRoom } from '../factories/hostels'
import { giveMapsKeys } from '../factories/maps-keys'
import { type MapsStandIn, standInKeys, startMapsStandIn } from '../factories/maps-stand-in'
import { makePayingSchool, type PayingSchool } from '../factories/paying'
import { type MadeQuiz, makeQuiz, type QuestionFacts } from '../factories/quizzes'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { type MadeProduct, makeProduct, makeStoreSettings } from '../factories/shop'
import { type MadeStudent, makeStudent } from '../factories/student'
import {
  locateSchool,
  type MadeFare,
  type MadeRun,
  makeFare,
  makeRoute,
  makeRun,
  makeVehicle,
} from '../factories/transport'
import type { OwnDatabase } from '../reliability/own-database'
import { openStage, type Stage } from '../reliability/stage'
import { patience } from '../setup/slowness'
import { startLossyProxy } from '../stand-ins/lossy-way'
import { startMailServer } from '../stand-ins/mail-server'
import { Journal } from './journal'
import { type Kept, keep } from './kept'
import { Person } from './person'
import { startProxy } from './proxy'

/** A simulated school in operation: its people, its data and all its programs. */
export interface Town {
  journal: Journal
  stage: Stage
  proxy: Awaited<ReturnType<typeof startProxy>>
  mail: Awaited<ReturnType<typeof startMailServer>>
  maps: MapsStandIn
  /** Network path of one app and one worker to the database; the other programs connect directly. */
  way: Awaited<ReturnType<typeof startLossyProxy>>
  doors: Kept[]
  workers: Kept[]
  startWorkers: () => Promise<void>
  school: PayingSchool
  office: Person
  /** A separate school for imports of students, so that all its rows can be accounted for. */
  importing: MadeSchool
  importer: Person
  products: MadeProduct[]
  rooms: MadeRoom[]
  fare: MadeFare
  runs: MadeRun[]
  /** One quiz that students submit, and one that ends after a minute. */
  quizzes: { byHand: MadeQuiz; byTime: MadeQuiz }
  /** Fills the disk that holds the files, and frees it again; null when this account may not mount a disk. */
  disk: { fill: () => void; empty: () => void } | null
  /**
   * Offsets the clock of the programs, but not of the database, by `seconds`; null when the program faketime is not
   * installed.
   */
  moveClock: ((seconds: number) => void) | null
  newStudent: () => Promise<{ student: MadeStudent; person: Person }>
  /** Returns true after `closeDoors`: users finish their errands and start no new ones. */
  isClosing: () => boolean
  closeDoors: () => void
  close: () => Promise<void>
}

const questions = Array.from({ length: 8 }, (): QuestionFacts => ({ type: 'mcq', correct: 2 }))
const stock = 60
const diskMb = 64

/**
 * Runs statements of the test itself, and repeats them when the database was killed. Rows left by a failed attempt do
 * no harm.
 */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + patience(60_000); ; await sleep(200)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseGone(error) || Date.now() > deadline) throw error
    }
  }
}

/**
 * Opens two apps behind a proxy, two workers, and a school with everything that the errands need.
 * @param settings environment variables for the apps and workers, in addition to those set here
 */
export async function openTown(
  server: OwnDatabase,
  journalFile: string,
  settings: Record<string, string> = {},
): Promise<Town> {
  const journal = new Journal(journalFile)
  const stage = await openStage(server.url, { paymentTimeoutMs: patience(1000) })
  const disk = mountDisk(stage.dataDir)
  const clock = clockIn(path.dirname(journalFile))
  const [proxy, mail, maps] = [await startProxy(), await startMailServer(), await startMapsStandIn()]
  const way = await startLossyProxy(server.url)
  const env = {
    BASE_URL: proxy.url,
    SMTP_URL: mail.url,
    MAPS_API_URL: maps.url,
    MAPS_TIMEOUT_MS: String(patience(400)),
    ...clock?.env,
    ...settings,
  }
  const ways: Record<string, string>[] = [{}, { DATABASE_URL: way.url }]
  const doors: Kept[] = []
  for (const [index, by] of ways.entries()) {
    let port: number | undefined
    const start = async () => {
      const app = await stage.startDoor({ ...(port === undefined ? {} : { port }), env: { ...env, ...by } })
      port = app.port
      if (!proxy.ports.includes(port)) proxy.ports.push(port)
      return app
    }
    doors.push(await keep(`app ${index + 1}`, start, journal))
  }
  const workers: Kept[] = []
  const startWorkers = async () => {
    for (const [index, by] of ways.entries())
      workers.push(await keep(`worker ${index + 1}`, () => stage.startWorker({ ...env, ...by }), journal))
  }
  await startWorkers()

  const school = await makePayingSchool(stage.sandbox)
  const { keyId: key_id, keySecret: key_secret, webhookSecret: webhook_secret } = school.keys
  const webhook_url = `${proxy.url}/webhooks/razorpay/${school.publicId}`
  await stage.sandbox.addMerchant({ key_id, key_secret, webhook_secret, webhook_url })
  stage.sandbox.switches.reset(key_id)
  await giveMapsKeys(school, { server: standInKeys.well })
  await locateSchool(school)
  await makeStoreSettings(school, {})
  const importing = await makeSchool()
  await currentSession(importing)
  const personOf = (cookie: string) => new Person(proxy.url, cookie, journal)
  const officeOf = async (of: MadeSchool) => personOf(await staffCookie(of, await makeStaff(of)))
  const session = await currentSession(school)
  const ofClass: MadeClass = await makeClass(school)
  const sections: MadeSection[] = []
  for (const name of 'ABCDEFGHIJ') sections.push(await makeSection(ofClass, { name, capacity: 500 }))
  let enrolled = 0
  const hostel = await makeHostel(school)
  const rooms: MadeRoom[] = []
  const runs: MadeRun[] = []
  const products: MadeProduct[] = []
  for (let index = 0; index < 4; index++) {
    rooms.push(await makeRoom(hostel, { type: 'dormitory', capacity: 12 }))
    runs.push(await makeRun(await makeVehicle(school, { capacity: 12 }), await makeRoute(school)))
    products.push(await makeProduct(school, { stock }))
  }
  const quizOf = (durationMinutes: number) => makeQuiz(school, { session, class: ofClass, questions, durationMinutes })
  let isClosing = false
  return {
    journal,
    stage,
    proxy,
    mail,
    maps,
    way,
    doors,
    workers,
    startWorkers,
    school,
    office: await officeOf(school),
    importing,
    importer: await officeOf(importing),
    products,
    rooms,
    fare: await makeFare(school),
    runs,
    quizzes: { byHand: await quizOf(30), byTime: await quizOf(1) },
    disk,
    moveClock: clock?.move ?? null,
    newStudent: () =>
      steadily(async () => {
        const student = await makeStudent(school)
        enrolled += 1
        const section = sections[enrolled % sections.length]
        await makeEnrollment(student, { session, class: ofClass, ...(section ? { section } : {}) })
        return { student, person: personOf(await studentCookie(student)) }
      }),
    isClosing: () => isClosing,
    closeDoors: () => {
      isClosing = true
    },
    async close() {
      await Promise.all([...doors, ...workers].map((one) => one.end()))
      disk?.empty()
      if (disk) spawnSync('umount', [stage.dataDir])
      await stage.close()
      await proxy.close()
      maps.close()
      await mail.stop()
      await way.stop()
    },
  }
}

function mountDisk(folder: string): Town['disk'] {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=700`, 'shala-faults', folder])
  if (mounted.status !== 0) return null
  const filler = path.join(folder, 'filler')
  return {
    fill() {
      const mb = Buffer.alloc(1024 * 1024)
      try {
        for (;;) appendFileSync(filler, mb)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    empty: () => rmSync(filler, { force: true }),
  }
}

/**
 * Returns `env`, which makes a program's clock follow a file, and `move` to change it; null without the program
 * faketime.
 */
function clockIn(folder: string) {
  const { stdout } = spawnSync('faketime', ['-f', '+0s', process.execPath, '-p', 'process.env.LD_PRELOAD'], {
    encoding: 'utf8',
  })
  if (!stdout?.includes('libfaketime')) return null
  const file = path.join(folder, 'clock')
  const move = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
  move(0)
  const env = {
    LD_PRELOAD: stdout.trim(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { move, env }
}

/** Makes all waiting retries due, as after a long absence of the workers. */
export const endPauses = () =>
  execute(`UPDATE jobs SET run_at = UTC_TIMESTAMP(3) WHERE state = 'waiting' AND attempts > 0`, {})
