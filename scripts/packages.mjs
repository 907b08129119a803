import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, root, runProgram, stepsOf, Trouble, whileLocked } from './processes.mjs'

/** Lock for work on the clone itself (packages, build): concurrent starts do it one after the other. */
export const workLock = join(root, '.cache', 'work.lock')

/** Installs the npm packages when they are missing or package-lock.json changed; otherwise prints nothing. */
export async function ensurePackages(step = stepsOf(1)) {
  if (packagesAreInstalled()) return
  await whileLocked(workLock, 'Waiting for another installation or build of this clone', async () => {
    if (packagesAreInstalled()) return
    await step(1, 'installing packages with npm ci (a minute or two)', install)
  })
}

async function install() {
  const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  if ((await npm('ci', ...options)) !== 0) {
    // Some registries lack packages for other systems, without which `npm ci` fails.
    console.log('npm ci failed; trying npm install with the same lockfile …')
    if ((await npm('install', '--no-save', ...options)) !== 0) {
      throw new Trouble('The packages could not be installed: see the message above. Is the network reachable?')
    }
  }
  rememberInstallation()
}

/** Runs the npm that started this process, otherwise the one next to this Node or on the PATH. */
function npm(...args) {
  const { npm_execpath: script } = process.env
  return script?.endsWith('.js')
    ? runProgram(process.execPath, [script, ...args])
    : runProgram(findProgram('npm') ?? 'npm', args)
}

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
const installedNote = join(root, 'node_modules', '.installed-for')

function rememberInstallation() {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(installedNote, lockfileHash())
}

function packagesAreInstalled() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  if (existsSync(installedNote) && readFileSync(installedNote, 'utf8') === lockfileHash()) return true
  if (!installedByHand()) return false
  rememberInstallation()
  return true
}

/**
 * Returns true when a manual `npm install` has already installed exactly the lockfile's packages (npm keeps a list of
 * them).
 */
function installedByHand() {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  const installed = read('node_modules/.package-lock.json')
  return Object.entries(read('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true
    // Packages for other systems are in the lockfile, not on this disk.
    if (!installed[path]) return Boolean(wanted.optional || wanted.peer)
    return installed[path].version === wanted.version
  })
}

/**
 * Names of the server's package: in Debian and newer Ubuntu, in Ubuntu 22.04, and the complete package where it is not
 * split.
 */
const databaseServer = ['mariadb-server-core', 'mariadb-server-core-10.6', 'mariadb-server']

/**
 * Programs that the private database needs: the server, the script that creates its folder, and a program that this
 * script calls but no Debian package depends on.
 */
export const databasePrograms = [
  { programs: ['mariadbd', 'mysqld'], packages: databaseServer },
  { programs: ['mariadb-install-db', 'mysql_install_db'], packages: databaseServer },
  { programs: ['my_print_defaults'], packages: ['mariadb-client-core', 'mariadb-client-core-10.6', 'mariadb-client'] },
]

/** Programs for `npm run backup` and `npm run restore`, and for their tests. */
export const backupPrograms = [
  { programs: ['mariadb-dump', 'mysqldump'], packages: ['mariadb-client', 'mariadb-client-10.6'] },
]

const browserNames = ['chromium-headless-shell', 'chromium']

/** System Chromium, if installed. */
export const findBrowser = () => findProgram(...browserNames)

/** Optional browser for the tests. The headless shell comes first, because it uses a third less CPU. */
export const browserPrograms = [
  { programs: browserNames, packages: ['chromium-headless-shell', 'chromium'], optional: true },
]

/** Seconds that apt waits: a new machine may still be installing its own updates. */
const WAITING = ['-o', 'DPkg::Lock::Timeout=300']

/**
 * Installs missing system programs, with apt where possible. Never removes an installed package.
 * @param {{ programs: string[], packages: string[], optional?: boolean }[]} wants one of `programs` must exist;
 * `packages` are the names in Debian and Ubuntu to try in order; optional: no error when it is not available
 */
export async function ensurePrograms(wants) {
  const missing = wants.filter((want) => !findProgram(...want.programs))
  if (missing.length === 0) return
  const names = [...new Set(missing.map((want) => want.packages[0]))].join(' ')
  const apt = findProgram('apt-get')
  const sudo = process.getuid?.() === 0 ? [] : await passwordlessSudo()
  if (!apt || !sudo) {
    if (missing.every((want) => want.optional)) return
    throw new Trouble(
      apt
        ? `Install the missing packages, then try again: sudo apt-get install --no-install-recommends ${names}`
        : `Install the missing programs, then try again: ${missing.map((want) => want.programs[0]).join(', ')} (Debian's packages: ${names})`,
    )
  }
  console.log(`Installing ${names} (apt-get) …`)
  const run = (...args) => {
    const [program, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', apt, '-q', ...WAITING, ...args]
    return runProgram(program, rest)
  }
  await run('update')
  for (const want of missing) {
    for (const name of want.packages) {
      if (findProgram(...want.programs)) break
      await run('install', '-y', '--no-remove', '--no-install-recommends', name)
    }
    if (!want.optional && !findProgram(...want.programs)) {
      throw new Trouble(
        `apt-get could not install ${want.packages[0]}: see its message above. Install the package by hand, then try again.`,
      )
    }
  }
}

/** Returns the command prefix for root's rights, or null without sudo or when sudo would ask for a password. */
async function passwordlessSudo() {
  const sudo = findProgram('sudo')
  if (!sudo) return null
  return (await runProgram(sudo, ['-n', 'true'], { stdio: 'ignore' })) === 0 ? [sudo, '-n'] : null
}
