import { expect, it } from 'vitest'
import { makeDue } from '../../tests/factories/ledger'
import { makeSchool } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { execute, inTransaction, select } from './database.server'
import { countQueries, isShown, noteReads, shownWrites, workFor } from './work.server'

const versionsOf = async (schoolId: number) =>
  Object.fromEntries(
    (
      await select<{ name: string; version: string }>(
        'SELECT table_name AS name, CAST(version AS CHAR) AS version FROM table_versions WHERE school_id = :schoolId',
        { schoolId },
      )
    ).map(({ name, version }) => [name, version]),
  )

it('finds the tables of a statement, and ignores quoted text', () => {
  expect(shownWrites("UPDATE `dues` d JOIN fees f ON f.id = d.fee_id SET d.title = 'UPDATE exams'")).toEqual([
    'dues',
    'due_parts',
    'fees',
  ])
  expect(shownWrites("INSERT INTO jobs (payload) VALUES ('it\\'s FROM dues')")).toEqual([])
  expect(shownWrites('INSERT INTO exams(id) VALUES (1)')).toEqual(['exams'])
  expect(shownWrites('UPDATE IGNORE fees SET id = 1')).toEqual(['fees'])
  expect(shownWrites('\n  DELETE FROM attendance WHERE id = 1')).toEqual(['attendance'])
  expect(shownWrites('SELECT id FROM dues FOR UPDATE')).toEqual([])
})

it('records tables read, and use of the current time', async () => {
  const read = async (sql: string) => {
    const { value } = await countQueries(async () => {
      const found = noteReads()
      await select(sql)
      return [...found].sort()
    })
    return value
  }
  const made = 'WITH open AS (SELECT id FROM dues) SELECT o.id FROM open o LEFT JOIN students s ON s.id = o.id'
  expect(await read(made)).toEqual(['dues', 'students'])
  expect(await read("SELECT 1 AS one FROM fees WHERE name = 'FROM exams'")).toEqual(['fees'])
  const inBrackets = 'SELECT f.id FROM fees f LEFT JOIN (dues d JOIN receipts r ON r.id = d.id) ON d.id = f.id'
  expect(await read(inBrackets)).toEqual(['dues', 'fees', 'receipts'])
  expect(await read('SELECT id FROM exams WHERE published_at < UTC_TIMESTAMP(3)')).toEqual(['(the time)', 'exams'])
})

it('changes the version of written tables for their school only', async () => {
  const [one, other] = [await makeSchool(), await makeSchool()]
  const student = await makeStudent(one)
  const due = await makeDue(student)
  const before = [await versionsOf(one.id), await versionsOf(other.id), await versionsOf(0)]
  const rename = (title: string) => execute('UPDATE dues SET title = :title WHERE id = :id', { title, id: due.id })
  await workFor(one.id, () => rename('Term 1'))
  const first = await versionsOf(one.id)
  expect(first.dues).not.toBe(before[0]?.dues)
  await workFor(one.id, () => inTransaction(() => rename('Term 2')))
  expect((await versionsOf(one.id)).dues).not.toBe(first.dues)
  // The statement's own school takes precedence over the user's.
  await workFor(other.id, () =>
    execute('UPDATE students SET first_name = :name WHERE school_id = :schoolId', { name: 'Asha', schoolId: one.id }),
  )
  expect((await versionsOf(one.id)).students).not.toBe(before[0]?.students)
  expect(await versionsOf(other.id)).toEqual(before[1])
  // Without a known school, the write counts for all schools.
  const everybody = (await versionsOf(0)).dues
  await rename('Term 3')
  expect((await versionsOf(0)).dues).not.toBe(everybody)
})

it('keeps the version after a rollback', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const before = await versionsOf(school.id)
  const refusal = workFor(school.id, () =>
    inTransaction(async () => {
      await execute('UPDATE students SET first_name = :name WHERE id = :id', { name: 'Ravi', id: student.id })
      return { ok: false, reason: 'no' } as const
    }),
  )
  expect(await refusal).toMatchObject({ ok: false })
  expect(await versionsOf(school.id)).toEqual(before)
})

it('knows the tables that a foreign key’s cascade deletes from', async () => {
  const keys = await select<{ child: string; parent: string }>(
    `SELECT DISTINCT table_name AS child, referenced_table_name AS parent FROM information_schema.referential_constraints
     WHERE constraint_schema = DATABASE() AND (delete_rule <> 'RESTRICT' AND delete_rule <> 'NO ACTION')`,
  )
  const parents = (table: string): string[] => keys.filter(({ child }) => child === table).map(({ parent }) => parent)
  expect(keys.filter(({ child }) => isShown(child)).length).toBeGreaterThan(0)
  const untold = keys
    .filter(({ child }) => isShown(child))
    .flatMap(({ child, parent }) => [parent, ...parents(parent)].map((above) => ({ child, above })))
    .filter(({ child, above }) => !shownWrites(`DELETE FROM ${above} WHERE id = 1`).includes(child))
    .map(({ child, above }) => `${above} → ${child}`)
  expect([...new Set(untold)]).toEqual([])
})
