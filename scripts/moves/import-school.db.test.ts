import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => (await import('../../tests/reliability/own-database')).ownDatabase())

import { closeDatabase, execute } from '~/database/database.server'
import { makeKinds } from '../../tests/factories/certificates'
import { makeGuardian, makeGuardianAccount } from '../../tests/factories/guardians'
import { insert } from '../../tests/factories/insert'
import { readRows } from '../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { exportSchool } from './export-school'
import { importSchool, schoolDigest } from './import-school'
import { counterTables, lastNumbers, raiseNumbers, savedLastNumbers, saveLastNumbers } from './last-numbers'
import { rowsConnection, sqlOn } from './school-rows'

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-import-'))
let connection: Awaited<ReturnType<typeof rowsConnection>>

beforeAll(async () => {
  connection = await rowsConnection()
})

afterAll(async () => {
  connection.destroy()
  await closeDatabase()
  await database.giveBack()
  rmSync(folder, { recursive: true, force: true })
})

const namesOf = (school: MadeSchool) =>
  readRows<{ name: string }>(
    'SELECT s.first_name AS name FROM students s JOIN schools c ON c.id = s.school_id WHERE c.public_id = :id ORDER BY s.id',
    { id: school.publicId },
  )

it('importSchool: replaces a school only if unchanged, and empties guardian accounts used only there', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school, { firstName: 'Asha' })
  const account = await makeGuardianAccount({ name: 'Alone', mobileNumber: '9825077001' })
  const { file, key } = await exportSchool(school.publicId, folder)
  await makeGuardian(school, { accountId: account.id })
  const seen = await schoolDigest(school.id)
  await execute('UPDATE students SET first_name = :name WHERE id = :id', { name: 'Changed', id: student.id })
  await expect(importSchool(file, key, { replaces: { id: school.id, state: seen } })).rejects.toThrow(
    'The school changed while it was being copied',
  )
  expect(await namesOf(school)).toEqual([{ name: 'Changed' }])
  const accounts = () => readRows('SELECT name, status FROM guardian_accounts WHERE id = :id', { id: account.id })
  expect(await accounts()).toEqual([{ name: 'Alone', status: 'active' }])

  const state = await schoolDigest(school.id)
  await importSchool(file, key, { replaces: { id: school.id, state }, reason: 'restore' })
  expect(await namesOf(school)).toEqual([{ name: 'Asha' }])
  expect(await accounts()).toEqual([{ name: 'Removed', status: 'inactive' }])
  await expect(importSchool(file, key)).rejects.toThrow('already exists here')
})

it('schoolDigest: ignores changes that the worker makes by itself', async () => {
  const school = await makeSchool()
  const before = await schoolDigest(school.id)
  await insert('jobs', {
    school_id: school.id,
    kind: 'due-settled',
    payload: '{}',
    run_at: new Date(),
    created_at: new Date(),
  })
  expect(await schoolDigest(school.id)).toBe(before)
  await makeStudent(school)
  expect(await schoolDigest(school.id)).not.toBe(before)
})

it('exportSchool: refuses a move while jobs of the school are held', async () => {
  const school = await makeSchool()
  const run_at = new Date(Date.now() + 86_400_000)
  await insert('jobs', {
    school_id: school.id,
    kind: 'send-mail',
    payload: '{}',
    state: 'held',
    run_at,
    created_at: new Date(),
  })
  await expect(exportSchool(school.publicId, folder)).rejects.toThrow('This school has 1 held job.')
})

it('raiseNumbers: raises each counter of a copy to the highest number of either school, matched by name', async () => {
  const [one, copy] = [await makeSchool(), await makeSchool()]
  const ask = sqlOn(connection)
  for (const school of [one, copy]) await makeKinds(school)
  const kindOf = async ({ id }: MadeSchool) =>
    (
      await readRows<{ id: number }>('SELECT id FROM certificate_kinds WHERE school_id = :id ORDER BY id LIMIT 1', {
        id,
      })
    )[0]
  const kinds = { one: await kindOf(one), copy: await kindOf(copy) }
  const count = async (school: MadeSchool, kind: number, last: number) => {
    const year = { school_id: school.id, financial_year: '2026-27', last_number: last }
    await insert('receipt_counters', year)
    await insert('grievance_counters', year)
    await insert('order_counters', { ...year, kind: 'invoice' })
    await insert('certificate_counters', { ...year, kind_id: kind })
  }
  await count(one, kinds.one?.id ?? 0, 40)
  await count(copy, kinds.copy?.id ?? 0, 30)
  const numbers = await lastNumbers(ask, one.id)
  expect(numbers.map(({ counter }) => counter).sort()).toEqual([...counterTables].sort())
  await saveLastNumbers(ask, one.publicId, numbers)
  await saveLastNumbers(
    ask,
    one.publicId,
    numbers.map((number) => ({ ...number, last: 20 })),
  )
  const kept = await savedLastNumbers(ask, one.publicId)
  expect(kept.map(({ last }) => last)).toEqual([40, 40, 40, 40])
  // Gives the copy's kind the public id that the original's kind had, as after a move.
  const publicId = numbers.find(({ counter }) => counter === 'certificate_counters')?.named.split(' ')[0] ?? ''
  await execute('UPDATE certificate_kinds SET public_id = :other WHERE id = :id', {
    other: 'aaaaaaaaaaaa',
    id: kinds.one?.id ?? 0,
  })
  await execute('UPDATE certificate_kinds SET public_id = :publicId WHERE id = :id', {
    publicId,
    id: kinds.copy?.id ?? 0,
  })
  await raiseNumbers(ask, copy.id, kept)
  await raiseNumbers(ask, copy.id, [{ counter: 'certificate_counters', named: 'bbbbbbbbbbbb 2026-27', last: 90 }])
  expect((await lastNumbers(ask, copy.id)).map(({ last }) => last)).toEqual([40, 40, 40, 40])
  await raiseNumbers(ask, copy.id, [{ counter: 'receipt_counters', named: '2027-28', last: 5 }])
  expect((await lastNumbers(ask, copy.id)).filter(({ named }) => named === '2027-28')).toEqual([
    { counter: 'receipt_counters', named: '2027-28', last: 5 },
  ])
})

it('counterTables: lists every table of counters', async () => {
  const tables = await readRows<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE '%_counters' ORDER BY 1",
  )
  expect(tables.map(({ name }) => name)).toEqual([...counterTables].sort())
})
