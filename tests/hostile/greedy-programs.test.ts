import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeAcademicSession, makeClass, makeSection } from '../factories/academics'
import { type Answer, type RunningApp, staffCookie, studentCookie, testBuild } from '../factories/app'
import { makeStudents } from '../factories/exams'
import { readRows } from '../factories/read'
import { makeExamWithPapers } from '../factories/results'
import { makeSchool, makeStaff } from '../factories/school'
import { makeStudent } from '../factories/student'
import { openStage, type Stage, until } from '../reliability/stage'
import { isDeep } from '../setup/rotation'
import { patience } from '../setup/slowness'
import { forgetHighestMemory, highestMemory } from './memory'

/*
 * The programs for spreadsheets and PDFs are replaced by one that fills its memory, or never ends. The app and the
 * worker must refuse the work with a reason, keep their memory size, and serve others in less than twice the usual
 * time.
 */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

const maxGrowth = 64 * 1024 * 1024
/** Limit of the median response time of other users' pages in an attack, as a multiple of their median without one. */
const maxSlowdown = 2
/** Time limit of an import, in ms: the first attempt to read its file may take ten seconds, the second one a minute. */
const importMs = patience(150_000)
const waysToFill = ['objects', 'strings', 'small arrays', 'one array', 'buffers', 'time'] as const

/**
 * Program that runs the attack named in its input: in the file for the spreadsheet reader, in the school's name for the
 * PDF maker.
 */
const source = `
import { serveRequests } from './app/services/programs/answer-questions.server'
const kept = []
const fill = {
  objects: () => { for (;;) kept.push({ number: kept.length }) },
  strings: () => { for (;;) kept.push('text '.repeat(100) + kept.length) },
  'small arrays': () => { for (;;) kept.push(new Array(100).fill(kept.length)) },
  'one array': () => new Array(200_000_000).fill(1),
  buffers: () => { for (;;) kept.push(Buffer.alloc(1_000_000, 1)) },
  time: () => { for (;;); },
}
serveRequests(async (question) => {
  const text = question.bytes ? Buffer.from(question.bytes).toString('latin1') : JSON.stringify(question)
  fill[/fill with ([a-z ]+)/.exec(text)[1].trim()]()
})
`
const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-greedy-'))
let stage: Stage
let door: RunningApp
let worker: RunningApp
/** Session cookie of a student of another school. */
let visitor: string

beforeAll(async () => {
  if (!isDeep) return
  const real = await testBuild()
  const greedy = path.join(folder, 'greedy.js')
  const stdin = { contents: source, resolveDir: process.cwd(), loader: 'ts' as const }
  await build({ stdin, outfile: greedy, bundle: true, format: 'esm', platform: 'node' })
  const replaced = path.join(folder, 'build')
  mkdirSync(replaced)
  for (const name of readdirSync(real)) {
    const isReplaced = /^(sheet-reader|paper-maker)\.js$/.test(name)
    symlinkSync(isReplaced ? greedy : path.join(real, name), path.join(replaced, name))
  }
  stage = await openStage(database.url)
  const env = { SHALA_BUILD_DIR: replaced }
  ;[door, worker] = await Promise.all([stage.startDoor({ env }), stage.startWorker(env)])
  visitor = await studentCookie(await makeStudent(await makeSchool()))
  // Warms up the app, because the memory for its first thousand pages stays allocated.
  await pagesWhile((count) => count < 1_500, 0)
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(isDeep)('a program of the app or the worker', () => {
  it.each(waysToFill)(
    'is stopped with an error when its input exhausts memory or time (%s), while other pages stay below twice their median',
    async (way) => {
      // Measures up to three times, since a busy machine may slow the pages of one measurement. Pages that wait for the
      // program are slow in all three.
      const ratios: number[] = []
      while (ratios.length < 3 && !ratios.some((ratio) => ratio < maxSlowdown)) ratios.push(await slowdownBy(way))
      expect(Math.min(...ratios)).toBeLessThan(maxSlowdown)
    },
    4 * importMs,
  )
})

/**
 * Attacks the app and the worker once, and checks their answers and memory. Returns the median time of another
 * student's page during the attack, as a multiple of its median before and after.
 */
async function slowdownBy(way: (typeof waysToFill)[number]): Promise<number> {
  const greedy = await makeGreedy(`fill with ${way}`)
  const idle = await pagesWhile((count) => count < 80)
  const before = [door, worker].map(({ pid }) => {
    forgetHighestMemory(pid)
    return highestMemory(pid)
  })
  const answers = Promise.all([greedy.sendMarks(), greedy.askForPaper(), greedy.sendImport()])
  let isOver = false
  const end = () => {
    isOver = true
  }
  void answers.then(end, end)
  const during = await pagesWhile(() => !isOver)
  const grown = [door, worker].map(({ pid }, index) => highestMemory(pid) - (before[index] ?? 0))
  const [marks, paper, stopped] = await answers

  expect(marks).toMatchObject({ status: 422, text: expect.stringContaining('too large when it is unpacked') })
  expect(paper).toMatchObject(
    way === 'time'
      ? { status: 503, text: expect.stringContaining('We are generating many documents right now') }
      : { status: 422, text: expect.stringContaining('This file would be too large') },
  )
  expect(stopped).toBe('too-large-inside')
  for (const bytes of grown) expect(bytes).toBeLessThanOrEqual(maxGrowth)
  expect(during.length).toBeGreaterThan(10)
  idle.push(...(await pagesWhile((count) => count < 80)))
  const ratio = median(during) / median(idle)
  const megabytes = grown.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' and ')
  console.log(
    `${way}: ${during.length} pages were ${ratio.toFixed(2)} times as slow; app and worker grew by ${megabytes} MB`,
  )
  return ratio
}

/** Creates a school that uploads attack files, as marks and as an import, and whose name attacks the PDF maker. */
async function makeGreedy(word: string) {
  const school = await makeSchool({ name: word })
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const eight = await makeClass(school, { name: 'Class 8' })
  const section = await makeSection(eight, { name: 'A', capacity: 60 })
  await makeStudents({ school, session, class: eight, section }, 2)
  const exam = await makeExamWithPapers(school, { session, class: eight, papers: [{ maxMarks: 50 }] })
  const cookie = await staffCookie(school, await makeStaff(school, { role: 'owner' }))
  const student = await studentCookie(await makeStudent(school))
  const send = async (to: string, fields: Record<string, string>): Promise<Answer> => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...fields, form_key: randomUUID() })) body.append(name, value)
    body.append('file', new Blob([word]), 'file.csv')
    const written = new Response(body)
    const headers = {
      'content-type': written.headers.get('content-type') ?? '',
      origin: door.url,
      'sec-fetch-site': 'same-origin',
    }
    return door.request(to, { cookie, body: Buffer.from(await written.arrayBuffer()), headers })
  }
  return {
    sendMarks: () =>
      send(
        `/school/exams/${exam.publicId}/marks/upload?paper=${exam.papers[0]?.publicId}&section=${section.publicId}`,
        {},
      ),
    askForPaper: () =>
      door.request('/students/payments/statement.pdf', { cookie: student, headers: { accept: 'text/html' } }),
    /** Returns the reason for which the import was stopped. */
    async sendImport() {
      const fields = { kind: 'students', academic_session: session.publicId, section_capacity: '60' }
      const { status } = await send('/school/imports/new?kind=students', fields)
      expect(status).toBe(303)
      return until(async () => {
        const [row] = await readRows<{ state: string; reason: string | null }>(
          'SELECT state, stopped_because AS reason FROM imports WHERE school_id = :schoolId',
          { schoolId: school.id },
        )
        expect(row?.state).toBe('failed')
        return row?.reason
      }, importMs)
    },
  }
}

/**
 * Requests pages as the other student while `goesOn` is true, `pauseMs` apart, and returns the response times in ms.
 * After 200 pages the pause grows, because thousands of pages increase the app's memory even without an attack.
 */
async function pagesWhile(goesOn: (count: number) => boolean, pauseMs = 20): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const began = performance.now()
    const { status } = await door.request('/students/fees', { cookie: visitor })
    times.push(performance.now() - began)
    expect(status).toBe(200)
    await sleep(times.length < 200 ? pauseMs : 25 * pauseMs)
  }
  return times
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY
}
