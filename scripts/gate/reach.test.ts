import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../processes.mjs'
import {
  changedSince,
  dueFiles,
  dueFlows,
  importersIn,
  KILLS_PROGRAMS,
  reachOf,
  testFiles,
  wholeFiles,
} from './reach.mjs'

let importers: Map<string, Set<string>>
beforeAll(async () => {
  importers = await importersIn()
})

const reachOfFiles = (...changed: string[]) => reachOf(importers, changed)
const never = () => false

describe('reachOf', () => {
  it('reaches a test through models, and not the tests of other domains', () => {
    const { files, everything } = reachOfFiles('app/models/money/ledger/counter/credit.server.ts')
    expect(everything).toBe(false)
    expect(files).toContain('app/models/money/ledger/counter/credit.db.test.ts')
    expect(files).not.toContain('app/models/learning/timetable/rules.test.ts')
  })

  it('reaches a list page and its CSV file when the page changes', () => {
    const { routes } = reachOfFiles('app/routes/school+/_shell+/classes+/index.tsx')
    expect(routes).toEqual(['routes/school+/_shell+/classes+/index', 'routes/school+/_shell+/classes+/index[.]csv'])
  })

  it('reaches every route when the guards change', () => {
    expect(reachOfFiles('app/http/guards.server.ts').routes.length).toBeGreaterThan(400)
  })

  it('reaches the routes of a printed document through the thread that renders it', () => {
    const { files, routes } = reachOfFiles('app/documents/fee-receipt.server.ts')
    expect(files).toContain('app/documents/make-paper.server.ts')
    expect(routes.some((id) => id.includes('receipt'))).toBe(true)
  })

  it('reaches every flow when only the worker imports the changed file', () => {
    expect(reachOfFiles('app/models/contact/messaging/send/send-message.server.ts').allFlows).toBe(true)
    expect(reachOfFiles('app/models/people/academics/classes.server.ts').allFlows).toBe(false)
  })

  it('reaches every page when styles or the probe change', () => {
    expect(reachOfFiles('app/styles/tokens.css').allRoutes).toBe(true)
    expect(reachOfFiles('app/probe.js').allRoutes).toBe(true)
  })

  it('reaches nothing when only docs and the gate’s memory file change', () => {
    const { files, routes, everything } = reachOfFiles('docs/developers.md', 'tests/gate-memory.json')
    expect([files.size, routes.length, everything]).toEqual([0, 0, false])
  })

  it.each([
    'tests/factories/student.ts',
    'tests/setup/environment.ts',
    'prisma-free-db/migrations/0106-1-core.ts',
    'app/messages/gu/fees.json',
    'package-lock.json',
  ])('reaches everything when %s changes', (file) => {
    expect(reachOfFiles(file).everything).toBe(true)
  })

  it('reaches everything when no green commit is known', () => {
    expect(reachOf(importers, null).everything).toBe(true)
  })
})

describe('dueFiles', () => {
  it('chooses files that need a build, files that the change reaches, and a tenth of the rest', () => {
    const all = testFiles(importers)
    const reach = reachOfFiles('app/models/money/ledger/counter/credit.server.ts')
    const files = dueFiles(all, reach, never).map(({ file }) => file)
    expect(files).toContain('tests/security/posts-1.test.ts')
    expect(files).toContain('app/models/money/ledger/counter/credit.db.test.ts')
    expect(files).not.toContain('app/models/learning/timetable/rules.test.ts')
    expect(dueFiles(all, reach, () => true)).toEqual(all)
  })

  it('postpones tests that kill programs, unless the change reaches their domain or a program', () => {
    const all = testFiles(importers)
    const chosen = (...changed: string[]) => dueFiles(all, reachOfFiles(...changed), never).map(({ file }) => file)
    expect(chosen('app/models/learning/timetable/rules.ts')).not.toContain('tests/shop/killed.test.ts')
    expect(chosen('app/models/money/shop/orders/place-order.server.ts')).toContain('tests/shop/killed.test.ts')
    for (const shared of ['server/headers.ts', 'app/models/core/outbox/job-queue.server.ts', 'app/jobs/loop.server.ts'])
      expect(chosen(shared)).toContain('tests/shop/killed.test.ts')
    expect(chosen('tests/shop/killed.test.ts')).toContain('tests/shop/killed.test.ts')
    expect(chosen('app/models/money/shop/orders/place-order.server.ts')).not.toContain('scripts/fresh-root.test.ts')
    expect(chosen('scripts/packages.mjs', 'README.md')).toContain('scripts/fresh-root.test.ts')
  })

  it('runs a long test whole when its own programs change, and otherwise only the parts whose turn it is', () => {
    const chosen = (...changed: string[]) => wholeFiles(reachOfFiles(...changed))
    expect(chosen('scripts/moves/export-school.ts')).toEqual([
      'tests/reliability/move-school.test.ts',
      'tests/reliability/restore-school.test.ts',
    ])
    expect(chosen('scripts/upgrade.ts')).toEqual(['tests/reliability/backup.test.ts'])
    expect(chosen('tests/reliability/binary-logs.test.ts')).toEqual(['tests/reliability/binary-logs.test.ts'])
    expect(chosen('app/models/learning/timetable/rules.ts')).toEqual([])
  })

  it('lists only long tests that exist', () => {
    const files = testFiles(importers).map(({ file }) => file)
    const everything = reachOfFiles(...files.filter((file) => /^tests\/(reliability|faults)\//.test(file)))
    for (const file of wholeFiles(everything)) expect(files).toContain(file)
    expect(wholeFiles(everything)).toHaveLength(6)
  })

  it('detects the files that need a build', () => {
    const built = testFiles(importers).filter(({ needsBuild }) => needsBuild)
    const names = built.map(({ file }) => file)
    expect(names).toContain('tests/shop/killed.test.ts')
    expect(names).toContain('tests/security/bad-addresses.test.ts')
    expect(names).not.toContain('app/models/money/ledger/counter/credit.db.test.ts')
  })
})

/**
 * Tests that kill programs and still run beside others, with the reason: nothing of what they wait for has a deadline
 * of its own that the work of other tests could use up.
 */
const killsBesideOthers: Record<string, string> = {
  'sandbox/main.test.ts': 'ends its own sandbox when that has answered',
  'scripts/database.test.ts': 'kills its own database when that has answered, and waits until it answers again',
  'scripts/fresh-root.test.ts': 'ends what is left of its own Debian root when the test is over',
  'scripts/gate/steps.test.ts': 'kills idle programs of a few lines, and waits until they are gone',
  'scripts/keeper.test.ts': 'kills stand-ins of programs, and waits for what they note in a file',
  'scripts/test-flaky.test.ts': 'stops a run of stand-ins between two rounds',
  'tests/cluster/cluster.test.ts': 'runs only in npm run test:cluster, which runs no other test',
  'tests/faults/faults.test.ts': 'kills at any moments; its users try again until all is done',
  'tests/faults/rolling.test.ts': 'ends an app only when another one serves, and waits until it has ended',
  'tests/reliability/binary-logs.test.ts':
    'kills a copy at any moment or its own server; the next copy completes the files',
  'tests/reliability/database-hangs.test.ts': 'stops its own database, and waits until each request has ended',
  'tests/reliability/mortal-job.db.test.ts': 'its job kills the worker; waits for the states of the jobs',
}

describe('KILLS_PROGRAMS', () => {
  const kills = /'SIG(KILL|TERM|STOP)'|\.(kill|restart)\(|\bkillAtRandom\(/

  it('names all test files that kill programs, except those with a reason to run beside others', () => {
    const named = testFiles(importers).map(({ file }) => file)
    const outside = named.filter(
      (file) => !KILLS_PROGRAMS.test(file) && kills.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(outside.sort()).toEqual(Object.keys(killsBesideOthers))
  })
})

describe('dueFlows', () => {
  const visited = {
    'a clerk adds a class': [
      'app/routes/school+/_shell+/classes+/new.tsx',
      'app/routes/school+/_shell+/classes+/index.tsx',
    ],
    'a student reads notices': ['app/routes/students+/_shell+/notices+/index.tsx'],
  }

  it('chooses the flows that visit a reached route', () => {
    expect(dueFlows(visited, reachOfFiles('app/routes/school+/_shell+/classes+/index.tsx'))).toEqual([
      'a clerk adds a class',
    ])
  })

  it('chooses every flow when the worker or the server changes', () => {
    expect(dueFlows(visited, reachOfFiles('app/jobs/registry.server.ts'))).toHaveLength(2)
    expect(dueFlows(visited, reachOfFiles('server/headers.ts'))).toHaveLength(2)
  })
})

describe('changedSince', () => {
  let clone: string
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@shala.test', ...words], {
      cwd: clone,
      encoding: 'utf8',
    })

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'shala-changed-'))
    git('init', '-q')
    writeFileSync(join(clone, 'old.ts'), '1')
    writeFileSync(join(clone, 'kept.ts'), '1')
    git('add', '-A')
    git('commit', '-q', '-m', 'first')
  })
  afterAll(() => rmSync(clone, { recursive: true, force: true }))

  it('names committed, uncommitted, new and removed files', () => {
    const first = git('rev-parse', 'HEAD').trim()
    writeFileSync(join(clone, 'committed.ts'), '1')
    git('add', '-A')
    git('commit', '-q', '-m', 'second')
    writeFileSync(join(clone, 'new ગ.ts'), '1')
    rmSync(join(clone, 'old.ts'))
    expect(changedSince(first, clone)?.sort()).toEqual(['committed.ts', 'new ગ.ts', 'old.ts'])
  })

  it('returns null for a commit that the clone does not have', () => {
    expect(changedSince('0123456789012345678901234567890123456789', clone)).toBeNull()
    expect(changedSince(undefined, clone)).toBeNull()
  })
})
