import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { makeBoarder } from '../factories/hostel-decisions'
import { faultsOfHostels, makeHostel, makeHostelApplication, makeRoom, moveStayBack } from '../factories/hostels'
import { makePayingSchool } from '../factories/paying'
import {
  countRows,
  expectSoundLedger,
  holdLedger,
  openStage,
  type Stage,
  until,
  untilLockWait,
} from '../reliability/stage'

/*
 * Sends kill -9 to the worker while it charges the months of hostel stays: each month is charged exactly once.
 */

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

let stage: Stage
beforeAll(async () => {
  stage = await openStage(database.url)
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

it('charges every month of the hostel stays exactly once although the worker is killed half-way', async () => {
  const school = await makePayingSchool(stage.sandbox)
  const room = await makeRoom(await makeHostel(school))
  const stays = []
  for (let index = 0; index < 2; index++) {
    const student = await makeBoarder(school)
    const place = await makeHostelApplication(student, room)
    expect(await approveApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
    await moveStayBack(place, 45)
    stays.push({ student, id: place.id })
  }
  const [first, second] = stays
  if (!first || !second) throw new Error('Two stays were made')
  const monthsOf = ({ id }: { id: number }) => countRows('hostel_charges WHERE application_id = :id', { id })
  const ledger = await holdLedger(second.student)
  const worker = await stage.startWorker()
  // Waits until the first student is charged, since an earlier lock wait on the second student's ledger may belong to
  // another job.
  await until(async () => expect(await monthsOf(first)).toBeGreaterThan(2))
    .then(() => untilLockWait())
    .then(() => worker.stop('SIGKILL'))
    .finally(ledger.release)
  const raised = await monthsOf(first)
  expect(raised).toBeGreaterThan(2)
  expect(await monthsOf(second)).toBe(2)

  await stage.startWorker()
  await until(async () => expect(await monthsOf(second)).toBe(raised))
  expect(await monthsOf(first)).toBe(raised)
  expect(await countRows("dues WHERE school_id = :id AND kind = 'hostel'", { id: school.id })).toBe(2 * raised)
  expect(await faultsOfHostels(school)).toEqual([])
  await expectSoundLedger(stage, school)
})
