import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newStorageKey } from '~/services/storage/key'
import { isPartDue } from '../setup/rotation'
import { patience } from '../setup/slowness'
import { type Ask, filesOf, type Installation, runProgram, withConnection } from './installation'
import { type LoggedServer, loggedServer, Office } from './logged-server'

/*
 * Point-in-time recovery: a school takes money, its log is copied, its database is lost, and a backup is restored and
 * brought forward to a chosen moment.
 */

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-logs-'))
const backups = path.join(folder, 'backups')
const logs = path.join(backups, 'logs')
const otherKey = 'another-key-for-tests-9876543210fedcba'
let server: LoggedServer
let source: Installation
let office: Office

beforeAll(async () => {
  server = await loggedServer()
  source = { databaseUrl: (await server.makeDatabase()).url, dataDir: path.join(folder, 'source') }
  mkdirSync(source.dataDir)
  await runProgram('migrate', source, [])
  await runProgram('seed', source, ['--size=small'])
  office = await Office.open(source.databaseUrl)
})

afterAll(async () => {
  office?.close()
  await server.destroy()
  rmSync(folder, { recursive: true, force: true })
})

async function emptyInstallation(on = server): Promise<Installation> {
  const { name, url } = await on.makeDatabase()
  return { databaseUrl: url, dataDir: path.join(folder, name) }
}

const tablesOf = async (ask: Ask) =>
  (
    await ask('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY name')
  ).map(({ name }) => String(name))

/**
 * Returns all rows of all tables. In jobs, omits due time and lease and reads `held` as `waiting`, because a restore
 * changes these. Excludes `backups`, which records later copies, and `outgoing_holds`, which the restore writes.
 */
const rowsOf = ({ databaseUrl }: Installation) =>
  withConnection(databaseUrl, async (ask) => {
    const tables: Record<string, string[]> = {}
    for (const name of (await tablesOf(ask)).filter((name) => !['backups', 'outgoing_holds'].includes(name))) {
      const rows = await ask(`SELECT * FROM \`${name}\``)
      tables[name] = rows.map((row) => JSON.stringify(name === 'jobs' ? withoutHold(row) : row)).sort()
    }
    return tables
  })

const withoutHold = ({ state, run_at, leased_by, leased_until, ...row }: Record<string, unknown>) => ({
  ...row,
  state: state === 'held' ? 'waiting' : state,
})

const receiptsOf = ({ databaseUrl }: Installation) =>
  withConnection(databaseUrl, async (ask) =>
    (await ask('SELECT number FROM receipts WHERE number > 100000 ORDER BY number')).map(({ number }) => number),
  )

/** Creates a receipt with its stored file; returns the receipt's number. */
async function takeMoney(): Promise<number> {
  const key = newStorageKey('receipts', 'pdf')
  const file = path.join(source.dataDir, 'files', key)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `receipt ${key}`)
  return office.takeMoney(key)
}

async function takeMoneyTimes(times: number): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n += 1) taken.push(await takeMoney())
  return taken
}

const copy = () => runProgram('logs', source, [backups])
const clockOfIndia = (at: Date) => new Date(at.getTime() + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')
const pieces = () => readdirSync(logs).sort()
const lastBackup = () =>
  path.join(
    backups,
    readdirSync(backups)
      .filter((name) => name.endsWith('.age'))
      .sort()
      .at(-1) ?? '',
  )

/** Expects a restore to be refused without output or tables; returns its error. */
async function refusal(args: string[], settings = {}): Promise<string> {
  const place = await emptyInstallation()
  const { code, out, err } = await runProgram('restore', place, args, settings)
  expect({ code, out, tables: await withConnection(place.databaseUrl, tablesOf) }).toEqual({
    code: 1,
    out: '',
    tables: [],
  })
  return err
}

describe('a copy of the log', () => {
  it('reports the missing database privileges, and starts once they are granted', async () => {
    const refused = await copy()
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('may not read the binary log') })
    const rights = /GRANT (.*) ON \*\.\*/.exec(refused.err)?.[1] ?? ''
    await server.grant(rights)
    const { code, out, err } = await copy()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('fit only backups made from now on')
    // Not checked on MySQL, because this test does not know on which disk its server is.
    if (!server.isMySql) expect(out).toContain('They are on the disk of the database')
    expect(await runProgram('backup', source, [backups])).toMatchObject({ code: 0, err: '' })
  })

  it('continues after the previous copy, includes the files stored since, and is encrypted', async () => {
    await takeMoneyTimes(2)
    const { code, out, err } = await copy()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/: 1 piece, \d+ bytes, 2 files\n$/)
    expect((await copy()).out).toMatch(/: 1 piece, \d+ bytes, 0 files\n$/)
    expect(pieces().map((name) => name.slice(0, 20))).toEqual([
      'shala-logs-000000001',
      'shala-logs-000000002',
      'shala-logs-000000003',
    ])
    const bytes = readFileSync(path.join(logs, pieces()[1] ?? ''))
    expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    for (const word of ['receipts', 'manifest', 'ustar']) expect(bytes.includes(word), word).toBe(false)
  })

  it('copies the log without the files when the file store is unavailable, and includes them in the next copy', async () => {
    await takeMoneyTimes(2)
    const away = await runProgram('logs', source, [backups], { STORAGE_URL: 's3://key:secret@127.0.0.1:9/bucket' })
    expect(away).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^copied until .*: 1 piece, \d+ bytes, 0 files\n$/),
      err: expect.stringContaining('were not copied'),
    })
    expect((await copy()).out).toMatch(/, 2 files\n$/)
  })

  it('reports an unreachable database or a compressed binary log, and copies nothing', async () => {
    const gone = { ...source, databaseUrl: 'mysql://nobody@127.0.0.1:9/shala' }
    expect(await runProgram('logs', gone, [backups])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^\n.*ECONNREFUSED.*\n$/),
    })
    const before = pieces()
    const setting = server.isMySql ? 'binlog_transaction_compression' : 'log_bin_compress'
    await server.asAdministrator((ask) => ask(`SET GLOBAL ${setting} = ON`))
    expect(await copy()).toMatchObject({
      code: 1,
      out: '',
      err: `\nThe binary log is compressed: ${setting} must be OFF (docs/deploy).\n`,
    })
    await server.asAdministrator((ask) => ask(`SET GLOBAL ${setting} = OFF`))
    expect(pieces()).toEqual(before)
  })

  it('is completed by the next copy when killed at any moment, without gaps or partial files', async () => {
    const before = pieces().length
    for (const afterMs of [300, 600, 800, 1000, 1200, 1500]) {
      await takeMoneyTimes(3)
      await runProgram('logs', source, [backups], {}, afterMs)
    }
    expect(await copy()).toMatchObject({ code: 0, err: '' })
    expect(pieces().length).toBeGreaterThan(before)
    expect(pieces().filter((name) => name.endsWith('.part'))).toEqual([])
    const numbers = pieces().map((name) => Number(name.slice(11, 20)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

describe('a point-in-time restore', () => {
  it('restores each receipt before the moment and none after it, on a new server, with the files', async () => {
    const written: number[] = []
    let isOpen = true
    const writing = (async () => {
      while (isOpen) written.push(await takeMoney())
    })()
    // Makes two copies and a backup while the school works.
    await copy()
    const made = await runProgram('backup', source, [backups])
    // Rotates the log, as the server does by itself when it is full.
    await server.asAdministrator((ask) => ask('FLUSH BINARY LOGS'))
    await copy()
    isOpen = false
    await writing
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(written.length).toBeGreaterThan(3)
    const table = await office.ask('SELECT id FROM students ORDER BY id LIMIT 1')
    for (const statement of [
      'DELETE FROM sessions',
      `UPDATE students SET updated_at = updated_at + INTERVAL 1 SECOND WHERE id >= ${table[0]?.id}`,
      // Schema changes of a migration.
      "ALTER TABLE sessions ADD COLUMN told VARCHAR(20) NOT NULL DEFAULT 'नमस्ते'",
      'CREATE TABLE of_later (id INT PRIMARY KEY, words TEXT)',
      "INSERT INTO of_later VALUES (1, 'ગુજરાતી'), (2, NULL)",
    ]) {
      await office.ask(statement)
    }
    // Another database of the server, which the restore must ignore.
    const other = await server.makeDatabase()
    await server.asAdministrator(async (ask) => {
      await ask(`CREATE TABLE ${other.name}.receipts (id INT)`)
      await ask(`INSERT INTO ${other.name}.receipts VALUES (1)`)
    })

    const [then, thenFiles, receiptsThen] = [await rowsOf(source), filesOf(source), await receiptsOf(source)]
    const moment = await office.nextSecond()
    await office.ask('DROP TABLE of_later')
    const [gone] = await office.ask('SELECT id FROM receipts WHERE number > 100000 ORDER BY id LIMIT 1')
    await office.ask(`DELETE FROM receipts WHERE id = ${gone?.id}`)
    const afterMoment = await takeMoneyTimes(3)
    expect(await copy()).toMatchObject({ code: 0, err: '' })
    const [copied, copiedFiles] = [await rowsOf(source), filesOf(source)]
    const notCopied = await takeMoneyTimes(2)

    office.close()
    await server.kill()
    const lost = path.join(folder, 'lost')
    renameSync(source.dataDir, lost)
    const fresh = await loggedServer()
    try {
      const file = lastBackup()
      const until = clockOfIndia(moment)
      const place = await emptyInstallation(fresh)
      const refused = await runProgram('restore', place, [file, '--until', until])
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('may not replay logs') })
      await fresh.grant(/GRANT (.*) ON \*\.\*/.exec(refused.err)?.[1] ?? '')
      expect(await runProgram('restore', place, [file, '--until', until])).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringContaining(`Restored as of ${until} in India`),
      })
      expect(await rowsOf(place)).toEqual(then)
      const restored = await receiptsOf(place)
      expect(restored).toEqual(receiptsThen)
      expect(restored).toEqual(expect.arrayContaining(written))
      expect(restored.filter((number) => afterMoment.includes(number))).toEqual([])
      expect(filesOf(place)).toMatchObject(thenFiles)

      const last = await emptyInstallation(fresh)
      expect(await runProgram('restore', last, [file, '--until', 'last'])).toMatchObject({ code: 0, err: '' })
      expect(await rowsOf(last)).toEqual(copied)
      expect(filesOf(last)).toEqual(copiedFiles)
      const all = await receiptsOf(last)
      expect(all).toEqual(expect.arrayContaining(afterMoment))
      expect(all.filter((number) => notCopied.includes(number))).toEqual([])
      expect(await withConnection(last.databaseUrl, tablesOf)).not.toContain('migrations_of_restore')
    } finally {
      await fresh.destroy()
    }
    renameSync(lost, source.dataDir)
    await server.startAgain()
    office = await Office.open(source.databaseUrl)
  })

  it('restores all rows from logs that continue after a server crash', async () => {
    await server.grant(server.isMySql ? 'REPLICATION_APPLIER' : 'BINLOG REPLAY')
    const taken = await takeMoneyTimes(2)
    expect(await copy()).toMatchObject({ code: 0, err: '' })
    const place = await emptyInstallation()
    expect(await runProgram('restore', place, [lastBackup(), '--until', 'last'])).toMatchObject({ code: 0, err: '' })
    expect(await receiptsOf(place)).toEqual(expect.arrayContaining(taken))
    expect(await rowsOf(place)).toEqual(await rowsOf(source))
  })

  it('refuses a moment after the copied logs, a moment before the backup, and an invalid moment', async () => {
    const file = lastBackup()
    expect(await refusal([file, '--until', '2099-01-01 10:00'])).toMatch(
      /The logs are copied only up to \d{4}-.* in India/,
    )
    expect(await refusal([file, '--until', '2020-01-01 10:00'])).toContain('choose an earlier backup')
    expect(await refusal([file, '--until', 'noon'])).toContain("--until '2026-11-27 14:05'")
  })

  it.runIf(isPartDue(import.meta.url, 'spoiled pieces', 3))(
    'refuses pieces of the log that are truncated, changed, missing or encrypted with another key, and writes nothing',
    async () => {
      const file = lastBackup()
      const spoiled = (name: string, spoil: (copies: string, last: string) => void) => {
        const copies = path.join(folder, name)
        cpSync(logs, copies, { recursive: true })
        spoil(copies, path.join(copies, pieces().at(-2) ?? ''))
        return refusal([file, '--until', 'last', '--logs', copies])
      }
      expect(await spoiled('cut', (_, last) => writeFileSync(last, readFileSync(last).subarray(0, -100)))).toContain(
        'is damaged',
      )
      expect(await spoiled('missing', (_, last) => rmSync(last))).toMatch(/Piece \d+ of the copied logs is missing/)
      expect(await spoiled('none', (copies) => rmSync(copies, { recursive: true }))).toContain(
        'There are no copied logs',
      )
      expect(
        await spoiled('changed', (_, last) => {
          const bytes = readFileSync(last)
          bytes[bytes.length - 500] = (bytes[bytes.length - 500] ?? 0) ^ 1
          writeFileSync(last, bytes)
        }),
      ).toContain('is damaged')
      expect(await runProgram('logs', source, [backups], { APP_KEY: otherKey })).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('was made with another APP_KEY'),
      })
    },
  )
})

describe('a gap in the log', () => {
  it.runIf(isPartDue(import.meta.url, 'gap in the log', 3))(
    'is reported at once; moments before it can be restored, and a new backup continues after it',
    async () => {
      await takeMoney()
      expect(await copy()).toMatchObject({ code: 0, err: '' })
      const before = await rowsOf(source)
      const old = lastBackup()
      await takeMoney()
      await server.asAdministrator((ask) => ask(server.isMySql ? 'RESET BINARY LOGS AND GTIDS' : 'RESET MASTER'))
      await takeMoney()
      expect(await copy()).toMatchObject({
        code: 1,
        out: expect.stringContaining('copied until'),
        err: expect.stringMatching(/no longer has its log after byte[\s\S]*Make a backup/),
      })
      expect(await copy()).toMatchObject({ code: 0, err: '' })
      expect(await refusal([old, '--until', clockOfIndia(await office.nextSecond())])).toMatch(
        /in India\. After that they have a gap/,
      )
      const place = await emptyInstallation()
      expect(await runProgram('restore', place, [old, '--until', 'last'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('have a gap after that'),
      })
      expect(await rowsOf(place)).toEqual(before)

      await runProgram('backup', source, [backups])
      const taken = await takeMoney()
      await copy()
      const next = await emptyInstallation()
      expect(await runProgram('restore', next, [lastBackup(), '--until', 'last'])).toMatchObject({ code: 0, err: '' })
      expect(await receiptsOf(next)).toContain(taken)
    },
  )

  it('is reported when logs were removed before they were copied, and when the last piece is damaged', async () => {
    await server.asAdministrator(async (ask) => {
      await ask('FLUSH BINARY LOGS')
      await ask('FLUSH BINARY LOGS')
      // Retries, because the server does not remove a log that it still uses.
      await vi.waitFor(
        async () => {
          const all = await ask('SHOW BINARY LOGS')
          await ask(`PURGE BINARY LOGS TO '${all.at(-1)?.Log_name}'`)
          expect(await ask('SHOW BINARY LOGS')).toHaveLength(1)
        },
        { timeout: patience(30_000) },
      )
    })
    expect((await copy()).err).toContain('no longer has its log after')
    const last = path.join(logs, pieces().at(-1) ?? '')
    writeFileSync(last, readFileSync(last).subarray(0, -50))
    expect(await copy()).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') })
    expect(await copy()).toMatchObject({ code: 0, err: '' })
  })

  it.runIf(isPartDue(import.meta.url, 'dropped database', 3))(
    'prevents a restore beyond the moment when the database was dropped, but allows one up to it',
    async () => {
      const place = await emptyInstallation()
      await runProgram('migrate', place, [])
      const own = path.join(folder, 'dropped')
      await runProgram('logs', place, [own])
      expect(await runProgram('backup', place, [own])).toMatchObject({ code: 0, err: '' })
      const name = new URL(place.databaseUrl).pathname.slice(1)
      const moment = await office.nextSecond()
      await server.asAdministrator(async (ask) => {
        await ask(`DROP DATABASE ${name}`)
        await ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
      })
      await runProgram('migrate', place, [])
      expect((await runProgram('logs', place, [own])).err).toBe('')
      const [file = ''] = readdirSync(own).filter((name) => name.endsWith('.age'))
      expect(await refusal([path.join(own, file), '--until', 'last'])).toContain('the database was dropped')
      const back = await emptyInstallation()
      const until = ['--until', clockOfIndia(moment)]
      expect(await runProgram('restore', back, [path.join(own, file), ...until])).toMatchObject({ code: 0, err: '' })
    },
  )
})

it('removes copied pieces of the log once no kept backup needs them', async () => {
  const [first = '', second = ''] = pieces()
  for (const [name, day] of [
    [first, '2020-01-01'],
    [second, '2020-01-02'],
  ] as const) {
    renameSync(path.join(logs, name), path.join(logs, name.replace(/\d{4}-\d\d-\d\d/, day)))
  }
  const rest = pieces().slice(1)
  expect(await runProgram('backup', source, [backups, '--keep', '1'])).toMatchObject({ code: 0, err: '' })
  // Of the pieces that start before the backup, only the last is kept, because it may reach into the backup's time.
  expect(pieces()).toEqual(rest)
})
