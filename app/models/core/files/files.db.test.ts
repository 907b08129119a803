import { mkdtemp, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { type SchoolScope, type StudentScope, systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { proofRule } from '~/models/money/ledger/counter/proof-rule.server'
import { folderStore } from '~/services/storage/folder-store.server'
import { newStorageKey } from '~/services/storage/key'
import { insert } from '../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeRun } from '../../../../tests/factories/retention'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { findFile } from './find-file.server'
import { keepFile } from './keep-file.server'
import { receiveFile, storedFileBytes, storedShare } from './receive-file.server'
import { storedBytesSql } from './stored-bytes'
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

describe('storage of a school', () => {
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  const reasonOf = async (scope: SchoolScope | StudentScope) => {
    const outcome = await receiveFile(scope, proofRule, { name: 'a.pdf', bytes, studentId: null })
    return outcome.ok ? null : outcome.reason
  }
  /** Replaces the school's files with files of this total size; one row can hold about 4 GB. */
  const fill = async ({ id, scope }: MadeSchool, total: number, studentId: number | null = null) => {
    await execute('DELETE FROM files WHERE school_id = :id', { id })
    for (let rest = total; rest > 0; rest -= 4e9) {
      const file = pdf(newStorageKey('documents', 'pdf'), 'school')
      await inTransaction(() => keepFile(scope, { ...file, studentId, sizeBytes: Math.min(rest, 4e9) }))
    }
  }
  const strangerOf = ({ scope }: MadeSchool): SchoolScope => ({
    ...scope,
    actor: { kind: 'student', id: null, name: 'An applicant' },
  })

  it.each([
    [true, storedFileBytes.approved, 'full'],
    [false, storedFileBytes.waiting, 'full-until-approved'],
  ] as const)(
    'refuses uploads of strangers first, then of students, last of the office (approved: %s)',
    async (approved, max, full) => {
      const school = await makeSchool({ approved })
      const { scope } = await makeStudent(school)
      const reasons = async () => [
        await reasonOf(strangerOf(school)),
        await reasonOf(scope),
        await reasonOf(school.scope),
      ]
      const filledTo = async (part: number, more = 0) => fill(school, max * part - bytes.length * 3 + more)
      await filledTo(storedShare.strangers)
      expect(await reasons()).toEqual([null, null, null])
      await filledTo(storedShare.strangers, bytes.length * 3)
      expect(await reasons()).toEqual(['full-for-families', null, null])
      await filledTo(storedShare.students, bytes.length * 3)
      expect(await reasons()).toEqual(['full-for-families', 'full-for-families', null])
      await filledTo(1, bytes.length * 3)
      expect(await reasons()).toEqual(['full-for-families', 'full-for-families', full])
      expect(await reasonOf((await makeSchool({ approved })).scope)).toBeNull()
    },
  )

  it('includes files that retention keeps sealed', async () => {
    const school = await makeSchool({ approved: false })
    await makeRun(await makeStaff(school))
    const run = await readRow<{ id: number }>('SELECT id FROM retention_runs WHERE school_id = :id', { id: school.id })
    await insert('sealed_files', {
      file_id: 1_000_000_000 + school.id,
      school_id: school.id,
      run_id: run?.id ?? 0,
      class_key: 'documents',
      storage_key: newStorageKey('documents', 'pdf'),
      size_bytes: storedFileBytes.waiting - bytes.length,
      removed_on: todayInIndia(new Date()),
    })
    expect(await reasonOf(school.scope)).toBeNull()
    expect(await reasonOf(school.scope)).toBe('full-until-approved')
  })

  it('refuses a student who has stored too much, and no one else', async () => {
    const school = await makeSchool()
    const [asha, ravi] = [await makeStudent(school), await makeStudent(school)]
    await fill(school, storedFileBytes.ofStudent - bytes.length, asha.id)
    expect(await reasonOf(asha.scope)).toBeNull()
    expect(await reasonOf(asha.scope)).toBe('full-for-families')
    expect(await reasonOf(ravi.scope)).toBeNull()
    expect(await reasonOf(school.scope)).toBeNull()
  })

  it('is added up from an index alone, without reading rows', async () => {
    const school = await makeSchool()
    await fill(school, 3)
    const plan = await readRows<{ key: string | null; Extra: string | null }>(
      `EXPLAIN FORMAT=TRADITIONAL SELECT ${storedBytesSql(':id')} AS bytes`,
      { id: school.id },
    )
    expect(plan).toContainEqual(
      expect.objectContaining({ key: 'files_sizes', Extra: expect.stringContaining('Using index') }),
    )
  })
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
