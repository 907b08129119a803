import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { schoolPaths } from '~/http/school-paths'
import { currentSession } from '../factories/academics'
import { type RunningApp, staffCookie } from '../factories/app'
import { fileOfStudents, recordOf } from '../factories/imports'
import { makeSchool, makeStaff } from '../factories/school'
import { openStage, type Stage, until } from '../reliability/stage'
import { startLossyWay } from '../stand-ins/lossy-way'

/* The database dies between a COMMIT and its answer: the upload is there, and whoever sent it was told to come back in a moment. */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

let stage: Stage
let app: RunningApp
let way: Awaited<ReturnType<typeof startLossyWay>>
beforeAll(async () => {
  way = await startLossyWay(database.url)
  stage = await openStage(database.url)
  app = await stage.startDoor({ env: { DATABASE_URL: way.url } })
})
afterAll(async () => {
  await stage?.close()
  await way?.stop()
  await database.giveBack()
})

it('keeps the file of an upload that was committed, so that the form sent again leads to an import that is checked', async () => {
  const school = await makeSchool()
  const staff = await makeStaff(school)
  const session = await currentSession(school)
  const cookie = await staffCookie(school, staff)
  const form = new FormData()
  const fields = {
    kind: 'students',
    academic_session: session.publicId,
    section_capacity: '60',
    form_key: randomUUID(),
  }
  for (const [name, value] of Object.entries({ ...fields, makes_places: 'on' })) form.set(name, value)
  form.set('file', new File([String(fileOfStudents(session.publicId).file)], 'students.csv', { type: 'text/csv' }))
  const sent = new Request('http://form', { method: 'POST', body: form })
  const body = Buffer.from(await sent.arrayBuffer())
  const headers = {
    'content-type': sent.headers.get('content-type') ?? '',
    origin: app.url,
    'sec-fetch-site': 'same-origin',
  }
  const send = () => app.request(schoolPaths.newImport('students'), { method: 'POST', body, headers, cookie })

  way.state.loses = () => true
  const lost = await send()
  way.state.loses = () => false
  expect([lost.status, way.state.lost]).toEqual([503, 1])
  const again = await send()
  expect(again.status).toBe(303)
  const publicId = again.headers.location?.split('/').at(-1) ?? ''
  const worker = await stage.startWorker()
  await until(async () => expect((await recordOf(staff.scope, publicId)).state).toBe('checked'))
  expect(await worker.stop()).toBe(0)
})
