import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { visitorScope } from '~/models/core/shared/scope.server'
import { makeResetToken } from '~/models/people/accounts/passwords/reset-password.server'
import { findGuardianSession, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { makeGuardian, makeGuardianAccount } from '../../tests/factories/guardians'
import { insert } from '../../tests/factories/insert'
import { readRows } from '../../tests/factories/read'
import { makeSchool } from '../../tests/factories/school'
import { exportSchool } from './export-school'
import { removeSchool } from './remove-school'
import { schoolTables, schoolToMove, tableOfSubject, unmovedTables } from './school-tables'

it('removeSchool: empties and deactivates guardian accounts that have no children in another school', async () => {
  const [own, other] = [await makeSchool(), await makeSchool()]
  const [alone, both, elsewhere] = [
    await makeGuardianAccount({ name: 'Alone', mobileNumber: '9825066001' }),
    await makeGuardianAccount({ name: 'Both', mobileNumber: '9825066002' }),
    await makeGuardianAccount({ name: 'Elsewhere', mobileNumber: '9825066003' }),
  ]
  for (const [school, account] of [
    [own, alone],
    [own, both],
    [other, both],
    [other, elsewhere],
  ] as const)
    await makeGuardian(school, { accountId: account.id })
  const accounts = [alone, both, elsewhere].map(({ id }) => ({ kind: 'guardian', schoolId: null, id }) as const)
  const tokens = []
  for (const account of accounts) {
    tokens.push(await openSession(visitorScope(), account, { stage: 'full', idleMinutes: 30 }))
    await makeResetToken(account, 30)
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-remove-'))
  try {
    const { file, key } = await exportSchool(own.publicId, folder)
    expect(await removeSchool(own.publicId, file, key)).toMatchObject({ publicId: own.publicId })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const ids = accounts.map(({ id }) => id)
  expect(
    await readRows(
      `SELECT name, mobile_number AS mobile, status, password_hash = '' AS isEmpty FROM guardian_accounts
       WHERE id IN (:ids) ORDER BY id`,
      { ids },
    ),
  ).toEqual([
    { name: 'Removed', mobile: null, status: 'inactive', isEmpty: 1 },
    { name: 'Both', mobile: '9825066002', status: 'active', isEmpty: 0 },
    { name: 'Elsewhere', mobile: '9825066003', status: 'active', isEmpty: 0 },
  ])
  const open = await Promise.all(tokens.map((token) => findGuardianSession(visitorScope(), token)))
  expect(open.map((session) => session?.name)).toEqual([undefined, 'Both', 'Elsewhere'])
  const links = 'SELECT guardian_account_id AS id FROM password_resets WHERE guardian_account_id IN (:ids) ORDER BY id'
  expect(await readRows(links, { ids })).toEqual([{ id: both.id }, { id: elsewhere.id }])
  const left = 'SELECT (SELECT COUNT(*) FROM family_guardians WHERE school_id = :id) AS guardians'
  expect(await readRows(left, { id: own.id })).toEqual([{ guardians: 0 }])
})

describe('schoolTables', () => {
  it('classifies every table and every reference of the current schema', async () => {
    // Throws for an unclassified table or column.
    const names = (await schoolTables()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(90)
    expect(names.filter((name) => unmovedTables().some((left) => left.name === name))).toEqual(['jobs'])
  })

  it('moves or deletes every table that has a school id', async () => {
    const said = new Set([...(await schoolTables()), ...unmovedTables()].map(({ name }) => name))
    const tables = await readRows<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'school_id'",
    )
    expect(tables.length).toBeGreaterThan(80)
    expect(tables.map(({ name }) => name).filter((name) => !said.has(name))).toEqual([])
  })

  it('moves every table and column except those listed here', async () => {
    const all = await readRows<{ table: string; column: string }>(
      `SELECT c.table_name AS \`table\`, c.column_name AS \`column\` FROM information_schema.columns c
       JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
       WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' AND c.extra NOT LIKE '%GENERATED'`,
    )
    const moved = new Map((await schoolTables()).map(({ name, columns }) => [name, columns]))
    const left = all.filter(({ table, column }) => !moved.get(table)?.includes(column))
    const names = left.map(({ table, column }) => (moved.has(table) ? `${table}.${column}` : table))
    expect([...new Set(names)].sort()).toEqual([
      ...['backups', 'device_cookies', 'email_changes', 'family_guardians.account_id', 'guardian_accounts'],
      ...[
        'guardian_invitations',
        'import_traces',
        'kept_numbers',
        'migrations',
        'outgoing_holds',
        'outgoing_mail',
        'password_resets',
      ],
      ...['school_registrations', 'sealed_files', 'sealed_removals', 'security_events', 'sessions', 'sign_in_undos'],
      ...['table_versions', 'throttles', 'workers'],
    ])
  })

  it('omits jobs that are done, failed or running, and all queued mails', async () => {
    const { id } = await makeSchool()
    for (const [kind, state] of [
      ['send-mail', 'waiting'],
      ['due-settled', 'waiting'],
      ['due-settled', 'running'],
      ['due-settled', 'done'],
      ['due-settled', 'failed'],
      ['send-refund', 'held'],
      ['send-mail', 'held'],
    ] as const)
      await insert('jobs', {
        school_id: id,
        kind,
        payload: '{}',
        state,
        run_at: new Date(Date.now() + 86_400_000),
        created_at: new Date(),
      })
    const jobs = (await schoolTables()).find(({ name }) => name === 'jobs')
    const where = jobs?.where.replaceAll(':school', String(id))
    expect(await readRows(`SELECT kind, state FROM jobs WHERE ${where}`)).toEqual([
      { kind: 'due-settled', state: 'waiting' },
      { kind: 'send-refund', state: 'held' },
    ])
  })

  it('schoolToMove: refuses an unknown school', async () => {
    const { id, publicId, name } = await makeSchool()
    expect(await schoolToMove(publicId)).toEqual({ id, publicId, name })
    await expect(schoolToMove('nobodys-id')).rejects.toThrow('There is no school nobodys-id.')
  })

  it('tableOfSubject: returns an existing table or null for every kind of subject in the audit log', async () => {
    const files = readdirSync('app/models', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.server.ts'),
    )
    const kinds = files.flatMap((name) => {
      const source = readFileSync(`app/models/${name}`, 'utf8')
      const described = /plainRecords|savePicture/.test(source) ? source.matchAll(/^\s*kind: '([a-z-]+)',/gm) : []
      return [...source.matchAll(/subject: \{ kind: '([a-z-]+)'/g), ...described].map(([, kind]) => kind ?? '')
    })
    expect(new Set(kinds).size).toBeGreaterThan(25)
    const names = new Set<string | null>([null, ...(await schoolTables()).map(({ name }) => name)])
    expect([...new Set(kinds)].filter((kind) => !names.has(tableOfSubject(kind)))).toEqual([])
    expect(['class', 'guardian-batch', 'reminder'].map(tableOfSubject)).toEqual(['classes', 'guardian_batches', null])
  })
})
