import { expect, it } from 'vitest'
import { School } from '~/models/schools/tables.server'
import { newPublicId } from '~/models/shared/public-id.server'
import { countQueries, execute, selectOne } from './connection.server'
import { violatedUniqueKey } from './errors.server'
import { inTransaction } from './transaction.server'

const newSchool = () =>
  School.create({
    publicId: newPublicId(),
    name: 'Vidya Mandir',
    email: 'o@v.test',
    phone: '079 2657 0000',
    address: 'Ahmedabad',
  })

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
  const row = await selectOne<{ name: string }>('SELECT name FROM schools WHERE id = :id', { id: a.id })
  expect(row?.name).toBe('Vidya Mandirxx')
  expect(attempts).toBeGreaterThan(2)
})

it('leaves nothing behind when the work throws', async () => {
  const publicId = newPublicId()
  const failing = inTransaction(async () => {
    await School.create({ publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await School.count({ where: { publicId } })).toBe(0)
})

it('names the unique key that was violated', async () => {
  const school = await newSchool()
  const again = School.create({ publicId: school.publicId, name: 'x', email: 'x@x.test', phone: '1', address: 'x' })
  expect(violatedUniqueKey(await again.catch((error: unknown) => error))).toBe('schools_public_id')
})

it('counts the statements of a piece of work', async () => {
  const { count } = await countQueries(async () => {
    await selectOne('SELECT 1 AS one')
    await selectOne('SELECT 2 AS two')
  })
  expect(count).toBe(2)
})
