import './node-version.mjs'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuild } from './build.mjs'
import { makeRoot, mayMakeRoots } from './debian-root.mjs'
import { ensurePackages, ensurePrograms } from './packages.mjs'
import { root as clone, isProgram, runMain, Trouble } from './processes.mjs'

const run = promisify(execFile)

/** Debian 13 has a Node that the portal accepts; the MariaDB client's dump program makes backups. */
const DEBIAN = { suite: 'trixie', include: ['nodejs', 'ca-certificates', 'mariadb-client'] }
const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
/** Image name as in `podman images`. */
export const IMAGE = `localhost/shala:${version}`
/** User id that no account of the host has. */
const USER = '10001:10001'
/** Folders that a container does not need. */
const LEFT_OUT = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/lib/apt/lists',
  'var/cache',
]

/**
 * Copies the files that a server needs from this clone into a folder: the build, the scripts that start it, and the
 * runtime packages of package-lock.json.
 */
export function copyPortal(build, folder) {
  cpSync(join(clone, 'package.json'), join(folder, 'package.json'))
  cpSync(join(clone, 'scripts'), join(folder, 'scripts'), { recursive: true })
  const isMark = (name) => basename(name).startsWith('in-use.')
  cpSync(build, join(folder, 'build', basename(build)), { recursive: true, filter: (name) => !isMark(name) })
  writeFileSync(join(folder, 'build', 'latest'), basename(build))
  const { packages } = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'))
  for (const [name, { dev, devOptional }] of Object.entries(packages)) {
    // Skips development packages, and packages for other systems, which are in the lockfile but not on the disk.
    if (name === '' || dev || devOptional || !existsSync(join(clone, name))) continue
    const inner = join(clone, name, 'node_modules')
    cpSync(join(clone, name), join(folder, name), { recursive: true, filter: (path) => path !== inner })
  }
}

/**
 * Writes the image as an OCI layout to `layout`, named `IMAGE`, from Debian packages and this clone only, without a
 * registry. The image runs as an unprivileged user and writes to /data only.
 */
export async function makeImage({ build, layout }) {
  const { may, why } = await mayMakeRoots()
  if (!may) throw new Trouble(`The image cannot be created here. ${why}`)
  await ensurePrograms([{ programs: ['umoci'], packages: ['umoci'] }])
  const work = mkdtempSync(join(tmpdir(), 'shala-image-'))
  try {
    const aptOptions = ['Acquire::Languages "none"', 'APT::Install-Recommends "false"']
    const { folder } = await makeRoot({ folder: join(work, 'root'), ...DEBIAN, aptOptions, cached: true })
    for (const name of LEFT_OUT) {
      const place = join(folder, name)
      for (const entry of readdirSync(place)) rmSync(join(place, entry), { recursive: true, force: true })
    }
    mkdirSync(join(folder, 'data'))
    await run('chown', [USER, join(folder, 'data')])
    copyPortal(build, join(folder, 'srv', 'shala'))
    const image = `${layout}:${IMAGE}`
    await run('umoci', ['init', '--layout', layout])
    await run('umoci', ['new', '--image', image])
    await run('umoci', ['insert', '--image', image, folder, '/'])
    await run('umoci', [
      ...['config', '--image', image, '--config.user', USER, '--config.workingdir', '/srv/shala'],
      ...['--config.entrypoint', 'node', '--config.entrypoint', 'scripts/serve.mjs', '--config.cmd', 'door'],
      ...['--config.env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
      ...['--config.env', 'APP_MODE=production', '--config.env', 'DATA_DIR=/data', '--config.env', 'HOME=/data'],
      // As in the systemd units: the app keeps serving while a proxy still sends requests to it.
      ...['--config.env', 'STOP_DELAY_MS=2000'],
      ...['--config.label', 'org.opencontainers.image.title=Shala'],
      ...['--config.label', `org.opencontainers.image.version=${version}`],
      ...['--config.label', `org.opencontainers.image.revision=${basename(build)}`],
      ...['--config.env', 'MALLOC_ARENA_MAX=2', '--config.env', 'MALLOC_MMAP_THRESHOLD_=1048576'],
      ...['--config.exposedports', '3000/tcp', '--config.volume', '/data', '--config.stopsignal', 'SIGTERM'],
    ])
    await run('umoci', ['gc', '--layout', layout])
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

/*
 * `npm run image -- FILE.tar`: writes the image of the newest build as an archive for `podman load` and `docker load`.
 */
if (isProgram(import.meta.filename)) {
  await runMain(async () => {
    const [file] = process.argv.slice(2)
    if (!file) throw new Trouble('Name the file for the image: npm run image -- shala.tar')
    await ensurePackages()
    const build = await ensureBuild()
    const folder = mkdtempSync(join(tmpdir(), 'shala-layout-'))
    try {
      const layout = join(folder, 'layout')
      await makeImage({ build, layout })
      await run('tar', ['--create', '--file', resolve(file), '--directory', layout, '.'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    console.log(`Wrote ${IMAGE} to ${file}. To load it: podman load --input ${file}`)
  })
}
