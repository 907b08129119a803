import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { execute } from '~/database/database.server'
import { countNumbers, keepLastFour } from '~/models/entry/retention/aadhaar.server'
import { removable } from '~/models/entry/retention/field-classes'
import { requestRestore } from '~/models/entry/retention/restore-run.server'
import { confirmRun, countRemoved, findRun, requestRun } from '~/models/entry/retention/runs.server'
import { sealAadhaar } from '~/models/people/students/aadhaar.server'
import { readRow, readRows } from '../factories/read'
import { makeFormerStudent } from '../factories/retention'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { expireClaims, holdLock, openStage, type Stage, until, untilLockWait } from './stage'

/*
 * Sends kill -9 to the worker during a removal: the next worker continues, with the same result as an undisturbed run.
 */

const database = await vi.hoisted(async () => (await import('./own-database')).ownDatabase())

const many = 120
let stage: Stage
beforeAll(async () => {
  stage = await openStage(database.url)
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

/** Creates a school with students who left long ago and have full Aadhaar numbers. */
async function makeOld(count = many) {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const ids: number[] = []
  for (let made = 0; made < count; made += 1) {
    const { id } = await makeFormerStudent(school, '2001-04-29', { email: `s${made}@home.test` })
    await execute(
      "UPDATE guardians SET father_aadhar = :sealed, father_aadhar_end = '2346', father_mobile = '9825012345' WHERE student_id = :id",
      { id, sealed: sealAadhaar('father_aadhar', id, '234123412346') },
    )
    ids.push(id)
  }
  return { school, owner, ids }
}

type Old = Awaited<ReturnType<typeof makeOld>>

async function begin({ owner }: Old): Promise<string> {
  const asked = await requestRun(owner.scope)
  if (!asked.ok) throw new Error(asked.reason)
  expect((await confirmRun(owner.scope, asked.value.publicId)).ok).toBe(true)
  return asked.value.publicId
}

/** Locks the family row of the student at index `place`. */
const holdFamily = ({ ids }: Old, place: number) =>
  holdLock(() =>
    readRows('SELECT student_id FROM guardians WHERE student_id = :id FOR UPDATE', { id: ids[place] ?? 0 }),
  )

/** Returns the state of the run, the counts of the school's remaining and removed data, and the log. */
async function left({ school, owner }: Old, publicId: string) {
  const run = await findRun(owner.scope, publicId)
  const people = await readRow(
    `SELECT CAST(SUM(s.first_name <> '') AS SIGNED) AS names, CAST(SUM(s.email IS NOT NULL) AS SIGNED) AS emails,
       CAST(SUM(s.mobile_number <> '') AS SIGNED) AS mobiles, CAST(SUM(g.father_name <> '') AS SIGNED) AS fathers,
       CAST(SUM(g.father_mobile IS NOT NULL) AS SIGNED) AS numbers, CAST(SUM(a.address <> '') AS SIGNED) AS addresses
     FROM students s JOIN guardians g ON g.student_id = s.id JOIN student_addresses a ON a.student_id = s.id
     WHERE s.school_id = :id`,
    { id: school.id },
  )
  return { state: run?.state, people, removed: await countRemoved(owner.scope, run?.id ?? 0), log: await logOf(school) }
}

const logOf = (school: MadeSchool) =>
  readRows("SELECT action FROM audit_entries WHERE school_id = :id AND action LIKE 'retention.%' ORDER BY id", {
    id: school.id,
  })

it('a removal of personal data and its restoration reach their usual results despite a killed worker', async () => {
  const broken = await makeOld()
  const whole = await makeOld()
  const runs = { broken: await begin(broken), whole: '' }
  const family = await holdFamily(broken, 90)
  const first = await stage.startWorker()
  // The removal of contact details waits for the locked row, after other tables of the same students have been written.
  await untilLockWait()
  await first.stop('SIGKILL')
  await family.release()
  const halfway = await countRemoved(broken.owner.scope, (await findRun(broken.owner.scope, runs.broken))?.id ?? 0)
  expect(halfway.length).toBeGreaterThan(0)
  expect(halfway.length).toBeLessThan(removable.length)
  expect(halfway.find(({ key }) => key === 'contact')?.count).toBe(50)

  await expireClaims()
  runs.whole = await begin(whole)
  const workers = await Promise.all([stage.startWorker(), stage.startWorker()])
  await until(async () => {
    for (const [old, run] of [
      [broken, runs.broken],
      [whole, runs.whole],
    ] as const)
      expect((await findRun(old.owner.scope, run))?.state).toBe('done')
  })
  for (const worker of workers) expect(await worker.stop()).toBe(0)
  const end = await left(whole, runs.whole)
  expect(end.removed).toEqual(expect.arrayContaining(removable.map(([key]) => ({ key, count: many }))))
  expect(end.people).toEqual({ names: many, emails: 0, mobiles: 0, fathers: many, numbers: 0, addresses: 0 })
  expect(await left(broken, runs.broken)).toEqual(end)
  // Data is sealed once, and a restore recovers all of it, even when its worker is killed.
  await restoreAll(broken, runs.broken)
})

const sealedOf = ({ school }: Old) =>
  readRows<{ bundle: string }>(
    `SELECT bundle FROM sealed_removals WHERE school_id = :id AND student_id IS NOT NULL GROUP BY bundle, class_key HAVING COUNT(*) > 1`,
    { id: school.id },
  )

/** Restores the run with a worker that is killed half-way, and a second one that continues. */
async function restoreAll(old: Old, publicId: string): Promise<void> {
  expect(await sealedOf(old)).toEqual([])
  await expireClaims()
  const family = await holdFamily(old, 90)
  expect((await requestRestore(old.owner.scope, publicId, 'the whole list was wrong')).ok).toBe(true)
  const people = async () => (await left(old, publicId)).people
  const first = await stage.startWorker()
  // Waits until the first rows are restored: a lock wait before that may belong to another statement.
  await until(async () => expect((await people()) as object).not.toMatchObject({ emails: 0 }))
  await untilLockWait()
  await first.stop('SIGKILL')
  await family.release()
  expect((await people()) as object).not.toMatchObject({ emails: many })
  await expireClaims()
  const second = await stage.startWorker()
  await until(async () => expect((await findRun(old.owner.scope, publicId))?.restoredAt).not.toBeNull(), 60_000)
  expect(await second.stop()).toBe(0)
  expect(await people()).toEqual({
    names: many,
    emails: many,
    mobiles: many,
    fathers: many,
    numbers: many,
    addresses: many,
  })
  expect(await readRows('SELECT id FROM sealed_removals WHERE school_id = :id', { id: old.school.id })).toEqual([])
}

it('the job that shortens Aadhaar numbers completes after kill -9 when two workers start at once', async () => {
  const old = await makeOld(220)
  const { scope } = old.owner
  expect(await countNumbers(scope)).toBe(220)
  const family = await holdFamily(old, 210)
  expect((await keepLastFour(scope)).ok).toBe(true)
  const first = await stage.startWorker()
  await untilLockWait()
  await first.stop('SIGKILL')
  // Only the first batch of two hundred is done. The server may still run the waiting statement, because it notices the
  // worker's death later.
  expect(await countNumbers(scope)).toBe(20)
  await family.release()

  await expireClaims()
  const workers = await Promise.all([stage.startWorker(), stage.startWorker()])
  await until(async () => expect(await countNumbers(scope)).toBe(0), 60_000)
  for (const worker of workers) expect(await worker.stop()).toBe(0)
  const ends = await readRows(
    "SELECT student_id FROM guardians WHERE school_id = :id AND father_aadhar IS NULL AND father_aadhar_end = '2346'",
    { id: old.school.id },
  )
  expect(ends).toHaveLength(220)
})
