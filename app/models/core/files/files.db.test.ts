import { mkdtemp, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { type SchoolScope, type StudentScope, systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { proofRule } from '~/models/money/ledger/counter/proof-rule.server'
import { folderStore } from '~/services/storage/folder-store.server'
import { newStorageKey } from '~/services/storage/key'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { findFile } from './find-file.server'
import { keepFile } from './keep-file.server'
import { receiveFile, storedFileBytes } from './receive-file.server'
import { sweepFiles } from './sweep-files.server'
import type { FileVisibility } from './tables.server'

const folder = await mkdtemp(path.join(os.tmpdir(), 'shala-files-'))
const store = folderStore(folder)
afterAll(() => rm(folder, { recursive: true }))

const pdf = (key: string, visibility: FileVisibility, pending = false) => ({
  key,
  fileName: 'fee_receipt_1.pdf',
  contentType: 'application/pdf',
  sizeBytes: 3,
  visibility,
  pending,
})

it('shows a file to its student and the school, and a public one to everyone', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const [asha, ravi, meera] = [await makeStudent(school), await makeStudent(school), await makeStudent(other)]
  const readers = {
    asha: asha.scope,
    ravi: ravi.scope,
    meera: meera.scope,
    school: school.scope,
    other: other.scope,
    visitor: visitorScope(),
  }
  const keyOf = async (visibility: FileVisibility, pending = false) => {
    const key = newStorageKey('receipts', 'pdf')
    await inTransaction(() => keepFile(school.scope, { ...pdf(key, visibility, pending), studentId: asha.id }))
    const seen: string[] = []
    for (const [name, scope] of Object.entries(readers)) if (await findFile(scope, key)) seen.push(name)
    return seen
  }
  expect(await keyOf('student')).toEqual(['asha', 'school'])
  expect(await keyOf('school')).toEqual(['school'])
  expect(await keyOf('public')).toEqual(Object.keys(readers))
  expect(await keyOf('public', true)).toEqual([])
})

it('refuses a file above the limit of its kind, and accepts one at the limit', async () => {
  const { scope } = await makeSchool()
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  const sent = (maxBytes: number) =>
    receiveFile(scope, { ...proofRule, maxBytes }, { name: 'a.pdf', bytes, studentId: null })
  expect(await sent(bytes.length - 1)).toEqual({ ok: false, reason: 'too-large' })
  expect(await sent(bytes.length)).not.toMatchObject({ reason: 'too-large' })
})

it('refuses files above the limit of the school, which is lower for an unapproved school', async () => {
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  const send = (scope: SchoolScope | StudentScope) =>
    receiveFile(scope, proofRule, { name: 'a.pdf', bytes, studentId: null })
  /** Stores files of this size, in parts that one row can hold. */
  const fill = async ({ id, scope }: MadeSchool, total: number) => {
    await execute('DELETE FROM files WHERE school_id = :id', { id })
    for (let rest = total; rest > 0; rest -= 4e9) {
      const file = pdf(newStorageKey('documents', 'pdf'), 'school')
      await inTransaction(() => keepFile(scope, { ...file, sizeBytes: Math.min(rest, 4e9) }))
    }
  }
  for (const [approved, most, reason] of [
    [true, storedFileBytes.approved, 'full'],
    [false, storedFileBytes.waiting, 'full-until-approved'],
  ] as const) {
    const school = await makeSchool({ approved })
    const student = await makeStudent(school)
    await fill(school, most - bytes.length)
    expect(await send(school.scope)).not.toMatchObject({ reason })
    await fill(school, most - bytes.length + 1)
    expect(await send(school.scope)).toEqual({ ok: false, reason })
    const ofStudent = await send(student.scope)
    if (approved) expect(ofStudent).not.toMatchObject({ reason })
    else expect(ofStudent).toEqual({ ok: false, reason })
    expect(await send((await makeSchool({ approved })).scope)).not.toMatchObject({ reason })
  }
})

it('stores a file for the student who sends it, regardless of the passed owner', async () => {
  const school = await makeSchool()
  const [asha, ravi] = [await makeStudent(school), await makeStudent(school)]
  const key = newStorageKey('photos', 'jpg')
  await inTransaction(() => keepFile(asha.scope, { ...pdf(key, 'student'), studentId: ravi.id }))
  expect(await findFile(ravi.scope, key)).toBeNull()
  expect(await findFile(asha.scope, key)).toEqual({
    key,
    fileName: 'fee_receipt_1.pdf',
    contentType: 'application/pdf',
    sizeBytes: 3,
    visibility: 'student',
  })
})

it('sweeps incomplete uploads and unowned bytes once they are a day old', async () => {
  const school = await makeSchool()
  const put = async (daysOld: number, row?: { pending: boolean }) => {
    const key = newStorageKey('photos', 'jpg')
    await store.put(key, Buffer.from('pic'), 'image/jpeg')
    const then = new Date(Date.now() - daysOld * 24 * 3600 * 1000)
    await utimes(path.join(folder, key), then, then)
    if (row) {
      await inTransaction(() => keepFile(school.scope, pdf(key, 'school', row.pending)))
      await execute('UPDATE files SET created_at = :then WHERE storage_key = :key', { key, then })
    }
    return key
  }
  const kept = [await put(2, { pending: false }), await put(0.9, { pending: true }), await put(0.9)]
  const swept = [await put(1.1, { pending: true }), await put(1.1)]
  expect(await sweepFiles(systemScope(), store)).toBeGreaterThanOrEqual(swept.length)
  for (const key of kept) expect(await store.exists(key), key).toBe(true)
  for (const key of swept) expect(await store.exists(key), key).toBe(false)
  expect(await sweepFiles(systemScope(), store)).toBe(0)
})
