import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase, type RunningApp, startApp, testAppKey } from '../factories/app'
import { isPartDue } from '../setup/rotation'
import { filesOf, type Installation, type Ran, runProgram, withConnection } from './installation'
import { answersOf, contentOf, notMoved, relatedRowQueries, workAll } from './school-content'

/*
 * A school moves between installations: into an empty one, and into one with other schools, where the row ids and the
 * key differ.
 */

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-move-'))
const drops: Array<() => Promise<void>> = []
const otherKey = 'another-key-for-tests-9876543210fedcba'
let source: Installation
let school: { id: number; publicId: string }
let file: string
let opening: { SCHOOL_FILE_KEY: string }

async function installation(): Promise<Installation> {
  const { url, name, drop } = await makeDatabase({ hasNeighbour: false })
  drops.push(drop)
  const dataDir = path.join(folder, name)
  mkdirSync(path.join(dataDir, 'files'), { recursive: true })
  return { databaseUrl: url, dataDir }
}

function told({ code, err, out }: Ran) {
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [line = ''] = out.split('\n')
  return {
    file: line.replace(/ \(.*/, ''),
    opening: { SCHOOL_FILE_KEY: /stored nowhere else: (.+)/.exec(out)?.[1] ?? '' },
  }
}

const schoolIn = ({ databaseUrl }: Installation) =>
  withConnection(databaseUrl, async (ask) => {
    const [row] = await ask(`SELECT id FROM schools WHERE public_id = '${school.publicId}'`)
    return Number(row?.id)
  })

async function expectSameSchool(target: Installation, settings: Record<string, string>): Promise<void> {
  const movedId = await schoolIn(target)
  const read = (place: Installation, id: number) =>
    withConnection(place.databaseUrl, async (ask) => ({
      content: await contentOf(ask, id),
      answers: await answersOf(ask, id),
    }))
  const [there, here] = [await read(source, school.id), await read(target, movedId)]
  expect(here.content).toEqual(there.content)
  expect(here.answers).toEqual(there.answers)
  expect(Object.values(there.content).filter((rows) => rows.length > 0).length).toBeGreaterThan(50)
  for (const [place, rows] of there.answers.entries()) expect(rows.length, relatedRowQueries[place]).toBeGreaterThan(0)
  const stored = Object.entries(filesOf(target))
  const keys = await withConnection(source.databaseUrl, (ask) =>
    ask(`SELECT storage_key AS name FROM files WHERE school_id = ${school.id}`),
  )
  const all = filesOf(source)
  for (const { name } of keys) expect(stored).toContainEqual([name, all[name]])
  const { out } = await runProgram('keys', target, [], settings)
  // Columns: table, current key, previous key, unreadable.
  for (const column of ['razorpay_key_secret', 'message_settings.sms_key'])
    expect(out).toMatch(new RegExp(`${column}\\D+[1-9]`))
}

/** Signs a student in and returns the receipts on the payments page, as bytes. */
async function receiptsOf(app: RunningApp): Promise<Record<string, Buffer>> {
  const form = { email: 'asha.patel@demo.shala.test', password: 'Demo-student-2026' }
  const signedIn = await app.request('/students/login', { form })
  expect(signedIn.status).toBe(303)
  const cookie = [signedIn.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')
  const page = await app.request('/students/payments', { cookie })
  const links = [...new Set(page.text.match(/\/students\/receipts\/\w+/g) ?? [])]
  const receipts: Record<string, Buffer> = {}
  for (const link of links) receipts[link] = (await app.request(link, { cookie })).raw
  return receipts
}

const moved = (target: Installation, settings: Record<string, string>) =>
  runProgram('schools', target, ['import', file], { ...opening, ...settings })

// Runs in one of six runs, because it starts ten programs of the build and three demo schools. school-tables.db.test.ts
// checks new tables and counters in every run.
describe.runIf(isPartDue(import.meta.url, 'a school that moves', 6))('a school that moves', () => {
  beforeAll(async () => {
    source = await installation()
    await runProgram('seed', source, ['--size=small'])
    const [row] = await withConnection(source.databaseUrl, (ask) =>
      ask('SELECT id, public_id AS publicId FROM schools ORDER BY id'),
    )
    school = { id: Number(row?.id), publicId: String(row?.publicId) }
    // The demo schools start without jobs and PDFs: enqueues the jobs that make their receipts.
    await withConnection(source.databaseUrl, (ask) =>
      ask(
        `INSERT INTO jobs (school_id, kind, class, lane, payload, state, run_at, created_at)
         SELECT school_id, 'make-receipt', 'money', 'work', CONCAT('{"receiptId":"', public_id, '"}'), 'waiting',
           UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) FROM receipts WHERE school_id = ${school.id}`,
      ),
    )
    const early = await runProgram('schools', source, ['export', school.publicId, folder])
    expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/^\nThis school has \d+ unfinished jobs?\./) })
    await workAll(source)
    ;({ file, opening } = told(await runProgram('schools', source, ['export', school.publicId, folder])))
  })

  afterAll(async () => {
    for (const drop of drops) await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is complete after the import into an empty installation with another key: a student signs in and opens the same receipts', async () => {
    const target = await installation()
    const settings = { APP_KEY: otherKey }
    expect(await moved(target, settings)).toMatchObject({ code: 0, err: '' })
    await expectSameSchool(target, settings)
    const receipts = []
    for (const [place, key] of [
      [source, testAppKey],
      [target, otherKey],
    ] as const) {
      const app = await startApp({ databaseUrl: place.databaseUrl, env: { DATA_DIR: place.dataDir, APP_KEY: key } })
      receipts.push(await receiptsOf(app).finally(() => app.stop()))
    }
    expect(Object.keys(receipts[0] ?? {}).length).toBeGreaterThan(0)
    expect(receipts[1]).toEqual(receipts[0])
  })

  it('is imported beside other schools without changing their rows, and refused when a unique value already exists', async () => {
    const target = await installation()
    await runProgram('seed', target, ['--size=small'])
    const rowsOf = () =>
      withConnection(target.databaseUrl, async (ask) => {
        const names = await ask(`SELECT table_name AS t FROM information_schema.tables WHERE table_schema = DATABASE()`)
        const all: string[] = []
        for (const { t } of names)
          all.push(...(await ask(`SELECT * FROM ${t}`)).map((row) => `${t} ${JSON.stringify(row)}`))
        return all
      })
    const settings = { APP_KEY: testAppKey }
    const untouched = await rowsOf()
    const refused = await moved(target, settings)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('staff_users.email office@demo.shala.test')
    expect(await rowsOf()).toEqual(untouched)
    await withConnection(target.databaseUrl, async (ask) => {
      await ask("UPDATE staff_users SET email = CONCAT('other-', email)")
      return ask("UPDATE students SET email = CONCAT('other-', email) WHERE email IS NOT NULL")
    })
    const before = await rowsOf()
    const files = filesOf(target)
    expect(await moved(target, settings)).toMatchObject({ code: 0, err: '' })
    expect(await schoolIn(target)).toBeGreaterThan(1000)
    await expectSameSchool(target, settings)
    const after = new Set(await rowsOf())
    expect(before.filter((row) => !after.has(row))).toEqual([])
    expect(filesOf(target)).toMatchObject(files)
    expect((await moved(target, settings)).err).toContain('already exists here')
    // A school that registers later gets an unused id.
    const added = await withConnection(target.databaseUrl, async (ask) => {
      await ask(
        "INSERT INTO schools (public_id, name, email, phone, address, created_at, updated_at) VALUES ('nnnnnnnnnnnn', 'N', 'n@n.test', '1', 'N', NOW(), NOW())",
      )
      return ask('SELECT id FROM schools ORDER BY id DESC LIMIT 1')
    })
    expect(Number(added[0]?.id)).toBe((await schoolIn(target)) + 1)
  })

  it('is imported completely or not at all, and only with the key of its file', async () => {
    const target = await installation()
    expect((await runProgram('schools', target, ['import', file])).err).toContain('SCHOOL_FILE_KEY')
    expect((await runProgram('schools', target, ['import', file], { SCHOOL_FILE_KEY: 'another' })).err).toBe(
      `\n${file} was made with another key.\n`,
    )
    // Makes the last table of the import reject its rows.
    await withConnection(target.databaseUrl, (ask) =>
      ask(
        "CREATE TRIGGER no_lines BEFORE INSERT ON payment_lines FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'full'",
      ),
    )
    expect((await moved(target, {})).code).toBe(1)
    const left = await withConnection(target.databaseUrl, (ask) =>
      ask('SELECT (SELECT COUNT(*) FROM schools) + (SELECT COUNT(*) FROM students) AS n'),
    )
    expect(Number(left[0]?.n)).toBe(0)
    expect(filesOf(target)).toEqual({})
  })

  it('is not exported while a table has rows of an unknown school, or a column refers to an unknown row', async () => {
    const target = await installation()
    await moved(target, {})
    const said = async (statement: string) => {
      await withConnection(target.databaseUrl, (ask) => ask(statement))
      return (await runProgram('schools', target, ['export', school.publicId, folder])).err
    }
    expect(
      await said('CREATE TABLE lunch_boxes (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, note TEXT)'),
    ).toBe('\nIt is not known to which school the rows of lunch_boxes belong.\n')
    await said('DROP TABLE lunch_boxes')
    expect(await said('ALTER TABLE students ADD COLUMN tutor_id BIGINT UNSIGNED NULL')).toBe(
      '\nIt is not known which row students.tutor_id refers to.\n',
    )
  })

  it('is removed with its files, only if unchanged since the export, and other schools stay as they are', async () => {
    const place = await installation()
    await runProgram('seed', place, ['--size=small'])
    await workAll(place)
    const [own, other] = await withConnection(place.databaseUrl, (ask) =>
      ask('SELECT id, public_id AS publicId FROM schools ORDER BY id'),
    )
    const exported = told(await runProgram('schools', place, ['export', own?.publicId, folder]))
    const remove = () => runProgram('schools', place, ['remove', own?.publicId, exported.file], exported.opening)
    const others = () => withConnection(place.databaseUrl, (ask) => contentOf(ask, Number(other?.id)))
    const before = await others()
    await withConnection(place.databaseUrl, (ask) => ask("UPDATE students SET first_name = 'Changed' LIMIT 1"))
    expect((await remove()).err).toContain('has changed since')
    const again = told(await runProgram('schools', place, ['export', own?.publicId, folder]))
    exported.file = again.file
    exported.opening = again.opening
    expect(await remove()).toMatchObject({ code: 0, err: '' })
    expect(await others()).toEqual(before)
    const rest = await withConnection(place.databaseUrl, (ask) => contentOf(ask, Number(own?.id)))
    expect(Object.values(rest).flat()).toEqual([])
    const left = await withConnection(place.databaseUrl, async (ask) =>
      Promise.all(
        notMoved.map((table) => ask(`SELECT '${table}' AS t FROM ${table} WHERE school_id = ${own?.id} LIMIT 1`)),
      ),
    )
    expect(left.flat()).toEqual([])
    const kept = await withConnection(place.databaseUrl, (ask) => ask('SELECT storage_key AS name FROM files'))
    expect(Object.keys(filesOf(place))).toEqual(kept.map(({ name }) => name).sort())
  })
})
