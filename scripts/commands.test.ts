import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { env } from '~/env.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { makeDatabase, testAppKey, testBuild } from '../tests/factories/app'
import { insert } from '../tests/factories/insert'
import { readRow, readRows } from '../tests/factories/read'
import { makeSchool, makeStaff } from '../tests/factories/school'
import { makeSecondFactor } from '../tests/factories/second-factor'
import { makeStudent } from '../tests/factories/student'
import { leaveSettings } from './beside.mjs'
import { root } from './processes.mjs'

/** Runs an operator command of the build; returns its output and exit code. */
const run = (command: string, ...args: string[]) => runWith({}, command, ...args)

/** Runs a command with other settings. */
async function runWith(
  settings: Record<string, string>,
  command: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const build = await testBuild()
  const environment = { ...process.env, APP_KEY: testAppKey, SHALA_BUILD_DIR: build, ...settings }
  return new Promise((done) => {
    execFile(process.execPath, [path.join(build, `${command}.js`), ...args], { env: environment }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

it('schools: lists waiting schools one per line, approves and refuses them, and reports an unknown school', async () => {
  const school = await makeSchool({ approved: false, name: 'Vidya\u001b[2J Mandir\nNew' })
  const listed = await run('schools', 'waiting')
  const line = listed.out.split('\n').find((one) => one.startsWith(school.publicId))
  expect(line?.split('\t')).toEqual([
    school.publicId,
    'waiting',
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'Vidya [2J Mandir New',
    school.email,
    school.address,
  ])
  const approved = () =>
    readRow<{ at: Date | null }>('SELECT approved_at AS at FROM schools WHERE id = :id', { id: school.id })
  expect((await run('schools', 'approve', school.publicId)).out).toContain('is approved.')
  expect((await approved())?.at).toBeInstanceOf(Date)
  expect((await run('schools', 'refuse', school.publicId)).out).toContain('is refused.')
  expect((await approved())?.at).toBeNull()
  expect(await run('schools', 'approve', 'nobodys-id')).toMatchObject({
    code: 1,
    err: '\nThere is no school nobodys-id.\n',
  })
  const unnamed = { code: 1, err: '\nGive the id of a school. npm run schools lists them.\n' }
  for (const command of ['approve', 'show', 'suspend', 'reopen'])
    expect(await run('schools', command)).toMatchObject(unnamed)
  expect(await run('schools', 'remove')).toMatchObject({ code: 1, out: '' })
})

it.each([
  'schools',
  'schools show x',
  'jobs',
  'held',
  'keys',
  'remove-second-factor a@b.in',
  'security-export --from 2026-11-01 --to 2026-11-02',
])('%s: if the database has no tables, names the command that creates them, without a stack trace', async (line) => {
  const [command = '', ...words] = line.split(' ')
  const { name, url, drop } = await makeDatabase({ hasNeighbour: false })
  const bare = new URL(url)
  bare.pathname = `/${name}_bare`
  await execute(`CREATE DATABASE ${name}_bare`, {})
  try {
    const { code, err } = await runWith({ DATABASE_URL: bare.href }, command, ...words)
    expect(code).toBe(1)
    expect(err).toMatch(/^\nThe database is not up to date with this version\. [^\n]*npm run migrate[^\n]*\n$/)
  } finally {
    await execute(`DROP DATABASE ${name}_bare`, {})
    await drop()
  }
})

it.each(['backup', 'held', 'jobs', 'logs', 'restore', 'security-export', 'upgrade'])(
  '%s: refuses an unknown option, without a stack trace',
  async (command) => {
    const { code, out, err } = await run(command, '--keeep')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain("Unknown option '--keeep'")
    expect(err).not.toMatch(/^ +at /m)
  },
)

it('schools: suspends a school with a reason and reopens it, and refuses to repeat either', async () => {
  const school = await makeSchool()
  const { publicId, name } = school
  const owner = await makeStaff(school, { role: 'owner' })
  const state = async () => {
    const { out } = await run('schools', 'list')
    return out
      .split('\n')
      .find((line) => line.startsWith(publicId))
      ?.split('\t')[1]
  }
  expect(await run('schools', 'reopen', publicId)).toMatchObject({ code: 1, err: `\n${name} is not suspended.\n` })
  expect((await run('schools', 'suspend', publicId, 'Sends', 'spam')).out).toContain(`${name} is suspended`)
  expect(await run('schools', 'suspend', publicId)).toMatchObject({ code: 1, err: `\n${name} is already suspended.\n` })
  expect(await state()).toBe('suspended')
  const shown = (await run('schools', 'show', publicId)).out
  expect(shown).toMatch(/^Suspended since: \d{4}-\d\d-\d\d$/m)
  expect(shown).toContain('Reason shown to its owners: Sends spam\n')
  const mail = await readRow<{ text: string }>(
    'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :email',
    { email: owner.email },
  )
  expect(mail?.text).toContain('Reason: Sends spam')
  expect(await run('schools', 'suspend', publicId, 'x'.repeat(301))).toMatchObject({ code: 1 })
  expect((await run('schools', 'reopen', publicId)).out).toContain(`${name} is open again`)
  expect(await state()).toBe('approved')
})

it('seed: prints the command that adds demo schools to an empty database, and that command works', async () => {
  const own = await makeDatabase({ hasNeighbour: false })
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shala beside '))
  const settings = { APP_MODE: 'demo', APP_KEY: testAppKey, DATABASE_URL: own.url, DATA_DIR: dataDir, PORT: '3999' }
  try {
    const build = await testBuild()
    const env = { ...process.env, ...settings, SHALA_BUILD_DIR: build }
    const look = () => promisify(execFile)(process.execPath, [path.join(build, 'seed.js'), '--look'], { env })
    const output = (await look()).stdout
    expect(output).toContain('The database of DATABASE_URL has no schools, and no demo schools were added to it')
    const [command = ''] = /npm run seed -- --beside .*/.exec(output) ?? []
    // Environment of another terminal's shell, which has none of the settings.
    const bare = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' as const }
    const type = (words: string) => promisify(execFile)('sh', ['-c', words], { env: bare, cwd: root })
    await expect(type(command)).rejects.toThrow('No portal is running with the folder')
    leaveSettings(dataDir, settings)
    const { stdout } = await type(`${command} --size=small`)
    expect(stdout).toContain('Restart the portal')
    expect(stdout).toContain('office@demo.shala.test')
    const again = (await look()).stdout
    expect(again).toContain('office@demo.shala.test')
    expect(again).not.toContain('has no schools')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await own.drop()
  }
})

it('schools: shows the usage of all schools and of one', async () => {
  const school = await makeSchool()
  await makeStudent(school)
  await insert('files', {
    school_id: school.id,
    storage_key: `x/${newPublicId()}`,
    file_name: 'x.pdf',
    content_type: 'application/pdf',
    size_bytes: 2_500_000,
    visibility: 'school',
    created_at: new Date(),
  })
  const { out } = await run('schools', 'list')
  const [heading = '', ...lines] = out.split('\n')
  const line = lines.find((one) => one.startsWith(school.publicId))?.split('\t') ?? []
  const of = (name: string) => line[heading.split('\t').indexOf(name)]
  expect(['state', 'students', 'files MB', 'name'].map(of)).toEqual(['approved', '1', '2.5', school.name])
  const shown = await run('schools', 'show', school.publicId)
  expect(shown.out).toContain('Active students: 1\n')
  expect(shown.out).toContain('Files: 2.5 MB\n')
  expect(await run('schools', 'show', 'nobodys-id')).toMatchObject({ code: 1 })
})

it('jobs: lists failed jobs one per line, shows, repeats and dismisses them', async () => {
  const school = await makeSchool({ name: 'Vidya\u001b[2J Mandir\nNew' })
  const now = new Date()
  const giveUp = (kind: string, jobClass: string) =>
    insert('jobs', {
      school_id: school.id,
      kind,
      class: jobClass,
      lane: 'work',
      payload: '{"secret":"payload"}',
      state: 'failed',
      attempts: 12,
      last_error: 'no answer\nfrom asha@family.test',
      run_at: now,
      created_at: now,
      finished_at: now,
    })
  const refund = await giveUp('send-refund', 'money')
  const receipt = await giveUp('make-receipt', 'money')
  const results = [await giveUp('tell-results', 'bulk'), await giveUp('tell-results', 'bulk')]
  const listed = await run('jobs', 'failed', school.publicId)
  const lines = listed.out.trim().split('\n')
  expect(lines).toHaveLength(5)
  expect(lines.find((line) => line.startsWith(`${refund}\t`))?.split('\t')).toEqual([
    ...[String(refund), 'send-refund', 'money', school.publicId],
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    ...['12', 'Vidya [2J Mandir New', 'no answer from (address)'],
  ])
  const shown = await run('jobs', 'show', String(refund))
  expect(shown.out).toContain('Repeated: the provider receives the request again with the same key')
  expect(listed.out + shown.out).not.toContain('payload')

  expect((await run('jobs', 'repeat', '--kind', 'tell-results', '--school', school.publicId)).out).toBe('2 repeated.\n')
  expect(await statesOf(results)).toEqual(['waiting', 'waiting'])
  const group = await run('jobs', 'dismiss', '--school', school.publicId)
  expect(group).toMatchObject({
    out: '0 dismissed.\n',
    err: 'Money jobs are dismissed by id only. Not dismissed: 2.\n',
  })
  expect((await run('jobs', 'dismiss', String(refund), String(receipt))).out).toBe('2 dismissed.\n')
  expect((await run('jobs', 'failed', school.publicId)).out).toBe('There are no failed jobs or mails.\n')
})

it('jobs: changes nothing and fails when any argument is missing, unknown or invalid', async () => {
  const school = await makeSchool()
  const now = new Date()
  const id = await insert('jobs', {
    school_id: school.id,
    kind: 'make-tea',
    payload: '{}',
    state: 'failed',
    run_at: now,
    created_at: now,
  })
  const wrong = [
    ['repeat'],
    ['dismiss'],
    ['repeat', String(id), '--all'],
    ['dismiss', String(id), '0'],
    ['dismiss', '--kinds', 'make-tea'],
    ['failed', 'nobodys-id'],
    ['dismiss', '--school', 'nobodys-id'],
    ['show'],
    ['make', 'tea'],
    // Job of a kind that no worker of this version runs.
    ['repeat', String(id)],
  ]
  for (const words of wrong) expect([words, (await run('jobs', ...words)).code]).toEqual([words, 1])
  expect(await statesOf([id])).toEqual(['failed'])
})

async function statesOf(ids: readonly number[]): Promise<string[]> {
  const rows = await readRows<{ state: string }>('SELECT state FROM jobs WHERE id IN (:ids) ORDER BY id', { ids })
  return rows.map(({ state }) => state)
}

it('remove-second-factor: removes a user’s second factor, and reports a user without one and a missing email', async () => {
  const owner = await makeStaff(await makeSchool())
  await makeSecondFactor(owner)
  expect((await run('remove-second-factor', owner.email)).out).toContain('now signs in with the password only')
  expect(await run('remove-second-factor', owner.email)).toMatchObject({
    code: 1,
    err: `\n${owner.email} has no second factor.\n`,
  })
  expect((await run('remove-second-factor')).err).toContain('Name the user')
})

it('keys: counts the values encrypted with each key', async () => {
  await makeSecondFactor(await makeStaff(await makeSchool()))
  const { code, out } = await run('keys')
  expect(code).toBe(0)
  expect(out).toMatch(/staff_factors\.totp_key\W+[1-9]/)
})

it.each([
  ['migrate', [], { password: 'wrong' }],
  ['migrate', [], { port: '1' }],
  ['migrate', [], { pathname: '/no_such_database' }],
  ['schools', ['list'], { password: 'wrong' }],
  ['backup', [os.tmpdir()], { port: '1' }],
])('%s: reports an unusable database in one sentence, without a stack trace', async (command, args, change) => {
  const url = Object.assign(new URL(env().DATABASE_URL), change)
  const said = await runWith({ DATABASE_URL: url.href }, command, ...args)
  expect(said).toMatchObject({ code: 1, out: '' })
  expect(said.err).toMatch(/^\s*The database of DATABASE_URL cannot be used: .+\n$/)
})

it('logs: reports invalid settings in one sentence, without a stack trace', async () => {
  const said = await runWith({ BASE_URL: 'nowhere' }, 'logs', os.tmpdir())
  expect(said).toMatchObject({ code: 1, out: '' })
  expect(said.err).toMatch(/^\s*The settings are wrong:\n- BASE_URL .+\n$/)
})

it('held: lists held jobs by school and kind, and releases or dismisses only the named ones', async () => {
  const [school, other] = [await makeSchool({ name: 'Held\tschool' }), await makeSchool()]
  for (const { id } of [school, other]) {
    await insert('outgoing_holds', { school_id: id, what: 'refund', reason: 'restore', since: new Date() })
    await insert('outgoing_holds', { school_id: id, what: 'mail', reason: 'restore', since: new Date() })
    await insert('jobs', {
      school_id: id,
      kind: 'send-refund',
      class: 'money',
      lane: 'provider',
      payload: '{"refundId":"x"}',
      state: 'held',
      run_at: new Date(),
      created_at: new Date('2026-11-01T10:00:00Z'),
    })
  }
  const lines = async () => (await run('held')).out.split('\n').filter((line) => line.startsWith(school.publicId))
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  expect((await lines()).map((line) => line.split('\t'))).toEqual([
    [school.publicId, 'mail', '0', '-', since, 'restore', 'Held school'],
    [school.publicId, 'refund', '1', '2026-11-01 10:00', since, 'restore', 'Held school'],
  ])
  const states = async () =>
    (
      await Promise.all(
        [school, other].map(({ id }) =>
          readRow<{ state: string; payload: string }>(
            "SELECT state, JSON_VALUE(payload, '$.dismissed') AS payload FROM jobs WHERE school_id = :id",
            { id },
          ),
        ),
      )
    ).map((row) => [row?.state, row?.payload])
  for (const words of [
    ['release'],
    ['dismiss'],
    ['release', school.publicId, '--all'],
    ['release', 'nobodys-id'],
    ['release', school.publicId, '--kind', 'letters'],
    ['destroy', '--all'],
  ])
    expect((await run('held', ...words)).code, words.join(' ')).toBe(1)
  expect(await states()).toEqual([
    ['held', null],
    ['held', null],
  ])
  expect((await run('held', 'release', school.publicId, '--kind', 'mail')).out).toContain('Released 0 jobs.')
  expect((await run('held', 'dismiss', school.publicId)).out).toContain('Dismissed 1 job,')
  expect(await states()).toEqual([
    ['waiting', 'yes'],
    ['held', null],
  ])
  expect((await run('held', 'release', other.publicId)).out).toContain('Released 1 job.')
  expect(await states()).toEqual([
    ['waiting', 'yes'],
    ['waiting', null],
  ])
  expect((await lines()).map((line) => line.split('\t')[1])).toEqual(['refund'])
})
