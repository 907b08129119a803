import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { lineOf } from './count-tests.mjs'
import { ensurePackages, ensurePrograms } from './packages.mjs'
import { root as clone, findProgram, runMain, Skipped, Trouble, whileLocked } from './processes.mjs'

/*
 * Debian roots: folders with a small Debian, in which the portal or another database server is tried on a bare machine.
 * They use the machine's own network and package archives.
 */

const run = promisify(execFile)
/**
 * Settings of the machine's apt that a root needs to reach the same archive: proxies, certificates, maximum age of an
 * index.
 */
const PASSED_SETTINGS = /^Acquire::(\w+::)*(Proxy|CaInfo|Verify-Peer|Verify-Host|Check-Valid-Until|Check-Date)( |::)/i

/** The Debian archive does not answer this machine: checks that need a new root are skipped. */
export class Unreachable extends Trouble {}

/**
 * Checks whether this machine can make Debian roots: that needs root's rights, mount namespaces, mmdebstrap (installed
 * when possible) and an apt that reads Debian's archive.
 * @param {{ online?: boolean }} [needs] online: the archive must answer now, although a copy of a root may exist
 * @returns {Promise<{ may: boolean, why: string }>} `why` is the reason when it cannot
 */
export async function mayMakeRoots({ online = false } = {}) {
  const no = (why) => ({ may: false, why })
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return no('Debian roots are made on Linux by root only.')
  try {
    await run(...alone('true'))
  } catch {
    return no('This machine does not allow mounts of its own (unshare --mount --pid), which a Debian root needs.')
  }
  try {
    await ensurePrograms([{ programs: ['mmdebstrap'], packages: ['mmdebstrap'] }])
    const { codename, main } = await archives()
    const why = online ? await whyUnreachable(`deb ${main[0]} ${codename} main`) : ''
    return { may: why === '', why }
  } catch (error) {
    if (error instanceof Trouble) return no(error.message)
    throw error
  }
}

/**
 * Runs a check that needs Debian roots and prints one line of counts; skips it with the reason when roots cannot be
 * made here, or when the archive does not answer.
 * @param {{ passed: number, failed: number }} counts counters that `work` updates
 * @param {() => Promise<void>} work
 */
export async function runInRoots(counts, work) {
  await runMain(async () => {
    const { may, why } = await mayMakeRoots()
    if (!may) throw new Skipped(why)
    await ensurePackages()
    try {
      await work()
    } catch (error) {
      // After a first result, the archive has answered: a later silence is a failure.
      if (error instanceof Unreachable && counts.passed + counts.failed === 0) throw new Skipped(error.message)
      counts.failed += 1
      console.error(error instanceof Trouble ? `\n${error.message}` : error)
    }
    console.log(`\n${lineOf(counts)}`)
    process.exitCode = counts.failed > 0 ? 1 : 0
  })
  process.exit()
}

/** Runs one check, counts and reports it. Later checks need its result, so the first failure ends the run. */
export const checkIn = (counts) => async (title, work) => {
  const started = performance.now()
  const result = await work()
  counts.passed += 1
  console.log(`✓ ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return result
}

/**
 * Makes a Debian root; deletes the folder on failure.
 * @param {object} wanted
 * @param {string} wanted.folder target; must not exist yet
 * @param {string} wanted.suite Debian's name of the release: `bookworm`, `sid`
 * @param {'essential' | 'apt'} [wanted.variant] base contents: the essential packages, or apt too
 * @param {string[]} [wanted.include] further packages
 * @param {string[]} [wanted.aptOptions] lines of apt's configuration, as `Acquire::Check-Valid-Until "false"`
 * @param {boolean} [wanted.cached] accepts a copy of a root made within a week, from the clone's `.cache`
 * @returns {Promise<DebianRoot>}
 */
export async function makeRoot({
  folder,
  suite,
  variant = 'essential',
  include = [],
  aptOptions = [],
  cached = false,
}) {
  const settings = [...(await passedSettings()), ...aptOptions]
  const sources = sourcesOf(suite, await archives())
  const make = () => makeNew({ folder, suite, variant, include, settings, sources })
  if (!cached) return make()
  const kept = join(CACHE, digest([suite, variant, include, settings, sources]))
  return whileLocked(`${CACHE}.lock`, 'Waiting for another Debian root of this clone', async () => {
    const copy = await copyKept(kept, folder)
    if (copy) return copy
    const root = await make()
    await keep(folder, kept)
    return root
  })
}

async function makeNew({ folder, suite, variant, include, settings, sources }) {
  mkdirSync(folder, { recursive: true })
  try {
    const [program, args] = alone(
      'mmdebstrap',
      '--mode=root',
      `--variant=${variant}`,
      // A root is temporary, so dpkg need not wait for the disk.
      '--dpkgopt=force-unsafe-io',
      ...settings.map((setting) => `--aptopt=${setting}`),
      ...(include.length > 0 ? [`--include=${include.join(',')}`] : []),
      suite,
      folder,
      ...sources,
    )
    await run(program, args, { maxBuffer: 100_000_000 })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    const why = await whyUnreachable(sources[0])
    if (why) throw new Unreachable(`The Debian root (${suite}) could not be created: ${why}`)
    throw new Trouble(
      `The Debian root (${suite}) could not be created:\n${tail(`${error.stdout ?? ''}${error.stderr ?? error}`)}`,
    )
  }
  return new DebianRoot(folder)
}

/**
 * Returns '' when the archive of an apt source line answers the machine's apt, and otherwise apt's message. An archive
 * that lacks the release (404) answers.
 */
async function whyUnreachable(source) {
  const [, address, suite] = source.split(' ')
  const folder = mkdtempSync(join(tmpdir(), 'shala-archive-'))
  const url = `${address.replace(/\/$/, '')}/dists/${suite}/InRelease`
  // apt-helper is not on the PATH; it uses the machine's own proxies and certificates.
  const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH}:/usr/lib/apt` }
  try {
    const settings = ['Acquire::Retries=0', 'APT::Sandbox::User=root'].flatMap((setting) => ['-o', setting])
    await run('apt-helper', [...settings, 'download-file', url, join(folder, 'InRelease')], { env })
    return ''
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`
    return error.code === 100 && !/\b404\b/.test(said) ? `the Debian archive does not answer. ${tail(said)}` : ''
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const CACHE = join(clone, '.cache', 'roots')
const CACHED_MS = 7 * 24 * 60 * 60 * 1000
const digest = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/**
 * Copies a cached root to `folder`; null when there is none, it is too old, or its files differ from those of its
 * packages.
 */
async function copyKept(kept, folder) {
  if (!existsSync(kept) || Date.now() - statSync(kept).mtimeMs >= CACHED_MS) return null
  const root = new DebianRoot(folder)
  try {
    await run('cp', ['--archive', kept, folder])
    // A configuration file may differ from its package's.
    const wrong = (await root.run(['dpkg', '--verify']))
      .split('\n')
      .filter((line) => line !== '' && !/^\S+ +c /.test(line))
    if (wrong.length === 0) return root
    console.log(`A cached Debian root is broken and will be created again:\n${tail(wrong.join('\n'))}`)
  } catch (error) {
    console.log(`A cached Debian root is broken and will be created again: ${error.message}`)
  }
  root.remove()
  return null
}

/** Copies a new root into the cache atomically; removes cached roots that are too old or partial. */
async function keep(folder, kept) {
  mkdirSync(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE)) {
    const place = join(CACHE, name)
    if (place === kept || name.endsWith('.new') || Date.now() - statSync(place).mtimeMs >= CACHED_MS)
      rmSync(place, { recursive: true, force: true })
  }
  await run('cp', ['--archive', folder, `${kept}.new`])
  utimesSync(`${kept}.new`, new Date(), new Date())
  renameSync(`${kept}.new`, kept)
}

/**
 * Runs a command in its own mount and process namespaces: mounts end with the last process, all processes end with
 * `unshare`, and `unshare` ends with its parent, however that ends.
 * @returns {[string, string[]]}
 */
const alone = (...words) => [
  'setpriv',
  ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--', ...words],
]
/** `sh -c ENTER sh ROOT PROGRAM …`: inside, the shell is process 1 and adopts orphaned processes. */
const ENTER = 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && chroot "$@"; exit $?'

/** A Debian in a folder. Nothing stays mounted between its commands. */
export class DebianRoot {
  constructor(folder) {
    this.folder = folder
  }

  /**
   * Command of the machine that runs `words` inside the root with only the environment `env`. Start it detached:
   * signals go to its process group, and SIGKILL to its first process ends all of it.
   * @param {string[]} words program and arguments, as the root sees them
   * @param {{ env?: Record<string, string>, cwd?: string }} [options] cwd: a folder as the root sees it
   * @returns {[string, string[]]} arguments for `spawn` or `execFile`
   */
  command(words, { env = {}, cwd = '/' } = {}) {
    const settings = { PATH: PATH_INSIDE, HOME: '/root', LC_ALL: 'C.UTF-8', ...env }
    const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    return alone('sh', '-c', ENTER, 'sh', this.folder, 'env', '-i', `--chdir=${cwd}`, ...set, ...words)
  }

  /** Runs a command inside the root and returns its output; a failure throws a Trouble with the end of the output. */
  async run(words, { env, cwd, timeout = 600_000 } = {}) {
    const [program, args] = this.command(words, { env, cwd })
    try {
      return (await run(program, args, { timeout, killSignal: 'SIGKILL', maxBuffer: 100_000_000 })).stdout
    } catch (error) {
      const said = tail(`${error.stdout ?? ''}${error.stderr ?? error}`)
      throw new Trouble(`"${words.join(' ')}" failed in the Debian root (${error.code ?? error.signal}):\n${said}`)
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const PATH_INSIDE = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const tail = (text) => text.trimEnd().split('\n').slice(-25).join('\n')

/**
 * Debian archives that the machine's apt reads: address, suite, component. `main` is that of the machine's own release.
 */
async function archives() {
  const system = readFileSync('/etc/os-release', 'utf8')
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(system)?.[1]
  if (!/^ID=debian$/m.test(system) || !codename || !findProgram('apt-get')) {
    throw new Trouble('This machine does not run Debian, so its apt does not know the Debian archive.')
  }
  const ask = async () => {
    const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)'
    const { stdout } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
    const all = stdout.split('\n').map((line) => line.split(' '))
    return all.filter(([, suite, component]) => component === 'main' && suite?.startsWith(codename))
  }
  let found = await ask()
  if (found.length === 0) {
    // apt lists only indexes that it has fetched.
    await run('apt-get', ['-q', 'update']).catch(() => {})
    found = await ask()
  }
  const main = found.find(([, suite]) => suite === codename)
  if (!main) throw new Trouble(`The machine's apt does not use the Debian archive (${codename}, main).`)
  return { codename, found, main }
}

/**
 * apt source lines of a root: those of the machine if both have the same release, otherwise the machine's main archive
 * with the root's release.
 */
function sourcesOf(suite, { codename, found, main }) {
  return suite === codename
    ? found.map(([address, name]) => `deb ${address} ${name} main`)
    : [`deb ${main[0]} ${suite} main`]
}

async function passedSettings() {
  const { stdout } = await run('apt-config', ['dump', '--format', '%f "%v";%n'])
  return stdout.split('\n').filter((line) => PASSED_SETTINGS.test(line) && !line.endsWith(' "";'))
}

/** Copies this Node and its npm into a root. */
export function addNode(root) {
  const place = join(root.folder, 'usr', 'local')
  cpSync(realpathSync(process.execPath), join(place, 'bin', 'node'))
  // Copies npm's folder only: the `npm` command is a link to a script in it.
  const npm = dirname(dirname(realpathSync(findProgram('npm') ?? join(dirname(process.execPath), 'npm'))))
  cpSync(npm, join(place, 'lib', 'node_modules', 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(place, 'bin', 'npm'))
}
