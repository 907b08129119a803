import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeAcademicSession, makeClass, makeSection } from '../factories/academics'
import { type Answer, type RunningApp, staffCookie } from '../factories/app'
import { makeStudents } from '../factories/exams'
import { readRow, readRows } from '../factories/read'
import { makeExamWithPapers } from '../factories/results'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { makeVehicle } from '../factories/transport'
import { openStage, type Stage, until } from '../reliability/stage'
import { isDeep } from '../setup/rotation'
import { patience } from '../setup/slowness'
import { type HostileFile, hostileFiles } from './corpus'
import { forgetHighestMemory, highestMemory } from './memory'

/*
 * Sends every file of the corpus to every kind of upload form, as a permitted user, while another user keeps using the
 * portal.
 */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

/**
 * Longest permitted wait for a page. A busy machine delays pages by less; a file that the app parses in its own process
 * would block them for tens of seconds.
 */
const maxBlockMs = 5_000
const maxMemory = 600_000_000

let stage: Stage
let door: RunningApp
let worker: RunningApp
let cookie: string
let school: MadeSchool
/** Upload forms: address, file field and other fields. */
let forms: Record<
  'marks' | 'documents' | 'pictures' | 'imports',
  { to: string; field: string; fields: Record<string, string>; version?: () => Promise<number> }
>

beforeAll(async () => {
  if (!isDeep) return
  stage = await openStage(database.url)
  ;[door, worker] = await Promise.all([stage.startDoor(), stage.startWorker()])
  school = await makeSchool()
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const eight = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(eight, { name: 'A', capacity: 60 })
  await makeStudents({ school, session, class: eight, section }, 40)
  const exam = await makeExamWithPapers(school, { session, class: eight, papers: [{ maxMarks: 50 }] })
  const vehicle = await makeVehicle(school)
  cookie = await staffCookie(school, await makeStaff(school, { role: 'owner' }))
  const grid = `paper=${exam.papers[0]?.publicId}&section=${section.publicId}`
  forms = {
    marks: { to: `/school/exams/${exam.publicId}/marks/upload?${grid}`, field: 'file', fields: {} },
    documents: {
      to: `/school/vehicles/${vehicle.publicId}/documents/new`,
      field: 'file',
      fields: { kind: 'insurance', number: 'POL-2', expires_on: '2031-03-31' },
    },
    // Each accepted logo is a new version of the settings.
    pictures: { to: '/school/settings/logo', field: 'logo', fields: {}, version: settingsVersion },
    imports: {
      to: '/school/imports/new?kind=students',
      field: 'file',
      fields: { kind: 'students', academic_session: session.publicId, section_capacity: '60' },
    },
  }
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

it('the corpus has at least sixty hostile files, each with a unique description', () => {
  expect(new Set(hostileFiles.map(({ about }) => about)).size).toBe(hostileFiles.length)
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60)
})

describe.runIf(isDeep)('a hostile file ends no process, fills no memory, and delays no other user', () => {
  it.each(hostileFiles)('$about', async (file) => {
    const bytes = await file.make()
    // Measures each file separately.
    for (const { pid } of [door, worker]) forgetHighestMemory(pid)
    const watch = watchAnotherVisitor()
    const answers: Record<string, number> = {}
    for (const form of ['marks', 'documents', 'pictures', 'imports'] as const)
      answers[form] = (await send(form, file, bytes)).status
    await until(async () => expect(await importsLeft()).toBe(0), 150_000)
    const maxWaitMs = await watch.stop()
    // Accepted, or refused with a message: never an internal error.
    for (const status of Object.values(answers)) expect([200, 303, 413, 422], JSON.stringify(answers)).toContain(status)
    expect(maxWaitMs).toBeLessThanOrEqual(patience(maxBlockMs))
    for (const { pid } of [door, worker]) expect(highestMemory(pid)).toBeLessThanOrEqual(maxMemory)
  })
})

async function send(form: keyof typeof forms, file: HostileFile, bytes: Uint8Array): Promise<Answer> {
  const { to, field, fields, version } = forms[form]
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, form_key: randomUUID() })) body.append(name, value)
  if (version) body.append('version', String(await version()))
  body.append(field, new Blob([new Uint8Array(bytes)]), file.name)
  const written = new Response(body)
  return door.request(to, {
    cookie,
    body: Buffer.from(await written.arrayBuffer()),
    headers: {
      'content-type': written.headers.get('content-type') ?? '',
      origin: door.url,
      'sec-fetch-site': 'same-origin',
    },
  })
}

async function settingsVersion(): Promise<number> {
  const read = await readRow<{ version: number }>('SELECT version FROM schools WHERE id = :id', { id: school.id })
  return read?.version ?? 0
}

/** Requests /healthz again and again as another visitor; `stop` returns the longest wait in ms. */
function watchAnotherVisitor(): { stop: () => Promise<number> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let maxWaitMs = 0
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      const began = performance.now()
      await door.request('/healthz', { agent })
      maxWaitMs = Math.max(maxWaitMs, performance.now() - began)
      await sleep(10)
    }
  })()
  return {
    async stop() {
      stopped = true
      await watching
      agent.destroy()
      return maxWaitMs
    },
  }
}

/** Returns the number of the school's imports that the worker has not finished checking. */
async function importsLeft(): Promise<number> {
  const rows = await readRows("SELECT id FROM imports WHERE school_id = :id AND state = 'checking'", { id: school.id })
  return rows.length
}
