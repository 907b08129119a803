import './node-version.mjs'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { addTests, vitestArgs } from './count-tests.mjs'
import { makeRoot, runInRoots } from './debian-root.mjs'
import { ensurePrograms } from './packages.mjs'
import { root as clone, runProgram, Trouble } from './processes.mjs'

/*
 * `npm run test:cluster`: a working school on three database servers behind HAProxy, while servers are killed and
 * networks cut (tests/cluster), on MariaDB (Galera), then on MySQL (group replication)
 * `npm run test:cluster -- --engine=mysql`: one engine only: `galera` or `mysql`
 * `npm run test:cluster -- --quick`: three failures per engine
 * `TEST_SEED=… npm run test:cluster`: repeats a schedule
 */

/** Debian release and packages for each kind of server. */
const ENGINES = {
  galera: { suite: 'bookworm', include: ['mariadb-server', 'haproxy'] },
  mysql: {
    suite: 'sid',
    include: ['mysql-server-core', 'haproxy'],
    aptOptions: ['Acquire::Check-Valid-Until "false"'],
  },
}

/** Title of the only test that is skipped on each engine, because it concerns the other engine. */
const OF_OTHER_ENGINE = {
  galera: /^a server that is not the primary refuses writes/,
  mysql: /^a row lock by UPDATE prevents double inserts/,
}

/**
 * Command prefix that runs a program in its own namespaces for network, mounts and processes. They disappear with their
 * last process, and all processes end with their parent, however the parent ends.
 */
const ALONE =
  'setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child --mount-proc --propagation private'.split(
    ' ',
  )
const ENTER = 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && ip link set lo up && "$@"; exit $?'

const counts = { passed: 0, failed: 0 }
const folder = mkdtempSync(join(tmpdir(), 'shala-cluster-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1))

await runInRoots(counts, async () => {
  await ensurePrograms([{ programs: ['ip'], packages: ['iproute2'] }])
  const build = process.env.SHALA_BUILD_DIR ?? (await ensureBuild())
  for (const engine of wantedEngines()) await testOn(engine, build)
})

function wantedEngines() {
  const wanted = process.argv.find((word) => word.startsWith('--engine='))?.slice('--engine='.length)
  if (wanted === undefined) return Object.keys(ENGINES)
  if (!ENGINES[wanted]) throw new Trouble(`Choose an engine: --engine=${Object.keys(ENGINES).join(' and --engine=')}.`)
  return [wanted]
}

async function testOn(engine, build) {
  const began = Date.now()
  const root = await makeRoot({ folder: join(folder, engine), ...ENGINES[engine], cached: true })
  const journal = join(clone, '.cache', 'cluster', `${engine}.jsonl`)
  mkdirSync(join(journal, '..'), { recursive: true })
  const report = join(folder, `${engine}.json`)
  const env = {
    ...process.env,
    SHALA_BUILD_DIR: build,
    CLUSTER_ENGINE: engine,
    CLUSTER_ROOT: root.folder,
    CLUSTER_LOSSES: process.argv.includes('--quick') ? '3' : '12',
    CLUSTER_JOURNAL: journal,
  }
  const vitest = [
    join(clone, 'node_modules', '.bin', 'vitest'),
    ...vitestArgs(report, '--project=own', 'tests/cluster'),
  ]
  const [program, ...words] = [...ALONE, 'sh', '-c', ENTER, 'sh', ...vitest]
  const code = await runProgram(program, words, { env })
  if (code !== 0) keepLogs(root.folder, join(journal, '..', engine))
  addTests(counts, report, code, { maySkip: ({ title }) => OF_OTHER_ENGINE[engine].test(title) })
  console.log(`${engine}: ${Math.round((Date.now() - began) / 1000)} s`)
}

/** Copies the logs of the servers and HAProxy next to the journal. */
function keepLogs(root, to) {
  const names = readdirSync(root, { encoding: 'utf8' }).filter((name) => name.endsWith('.log'))
  for (const name of names) cpSync(join(root, name), join(to, name))
  console.log(`Logs of the servers: ${to}`)
}
