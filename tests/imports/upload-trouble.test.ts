import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { schoolPaths } from '~/addresses/school-paths'
import { currentSession } from '../factories/academics'
import { type Answer, type RunningApp, staffCookie } from '../factories/app'
import { fileOfStudents, recordOf } from '../factories/imports'
import { type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import { openStage, type Stage, until } from '../reliability/stage'
import { startLossyProxy } from '../stand-ins/lossy-way'

/*
 * A dependency fails during an upload: the user sees a message to come back in a moment, and sends the same form again.
 */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

let stage: Stage
let app: RunningApp
let way: Awaited<ReturnType<typeof startLossyProxy>>
beforeAll(async () => {
  way = await startLossyProxy(database.url)
  stage = await openStage(database.url)
  app = await stage.startDoor({ env: { DATABASE_URL: way.url } })
})
afterAll(async () => {
  await stage?.close()
  await way?.stop()
  await database.giveBack()
})

/** Creates an upload of the office, which can be sent repeatedly with one form key. */
async function makeUpload() {
  const school = await makeSchool()
  const staff = await makeStaff(school)
  const session = await currentSession(school)
  const cookie = await staffCookie(school, staff)
  const form = new FormData()
  const fields = { kind: 'students', academic_session: session.publicId, section_capacity: '60' }
  for (const [name, value] of Object.entries({ ...fields, creates_classes: 'on', form_key: randomUUID() }))
    form.set(name, value)
  form.set('file', new File([String(fileOfStudents(session.publicId).file)], 'students.csv', { type: 'text/csv' }))
  const sent = new Request('http://form', { method: 'POST', body: form })
  const body = Buffer.from(await sent.arrayBuffer())
  const headers = {
    'content-type': sent.headers.get('content-type') ?? '',
    origin: app.url,
    'sec-fetch-site': 'same-origin',
  }
  const send = () => app.request(schoolPaths.newImport('students'), { method: 'POST', body, headers, cookie })
  return { staff, send }
}

function expectAskedToWait({ status, headers, text }: Answer): void {
  expect(status).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(text).toContain('We will be back in a moment')
  expect(text).not.toMatch(/ENOTDIR|ENOSPC|EEXIST|Sequelize/)
}

async function expectChecked({ scope }: MadeStaff, { status, headers }: Answer): Promise<void> {
  expect(status).toBe(303)
  const publicId = headers.location?.split('/').at(-1) ?? ''
  const worker = await stage.startWorker()
  await until(async () => expect((await recordOf(scope, publicId)).state).toBe('checked'))
  expect(await worker.stop()).toBe(0)
}

it('asks the user to wait when the COMMIT of an upload gets no response, and accepts the second try', async () => {
  const { staff, send } = await makeUpload()
  way.state.loses = () => true
  const lost = await send()
  way.state.loses = () => false
  expectAskedToWait(lost)
  expect(way.state.lost).toBe(1)
  await expectChecked(staff, await send())
})

it('asks the user to wait while files cannot be stored, for example on a full disk', async () => {
  const { staff, send } = await makeUpload()
  // A file in place of the folder prevents all writes, whichever user runs the test.
  const folder = path.join(stage.dataDir, 'files')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, '')
  expectAskedToWait(await send())
  rmSync(folder)
  mkdirSync(folder)
  await expectChecked(staff, await send())
})
