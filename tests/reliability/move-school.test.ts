import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sealedColumns } from '~/models/sealing/sealed-columns'
import { makeDatabase, type RunningApp, startApp, testAppKey } from '../factories/app'
import { isDue } from '../setup/rotation'
import { patience } from '../setup/slowness'
import { type Ask, asked, filesOf, type Installation, type Ran, ran } from './installation'

/* A school moves from one installation to another: into an empty one, and into one with other schools, whose numbers and key are others. */

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

const openJobs = (databaseUrl: string) =>
  asked(databaseUrl, async (ask) => {
    const [row] = await ask(
      "SELECT COUNT(*) AS n FROM jobs WHERE state = 'running' OR state = 'waiting' AND run_at <= UTC_TIMESTAMP(3)",
    )
    return Number(row?.n)
  })

/** Lets the worker do all that is due. */
async function workAll({ databaseUrl, dataDir }: Installation): Promise<void> {
  const worker = await startApp({ databaseUrl, program: 'worker', env: { DATA_DIR: dataDir } })
  try {
    await vi.waitFor(async () => expect(await openJobs(databaseUrl)).toBe(0), {
      timeout: patience(90_000),
      interval: 200,
    })
  } finally {
    await worker.stop()
  }
}

function told({ code, err, out }: Ran) {
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [line = ''] = out.split('\n')
  return {
    file: line.replace(/ \(.*/, ''),
    opening: { SCHOOL_FILE_KEY: /kept nowhere else: (.+)/.exec(out)?.[1] ?? '' },
  }
}

/** Tables without the school's number, by the way a person would say it. */
const joined: Record<string, string> = {
  due_concessions: 'JOIN dues o ON o.id = t.due_id',
  due_parts: 'JOIN dues o ON o.id = t.due_id',
  fee_heads: 'JOIN fees o ON o.id = t.fee_id',
  fee_instalments: 'JOIN fees o ON o.id = t.fee_id',
  product_images: 'JOIN products o ON o.id = t.product_id',
  promotion_seats: 'JOIN sections o ON o.id = t.section_id',
  quiz_accepted_answers: 'JOIN quiz_questions o ON o.id = t.question_id',
  quiz_answers: 'JOIN quiz_questions o ON o.id = t.question_id',
  quiz_options: 'JOIN quiz_questions o ON o.id = t.question_id',
  room_facilities: 'JOIN rooms o ON o.id = t.room_id',
}
const notMoved = [
  'email_changes',
  'guardian_invitations',
  'jobs',
  'outgoing_holds',
  'outgoing_mail',
  'password_resets',
  'security_events',
  'sessions',
  'sign_in_undos',
  'table_versions',
]
const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))

/** Of each table of a school all that is no number of a row and not sealed: each row as a text, in no order. */
async function contentOf(ask: Ask, schoolId: number): Promise<Record<string, string[]>> {
  const columns = await ask(
    `SELECT table_name AS t, column_name AS c, column_type AS type FROM information_schema.columns WHERE table_schema = DATABASE()`,
  )
  const content: Record<string, string[]> = {}
  for (const table of new Set(columns.map(({ t }) => String(t)))) {
    const own = columns.filter(({ t }) => t === table)
    const hasSchool = own.some(({ c }) => c === 'school_id')
    if (notMoved.includes(table) || !(hasSchool || joined[table] || table === 'schools')) continue
    const plain = own
      .filter(({ c, type }) => !(/bigint.*unsigned/.test(type) || sealed.has(`${table}.${c}`)))
      .map(({ c }) => `t.\`${c}\``)
    const whose = hasSchool ? 't.school_id' : table === 'schools' ? 't.id' : 'o.school_id'
    const rows = await ask(
      `SELECT ${plain.join(', ') || '1'} FROM ${table} t ${joined[table] ?? ''} WHERE ${whose} = ${schoolId}`,
    )
    content[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return content
}

/** What rows that name each other say together: names beside money, places beside people. */
const questions = [
  `SELECT st.public_id, p.public_id AS payment, d.public_id AS due, l.amount_paise, s.email FROM payment_lines l JOIN payments p ON p.id = l.payment_id
   JOIN students st ON st.id = p.student_id LEFT JOIN dues d ON d.id = l.due_id LEFT JOIN staff_users s ON s.id = p.recorded_by WHERE l.school_id = :school`,
  `SELECT d.public_id, f.name, i.amount_paise FROM dues d JOIN fee_instalments i ON d.kind = 'fee' AND i.id = d.source_id JOIN fees f ON f.id = i.fee_id
   WHERE d.school_id = :school`,
  `SELECT d.public_id, a.public_id AS application, c.month FROM dues d JOIN hostel_charges c ON d.kind = 'hostel' AND c.id = d.source_id
   JOIN hostel_applications a ON a.id = c.application_id WHERE d.school_id = :school`,
  `SELECT d.public_id, a.public_id AS application, c.period FROM dues d JOIN transport_charges c ON d.kind IN ('transport', 'vehicle') AND c.id = d.source_id
   JOIN transport_applications a ON a.id = c.application_id WHERE d.school_id = :school`,
  `SELECT d.public_id, o.public_id AS item FROM dues d JOIN orders o ON d.kind = 'order' AND o.id = d.source_id WHERE d.school_id = :school`,
  `SELECT st.public_id, e.public_id AS enrollment, c.name, s.name AS section, y.name AS year FROM enrollments e JOIN students st ON st.id = e.student_id
   JOIN sections s ON s.id = e.section_id JOIN classes c ON c.id = e.class_id JOIN academic_sessions y ON y.id = e.academic_session_id WHERE e.school_id = :school`,
  `SELECT a.action, a.created_at, p.public_id FROM audit_entries a JOIN payments p ON a.subject_kind = 'payment' AND p.id = a.subject_id WHERE a.school_id = :school`,
  `SELECT a.action, a.created_at, u.email FROM audit_entries a JOIN staff_users u ON a.actor_kind = 'staff' AND u.id = a.actor_id WHERE a.school_id = :school`,
  `SELECT f.storage_key, st.public_id, o.storage_key AS original FROM files f LEFT JOIN students st ON st.id = f.student_id
   LEFT JOIN files o ON o.id = f.thumbnail_of WHERE f.school_id = :school`,
  `SELECT t.public_id, d.day, s.public_id AS section, b.public_id AS period, h.public_id AS teacher FROM timetable_days d JOIN timetable_entries t ON t.id = d.entry_id
   JOIN sections s ON s.id = d.section_id JOIN bell_periods b ON b.id = d.period_id LEFT JOIN teachers h ON h.id = d.teacher_id WHERE d.school_id = :school`,
  `SELECT a.public_id, q.public_id AS question, o.public_id AS choice FROM quiz_answers w JOIN quiz_attempts a ON a.id = w.attempt_id
   JOIN quiz_questions q ON q.id = w.question_id LEFT JOIN quiz_options o ON o.id = w.option_id WHERE a.school_id = :school`,
  `SELECT s.public_id, f.storage_key FROM schools s LEFT JOIN files f ON f.id = s.logo_file_id WHERE s.id = :school`,
]

async function answersOf(ask: Ask, schoolId: number): Promise<string[][]> {
  const answers: string[][] = []
  for (const question of questions) {
    const rows = await ask(question.replaceAll(':school', String(schoolId)))
    answers.push(rows.map((row) => JSON.stringify(row)).sort())
  }
  return answers
}

const schoolIn = ({ databaseUrl }: Installation) =>
  asked(databaseUrl, async (ask) => {
    const [row] = await ask(`SELECT id FROM schools WHERE public_id = '${school.publicId}'`)
    return Number(row?.id)
  })

async function expectSameSchool(target: Installation, settings: Record<string, string>): Promise<void> {
  const movedId = await schoolIn(target)
  const read = (place: Installation, id: number) =>
    asked(place.databaseUrl, async (ask) => ({ content: await contentOf(ask, id), answers: await answersOf(ask, id) }))
  const [there, here] = [await read(source, school.id), await read(target, movedId)]
  expect(here.content).toEqual(there.content)
  expect(here.answers).toEqual(there.answers)
  expect(Object.values(there.content).filter((rows) => rows.length > 0).length).toBeGreaterThan(50)
  for (const [place, rows] of there.answers.entries()) expect(rows.length, questions[place]).toBeGreaterThan(0)
  const stored = Object.entries(filesOf(target))
  const keys = await asked(source.databaseUrl, (ask) =>
    ask(`SELECT storage_key AS name FROM files WHERE school_id = ${school.id}`),
  )
  const all = filesOf(source)
  for (const { name } of keys) expect(stored).toContainEqual([name, all[name]])
  const { out } = await ran('keys', target, [], settings)
  // Table, today, before, neither.
  for (const column of ['razorpay_key_secret', 'message_settings.sms_key'])
    expect(out).toMatch(new RegExp(`${column}\\D+[1-9]`))
}

/** Signs a student in and answers the receipts that the page of payments names, as bytes. */
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
  ran('schools', target, ['import', file], { ...opening, ...settings })

// Ten programs of the build and three demo schools: in turn. What a new table or number asks is asked in every run (school-tables.db.test.ts).
describe.runIf(isDue('a school that moves', 6))('a school that moves', () => {
  beforeAll(async () => {
    source = await installation()
    await ran('seed', source, ['--size=small'])
    const [row] = await asked(source.databaseUrl, (ask) =>
      ask('SELECT id, public_id AS publicId FROM schools ORDER BY id'),
    )
    school = { id: Number(row?.id), publicId: String(row?.publicId) }
    const early = await ran('schools', source, ['export', school.publicId, folder])
    expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/^\n\d+ jobs of this school are not done yet/) })
    await workAll(source)
    ;({ file, opening } = told(await ran('schools', source, ['export', school.publicId, folder])))
  })

  afterAll(async () => {
    for (const drop of drops) await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is whole in an empty installation of another key, where its students sign in and have their receipts', async () => {
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

  it('comes beside other schools, whose rows stay as they are, and is refused where something may be there only once', async () => {
    const target = await installation()
    await ran('seed', target, ['--size=small'])
    const rowsOf = () =>
      asked(target.databaseUrl, async (ask) => {
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
    await asked(target.databaseUrl, async (ask) => {
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
    expect((await moved(target, settings)).err).toContain('is here already')
    // What is registered from now on has numbers of its own.
    const added = await asked(target.databaseUrl, async (ask) => {
      await ask(
        "INSERT INTO schools (public_id, name, email, phone, address, created_at, updated_at) VALUES ('nnnnnnnnnnnn', 'N', 'n@n.test', '1', 'N', NOW(), NOW())",
      )
      return ask('SELECT id FROM schools ORDER BY id DESC LIMIT 1')
    })
    expect(Number(added[0]?.id)).toBe((await schoolIn(target)) + 1)
  })

  it('is written whole or not at all, and asks for the key of its file', async () => {
    const target = await installation()
    expect((await ran('schools', target, ['import', file])).err).toContain('SCHOOL_FILE_KEY')
    expect((await ran('schools', target, ['import', file], { SCHOOL_FILE_KEY: 'another' })).err).toBe(
      `\n${file} was made with another key.\n`,
    )
    // The last table that is written does not take its rows.
    await asked(target.databaseUrl, (ask) =>
      ask(
        "CREATE TRIGGER no_lines BEFORE INSERT ON payment_lines FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'full'",
      ),
    )
    expect((await moved(target, {})).code).toBe(1)
    const left = await asked(target.databaseUrl, (ask) =>
      ask('SELECT (SELECT COUNT(*) FROM schools) + (SELECT COUNT(*) FROM students) AS n'),
    )
    expect(Number(left[0]?.n)).toBe(0)
    expect(filesOf(target)).toEqual({})
  })

  it('is not exported while the schema has a table or a number of which nobody has said whose it is', async () => {
    const target = await installation()
    await moved(target, {})
    const said = async (statement: string) => {
      await asked(target.databaseUrl, (ask) => ask(statement))
      return (await ran('schools', target, ['export', school.publicId, folder])).err
    }
    expect(
      await said('CREATE TABLE lunch_boxes (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, note TEXT)'),
    ).toBe('\nNothing says to which school the rows of lunch_boxes belong.\n')
    await said('DROP TABLE lunch_boxes')
    expect(await said('ALTER TABLE students ADD COLUMN tutor_id BIGINT UNSIGNED NULL')).toBe(
      '\nNothing says which row students.tutor_id names.\n',
    )
  })

  it('is removed at the old place only as it was moved, with its files, and without touching others', async () => {
    const place = await installation()
    await ran('seed', place, ['--size=small'])
    await workAll(place)
    const [own, other] = await asked(place.databaseUrl, (ask) =>
      ask('SELECT id, public_id AS publicId FROM schools ORDER BY id'),
    )
    const exported = told(await ran('schools', place, ['export', own?.publicId, folder]))
    const remove = () => ran('schools', place, ['remove', own?.publicId, exported.file], exported.opening)
    const others = () => asked(place.databaseUrl, (ask) => contentOf(ask, Number(other?.id)))
    const before = await others()
    await asked(place.databaseUrl, (ask) => ask("UPDATE students SET first_name = 'Changed' LIMIT 1"))
    expect((await remove()).err).toContain('something changed since')
    const again = told(await ran('schools', place, ['export', own?.publicId, folder]))
    exported.file = again.file
    exported.opening = again.opening
    expect(await remove()).toMatchObject({ code: 0, err: '' })
    expect(await others()).toEqual(before)
    const rest = await asked(place.databaseUrl, (ask) => contentOf(ask, Number(own?.id)))
    expect(Object.values(rest).flat()).toEqual([])
    const left = await asked(place.databaseUrl, async (ask) =>
      Promise.all(
        notMoved.map((table) => ask(`SELECT '${table}' AS t FROM ${table} WHERE school_id = ${own?.id} LIMIT 1`)),
      ),
    )
    expect(left.flat()).toEqual([])
    const kept = await asked(place.databaseUrl, (ask) => ask('SELECT storage_key AS name FROM files'))
    expect(Object.keys(filesOf(place))).toEqual(kept.map(({ name }) => name).sort())
  })
})
