import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addNode } from '../../scripts/debian-root.mjs'
import { copyPortal } from '../../scripts/image.mjs'
import { Listened } from '../../scripts/listened.mjs'
import { root as clone, freePort, Trouble } from '../../scripts/processes.mjs'
import { signInAsha, Visitor } from '../../scripts/visitor.mjs'
import { openHouse, untilReady } from './house.mjs'
import { production } from './image.mjs'
import { makeServerRoot } from './nginx.mjs'

const run = promisify(execFile)
const units = [
  'shala-app@.service',
  'shala-worker.service',
  'shala-backup.service',
  'shala-backup.timer',
  'shala-logs.service',
  'shala-logs.timer',
]
/** Limit on the scale of `systemd-analyze security`, where an unprotected service has about ten. */
const maxExposure = 1.5

/**
 * Checks the units of docs/deploy, unchanged, in a Debian whose systemd boots as the first process of its own
 * namespaces.
 */
export async function checkUnits({ check, folder, build }) {
  const root = await makeServerRoot(join(folder, 'root-of-systemd'))
  const inside = (path) => join(root.folder, path)
  addNode(root)
  copyPortal(build, inside('srv/shala'))
  for (const name of units) cpSync(join(clone, 'docs/deploy', name), inside(`etc/systemd/system/${name}`))
  await root.run(['systemd-sysusers', '--inline', 'u shala - "Shala" /var/lib/shala'])
  mkdirSync(inside('var/backups/shala'), { recursive: true, mode: 0o700 })
  await root.run(['chown', 'shala:', '/var/backups/shala'])
  // Disables Debian's own services, which are not under test.
  rmSync(inside('etc/systemd/system/multi-user.target.wants'), { recursive: true, force: true })
  mkdirSync(inside('etc/shala'))

  await check('systemd finds nothing wrong with the units', async () => {
    const { stdout, stderr } = await inRoot(root, ['systemd-analyze', 'verify', '--man=no', ...units.map(instance)])
    const said = `${stdout}${stderr}`.split('\n').filter((line) => /shala/.test(line))
    if (said.length > 0) throw new Trouble(said.join('\n'))
  })
  for (const name of units.filter((name) => name.endsWith('.service'))) {
    await check(`${name} is exposed by ${maxExposure} of 10 at most`, async () => {
      const words = ['security', '--offline=true', `--threshold=${maxExposure * 10}`, '--no-pager', instance(name)]
      const { stdout } = await inRoot(root, ['systemd-analyze', ...words])
      console.log(`    ${stdout.trim().split('\n').at(-1)}`)
    })
  }

  const [port, secondPort] = [await freePort(), await freePort()]
  const baseUrl = `http://localhost:${port}`
  const demo = join(folder, 'systemd-demo')
  const house = await openHouse({ folder: demo, build, baseUrl, ports: [port] })
  writeFileSync(inside('etc/shala/shala.env'), filledIn(production(house.env, baseUrl)), { mode: 0o600 })
  cpSync(join(clone, 'docs/deploy/shala'), inside('usr/local/bin/shala'))
  cpSync(join(demo, 'files'), inside('var/lib/shala/files'), { recursive: true })
  await root.run(['chown', '-R', 'shala:', '/var/lib/shala'])
  const machine = await bootIn(root)
  const [app, second] = [port, secondPort].map((number) => `shala-app@${number}.service`)
  try {
    await check('systemd boots, and starts app, worker and timer', async () => {
      await machine.run(
        'systemctl',
        'enable',
        '--now',
        app,
        'shala-worker.service',
        'shala-backup.timer',
        'shala-logs.timer',
      )
      await untilReady(baseUrl, () => !machine.hasEnded(), machine.lines)
      await signInAsha(new Visitor(baseUrl))
      for (const name of [app, 'shala-worker.service', 'shala-backup.timer', 'shala-logs.timer']) {
        await machine.run('systemctl', 'is-active', name)
      }
    })
    await check('the app is a user without rights, and the disk is read-only but for its data', async () => {
      const pid = (await machine.run('systemctl', 'show', '--value', '--property=MainPID', app)).trim()
      const status = await machine.run('cat', `/proc/${pid}/status`)
      for (const line of [/^Uid:\s+[1-9]/m, /^CapEff:\s+0+$/m, /^NoNewPrivs:\s+1$/m, /^Seccomp:\s+2$/m]) {
        if (!line.test(status)) throw new Trouble(`Its process does not say ${line}:\n${status}`)
      }
      const as = ['nsenter', '--target', pid, '--mount', '--', 'touch']
      await machine.run(...as, '/var/lib/shala/tried')
      for (const place of ['/srv/shala/tried', '/etc/tried', '/var/tried']) {
        const refused = await machine.run(...as, place).then(
          () => 'was written',
          ({ message }) => message,
        )
        if (!/Read-only file system/.test(refused)) throw new Trouble(`${place}: ${refused}`)
      }
    })
    await check('an app that is killed (kill -9) is started again', async () => {
      await machine.run('systemctl', 'kill', '--signal=KILL', app)
      await sleep(500)
      await untilReady(baseUrl, () => !machine.hasEnded(), machine.lines)
    })
    await check('two apps that are restarted one after the other answer every request', async () => {
      await machine.run('systemctl', 'start', second)
      const load = underLoad([port, secondPort])
      for (const name of [app, second]) await machine.run('systemctl', 'restart', name)
      const { requests, failures } = await load.stop()
      if (failures.length > 0) throw new Trouble(`${failures.length} of ${requests} failed: ${failures.slice(0, 3)}`)
      if (requests < 50) throw new Trouble(`Only ${requests} requests were sent.`)
      console.log(`    ${requests} requests`)
      await machine.run('systemctl', 'stop', second)
    })
    await check('a command by hand has the settings and folders of the units', async () => {
      const said = await machine.run('shala', 'backup', '/var/lib/shala/by-hand')
      console.log(`    ${said.trim().split('\n').at(-1)}`)
      const owner = await machine.run('stat', '--format=%U', '/var/lib/shala/by-hand')
      if (owner.trim() !== 'shala') throw new Trouble(`The backup belongs to ${owner.trim()}.`)
    })
    await check('the backup is made where the unit says', async () => {
      await machine.run('systemctl', 'start', 'shala-backup.service')
      const found = readdirSync(inside('var/backups/shala')).filter((name) => name !== 'logs')
      if (found.length !== 1 || !found[0].endsWith('.tar.age'))
        throw new Trouble(`There is ${found.join() || 'nothing'}.`)
    })
    await check('the binary log is copied beside the backups by the timer alone', async () => {
      const folder = inside('var/backups/shala/logs')
      const copied = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar.age')) : [])
      for (let waited = 0; waited < 90 && copied().length < 2; waited += 1) await sleep(1000)
      if (copied().length < 2) throw new Trouble(`There is ${copied().join() || 'nothing'}.`)
    })
    await check('with credentials, as the guide gives them, each unit reads its secrets from files alone', async () => {
      cpSync(join(clone, 'docs/deploy'), inside('srv/shala/docs/deploy'), { recursive: true })
      const { APP_KEY, DATABASE_URL } = house.env
      await machine.run('bash', '-ec', moveToCredentials({ APP_KEY, DATABASE_URL, ports: [port, secondPort] }))
      await untilReady(baseUrl, () => !machine.hasEnded(), machine.lines)
      await signInAsha(new Visitor(baseUrl))
      for (const name of [app, second, 'shala-worker.service']) {
        await machine.run('systemctl', 'is-active', name)
        const pid = (await machine.run('systemctl', 'show', '--value', '--property=MainPID', name)).trim()
        const environment = await machine.run('cat', `/proc/${pid}/environ`)
        for (const secret of [APP_KEY, DATABASE_URL])
          if (environment.includes(secret)) throw new Trouble(`${name} has a secret in its environment.`)
      }
      const logs = () => readdirSync(inside('var/backups/shala/logs')).length
      const before = logs()
      // The binary log has new content: the sign-in above.
      for (const name of ['shala-backup.service', 'shala-logs.service']) await machine.run('systemctl', 'start', name)
      if (logs() <= before) throw new Trouble('The binary log was not copied.')
      await machine.run('shala', 'schools', 'list')
      await machine.run('systemctl', 'stop', second)
    })
    await check(
      'a command reads the settings that SHALA_ENV names, and of the secrets only what they leave out',
      async () => {
        const folder = '/var/lib/shala/second'
        await machine.run('install', '-d', '-m', '700', '-o', 'shala', '-g', 'shala', folder)
        // An empty APP_KEY counts as missing.
        const own = filledIn(production({ APP_KEY: '', DATABASE_URL: `${house.env.DATABASE_URL}_none` }, baseUrl))
        const settings = own.replace(/^DATA_DIR=.*$/m, `DATA_DIR=${folder}`)
        writeFileSync(inside('etc/shala/second.env'), settings, { mode: 0o600 })
        const list = ['SHALA_ENV=/etc/shala/second.env', 'shala', 'schools', 'list']
        const said = await machine.run('env', ...list).then(
          () => 'It read the first database.',
          ({ message }) => message,
        )
        // Proves that the command read the key and used the second database.
        if (!/The database of DATABASE_URL cannot be used: .*_none/.test(said)) throw new Trouble(said)
      },
    )
    await check('app and worker end by themselves within their time', async () => {
      await machine.run('systemctl', 'stop', app, 'shala-worker.service')
      for (const name of [app, 'shala-worker.service']) {
        const result = (await machine.run('systemctl', 'show', '--value', '--property=Result', name)).trim()
        if (result !== 'success') throw new Trouble(`${name} ended with ${result}.`)
      }
    })
  } catch (error) {
    console.error(await machine.run('journalctl', '--no-pager', '--lines=40').catch(() => ''))
    throw error
  } finally {
    await machine.stop()
    await house.close()
  }
}

/** Fills in docs/deploy/shala.env.example with these values; keeps the lines of all other settings. */
function filledIn(values) {
  const given = { ...values, OPERATOR_TOKEN: '', SMTP_URL: '' }
  return readFileSync(join(clone, 'docs/deploy/shala.env.example'), 'utf8').replace(/^([A-Z_]+)=.*$/gm, (line, name) =>
    name in given ? `${name}=${given[name]}` : line,
  )
}

/**
 * Runs the commands of the guide's section on credentials, with the secrets and ports of the test, and a scripted edit
 * instead of the editor.
 */
function moveToCredentials({ APP_KEY, DATABASE_URL, ports }) {
  const guide = readFileSync(join(clone, 'docs/deploy/README.md'), 'utf8')
  const [, commands] = /^## Secrets as credentials$.*?```sh\n(.+?)```/ms.exec(guide)
  const replacements = [
    [`'THE KEY'`, `'${APP_KEY}'`],
    [`'mysql://shala:…'`, `'${DATABASE_URL}'`],
    ['nano /etc/shala/shala.env', `sed -i '/^APP_KEY=/d; /^DATABASE_URL=/d' /etc/shala/shala.env`],
    ['shala-app@3001', `shala-app@${ports[0]}`],
    ['shala-app@3002', `shala-app@${ports[1]}`],
  ]
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Trouble(`The guide's commands have no ${from}.`)
    return text.replace(from, () => to)
  }, `cd /srv/shala\n${commands}`)
}

/**
 * Requests twenty pages a second until stopped, from each port in turn, and from the next when one refuses the
 * connection, as nginx does.
 */
function underLoad(ports) {
  const failures = []
  const sent = []
  let isOver = false
  const ask = async (first) => {
    for (const number of [...ports.slice(first), ...ports.slice(0, first)]) {
      const answer = await fetch(`http://127.0.0.1:${number}/students/login`, {
        headers: { connection: 'close' },
      }).catch(() => null)
      if (answer) return answer.status === 200 ? undefined : failures.push(answer.status)
    }
    failures.push('no answer')
  }
  const load = (async () => {
    for (let number = 0; !isOver; number++) {
      sent.push(ask(number % ports.length))
      await sleep(50)
    }
  })()
  return {
    async stop() {
      isOver = true
      await load
      await Promise.all(sent)
      return { requests: sent.length, failures }
    },
  }
}

/** Returns the instance by which a template unit is checked: `x@3001.service` for `x@.service`. */
const instance = (name) => name.replace('@.', '@3001.')

/** Runs a command in the root; returns both of its outputs. */
async function inRoot(root, words) {
  const [program, args] = root.command(words)
  return run(program, args).catch((error) => {
    throw new Trouble(`"${words.join(' ')}" failed:\n${error.stdout}${error.stderr}`)
  })
}

async function bootIn(root) {
  const group = `shala-deploy-${process.pid}`
  const boot = join(clone, 'tests/deploy/boot.sh')
  const unshare = ['unshare', '--mount', '--pid', '--uts', '--ipc', '--fork', '--kill-child']
  const words = ['--pdeathsig', 'KILL', ...unshare, '--', 'sh', boot, root.folder, group]
  const machine = new Listened(['setpriv', words], {
    name: 'systemd',
    limitMs: 30_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const children = () => readFileSync(`/proc/${machine.child.pid}/task/${machine.child.pid}/children`, 'utf8').trim()
  const booted = {
    lines: machine.lines,
    hasEnded: () => machine.hasEnded,
    /** Runs a command inside the namespaces of this systemd. */
    async run(...words) {
      const spaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--root', '--wd=/']
      try {
        return (await run('nsenter', ['--target', children(), ...spaces, '--', ...words])).stdout
      } catch (error) {
        throw new Trouble(`"${words.join(' ')}" failed:\n${error.stdout ?? ''}${error.stderr ?? error}`)
      }
    },
    async stop() {
      machine.child.kill('SIGKILL')
      await machine.ended
      await removeGroup(group)
    },
  }
  for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
    const state = await booted.run('systemctl', 'is-system-running').catch(({ message }) => message)
    if (/^(running|degraded)$/m.test(state)) return booted
    if (machine.hasEnded || Date.now() > deadline) {
      await booted.stop()
      throw new Trouble(`systemd did not boot: ${state}\n${machine.lines.slice(-20).join('\n')}`)
    }
  }
}

/** Removes the control groups of systemd after all their processes have ended. */
async function removeGroup(group) {
  const script =
    'at=$(mktemp -d) && mount -t cgroup2 cgroup2 "$at" && find "$at/$1" -depth -type d -exec rmdir {} + ; umount "$at"; rmdir "$at"'
  for (let tries = 0; tries < 20; tries++) {
    const isGone = await run('unshare', ['--mount', 'sh', '-ec', script, 'sh', group]).then(
      () => true,
      () => false,
    )
    if (isGone) return
    await sleep(200)
  }
}
