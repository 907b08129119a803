import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, describe, expect, it, vi } from 'vitest'

// Compares every row and file, so the test needs its own database and folder.
const owned = await vi.hoisted(async () => {
  const { mkdtempSync } = await import('node:fs')
  process.env.DATA_DIR = mkdtempSync(`${(await import('node:os')).tmpdir()}/shala-restore-`)
  return (await import('../../../../tests/reliability/own-database')).ownDatabase({ hasNeighbour: false })
})

import { closeDatabase, countQueries, execute, inTransaction } from '~/database/database.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { sweepFiles } from '~/models/core/files/sweep-files.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { makeAdmission } from '../../../../tests/factories/admissions'
import { guardianCookie } from '../../../../tests/factories/app'
import { entriesOf } from '../../../../tests/factories/audit'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeDocument } from '../../../../tests/factories/profile'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeFormerStudent } from '../../../../tests/factories/retention'
import {
  findWord,
  leaveLongAgo,
  plantAuditFacts,
  plantWord,
  settleForRetention,
} from '../../../../tests/factories/retention-planted'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { makeWorld } from '../../../../tests/security/world'
import { keepLastFour, shortenAadhaar } from './aadhaar.server'
import { sweepSealed } from './destroy-sealed.server'
import { findHold } from './holds.server'
import { obstacleWords } from './obstacle-words'
import { removeData } from './remove-data.server'
import { listObstacles, restoreStudent } from './restore-data.server'
import {
  countRestorable,
  findRestorable,
  giveUpRestore,
  listRestorable,
  requestRestore,
  restoreRun,
} from './restore-run.server'
import { confirmRun, findRun, planBefore, requestRun } from './runs.server'

afterAll(async () => {
  await closeDatabase()
  await owned.giveBack()
  rmSync(process.env.DATA_DIR ?? '', { recursive: true, force: true })
})

const longAgo = '2001-04-29'
const files = path.join(process.env.DATA_DIR ?? '', 'files')

/** Tables in which a removal and its restore record their own work. */
const ofItself = new Set(['jobs', 'migrations', 'retention_runs', 'security_events', 'table_versions', 'workers'])
/** Version and time of the row: a restore changes both, so that a form opened before it is refused. */
const ofTheSave = {
  students: ['version', 'updated_at'],
  family_guardians: ['version', 'updated_at'],
  guardian_accounts: ['updated_at'],
}

/** Reads every row through the driver and every file by its digest, independent of the product's code. */
async function everything(): Promise<Map<string, string>> {
  const connection = await createConnection({ uri: owned.url, dateStrings: true, supportBigNumbers: true })
  const found = new Map<string, string>()
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES')
  for (const name of tables.map((row) => String(Object.values(row)[0]))) {
    if (ofItself.has(name)) continue
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${name}\``)
    const saves = new Map(Object.entries(ofTheSave)).get(name) ?? []
    for (const row of rows) {
      if (name === 'audit_entries' && String(row.action).startsWith('retention.')) continue
      const cells = Object.entries(row).filter(([column]) => !saves.includes(column))
      const text = JSON.stringify(cells)
      found.set(`${name} ${text}`, '')
    }
  }
  await connection.end()
  for (const name of readdirSync(files, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const file = path.join(name.parentPath, name.name)
    found.set(`file ${path.relative(files, file)}`, createHash('sha256').update(readFileSync(file)).digest('hex'))
  }
  return found
}

/** Entries of one map that are missing or different in the other. */
function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const lacks = (one: Map<string, string>, other: Map<string, string>, sign: string) =>
    [...one].filter(([key, value]) => other.get(key) !== value).map(([key]) => `${sign} ${key}`)
  return [...lacks(before, after, '-'), ...lacks(after, before, '+')]
}

async function run(school: { id: number }, owner: Pick<MadeStaff, 'scope'>): Promise<{ id: number; publicId: string }> {
  const asked = await requestRun(owner.scope)
  if (!asked.ok) throw new Error(asked.reason)
  const confirmed = await confirmRun(owner.scope, asked.value.publicId)
  if (!confirmed.ok) throw new Error(confirmed.reason)
  const { id = 0 } = (await findRun(owner.scope, asked.value.publicId)) ?? {}
  await removeData(schoolScope(school.id, systemActor), id)
  return { id, publicId: asked.value.publicId }
}

/** Simulates passing days by moving the removal dates back. */
async function age(schoolId: number, days: number): Promise<void> {
  for (const table of ['sealed_removals', 'sealed_files', 'retention_removals'])
    await execute(`UPDATE ${table} SET removed_on = removed_on - INTERVAL :days DAY WHERE school_id = :schoolId`, {
      schoolId,
      days,
    })
}

const worker = (school: { id: number }) => schoolScope(school.id, systemActor)
const meant = { reason: 'Entered for the wrong child', keepNewer: false }

async function storeFile(owner: MadeStaff, student: MadeStudent, text: string, thumbnailOf?: number) {
  const key = newStorageKey('documents', 'pdf')
  const sizeBytes = await fileStore().put(key, Buffer.from(text), 'application/pdf')
  const facts = { key, fileName: 'a.pdf', contentType: 'application/pdf', sizeBytes, visibility: 'student' as const }
  const id = await inTransaction(() => keepFile(owner.scope, { ...facts, studentId: student.id, thumbnailOf }))
  return { id, key }
}

/** Creates a guardian of these children with a signed-in account, a mail, and a row about the mail address. */
async function makeFamily(school: MadeSchool, children: readonly MadeStudent[]) {
  const email = `${unique()}@home.test`
  const account = await makeGuardianAccount({ name: 'Only Parent', email })
  const guardian = await makeGuardian(school, { name: 'Only Parent', email, accountId: account.id })
  for (const child of children) await linkGuardian(guardian, child)
  await guardianCookie(account)
  await insert('device_cookies', {
    id_hash: unique().padEnd(64, '0').slice(0, 64),
    account: `guardian:${account.id}`,
    created_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
  })
  await insert('outgoing_mail', {
    school_id: school.id,
    to_address: email,
    subject: 'Fees',
    body_text: 'Dear parent',
    state: 'failed',
    created_at: new Date(),
  })
  await insert('mail_addresses', {
    public_id: newPublicId(),
    school_id: school.id,
    to_address: email,
    bounce_reason: 'full',
    bounced_at: new Date(),
    created_at: new Date(),
    updated_at: new Date(),
  })
  return { account, guardian, email }
}

describe('restore of a run', () => {
  it('restores every column and file exactly as it was, for one student and for a whole run', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shala-restore-'))
    const world = await makeWorld({ dataDir })
    await execute("UPDATE retention_runs SET state = 'withdrawn' WHERE state = 'asked'", {})
    await execute("UPDATE staff_users SET status = 'inactive' WHERE role = 'owner' AND id <> :id", {
      id: world.staff.owner.id,
    })
    const { own, classmate } = world
    const { owner } = world.staff
    const brother = await makeStudent(own.school, { email: `${unique()}@home.test` })
    await makeFamily(own.school, [own.student, brother])
    for (const { student } of [own, classmate]) {
      await settleForRetention(student.id)
      const photo = await storeFile(owner, student, 'the photograph')
      await storeFile(owner, student, 'its small twin', photo.id)
      await makeDocument(student, photo.key, 'mother_photo')
      await execute('UPDATE students SET photo_file_id = :file WHERE id = :id', { file: photo.id, id: student.id })
      expect((await plantWord(student.id, `Qx9z${student.id}`)).length).toBeGreaterThan(60)
      await plantAuditFacts(student, `Qx9z${student.id}`)
    }
    for (const id of [own.student.id, classmate.student.id, brother.id]) await leaveLongAgo(id, longAgo)
    const admission = await makeAdmission(own.school, { state: 'rejected' })
    await execute('UPDATE admissions SET decided_at = :longAgo WHERE id = :id', { id: admission.id, longAgo })
    await insert('audit_entries', {
      school_id: own.school.id,
      actor_kind: 'staff',
      actor_name: 'Z',
      action: 'student.updated',
      subject_kind: 'student',
      subject_id: own.student.id,
      created_at: new Date(),
      details: '{"email":"Qx9z","reason":"late",  "changed":"email"}',
    })
    // Record of an earlier removal, after which the student returned and left again.
    const earlier = await makeRunOf(owner)
    await insert('retention_removals', {
      school_id: own.school.id,
      run_id: earlier,
      class_key: 'health',
      student_id: own.student.id,
      removed_on: '1990-01-01',
    })

    const before = await everything()
    const first = await run(own.school, owner)
    expect(await findWord(`Qx9z${own.student.id}`)).toEqual([])
    const removed = await everything()
    expect(differences(before, removed).length).toBeGreaterThan(150)
    // Neither the file store nor the table contains anything readable.
    expect([...removed.keys()].filter((key) => key.startsWith('file sealed/')).length).toBeGreaterThan(3)
    for (const text of ['the photograph', 'its small twin'])
      expect(
        readdirSync(files, { recursive: true, withFileTypes: true }).filter(
          (one) => one.isFile() && readFileSync(path.join(one.parentPath, one.name)).includes(text),
        ),
      ).toEqual([])
    // The sweep keeps files of sealed data.
    await ageFiles()
    await sweepFiles(systemScope())

    const which = { runId: first.id, studentId: own.student.id }
    expect(await listObstacles(owner.scope, { runId: first.id, bundle: `student:${own.student.id}` })).toEqual([])
    expect(await restoreStudent(owner.scope, which, meant)).toEqual({ ok: true, value: undefined })
    expect(await findHold(owner.scope, own.student.id)).toMatchObject({ reason: meant.reason, by: owner.name })
    expect(await entriesOf(own.school, 'retention.student-restored')).toMatchObject([
      { kind: 'student', id: own.student.id, details: { run: first.id, reason: meant.reason, keptNewer: false } },
    ])
    expect(await restoreStudent(owner.scope, which, meant)).toEqual({ ok: false, reason: 'nothing-sealed' })
    const one = await everything()
    const stillGone = differences(before, one).filter((line) => !/^\+ (retention_holds|sealed_)/.test(line))
    expect(stillGone.filter((line) => line.includes(`Qx9z${own.student.id}"`))).toEqual([])
    expect(stillGone.filter((line) => line.includes('Only Parent'))).toEqual([])

    // The worker restores the rest.
    const asked = await requestRestore(owner.scope, first.publicId, 'The whole list was wrong')
    expect(asked).toEqual({ ok: true, value: undefined })
    expect(await entriesOf(own.school, 'retention.restore-asked')).toMatchObject([
      { kind: 'retention-run', id: first.id, by: 'staff', details: { reason: 'The whole list was wrong' } },
    ])
    expect(await restoreStudent(owner.scope, which, meant)).toEqual({ ok: false, reason: 'running' })
    await restoreRun(worker(own.school), first.id)
    await restoreRun(worker(own.school), first.id)
    expect(await entriesOf(own.school, 'retention.restored')).toMatchObject([{ id: first.id, by: 'system' }])
    expect(await countRestorable(owner.scope, first.id)).toEqual({ people: 0, blocked: 0, until: null })
    await execute('DELETE FROM retention_holds WHERE student_id = :id', { id: own.student.id })
    expect(differences(before, await everything())).toEqual([])

    // A second removal of the same data is restored completely by the worker alone.
    const again = await run(own.school, owner)
    expect(await findWord(`Qx9z${classmate.student.id}`)).toEqual([])
    await requestRestore(owner.scope, again.publicId, 'Once more')
    await restoreRun(worker(own.school), again.id)
    expect(differences(before, await everything())).toEqual([])
    rmSync(dataDir, { recursive: true, force: true })
  })
})

async function makeRunOf(owner: MadeStaff): Promise<number> {
  return insert('retention_runs', {
    public_id: newPublicId(),
    school_id: owner.scope.schoolId,
    state: 'done',
    plan: '{}',
    asked_by: owner.id,
    asked_by_name: owner.name,
    asked_at: new Date(),
  })
}

/** Makes all stored files old enough for the sweep to delete those without an owner. */
async function ageFiles(): Promise<void> {
  const { utimesSync } = await import('node:fs')
  const then = new Date(Date.now() - 3 * 86_400_000)
  for (const one of readdirSync(files, { recursive: true, withFileTypes: true }))
    if (one.isFile()) utimesSync(path.join(one.parentPath, one.name), then, then)
}

async function makeSchoolWithOwner() {
  const school = await makeSchool()
  return { school, owner: await makeStaff(school) }
}

/** Runs `work` at a time in IST, such as `2026-12-27 23:59`. */
async function atIndia(moment: string, work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${moment.replace(' ', 'T')}:00+05:30`) })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}

describe('the thirty-day restore period', () => {
  it.each([
    ['on the day before the last', 29, '00:10', true],
    ['in the last minute of the last', 30, '23:59', true],
    ['in the first minute of the next', 31, '00:00', false],
  ])('restores data until the end of day 30 (IST), and destroys it later: %s', async (_when, days, hour, isThere) => {
    const { school, owner } = await makeSchoolWithOwner()
    const marks = { email: `qx9y${unique()}`, file: `Qx9yFile${unique()}`, street: `Qx9yStreet${unique()}` }
    const gone = await makeFormerStudent(school, longAgo, { email: `${marks.email}@home.test` })
    const { key } = await storeFile(owner, gone, marks.file)
    await makeDocument(gone, key)
    const admission = await makeAdmission(school, { state: 'rejected' })
    await execute('UPDATE admissions SET decided_at = :longAgo, address = :street WHERE id = :id', {
      id: admission.id,
      longAgo,
      street: marks.street,
    })
    const { guardian, account } = await makeFamily(school, [gone])
    const { id, publicId } = await run(school, owner)
    const today = todayInIndia(new Date())
    const which = { runId: id, studentId: gone.id }
    await atIndia(`${addDays(today, days)} ${hour}`, async () => {
      expect((await countRestorable(owner.scope, id)).people).toBe(isThere ? 2 : 0)
      const at = { id: publicId, student: gone.publicId }
      const found = await findRestorable(owner.scope, at)
      expect(found?.until ?? null).toBe(isThere ? addDays(today, 30) : null)
      // A restore is refused as too late even before the worker destroys the data.
      if (!isThere) {
        expect(await restoreStudent(owner.scope, which, meant)).toEqual({ ok: false, reason: 'too-late' })
        expect(await requestRestore(owner.scope, publicId, 'late')).toEqual({ ok: false, reason: 'nothing-sealed' })
      }
      await sweepSealed(systemScope())
      expect((await restoreStudent(owner.scope, which, meant)).ok).toBe(isThere)
    })
    const sealedOf = (table: string) => readRows(`SELECT * FROM ${table} WHERE school_id = :id`, { id: school.id })
    const row = await readRow('SELECT email FROM students WHERE id = :id', { id: gone.id })
    expect(row).toEqual({ email: isThere ? gone.email : null })
    const lying = await fileStore().get(key)
    lying?.stream.destroy()
    expect(lying !== null).toBe(isThere)
    if (isThere) return
    // No table and no stored file contains the marker texts, and the account is closed.
    expect([await sealedOf('sealed_removals'), await sealedOf('sealed_files')]).toEqual([[], []])
    for (const mark of [marks.email, guardian.email ?? '-', marks.street]) expect(await findWord(mark)).toEqual([])
    expect(filesWith(marks.file)).toEqual([])
    expect([...(await everything()).keys()].filter((name) => name.startsWith('file sealed/'))).toEqual([])
    expect(await readRow('SELECT status FROM guardian_accounts WHERE id = :id', { id: account.id })).toEqual({
      status: 'inactive',
    })
  })

  it('restores nothing of a student when an interrupted run removed some data more than thirty days ago', async () => {
    const { school, owner } = await makeSchoolWithOwner()
    const gone = await makeFormerStudent(school, longAgo)
    const { id } = await run(school, owner)
    await age(school.id, 20)
    await execute(
      "UPDATE retention_removals SET removed_on = removed_on - INTERVAL 11 DAY WHERE school_id = :id AND class_key = 'sign_in'",
      { id: school.id },
    )
    const answer = await restoreStudent(owner.scope, { runId: id, studentId: gone.id }, meant)
    expect(answer).toEqual({ ok: false, reason: 'too-late' })
  })
})

function filesWith(text: string): string[] {
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && readFileSync(path.join(one.parentPath, one.name)).includes(text))
    .map(({ name }) => name)
}

describe('an obstacle to a restore', () => {
  it('is reported before anything is restored, and newer values stay if the office chooses to keep them', async () => {
    const { school, owner } = await makeSchoolWithOwner()
    const gone = await makeFormerStudent(school, longAgo, { mobileNumber: '9825000077', email: 'before@home.test' })
    const photo = await storeFile(owner, gone, 'photo of before')
    await execute('UPDATE students SET photo_file_id = :file WHERE id = :id', { file: photo.id, id: gone.id })
    const paper = await storeFile(owner, gone, 'paper of before')
    await makeDocument(gone, paper.key)
    const other = await storeFile(owner, gone, 'marksheet of before')
    await makeDocument(gone, other.key, 'marksheet')
    const { guardian, account } = await makeFamily(school, [gone])
    await execute("UPDATE guardian_links SET note = 'lives with her' WHERE guardian_id = :id", { id: guardian.id })
    const { id: runId } = await run(school, owner)
    const which = { runId, studentId: gone.id }

    // The child returned, and the office entered other data.
    const newPhoto = await storeFile(owner, gone, 'photo of now')
    await execute("UPDATE students SET mobile_number = '9000000001', photo_file_id = :file WHERE id = :id", {
      file: newPhoto.id,
      id: gone.id,
    })
    const newPaper = await storeFile(owner, gone, 'paper of now')
    await makeDocument(gone, newPaper.key)
    const newAccount = await makeGuardianAccount({ name: 'New Account' })
    await execute('UPDATE family_guardians SET account_id = :account WHERE id = :id', {
      account: newAccount.id,
      id: guardian.id,
    })
    const before = await everything()
    const answer = await restoreStudent(owner.scope, which, meant)
    expect(answer).toMatchObject({ ok: false, reason: 'in-the-way' })
    const obstacles = await listObstacles(owner.scope, { runId, bundle: `student:${gone.id}` })
    expect(obstacles.map(({ table, column, because }) => `${table} ${column} ${because}`).sort()).toEqual([
      'family_guardians account_id changed',
      'student_documents null taken',
      'students mobile_number changed',
      'students photo_file_id changed',
    ])
    expect(obstacleWords(obstacles)).toContain(
      'Address, phone, e-mail and details of the family (students, mobile number): something else has been entered since',
    )
    expect(differences(before, await everything())).toEqual([])

    // The worker skips the student and reports it.
    const run1 = await readRow<{ publicId: string }>(
      'SELECT public_id AS publicId FROM retention_runs WHERE id = :runId',
      { runId },
    )
    expect((await requestRestore(owner.scope, run1?.publicId ?? '', 'all of it')).ok).toBe(true)
    await restoreRun(worker(school), runId)
    expect(await countRestorable(owner.scope, runId)).toMatchObject({ people: 1, blocked: 1 })
    const query = { search: gone.lastName, sort: 'until' as const, descending: false, page: 1, filters: {} as never }
    expect((await listRestorable(owner.scope, query)).rows).toMatchObject([
      { publicId: gone.publicId, blocked: 'in-the-way', until: addDays(todayInIndia(new Date()), 30) },
    ])
    expect((await listRestorable(owner.scope, { ...query, search: 'nobody' })).rows).toEqual([])

    expect(await restoreStudent(owner.scope, which, { ...meant, keepNewer: true })).toEqual({
      ok: true,
      value: undefined,
    })
    expect(
      await readRow('SELECT mobile_number AS mobile, email, photo_file_id AS photo FROM students WHERE id = :id', {
        id: gone.id,
      }),
    ).toEqual({ mobile: '9000000001', email: 'before@home.test', photo: newPhoto.id })
    const papers = await readRows<{ kind: string; file: number }>(
      'SELECT kind, file_id AS file FROM student_documents WHERE student_id = :id ORDER BY kind',
      { id: gone.id },
    )
    expect(papers).toEqual([
      { kind: 'birth_certificate', file: newPaper.id },
      { kind: 'marksheet', file: other.id },
    ])
    expect(
      await readRow(
        `SELECT g.name, g.account_id AS account, l.note, a.status FROM family_guardians g JOIN guardian_links l ON l.guardian_id = g.id
         JOIN guardian_accounts a ON a.id = :before WHERE g.id = :id`,
        { id: guardian.id, before: account.id },
      ),
    ).toMatchObject({ name: 'Only Parent', account: newAccount.id, note: 'lives with her' })
    // The older data is destroyed, with its bytes.
    expect(await readRows('SELECT id FROM sealed_removals WHERE school_id = :id', { id: school.id })).toEqual([])
    for (const text of ['photo of before', 'paper of before']) expect(filesWith(text)).toEqual([])
    for (const text of ['photo of now', 'paper of now', 'marksheet of before']) expect(filesWith(text)).toHaveLength(1)
    const rows = await readRows<{ key: string }>('SELECT storage_key AS `key` FROM files WHERE school_id = :id', {
      id: school.id,
    })
    for (const { key } of rows) expect(await fileStore().exists(key)).toBe(true)
  })

  it('is reported when a guardian is no longer linked to the child', async () => {
    const { school, owner } = await makeSchoolWithOwner()
    const gone = await makeFormerStudent(school, longAgo)
    const { guardian } = await makeFamily(school, [gone])
    const { id: runId } = await run(school, owner)
    await execute('DELETE FROM guardian_links WHERE guardian_id = :id', { id: guardian.id })
    const answer = await restoreStudent(owner.scope, { runId, studentId: gone.id }, meant)
    expect(answer).toMatchObject({
      ok: false,
      reason: 'in-the-way',
      obstacles: [{ table: 'guardian_links', because: 'gone' }],
    })
    expect(
      await restoreStudent(owner.scope, { runId, studentId: gone.id }, { ...meant, keepNewer: true }),
    ).toMatchObject({ ok: true })
  })

  it('is reported when the removed mail address is in use again, in upper or lower case', async () => {
    const { school, owner } = await makeSchoolWithOwner()
    const gone = await makeFormerStudent(school, longAgo)
    const { email } = await makeFamily(school, [gone])
    const { id: runId } = await run(school, owner)
    await insert('mail_addresses', {
      public_id: newPublicId(),
      school_id: school.id,
      to_address: email.toUpperCase(),
      bounce_reason: 'full',
      bounced_at: new Date(),
      created_at: new Date(),
      updated_at: new Date(),
    })
    const which = { runId, studentId: gone.id }
    expect(await restoreStudent(owner.scope, which, meant)).toMatchObject({
      ok: false,
      reason: 'in-the-way',
      obstacles: [{ table: 'mail_addresses', because: 'taken' }],
    })
    expect((await restoreStudent(owner.scope, which, { ...meant, keepNewer: true })).ok).toBe(true)
  })

  it('is reported when a later run has removed the same data; that run must be restored first', async () => {
    const { school, owner } = await makeSchoolWithOwner()
    const gone = await makeFormerStudent(school, longAgo, { email: 'one@home.test' })
    const first = await run(school, owner)
    await age(school.id, 3)
    await execute(
      "UPDATE students SET email = 'two@home.test', left_on = :day, left_entered_on = NULL WHERE id = :id",
      { id: gone.id, day: addDays(todayInIndia(new Date()), -1) },
    )
    await execute(
      `INSERT INTO retention_years (school_id, class_key, years, updated_at) VALUES (:id, 'contact', 0, UTC_TIMESTAMP(3))`,
      { id: school.id },
    )
    const second = await run(school, owner)
    const emailNow = async () =>
      (await readRow<{ email: string | null }>('SELECT email FROM students WHERE id = :id', { id: gone.id }))?.email
    expect(await emailNow()).toBeNull()
    expect(
      await restoreStudent(owner.scope, { runId: first.id, studentId: gone.id }, { ...meant, keepNewer: true }),
    ).toEqual({ ok: false, reason: 'later-run' })
    expect((await restoreStudent(owner.scope, { runId: second.id, studentId: gone.id }, meant)).ok).toBe(true)
    expect(await emailNow()).toBe('two@home.test')
    expect(await restoreStudent(owner.scope, { runId: first.id, studentId: gone.id }, meant)).toMatchObject({
      reason: 'in-the-way',
    })
    expect(
      (await restoreStudent(owner.scope, { runId: first.id, studentId: gone.id }, { ...meant, keepNewer: true })).ok,
    ).toBe(true)
    expect(await emailNow()).toBe('two@home.test')
  })
})

it('restores a guardian without restoring another child who was removed later', async () => {
  const { school, owner } = await makeSchoolWithOwner()
  const [one, two] = [
    await makeFormerStudent(school, longAgo, { fatherName: 'Rajesh Patel' }),
    await makeStudent(school, { fatherName: 'Rajesh Patel' }),
  ]
  const { guardian, account, email } = await makeFamily(school, [one, two])
  const first = await run(school, owner)
  await execute("UPDATE students SET status = 'left', left_on = :longAgo WHERE id = :id", { id: two.id, longAgo })
  await run(school, owner)
  const state = () =>
    readRow(
      `SELECT g.name, g.email, g.account_id AS account, a.status FROM family_guardians g LEFT JOIN guardian_accounts a ON a.id = g.account_id
       WHERE g.id = :id`,
      { id: guardian.id },
    )
  expect(await state()).toEqual({ name: 'Removed', email: null, account: null, status: null })
  expect((await restoreStudent(owner.scope, { runId: first.id, studentId: one.id }, meant)).ok).toBe(true)
  expect(await state()).toEqual({ name: 'Only Parent', email, account: account.id, status: 'active' })
  expect(await readRow('SELECT subject FROM outgoing_mail WHERE to_address = :email', { email })).toEqual({
    subject: 'Fees',
  })
  // The other child stays removed and unchanged.
  expect(await readRow('SELECT mobile_number AS mobile FROM students WHERE id = :id', { id: two.id })).toEqual({
    mobile: '',
  })
  expect(await findHold(owner.scope, two.id)).toBeNull()
})

it('runs two restores, or a restore and a removal run, one after the other', async () => {
  const { school, owner } = await makeSchoolWithOwner()
  const gone = await makeFormerStudent(school, longAgo)
  const { id: runId, publicId } = await run(school, owner)
  const which = { runId, studentId: gone.id }
  const both = await Promise.all([restoreStudent(owner.scope, which, meant), restoreStudent(owner.scope, which, meant)])
  expect(both.map((answer) => (answer.ok ? 'done' : answer.reason)).sort()).toEqual(['done', 'nothing-sealed'])

  await makeFormerStudent(school, longAgo)
  const asked = await requestRun(owner.scope)
  if (!asked.ok) throw new Error(asked.reason)
  // A waiting run blocks nothing; a confirmed one blocks restores.
  expect((await confirmRun(owner.scope, asked.value.publicId)).ok).toBe(true)
  expect(await restoreStudent(owner.scope, which, meant)).toEqual({ ok: false, reason: 'running' })
  expect(await requestRestore(owner.scope, publicId, 'x')).toEqual({ ok: false, reason: 'running' })
  const { id = 0 } = (await findRun(owner.scope, asked.value.publicId)) ?? {}
  await removeData(worker(school), id)
  const third = await makeFormerStudent(school, longAgo)
  const waiting = await requestRun(owner.scope)
  if (!waiting.ok) throw new Error(waiting.reason)
  expect((await requestRestore(owner.scope, asked.value.publicId, 'wrong list')).ok).toBe(true)
  expect(await confirmRun(owner.scope, waiting.value.publicId)).toEqual({ ok: false, reason: 'restoring' })
  await giveUpRestore(worker(school), id)
  expect(await entriesOf(school, 'retention.restore-gave-up')).toMatchObject([{ id, by: 'system' }])
  expect((await requestRestore(owner.scope, asked.value.publicId, 'wrong list')).ok).toBe(true)
  await restoreRun(worker(school), id)
  // Students of a restored run count as new in the next one.
  const { id: last = 0 } = (await findRun(owner.scope, waiting.value.publicId)) ?? {}
  expect(await planBefore(owner.scope, last)).not.toEqual({})
  expect((await confirmRun(owner.scope, waiting.value.publicId)).ok).toBe(true)
  expect(third.id).toBeGreaterThan(0)
})

it('destroys stored Aadhaar numbers when the school keeps only the last digits, and restores none', async () => {
  const { school, owner } = await makeSchoolWithOwner()
  const gone = await makeFormerStudent(school, longAgo)
  const card = await storeFile(owner, gone, 'card of before')
  await makeDocument(gone, card.key, 'aadhar_card')
  await execute("UPDATE guardians SET father_aadhar = 'v1.sealed', father_aadhar_end = '2346' WHERE student_id = :id", {
    id: gone.id,
  })
  const { id: runId } = await run(school, owner)
  expect((await keepLastFour(owner.scope)).ok).toBe(true)
  await shortenAadhaar(worker(school))
  const classes = await readRows<{ key: string }>(
    'SELECT DISTINCT class_key AS `key` FROM sealed_removals WHERE school_id = :id',
    { id: school.id },
  )
  expect(classes.map(({ key }) => key)).toContain('contact')
  expect(classes.map(({ key }) => key)).not.toContain('aadhaar')
  expect(await readRows('SELECT file_id FROM sealed_files WHERE school_id = :id', { id: school.id })).toEqual([])
  expect((await restoreStudent(owner.scope, { runId, studentId: gone.id }, meant)).ok).toBe(true)
  expect(
    await readRow('SELECT father_aadhar AS number, father_aadhar_end AS ends FROM guardians WHERE student_id = :id', {
      id: gone.id,
    }),
  ).toEqual({ number: null, ends: null })
  expect(filesWith('card of before')).toEqual([])
})

it('restores neither full Aadhaar numbers nor earlier Aadhaar scans of an applicant', async () => {
  const { school, owner } = await makeSchoolWithOwner()
  const admission = await makeAdmission(school, { state: 'rejected' })
  await execute('UPDATE admissions SET decided_at = :longAgo WHERE id = :id', { id: admission.id, longAgo })
  const applicant = await makeStudent(school)
  for (const kind of ['aadhar_card', 'marksheet']) {
    const { id: fileId } = await storeFile(owner, applicant, `${kind} of an applicant`)
    await insert('admission_documents', {
      school_id: school.id,
      admission_id: admission.id,
      kind,
      position: 0,
      file_id: fileId,
      created_at: new Date(),
    })
  }
  await execute('UPDATE files SET created_at = created_at - INTERVAL 1 DAY WHERE school_id = :id', { id: school.id })
  const { id, publicId } = await run(school, owner)
  expect((await keepLastFour(owner.scope)).ok).toBe(true)
  expect((await requestRestore(owner.scope, publicId, 'Wrong year')).ok).toBe(true)
  await restoreRun(worker(school), id)
  expect(await readRows('SELECT kind FROM admission_documents WHERE admission_id = :id', { id: admission.id })).toEqual(
    [{ kind: 'marksheet' }],
  )
  expect([filesWith('aadhar_card of an applicant').length, filesWith('marksheet of an applicant').length]).toEqual([
    0, 1,
  ])
  expect(await readRow('SELECT first_name AS name FROM admissions WHERE id = :id', { id: admission.id })).not.toEqual({
    name: 'Removed',
  })
})

it('removes the data of 600 students with a bounded number of statements, and seals no data twice', async () => {
  const { school, owner } = await makeSchoolWithOwner()
  const ids: number[] = []
  for (let made = 0; made < 600; made += 1) ids.push((await makeFormerStudent(school, longAgo)).id)
  const asked = await requestRun(owner.scope)
  if (!asked.ok) throw new Error(asked.reason)
  expect((await confirmRun(owner.scope, asked.value.publicId)).ok).toBe(true)
  const { id = 0 } = (await findRun(owner.scope, asked.value.publicId)) ?? {}
  const { count } = await countQueries(() => removeData(worker(school), id))
  // Twelve field classes, twelve batches of fifty students, a few dozen statements per batch, not per student.
  expect(count).toBeLessThan(12 * 13 * 45)
  const sealed = await readRows<{ bundle: string; key: string; count: number }>(
    `SELECT COUNT(DISTINCT bundle) AS count FROM sealed_removals WHERE school_id = :id AND student_id IS NOT NULL`,
    { id: school.id },
  )
  expect(Number(sealed[0]?.count)).toBe(600)
  // One sealed text per field class and student: nothing is sealed twice.
  const twice = await readRows(
    `SELECT bundle FROM sealed_removals WHERE school_id = :id GROUP BY bundle, class_key HAVING COUNT(*) > 1`,
    { id: school.id },
  )
  expect(twice).toEqual([])
})
