import './node-version.mjs'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { makeRoot, runInRoots } from './debian-root.mjs'
import { ensurePrograms } from './packages.mjs'
import { root as clone, runProgram, Trouble } from './processes.mjs'

/*
 * `npm run test:cluster`               a school at work on three MariaDB servers that are one Galera cluster behind HAProxy, while servers are
 *                                      killed and networks cut (tests/cluster)
 * `npm run test:cluster -- --quick`    three losses
 * `TEST_SEED=… npm run test:cluster`   the same schedule again
 */

/** A network, mounts and names of networks of one's own: whatever is made in them goes with the last process. */
const ENTER = 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && ip link set lo up && exec "$@"'

const counts = { passed: 0, failed: 0 }
const folder = mkdtempSync(join(tmpdir(), 'shala-cluster-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1))

await runInRoots(counts, async () => {
  await ensurePrograms([{ programs: ['ip'], packages: ['iproute2'] }])
  const build = process.env.SHALA_BUILD_DIR ?? (await ensureBuild())
  const root = await makeRoot({
    folder: join(folder, 'root'),
    suite: 'bookworm',
    include: ['mariadb-server', 'haproxy'],
  })
  const journal = join(clone, '.cache', 'cluster', 'journal.jsonl')
  mkdirSync(join(journal, '..'), { recursive: true })
  const report = join(folder, 'vitest.json')
  const env = {
    ...process.env,
    SHALA_BUILD_DIR: build,
    CLUSTER_ROOT: root.folder,
    CLUSTER_LOSSES: process.argv.includes('--quick') ? '3' : '20',
    CLUSTER_JOURNAL: journal,
  }
  const vitest = [join(clone, 'node_modules', '.bin', 'vitest'), 'run', '--project=own', 'tests/cluster']
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const words = ['--net', '--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'sh', ...vitest, ...reports]
  const code = await runProgram('unshare', words, { env })
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  counts.passed += numPassedTests
  // A file that could not be loaded has no failed test.
  counts.failed += numFailedTests || (code === 0 ? 0 : 1)
  if (numPassedTests + numFailedTests === 0) throw new Trouble('No test of the cluster ran.')
})
