import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { IMAGE, makeImage } from '../../scripts/image.mjs'
import { Listened } from '../../scripts/listened.mjs'
import { ensurePrograms } from '../../scripts/packages.mjs'
import { freePort, Trouble } from '../../scripts/processes.mjs'
import { signInAsha, Visitor } from '../../scripts/visitor.mjs'
import { openHouse, untilReady } from './house.mjs'

const run = promisify(execFile)

/**
 * Checks the container image: built, unpacked by an independent program (umoci), and run by Debian's crun with a
 * read-only root, as the image's user, with one writable folder and only the network of this machine.
 */
export async function checkImage({ check, folder, build }) {
  await ensurePrograms([{ programs: ['crun'], packages: ['crun'] }])
  const [layout, bundle] = [join(folder, 'layout'), join(folder, 'bundle')]
  await check('the image is made of Debian packages and the build', () => makeImage({ build, layout }))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const demo = join(folder, 'image-demo')
  const house = await openHouse({ folder: demo, build, baseUrl, ports: [port] })
  let container
  try {
    await check('it is unpacked, says a user and no more than the folder for data to write to', async () => {
      await run('umoci', ['unpack', '--image', `${layout}:${IMAGE}`, bundle])
      const { stdout } = await run('du', ['--summarize', '--block-size=1M', layout])
      console.log(`    ${stdout.split('\t')[0]} MB packed`)
    })
    await check(
      'it has a name, a version and the build, and serves on for a moment when it is told to end',
      async () => {
        const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'))
        const [{ annotations }] = index.manifests
        if (annotations['org.opencontainers.image.ref.name'] !== IMAGE) throw new Trouble(JSON.stringify(annotations))
        const { process: started, annotations: labels } = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8'))
        if (!started.env.includes('STOP_DELAY_MS=2000')) throw new Trouble(started.env.join('\n'))
        if (labels['org.opencontainers.image.revision'] !== basename(build)) throw new Trouble(JSON.stringify(labels))
      },
    )
    const data = join(folder, 'image-data')
    const config = runtimeConfig(bundle, { ...production(house.env, baseUrl), PORT: String(port) }, data)
    mkdirSync(data, { mode: 0o700 })
    await run('chown', [`${config.process.user.uid}:${config.process.user.gid}`, data])
    container = new Listened(crun('run', '--bundle', bundle, `shala-${port}`), {
      name: 'the image',
      limitMs: 120_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await check('it serves, and a student signs in', async () => {
      await untilReady(baseUrl, () => !container.hasEnded, container.lines)
      await signInAsha(new Visitor(baseUrl))
    })
    await check('it is nobody on this machine, and can write to its data and nowhere else', async () => {
      const inside = async (...words) => run(...crun('exec', '--user', '10001:10001', `shala-${port}`, ...words))
      const status = (await inside('cat', '/proc/1/status')).stdout
      for (const line of [/^Uid:\s+10001\s+10001/m, /^CapEff:\s+0+$/m, /^NoNewPrivs:\s+1$/m]) {
        if (!line.test(status)) throw new Trouble(`Its process does not say ${line}:\n${status}`)
      }
      await inside('touch', '/data/tried')
      for (const place of ['/tried', '/srv/shala/tried', '/etc/tried', '/var/tried']) {
        const refused = await inside('touch', place).then(
          () => '',
          ({ stderr }) => stderr,
        )
        if (!/Read-only file system/.test(refused)) throw new Trouble(`${place}: ${refused || 'was written'}`)
      }
    })
    await check('it ends by SIGTERM', async () => {
      await run(...crun('kill', `shala-${port}`, 'TERM'))
      const code = await container.ended
      if (code !== 0) throw new Trouble(`It ended with ${code}:\n${container.lines.slice(-10).join('\n')}`)
    })
  } finally {
    if (container && !container.hasEnded) await run(...crun('delete', '--force', `shala-${port}`)).catch(() => {})
    await house.close()
  }
}

/**
 * Returns a crun command. crun accepts only control groups v2, which the command mounts because a machine may use v1;
 * the container uses none.
 * @returns {[string, string[]]}
 */
function crun(...words) {
  const script = 'mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec crun --cgroup-manager=disabled "$@"'
  return ['unshare', ['--mount', 'sh', '-ec', script, 'crun', ...words]]
}

/** Returns the settings of a real production installation, with the demo's database. */
export function production({ APP_KEY, DATABASE_URL }, baseUrl) {
  return { APP_MODE: 'production', APP_KEY, DATABASE_URL, BASE_URL: baseUrl }
}

/** Adds a read-only root, the machine's network and the settings to umoci's runtime configuration. */
function runtimeConfig(bundle, env, data) {
  const file = join(bundle, 'config.json')
  const config = JSON.parse(readFileSync(file, 'utf8'))
  config.root.readonly = true
  config.process.terminal = false
  config.process.noNewPrivileges = true
  config.process.capabilities = {}
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  config.process.env = [...config.process.env.filter((line) => !(line.split('=')[0] in env)), ...given]
  config.linux.namespaces = config.linux.namespaces.filter(({ type }) => type !== 'network')
  config.mounts = [
    // Without control groups: those of this machine must not be used.
    ...config.mounts.filter(({ destination }) => !['/data', '/sys/fs/cgroup', '/sys'].includes(destination)),
    { destination: '/data', type: 'bind', source: data, options: ['bind', 'rw', 'nosuid', 'nodev'] },
  ]
  delete config.linux.resources
  writeFileSync(file, JSON.stringify(config))
  return config
}
