import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeBoarder } from '../factories/hostel-decisions'
import { makePayingSchool } from '../factories/paying'
import {
  faultsOfTransport,
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
} from '../factories/transport'
import { activateTransport, approveTransport, moveTransportBack } from '../factories/transport-decisions'
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
 * Sends kill -9 to the worker while it charges the transport periods, and checks that each period is charged exactly
 * once.
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

it('creates the due of every transport period exactly once when the worker is killed half-way', async () => {
  const school = await makePayingSchool(stage.sandbox)
  await locateSchool(school)
  const fare = await makeFare(school)
  const run = await makeRun(await makeVehicle(school), await makeRoute(school))
  const applications = []
  for (let index = 0; index < 2; index++) {
    const student = await makeBoarder(school)
    const application = await makeTransportApplication(student, fare)
    await approveTransport(school, application)
    await activateTransport(school, application, run)
    await moveTransportBack(application, 45)
    applications.push({ student, id: application.id })
  }
  const [first, second] = applications
  if (!first || !second) throw new Error('Two rides were made')
  const periodsOf = ({ id }: { id: number }) => countRows('transport_charges WHERE application_id = :id', { id })
  const ledger = await holdLedger(second.student)
  const worker = await stage.startWorker()
  // Waits until the first student is charged: before that, another job may be waiting for the second student's ledger.
  await until(async () => expect(await periodsOf(first)).toBeGreaterThan(2))
    .then(() => untilLockWait())
    .then(() => worker.stop('SIGKILL'))
    .finally(ledger.release)
  const raised = await periodsOf(first)
  expect(raised).toBeGreaterThan(2)
  expect(await periodsOf(second)).toBe(2)

  await stage.startWorker()
  await until(async () => expect(await periodsOf(second)).toBe(raised))
  expect(await periodsOf(first)).toBe(raised)
  expect(await countRows("dues WHERE school_id = :id AND kind = 'transport'", { id: school.id })).toBe(2 * raised)
  expect(await faultsOfTransport(school)).toEqual([])
  await expectSoundLedger(stage, school)
})
