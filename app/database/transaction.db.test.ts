import { expect, it } from 'vitest'
import { School } from '~/models/core/schools/tables.server'
import { refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { loggable } from '~/services/log.server'
import { readRow } from '../../tests/factories/read'
import { insertRows } from './bulk.server'
import { violatedUniqueKey } from './errors.server'
import { execute } from './statements.server'
import { afterCommit, inTransaction } from './transaction.server'
import { outsideTransaction } from './transaction-store.server'
import { countQueries } from './work.server'

const newSchool = () =>
  inTransaction(() =>
    School.create({
      publicId: newPublicId(),
      name: 'Vidya Mandir',
      email: 'o@v.test',
      phone: '079 2657 0000',
      address: 'Ahmedabad',
    }),
  )

it('runs a transaction again after a deadlock, so that both writers succeed', async () => {
  const [a, b] = [await newSchool(), await newSchool()]
  let attempts = 0
  let held = 0
  let met = () => {}
  const bothHoldTheirFirst = new Promise<void>((resolve) => {
    met = resolve
  })
  const rename = (first: number, second: number) =>
    inTransaction(async () => {
      attempts++
      await execute('UPDATE schools SET name = CONCAT(name, "x") WHERE id = :id', { id: first })
      held++
      if (held === 2) met()
      await bothHoldTheirFirst
      await execute('UPDATE schools SET name = CONCAT(name, "x") WHERE id = :id', { id: second })
    })
  await Promise.all([rename(a.id, b.id), rename(b.id, a.id)])
  const row = await readRow<{ name: string }>('SELECT name FROM schools WHERE id = :id', { id: a.id })
  expect(row?.name).toBe('Vidya Mandirxx')
  expect(attempts).toBeGreaterThan(2)
})

it('writes nothing when the callback throws', async () => {
  const publicId = newPublicId()
  const failing = inTransaction(async () => {
    await School.create({ publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await School.count({ where: { publicId } })).toBe(0)
})

it('rolls back on a refusal, and skips its afterCommit effects', async () => {
  const publicId = newPublicId()
  let told = 0
  const outcome = await inTransaction(async () => {
    await School.create({ publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' })
    afterCommit(async () => {
      told++
    })
    return refused('no')
  })
  expect(outcome).toEqual({ ok: false, reason: 'no' })
  expect([await School.count({ where: { publicId } }), told]).toEqual([0, 0])
})

it('returns the refusal, or the result of the handler, that is given for a violated constraint', async () => {
  const { publicId } = await newSchool()
  const again = () => School.create({ publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' })
  expect(await inTransaction(again, { schools_public_id: 'taken' })).toEqual({ ok: false, reason: 'taken' })
  const found = async () => School.count({ where: { publicId } })
  expect(await inTransaction(again, { schools_public_id: found })).toBe(1)
  await expect(inTransaction(again, { another_key: 'taken' })).rejects.toThrow()
})

it('runs every statement of its callback in the transaction, except those in outsideTransaction', async () => {
  const publicId = newPublicId()
  const seen = () => readRow('SELECT id FROM schools WHERE public_id = :publicId', { publicId })
  await inTransaction(async () => {
    await School.create({ publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' })
    expect([await seen(), await School.count({ where: { publicId } })]).toEqual([expect.anything(), 1])
    expect(await outsideTransaction(seen)).toBeNull()
    await expect(inTransaction(seen)).rejects.toThrow('within another')
  })
  expect(await seen()).not.toBeNull()
})

it('refuses locks and afterCommit outside a transaction', async () => {
  await expect(readRow('SELECT id FROM schools LIMIT 1 FOR UPDATE')).rejects.toThrow('inside a transaction')
  expect(() => afterCommit(async () => {})).toThrow('inside a transaction')
})

it('names the unique key that was violated', async () => {
  const school = await newSchool()
  const values = { publicId: school.publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' }
  const again = inTransaction(() => School.create(values))
  expect(violatedUniqueKey(await again.catch((error: unknown) => error))).toBe('schools_public_id')
})

it('counts the statements that a callback runs', async () => {
  const { count } = await countQueries(async () => {
    await readRow('SELECT 1 AS one')
    await readRow('SELECT 2 AS two')
  })
  expect(count).toBe(2)
})

it('runs a bulk write in the current transaction, or in its own if there is none', async () => {
  const columns = ['public_id', 'name', 'email', 'phone', 'address', 'created_at', 'updated_at']
  const add = (publicId: string) =>
    insertRows('schools', columns, [[publicId, 'x', 'x@x.test', '1', "Gandhi's Road", new Date(), new Date()]])
  const [kept, taken] = [newPublicId(), newPublicId()]
  await add(kept)
  const failing = inTransaction(async () => {
    await add(taken)
    await outsideTransaction(async () => expect(await School.count({ where: { publicId: taken } })).toBe(0))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const found = await School.findAll({ attributes: ['publicId'], where: { publicId: [kept, taken] }, raw: true })
  expect(found).toEqual([{ publicId: kept }])
  const twice = await add(kept).catch((error: unknown) => error)
  expect(violatedUniqueKey(twice)).toBe('schools_public_id')
  // The log gets only the error's name, because the driver's message contains the duplicate value.
  expect(loggable(twice)).toMatchObject({ name: 'SequelizeDatabaseError', message: 'SequelizeDatabaseError' })
})
