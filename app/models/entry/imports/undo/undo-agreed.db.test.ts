import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, it, vi } from 'vitest'
import { execute, inTransaction, outsideTransaction } from '~/database/database.server'
import { handlers } from '~/jobs/registry.server'
import { schoolScope } from '~/models/core/shared/scope.server'
import { systemActor } from '~/models/core/shared/system-actor'
import { action as takeBack } from '~/routes/school+/_shell+/imports+/$id.undo'
import { agreeToRequest } from '~/routes/school+/_shell+/second-person+/__acts.server'
import { action as agree } from '~/routes/school+/_shell+/second-person+/$id.index'
import { currentSession } from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { entriesOf } from '../../../../../tests/factories/audit'
import { importFile, recordOf } from '../../../../../tests/factories/imports'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeStaff, makeSchool } from '../../../../../tests/factories/school'
import { lastRequest, makeTwoOwners, ownPassword, paidOutPaise } from '../../../../../tests/factories/second-person'
import { makeStudent } from '../../../../../tests/factories/student'
import { untilLockWait } from '../../../../../tests/reliability/stage'
import { startUndo, undoImport } from './undo-import.server'

/** `before` runs once, just before the worker locks the school's imports, between its two reads of the import. */
const turn = vi.hoisted(() => ({ before: async () => {} }))
vi.mock('../take-turn.server', async (original) => {
  const real = await original<typeof import('../take-turn.server')>()
  return {
    takeTurn: async (scope: Parameters<typeof real.takeTurn>[0]) => {
      const { before } = turn
      turn.before = async () => {}
      await before()
      return real.takeTurn(scope)
    },
  }
})

const opening = 'GR No,Fee,Term,Due Date,Amount\n1,Tuition,Term 1,20/06/2025,4500\n2,Tuition,Term 1,20/06/2025,300\n'
const paid =
  'Student ID,Fee,Installment,Amount,Date,Mode\n1,Tuition,Term 1,4500,15/06/2025,Cash\n2,,,300,15/06/2025,Cash\n'

/** An import of payments of ₹4,800 in a school that requires a second person above ₹1,000. */
async function importedPayments() {
  const school = await makeSchool()
  const owners = await makeTwoOwners(school)
  const { scope } = owners.asker
  const settings = { sessionPublicId: (await currentSession(school)).publicId }
  for (const enrollmentNumber of ['1', '2']) await makeStudent(school, { enrollmentNumber })
  await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const record = await importFile(scope, { kind: 'paid_fees', file: paid, ...settings })
  return { school, ...owners, scope, record }
}

/** An import of payments whose undo waits for a second person. */
async function waitingUndo() {
  const made = await importedPayments()
  const { school, scope, record } = made
  expect(await startUndo(scope, record.publicId, { rest: false })).toEqual({ ok: true })
  expect(await undoImport(scope, record.id)).toBe('over')
  const request = await lastRequest(school)
  expect(request).toMatchObject({ kind: 'import-undo', state: 'waiting', amountPaise: 4800_00 })
  await execute('DELETE FROM jobs WHERE school_id = :id', { id: school.id })
  return { ...made, requestId: request?.publicId ?? '' }
}

const jobOf = (school: { id: number }) =>
  readRow<{ state: string }>("SELECT state FROM jobs WHERE school_id = :id AND kind = 'undo-import'", { id: school.id })

it('lets the worker undo an import of payments once a second person has agreed', async () => {
  const { school, second, scope, record, requestId } = await waitingUndo()
  expect(await agreeToRequest(second.scope, requestId)).toEqual({ ok: true })
  // The page has responded already; the job survives a crash of the worker.
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undoing', undoAgreedPaise: 4800_00 })
  expect(await jobOf(school)).toEqual({ state: 'waiting' })
  expect(await lastRequest(school)).toMatchObject({ state: 'done' })
  expect(await paidOutPaise(school)).toBe(0)
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undone', undoneRows: 2, undoStopped: null })
  expect(await paidOutPaise(school)).toBe(4800_00)
  expect(await readRows('SELECT id FROM second_person_requests WHERE school_id = :id', { id: school.id })).toHaveLength(
    1,
  )
  expect(await entriesOf(school, 'import.undo-started')).toHaveLength(2)
})

it('asks for a second agreement when the worker would reverse more money than was agreed', async () => {
  const { school, second, scope, record, requestId } = await waitingUndo()
  expect(await agreeToRequest(second.scope, requestId)).toEqual({ ok: true })
  await execute('UPDATE imports SET undo_agreed_paise = 479999 WHERE id = :id', { id: record.id })
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'done', undoStopped: 'second-person' })
  expect(await lastRequest(school)).toMatchObject({ state: 'waiting', amountPaise: 4800_00 })
  expect(await paidOutPaise(school)).toBe(0)
})

it('does not reuse an agreement for a later undo', async () => {
  const { school, second, scope, record, requestId } = await waitingUndo()
  expect(await agreeToRequest(second.scope, requestId)).toEqual({ ok: true })
  await execute("UPDATE imports SET state = 'done' WHERE id = :id", { id: record.id })
  expect(await startUndo(scope, record.publicId, { rest: false })).toEqual({ ok: true })
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'done', undoStopped: 'second-person' })
  expect(await paidOutPaise(school)).toBe(0)
})

it('refuses the agreement, and starts no undo, when one of the payments can no longer be reversed', async () => {
  const { school, second, requestId } = await waitingUndo()
  await execute("UPDATE payments SET state = 'part_refunded', refunded_paise = 100 WHERE school_id = :id LIMIT 1", {
    id: school.id,
  })
  expect(await agreeToRequest(second.scope, requestId)).toMatchObject({ reason: 'not-done', because: 'obstacles' })
  expect(await jobOf(school)).toBeNull()
})

const underWay = { ok: false, reason: 'not-now', because: 'under-way' }
const setUndoing = (record: { id: number }) =>
  execute("UPDATE imports SET state = 'undoing', undo_agreed_paise = NULL WHERE id = :id", { id: record.id })

it('keeps the request open while the worker is already undoing the import', async () => {
  const { school, second, record, requestId } = await waitingUndo()
  await setUndoing(record)
  expect(await agreeToRequest(second.scope, requestId)).toEqual(underWay)
  expect(await lastRequest(school)).toMatchObject({ state: 'waiting' })
})

it('keeps the request open when another undo has begun since the import was read', async () => {
  const { school, second, record, requestId } = await waitingUndo()
  const holds = inTransaction(async () => {
    await readRow('SELECT id FROM imports WHERE id = :id FOR UPDATE', { id: record.id })
    const agreeing = outsideTransaction(() => agreeToRequest(second.scope, requestId))
    await outsideTransaction(() => untilLockWait())
    await setUndoing(record)
    return { agreeing }
  })
  expect(await (await holds).agreeing).toEqual(underWay)
  expect(await lastRequest(school)).toMatchObject({ state: 'waiting' })
})

it.each([
  ['sum', 'undo_agreed_paise = NULL', { state: 'done', undoStopped: 'second-person' }],
  ['choice of what stays', 'undo_rest = 1', { state: 'undone', undoStopped: null }],
])('reads the import again when the agreed %s changed after the worker read it', async (_, set, after) => {
  const { school, second, scope, record, requestId } = await waitingUndo()
  expect(await agreeToRequest(second.scope, requestId)).toEqual({ ok: true })
  const steps = vi.fn(() => execute(`UPDATE imports SET ${set} WHERE id = :id`, { id: record.id }))
  turn.before = () => outsideTransaction(steps).then(() => undefined)
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(steps).toHaveBeenCalledOnce()
  expect(await recordOf(scope, record.publicId)).toMatchObject(after)
  expect(await paidOutPaise(school)).toBe(after.state === 'undone' ? 4800_00 : 0)
})

type Action = (args: ActionFunctionArgs) => Promise<unknown>

/** Posts a page's form as the owner; returns the status of the answer. */
async function post(action: Action, owner: MadeStaff, id: string, form: Record<string, string> = {}): Promise<number> {
  const { cookie } = await signedInStaff(owner)
  const body = new URLSearchParams(form)
  const request = new Request('http://localhost:3000/', { method: 'POST', headers: { cookie }, body })
  const answer = await action({ request, params: { id }, context: {} }).catch((thrown: unknown) => thrown)
  return answer instanceof Response ? answer.status : ((answer as { init: ResponseInit | null }).init?.status ?? 0)
}

/** Runs the school's waiting undo jobs as the worker does; returns their number. */
async function runUndoJobs(school: { id: number }): Promise<number> {
  const jobs = await readRows<{ payload: string }>(
    "SELECT payload FROM jobs WHERE school_id = :id AND kind = 'undo-import' AND state = 'waiting'",
    { id: school.id },
  )
  for (const { payload } of jobs)
    await handlers['undo-import'](JSON.parse(payload), schoolScope(school.id, systemActor))
  await execute("DELETE FROM jobs WHERE school_id = :id AND kind = 'undo-import'", { id: school.id })
  return jobs.length
}

const requestsOf = (school: { id: number }) =>
  readRows<{ publicId: string; askedBy: number; state: string }>(
    'SELECT public_id AS publicId, asked_by AS askedBy, state FROM second_person_requests WHERE school_id = :id',
    { id: school.id },
  )

it('reverses nothing when two owners post the undo of payments at once, and once when both agree at once', async () => {
  const { school, asker, second, scope, record } = await importedPayments()
  const owners = [asker, second]
  const undoAtOnce = () => Promise.all(owners.map((owner) => post(takeBack, owner, record.publicId)))
  expect(await undoAtOnce()).toEqual([303, 303])
  expect(await runUndoJobs(school)).toBe(1)
  expect(await requestsOf(school)).toMatchObject([{ state: 'waiting' }])
  const [{ publicId, askedBy } = { publicId: '', askedBy: 0 }] = await requestsOf(school)
  // Neither the owner who asked, nor both by posting the undo again, can replace the agreement.
  expect(await post(agree, askedBy === asker.id ? asker : second, publicId, { own_password: ownPassword })).toBe(422)
  expect(await undoAtOnce()).toEqual([303, 303])
  expect(await runUndoJobs(school)).toBe(1)
  expect(await requestsOf(school)).toEqual([{ publicId, askedBy, state: 'waiting' }])
  expect(await paidOutPaise(school)).toBe(0)

  const answers = await Promise.all(owners.map((owner) => post(agree, owner, publicId, { own_password: ownPassword })))
  expect(answers).toEqual(owners.map(({ id }) => (id === askedBy ? 422 : 303)))
  expect(await runUndoJobs(school)).toBe(1)
  expect(await paidOutPaise(school)).toBe(4800_00)
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undone', undoneRows: 2, undoStopped: null })
  expect(await requestsOf(school)).toEqual([{ publicId, askedBy, state: 'done' }])
  expect(await undoAtOnce()).toEqual([422, 422])
  expect(await paidOutPaise(school)).toBe(4800_00)
})
