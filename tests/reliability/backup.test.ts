import { randomBytes } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStorageKey } from '~/services/storage/key'
import { manifestName, sha256, sumsName } from '../../scripts/backups/manifest'
import { type Entry, writeSealed } from '../../scripts/backups/sealed-archive'
import { incompleteBackupName } from '../../scripts/backups/whole'
import { findProgram } from '../../scripts/processes.mjs'
import { makeDatabase, testAppKey, testBuild } from '../factories/app'
import { unique } from '../factories/insert'
import { isPartDue } from '../setup/rotation'
import { startObjectStore } from '../stand-ins/object-store'
import { type Ask, filesOf, hashOf, type Installation, type Ran, runProgram, withConnection } from './installation'

/* Operator's commands for backup, restore and upgrade on whole installations: each has its own database and folder. */

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-backup-'))
const backups = path.join(folder, 'backups')
const dropped: string[] = []
let source: Installation
let made: Ran
let file: string

beforeAll(async () => {
  const database = await makeDatabase({ hasNeighbour: false })
  dropped.push(database.name)
  source = { databaseUrl: database.url, dataDir: path.join(folder, 'source') }
  mkdirSync(source.dataDir)
  await runProgram('seed', source, ['--size=small'])
  await withConnection(source.databaseUrl, (ask) =>
    ask(
      `INSERT INTO jobs (kind, class, lane, payload, state, leased_by, leased_until, run_at, created_at)
       VALUES ('send-refund', 'money', 'provider', '{}', 'running', 'x', UTC_TIMESTAMP(), '9999-12-31', UTC_TIMESTAMP())`,
    ),
  )
  // Edge cases of files: an empty one, and one longer than a read buffer.
  for (const [ending, bytes] of [
    ['txt', Buffer.alloc(0)],
    ['pdf', randomBytes(3_000_001)],
  ] as const) {
    const stored = path.join(source.dataDir, 'files', newStorageKey('documents', ending))
    mkdirSync(path.dirname(stored), { recursive: true })
    writeFileSync(stored, bytes)
  }
  made = await runProgram('backup', source, [backups])
  file = path.join(backups, readdirSync(backups)[0] ?? '')
})

afterAll(async () => {
  await withConnection(source.databaseUrl, async (ask) => {
    for (const name of dropped) await ask(`DROP DATABASE IF EXISTS ${name}`)
  })
  rmSync(folder, { recursive: true, force: true })
})

/** Creates a database without tables and a folder without files. */
async function emptyInstallation(): Promise<Installation> {
  const name = `shala_${unique()}`
  await withConnection(source.databaseUrl, (ask) =>
    ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`),
  )
  dropped.push(name)
  const url = new URL(source.databaseUrl)
  url.pathname = `/${name}`
  return { databaseUrl: url.href, dataDir: path.join(folder, name) }
}

const tablesOf = async (ask: Ask) =>
  (
    await ask('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY name')
  ).map(({ name }) => String(name))

/** Returns the definition and all rows of each table. */
const databaseOf = ({ databaseUrl }: Installation) =>
  withConnection(databaseUrl, async (ask) => {
    const tables: Record<string, string[]> = {}
    // Excluded from the comparison: `backups` gets its row after the file is complete, and a restore changes the other
    // two to hold outgoing work back.
    const own = ['backups', 'jobs', 'outgoing_holds']
    for (const name of (await tablesOf(ask)).filter((name) => !own.includes(name))) {
      const [shape] = await ask(`SHOW CREATE TABLE \`${name}\``)
      const rows = await ask(`SELECT * FROM \`${name}\``)
      const columns = String(shape?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '')
      tables[name] = [columns, ...rows.map((row) => JSON.stringify(row)).sort()]
    }
    return tables
  })

const jobsOf = ({ databaseUrl }: Installation) =>
  withConnection(databaseUrl, (ask) => ask('SELECT * FROM jobs ORDER BY id'))

const otherKey = 'another-key-for-tests-9876543210fedcba'

// Starting a program of the build takes a second, so the two tests with the most starts run in one of three runs.
describe('a backup', () => {
  it('is a single encrypted file that only its owner may read', () => {
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toContain(file)
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^shala-\d{4}-\d\d-\d\dt\d{6}z\.tar\.age$/)])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(file)
    expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    for (const word of ['manifest', 'INSERT INTO', 'ustar', testAppKey]) expect(bytes.includes(word), word).toBe(false)
  })

  it('restores every row of the database and every byte of the files', async () => {
    const restored = await emptyInstallation()
    expect(await runProgram('restore', restored, [file])).toMatchObject({ code: 0, err: '' })
    const [before, after] = [await databaseOf(source), await databaseOf(restored)]
    expect(Object.keys(before).length).toBeGreaterThan(100)
    expect(after).toEqual(before)
    const filled = Object.values(after).filter((lines) => lines.length > 1)
    expect(filled.length).toBeGreaterThan(60)
    expect(Math.min(...[after.students, after.payment_lines].map((lines = []) => lines.length))).toBeGreaterThan(4)
    expect(Object.keys(filesOf(source)).length).toBeGreaterThan(2)
    expect(filesOf(restored)).toEqual(filesOf(source))

    const goesOut = (kind: string) => /^(send|tell)-|^mail-notice/.test(kind)
    const [jobs, held] = [await jobsOf(source), await jobsOf(restored)]
    const waiting = jobs.filter(({ kind, state }) => goesOut(kind) && (state === 'waiting' || state === 'running'))
    expect(waiting.length).toBeGreaterThan(0)
    expect(held.map((job) => (waiting.some(({ id }) => id === job.id) ? job.state : JSON.stringify(job)))).toEqual(
      jobs.map((job) => (waiting.includes(job) ? 'held' : JSON.stringify(job))),
    )
    expect(
      (await runProgram('held', restored, [])).out.split('\n').filter((line) => / ?restore\t/.test(line)),
    ).toHaveLength(4 * ((before.schools?.length ?? 0) - 1) + 4)

    // A restore refuses to overwrite existing tables.
    expect(await runProgram('restore', restored, [file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('already has tables'),
    })
    const filesOnly = { ...(await emptyInstallation()), dataDir: restored.dataDir }
    expect((await runProgram('restore', filesOnly, [file])).err).toContain('The file store already has files')
    expect(await withConnection(filesOnly.databaseUrl, tablesOf)).toEqual([])
    expect(await databaseOf(restored)).toEqual(before)
  })

  it.runIf(isPartDue(import.meta.url, 'backup and object store', 3))(
    'is restored to an object store with the previous key, and the next backup reads that store and removes the oldest backup',
    async () => {
      const store = await startObjectStore()
      try {
        const restored = await emptyInstallation()
        const settings = { STORAGE_URL: store.address, APP_KEY: otherKey, APP_KEY_OLD: testAppKey }
        expect(await runProgram('restore', restored, [file], settings)).toMatchObject({ code: 0, err: '' })
        const stored = [...store.objects].map(([key, { bytes }]) => [key, hashOf(bytes)])
        expect(Object.fromEntries(stored)).toEqual(filesOf(source))

        const kept = path.join(folder, 'kept')
        mkdirSync(kept)
        const old = ['shala-2026-01-01t000000z.tar.age', 'shala-2026-01-02t000000z.tar.age']
        for (const name of [...old, 'notes.txt']) writeFileSync(path.join(kept, name), '')
        const { out } = await runProgram('backup', restored, [kept, '--keep', '2'], settings)
        expect(out).toContain(`${stored.length} files`)
        expect(out).toContain(`removed ${old[0]}\n`)
        expect(readdirSync(kept).sort()).toEqual(['notes.txt', old[1], expect.stringMatching(/^shala-.*age$/)])
      } finally {
        await store.stop()
      }
    },
  )

  it('leaves no file when the dump fails half-way', async () => {
    const into = path.join(folder, 'failed')
    const settings = programs({
      'mariadb-dump': 'echo "CREATE TABLE half (id INT);"\necho "Lost connection during query" >&2\nexit 3',
    })
    expect(await runProgram('backup', source, [into], settings)).toEqual({
      code: 1,
      out: '',
      err: '\nThe database could not be dumped: Lost connection during query\n',
    })
    expect(readdirSync(into)).toEqual([])
  })

  it('keeps earlier backups when a stored file is missing, and allows an upgrade with --even-if-files-are-missing', async () => {
    const place = await emptyInstallation()
    await runProgram('restore', place, [file])
    const lost = newStorageKey('documents', 'pdf')
    await withConnection(place.databaseUrl, (ask) =>
      ask(`UPDATE files SET storage_key = '${lost}' WHERE id = (SELECT id FROM (SELECT MIN(id) AS id FROM files) f)`),
    )
    const kept = path.join(folder, 'parts')
    mkdirSync(kept)
    const old = 'shala-2026-01-01t000000z.tar.age'
    writeFileSync(path.join(kept, old), '')
    for (let night = 0; night < 2; night++) {
      const { code, err } = await runProgram('backup', place, [kept, '--keep', '1'])
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(/^\nFiles that the database names but that are missing from \S+: 1\./),
      })
      expect(err).toContain(`These are missing: ${lost}\n`)
      expect(readdirSync(kept).sort()).toEqual([incompleteBackupName, old])
    }
    expect((await runProgram('upgrade', place, [kept])).code).toBe(1)
    const known = await runProgram('backup', place, [path.join(folder, 'known'), '--lost-files', '1'])
    expect(known).toMatchObject({ code: 0, err: '' })
    expect(await runProgram('upgrade', place, [kept, '--even-if-files-are-missing'])).toMatchObject({
      code: 0,
      err: '',
    })
  })

  it('is recorded in the database with its file name and size', async () => {
    const rows = await withConnection(source.databaseUrl, (ask) =>
      ask('SELECT file_name AS name, size_bytes AS size FROM backups ORDER BY id'),
    )
    expect(rows[0]).toEqual({ name: path.basename(file), size: statSync(file).size })
  })
})

describe('a restore', () => {
  it('refuses a truncated, newer or differently encrypted backup, and writes nothing', async () => {
    const place = await emptyInstallation()
    const refusedAs = async (name: string, settings = {}) => {
      const { code, out, err } = await runProgram('restore', place, [name], settings)
      expect({ code, out, tables: await withConnection(place.databaseUrl, tablesOf) }).toEqual({
        code: 1,
        out: '',
        tables: [],
      })
      expect(readdirSync(folder)).not.toContain(path.basename(place.dataDir))
      return err
    }
    const cut = path.join(folder, 'cut')
    writeFileSync(cut, readFileSync(file).subarray(0, -1000))
    expect(await refusedAs(cut)).toBe(
      `\n${cut} is damaged: it was changed, its end is missing, or it is not a backup.\n`,
    )
    expect(await refusedAs(file, { APP_KEY: otherKey })).toBe(
      `\n${file} was made with another APP_KEY. Set APP_KEY or APP_KEY_OLD to that key.\n`,
    )
    const newer = path.join(folder, 'newer.tar.age')
    await writeSealed(newer, testAppKey, entriesOf('9.0.0', '9999-to-come'))
    expect(await refusedAs(newer)).toBe(
      '\nThe backup is of a newer version (9.0.0, commit unknown): restore it with that version.\n',
    )
    const older = path.join(folder, 'older.tar.age')
    await writeSealed(older, testAppKey, entriesOf('0.0.1', '0105-invitation-way'))
    expect(await refusedAs(older)).toBe(
      '\nThe backup is of a version (0.0.1, commit unknown) before commit 019c5753 (27 November 2026), which this version cannot upgrade: restore it with its own version, then upgrade it to the named commit first.\n',
    )
  })

  it('leaves no table behind when the database fails half-way', async () => {
    const place = await emptyInstallation()
    const client = findProgram('mariadb', 'mysql')
    const settings = programs({
      mariadb: [
        `head -c 300000 | ${client} "$@" 2> /dev/null`,
        `echo 'SHOW TABLES' | ${client} "$@" > ${folder}/seen`,
        'echo "ERROR 1114 (HY000): The table is full" >&2',
        'exit 1',
      ].join('\n'),
    })
    expect(await runProgram('restore', place, [file], settings)).toMatchObject({
      code: 1,
      err: '\nThe dump could not be read into the database: ERROR 1114 (HY000): The table is full\n',
    })
    const seen = readFileSync(path.join(folder, 'seen'), 'utf8')
    expect(seen).toContain('academic_sessions')
    expect(seen).not.toContain('migrations')
    expect(await withConnection(place.databaseUrl, tablesOf)).toEqual([])
  })
})

/** Entries of a backup without rows, with a manifest that names this version and this newest migration. */
async function* entriesOf(version: string, lastMigration: string): AsyncGenerator<Entry> {
  const manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    version,
    commit: null,
    lastMigration,
    rows: {},
    files: { count: 0, bytes: 0 },
    sums: sha256(''),
  }
  for (const [name, text] of [
    [sumsName, ''],
    [manifestName, JSON.stringify(manifest)],
  ] as const) {
    yield { name, sizeBytes: Buffer.byteLength(text), content: Readable.from([Buffer.from(text)]) }
  }
}

/** Writes these shell scripts as programs; returns settings that put them first in PATH. */
function programs(scripts: Record<string, string>): { PATH: string } {
  const own = mkdtempSync(path.join(folder, 'programs-'))
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(own, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  return { PATH: `${own}:${process.env.PATH}` }
}

describe('migrations', () => {
  it('run once when two processes start at the same time: the second waits and finds nothing to do', async () => {
    const place = await emptyInstallation()
    const both = await Promise.all([runProgram('migrate', place, []), runProgram('migrate', place, [])])
    expect(both.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ])
    const files = readdirSync(path.join(await testBuild(), 'migrations')).filter((name) => name.endsWith('.js'))
    const lines = both.flatMap(({ out }) => out.split('\n').filter((line) => line.startsWith('migrated ')))
    expect(lines.sort()).toEqual(files.map((name) => `migrated ${path.basename(name, '.js')}`).sort())
    expect(both.filter(({ out }) => !out.includes('migrated'))).toEqual([
      { code: 0, err: '', out: 'Waiting for another migration, backup or restore of this database …\n' },
    ])
  })
})

describe('an upgrade', () => {
  async function buildWith(migration: string): Promise<string> {
    const build = await testBuild()
    const next = mkdtempSync(path.join(folder, 'build-'))
    for (const name of readdirSync(build)) {
      if (name === 'migrations' || name.endsWith('.js'))
        cpSync(path.join(build, name), path.join(next, name), { recursive: true })
      else symlinkSync(path.join(build, name), path.join(next, name))
    }
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    writeFileSync(path.join(next, 'migrations', '9999-next.js'), migration)
    return next
  }

  it.runIf(isPartDue(import.meta.url, 'upgrade', 3))(
    'backs up, migrates and tests the new app, and after a failure prints a command that restores the previous state',
    async () => {
      const place = await emptyInstallation()
      await runProgram('restore', place, [file])
      const before = await databaseOf(place)
      const breaking = await buildWith(
        `export const up = async (run) => { await run('DROP TABLE refunds'); await run('no statement at all') }`,
      )
      const failed = await runProgram('upgrade', place, [path.join(folder, 'upgrades')], { SHALA_BUILD_DIR: breaking })
      expect(failed.code).toBe(1)
      expect(failed.err).toContain('To go back')
      const command = /npm run restore -- (\S+)/.exec(failed.err)?.[1] ?? ''
      expect(failed.out).toMatch(/^backed up into \S+: \d+ students?, \d+ payments?, \d+ files?\n$/)
      const back = await emptyInstallation()
      expect(await runProgram('restore', back, [command])).toMatchObject({ code: 0, err: '' })
      expect(await databaseOf(back)).toEqual(before)

      writeFileSync(
        path.join(breaking, 'migrations', '9999-next.js'),
        `export const up = async (run) => { await run('CREATE TABLE next (id INT)') }`,
      )
      const done = await runProgram('upgrade', back, [path.join(folder, 'upgrades')], { SHALA_BUILD_DIR: breaking })
      expect(done).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringContaining('migrated 9999-next\nThe new version is ready'),
      })
    },
  )
})
