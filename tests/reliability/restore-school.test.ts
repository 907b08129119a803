import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { newStorageKey } from '~/services/storage/key'
import { makeDatabase, testAppKey, testBuild } from '../factories/app'
import { isPartDue } from '../setup/rotation'
import { type Ask, filesOf, type Installation, runProgram, withConnection } from './installation'
import { answersOf, contentOf, relatedRowQueries, schoolJoins, workAll } from './school-content'

/* Restores one school from a backup of the whole installation, next to its other schools. */

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-restore-school-'))
const drops: Array<() => Promise<void>> = []
let place: Installation
let backup: string
let school: { id: number; publicId: string }
let other: { id: number; publicId: string }
/** The school's content in the backup. */
let before: Awaited<ReturnType<typeof schoolAs>>
let files: Record<string, string>
let keptFile: { file: string; key: string }

async function installation(): Promise<Installation> {
  const { url, name, drop } = await makeDatabase({ hasNeighbour: false })
  drops.push(drop)
  const dataDir = path.join(folder, name)
  mkdirSync(path.join(dataDir, 'files'), { recursive: true })
  return { databaseUrl: url, dataDir }
}

const asking = <Answer>(work: (ask: Ask) => Promise<Answer>) => withConnection(place.databaseUrl, work)

const idOf = (publicId: string) =>
  asking(async (ask) => Number((await ask(`SELECT id FROM schools WHERE public_id = '${publicId}'`))[0]?.id))

/** Excludes counters, which continue and are compared separately. */
const withoutCounters = (content: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(content).filter(([table]) => !table.endsWith('_counters')))

const schoolAs = (id: number) =>
  asking(async (ask) => ({ content: withoutCounters(await contentOf(ask, id)), answers: await answersOf(ask, id) }))

/** Returns a digest of each table of a school: every row, including ids and sealed texts. */
const digestsOf = (id: number) =>
  asking(async (ask) => {
    const columns = await ask(
      'SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()',
    )
    const digests: Record<string, string> = {}
    for (const table of new Set(columns.map(({ t }) => String(t)))) {
      const hasSchool = columns.some(({ t, c }) => t === table && c === 'school_id')
      if (!hasSchool && !schoolJoins[table] && table !== 'schools') continue
      const whose = hasSchool ? 't.school_id' : table === 'schools' ? 't.id' : 'o.school_id'
      const rows = await ask(`SELECT t.* FROM ${table} t ${schoolJoins[table] ?? ''} WHERE ${whose} = ${id}`)
      digests[table] = createHash('sha256')
        .update(
          rows
            .map((row) => JSON.stringify(row))
            .sort()
            .join(),
        )
        .digest('hex')
    }
    return digests
  })

const restored = (args: string[] = [], settings = {}) =>
  runProgram('schools', place, ['restore', backup, school.publicId, folder, ...args], settings)

const scratches = () =>
  asking(async (ask) =>
    (await ask('SHOW DATABASES'))
      .map((row) => String(Object.values(row)[0]))
      .filter((name) => name.endsWith('_scratch')),
  )

/**
 * Changes the school after the backup: destroys names, adds a payment with its receipt, removes one file and adds
 * another.
 */
async function change(id: number): Promise<{ number: number; removed: string; added: string }> {
  const publicIds = { payment: newPublicId(), receipt: newPublicId() }
  const added = newStorageKey('documents', 'pdf')
  const all = filesOf(place)
  const { number, removed } = await asking(async (ask) => {
    await ask(`UPDATE students SET first_name = 'Destroyed' WHERE school_id = ${id}`)
    const copy = async (table: string, change: Record<string, string>) => {
      const columns = (
        await ask(`SHOW COLUMNS FROM ${table} WHERE Extra NOT LIKE '%GENERATED%' AND Extra NOT LIKE '%auto_increment%'`)
      ).map(({ Field }) => String(Field))
      await ask(
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((name) => change[name] ?? name).join(', ')}
         FROM ${table} WHERE school_id = ${id} ORDER BY id DESC LIMIT 1`,
      )
    }
    const [counter] = await ask(
      `SELECT financial_year AS year, last_number AS last FROM receipt_counters WHERE school_id = ${id} ORDER BY financial_year DESC LIMIT 1`,
    )
    const next = Number(counter?.last) + 1
    await copy('payments', {
      public_id: `'${publicIds.payment}'`,
      form_key: `'${publicIds.payment}'`,
      provider_link_id: 'NULL',
      provider_reference: 'NULL',
      transaction_id: `'${publicIds.payment}'`,
    })
    await copy('receipts', {
      public_id: `'${publicIds.receipt}'`,
      number: String(next),
      financial_year: `'${counter?.year}'`,
      payment_id: `(SELECT id FROM payments WHERE public_id = '${publicIds.payment}')`,
    })
    await ask(
      `UPDATE receipt_counters SET last_number = ${next} WHERE school_id = ${id} AND financial_year = '${counter?.year}'`,
    )
    const keys = await ask(`SELECT storage_key AS name FROM files WHERE school_id = ${id}`)
    await copy('files', { storage_key: `'${added}'`, thumbnail_of: 'NULL' })
    await ask(
      `INSERT INTO security_events (happened_at, same_key, kind, school_id, actor_kind, subject_kind, details)
       VALUES (UTC_TIMESTAMP(3), UNHEX(SHA2('${publicIds.payment}', 256)), 'signed-in', ${id}, 'staff', 'none', '{}')`,
    )
    return { number: next, removed: String(keys.find(({ name }) => all[String(name)])?.name) }
  })
  rmSync(path.join(place.dataDir, 'files', removed))
  mkdirSync(path.dirname(path.join(place.dataDir, 'files', added)), { recursive: true })
  writeFileSync(path.join(place.dataDir, 'files', added), 'added')
  return { number, removed, added }
}

// Runs in about one of six test runs, because it starts some forty programs from the build and seeds two demo schools.
describe.runIf(isPartDue(import.meta.url, 'a school that is restored', 6))(
  'restoring a school from a backup of the whole installation',
  () => {
    beforeAll(async () => {
      place = await installation()
      await runProgram('seed', place, ['--size=small'])
      const schools = await asking((ask) => ask('SELECT id, public_id AS publicId FROM schools ORDER BY id'))
      const [one, two] = schools.map(({ id, publicId }) => ({ id: Number(id), publicId: String(publicId) }))
      if (!one || !two) throw new Error('There are two demo schools')
      school = one
      other = two
      for (const state of ['waiting', 'running'])
        await asking((ask) =>
          ask(
            `INSERT INTO jobs (school_id, kind, class, lane, payload, state, run_at, created_at)
             VALUES (${one.id}, 'send-refund', 'money', 'provider', '{"refundId":"x"}', '${state}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
          ),
        )
      before = await schoolAs(school.id)
      files = filesOf(place)
      const { code, err } = await runProgram('backup', place, [folder])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      backup = path.join(folder, readdirSync(folder).find((name) => name.endsWith('.age')) ?? '')
    })

    afterAll(async () => {
      for (const drop of drops) await drop()
      rmSync(folder, { recursive: true, force: true })
    })

    it('lists the data that would be lost and refuses while the school exists, and replaces the school on request', async () => {
      const { number, removed, added } = await change(school.id)
      const others = await digestsOf(other.id)
      const today = await digestsOf(school.id)
      const refused = await restored()
      expect(refused.code).toBe(1)
      expect(refused.err).toMatch(/exists here\. The backup has its state of .* --replace\n/s)
      expect(refused.out).toMatch(/^Rows added after the backup: .*payments 1.*receipts 1/)
      expect(refused.out).toMatch(new RegExp(`Receipts among them, .*: \\S*0*${number}\\n`))
      expect(await digestsOf(school.id)).toEqual(today)
      expect(await scratches()).toEqual([])

      const { code, err, out } = await restored(['--replace'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      keptFile = {
        file: /kept in (\S+) \(/.exec(out)?.[1] ?? '',
        key: /stored nowhere else: (\S+)/.exec(out)?.[1] ?? '',
      }
      const id = await idOf(school.publicId)
      expect(id).not.toBe(school.id)
      const now = await schoolAs(id)
      expect(now.content).toEqual(before.content)
      expect(now.answers).toEqual(before.answers)
      for (const [index, rows] of now.answers.entries())
        expect(rows.length, relatedRowQueries[index]).toBeGreaterThan(0)
      expect(await digestsOf(other.id)).toEqual(others)
      expect(Object.keys(await digestsOf(school.id)).length).toBeGreaterThan(80)
      expect(filesOf(place)).toEqual(files)
      expect(files[removed]).toBeDefined()
      expect(filesOf(place)[added]).toBeUndefined()
      expect(await scratches()).toEqual([])
      expect(readdirSync(folder).filter((name) => name.startsWith('restore-'))).toEqual([])

      const rows = await asking(async (ask) => ({
        old: await ask(
          `SELECT 'x' FROM students WHERE school_id = ${school.id} UNION SELECT 'x' FROM security_events WHERE school_id = ${school.id}`,
        ),
        counters: await ask(`SELECT MAX(last_number) AS last FROM receipt_counters WHERE school_id = ${id}`),
        events: await ask(
          `SELECT kind FROM security_events WHERE school_id = ${id} AND kind = 'signed-in' AND details = '{}'`,
        ),
        holds: await ask(`SELECT what, reason FROM outgoing_holds WHERE school_id = ${id} ORDER BY what`),
        refunds: await ask(`SELECT state FROM jobs WHERE school_id = ${id} AND kind = 'send-refund'`),
      }))
      expect(rows).toEqual({
        old: [],
        counters: [{ last: number }],
        events: [{ kind: 'signed-in' }],
        holds: ['mail', 'message', 'refund', 'notice'].map((what) => ({ what, reason: 'restore' })),
        refunds: [{ state: 'held' }, { state: 'held' }],
      })
    })

    it('writes the state of the school that it replaces into a file that any installation can import', async () => {
      const elsewhere = await installation()
      const settings = { SCHOOL_FILE_KEY: keptFile.key }
      expect(await runProgram('schools', elsewhere, ['import', keptFile.file], settings)).toMatchObject({
        code: 0,
        err: '',
      })
      const names = await withConnection(elsewhere.databaseUrl, (ask) =>
        ask('SELECT DISTINCT first_name AS name FROM students'),
      )
      expect(names).toEqual([{ name: 'Destroyed' }])
    })

    it('brings back a school that was removed by mistake, without issuing a number twice', async () => {
      expect(await runProgram('held', place, ['dismiss', '--all'])).toMatchObject({ code: 0, err: '' })
      await workAll(place)
      const id = await idOf(school.publicId)
      await asking((ask) => ask(`UPDATE receipt_counters SET last_number = 7000 WHERE school_id = ${id}`))
      const exported = await runProgram('schools', place, ['export', school.publicId, path.join(folder, 'moved')])
      const file = exported.out.split(' (')[0] ?? ''
      const settings = { SCHOOL_FILE_KEY: /stored nowhere else: (\S+)/.exec(exported.out)?.[1] ?? '' }
      expect(await runProgram('schools', place, ['remove', school.publicId, file], settings)).toMatchObject({
        code: 0,
        err: '',
      })
      const others = await digestsOf(other.id)

      expect(await restored()).toMatchObject({ code: 0, err: '' })
      const now = await idOf(school.publicId)
      expect(await schoolAs(now)).toEqual(before)
      expect(await digestsOf(other.id)).toEqual(others)
      const keys = await asking((ask) => ask(`SELECT storage_key AS name FROM files WHERE school_id = ${now}`))
      const stored = filesOf(place)
      for (const { name } of keys) expect(stored[String(name)]).toBe(files[String(name)])
      expect(
        await asking((ask) => ask(`SELECT MIN(last_number) AS last FROM receipt_counters WHERE school_id = ${now}`)),
      ).toEqual([{ last: 7000 }])
    })

    it('accepts a backup of an earlier version, which it migrates', async () => {
      const build = await testBuild()
      const next = mkdtempSync(path.join(folder, 'build-'))
      for (const name of readdirSync(build)) {
        if (name === 'migrations' || name.endsWith('.js'))
          cpSync(path.join(build, name), path.join(next, name), { recursive: true })
        else symlinkSync(path.join(build, name), path.join(next, name))
      }
      symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
      writeFileSync(
        path.join(next, 'migrations', '9999-next.js'),
        `export const up = async (run) => { await run("ALTER TABLE schools ADD COLUMN motto VARCHAR(20) NOT NULL DEFAULT 'Learn'") }`,
      )
      const settings = { SHALA_BUILD_DIR: next }
      expect(await runProgram('migrate', place, [], settings)).toMatchObject({ code: 0 })
      await asking((ask) => ask("UPDATE schools SET motto = 'Changed'"))
      expect(await restored(['--replace'], settings)).toMatchObject({ code: 0, err: '' })
      expect(await asking((ask) => ask('SELECT public_id AS id, motto FROM schools ORDER BY motto DESC'))).toEqual([
        { id: school.publicId, motto: 'Learn' },
        { id: other.publicId, motto: 'Changed' },
      ])
      await asking(async (ask) => {
        await ask('ALTER TABLE schools DROP COLUMN motto')
        return ask("DELETE FROM migrations WHERE name = '9999-next'")
      })
    })

    it('changes nothing and reports the reason when the backup or the database is unusable', async () => {
      const id = await idOf(school.publicId)
      let today = await digestsOf(id)
      const fails = async (settings: Record<string, string>, file = backup, publicId = school.publicId) => {
        const { code, err } = await runProgram(
          'schools',
          place,
          ['restore', file, publicId, folder, '--replace'],
          settings,
        )
        expect(code).toBe(1)
        expect(await digestsOf(id)).toEqual(today)
        return err
      }
      expect(await fails({}, backup, 'nobodys-id')).toContain('There is no school nobodys-id.')
      const cut = path.join(folder, 'cut.tar.age')
      writeFileSync(cut, readFileSync(backup).subarray(0, -1000))
      expect(await fails({}, cut)).toContain('is damaged: it was changed, its end is missing, or it is not a backup.')
      expect(await fails({ APP_KEY: 'another-key-for-tests-9876543210fedcba' })).toContain(
        'was made with another APP_KEY',
      )
      // Tests a full disk, if this run may mount a small one.
      const small = mkdtempSync(path.join(folder, 'small-'))
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'shala-restore', small]).status === 0) {
        try {
          const full = await runProgram('schools', place, ['restore', backup, school.publicId, small, '--replace'])
          expect(full).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`no space left in ${small}`) })
          expect(readdirSync(small)).toEqual([])
          expect(await digestsOf(id)).toEqual(today)
        } finally {
          spawnSync('umount', [small])
        }
      }
      // Makes a table reject its rows half-way through the restore.
      await asking((ask) =>
        ask(
          "CREATE TRIGGER no_lines BEFORE INSERT ON payment_lines FOR EACH ROW SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'",
        ),
      )
      expect(await fails({})).toContain('The disk of the database is full')
      await asking((ask) => ask('DROP TRIGGER no_lines'))
      expect(filesOf(place)).toMatchObject(files)
      await asking((ask) =>
        ask(
          `UPDATE jobs SET state = 'running', leased_until = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE school_id = ${id} AND kind = 'send-refund' LIMIT 1`,
        ),
      )
      today = await digestsOf(id)
      expect(await fails({})).toContain('This school has 1 running job.')
      await asking((ask) => ask(`UPDATE jobs SET state = 'held' WHERE school_id = ${id} AND state = 'running'`))
      expect(await scratches()).toEqual([])
    })

    it('works without the privilege to create databases if the operator names an empty database', async () => {
      const url = new URL(place.databaseUrl)
      const name = url.pathname.slice(1)
      const account = `'${name}'@'%'`
      const rights = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES'
      const scratch = `${name}_looked`
      await asking(async (ask) => {
        await ask(`CREATE DATABASE ${scratch} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
        await ask(`CREATE USER ${account} IDENTIFIED BY 'for-tests-only'`)
        for (const one of [name, scratch]) await ask(`GRANT ${rights} ON ${one}.* TO ${account}`)
        return []
      })
      try {
        url.username = name
        url.password = 'for-tests-only'
        const few = { DATABASE_URL: url.href }
        const denied = await restored([], few)
        expect(denied.err).toContain('may not create a second database')
        expect(denied.err).toContain(`CREATE DATABASE \`${name}_scratch\``)
        expect((await restored([], { ...few, SCRATCH_DATABASE_URL: url.href })).err).toContain(
          'names the database of the installation',
        )
        url.pathname = `/${scratch}`
        const named = { ...few, SCRATCH_DATABASE_URL: url.href }
        expect(await restored(['--replace'], named)).toMatchObject({ code: 0, err: '' })
        expect(await schoolAs(await idOf(school.publicId))).toEqual(before)
        expect(await asking((ask) => ask(`SHOW TABLES FROM ${scratch}`))).toEqual([])
        // Passes the secrets in files, as systemd credentials do: the environment contains none.
        const secrets = path.join(folder, 'credentials')
        mkdirSync(secrets)
        for (const [name, value] of [
          ['app-key', testAppKey],
          ['database-url', few.DATABASE_URL],
          ['database-replica-url', 'mysql://nobody@127.0.0.1:9/nothing'],
        ] as const)
          writeFileSync(path.join(secrets, name), value)
        const inFiles = { ...named, APP_KEY: undefined, DATABASE_URL: undefined, CREDENTIALS_DIRECTORY: secrets }
        expect((await restored([], inFiles)).err).toContain('exists here. The backup has its state of')
        // The restore refuses a database that already has a table, and keeps the table.
        await asking((ask) => ask(`CREATE TABLE ${scratch}.mine (id INT)`))
        expect((await restored([], named)).err).toContain('already has tables')
        expect(await asking((ask) => ask(`SHOW TABLES FROM ${scratch}`))).toHaveLength(1)
      } finally {
        await asking(async (ask) => {
          await ask(`DROP DATABASE ${scratch}`)
          return ask(`DROP USER ${account}`)
        })
      }
    })
  },
)
