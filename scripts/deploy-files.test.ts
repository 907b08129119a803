import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { jobClasses } from '~/models/core/outbox/job-kinds'

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')
const guide = read('deploy/README.md')
const units = readdirSync(new URL('../docs/deploy', import.meta.url)).filter((name) => name.endsWith('.service'))

/** Settings of a file with quotes kept, as a container reads them; systemd strips quotes. */
const settingsOf = (file: string) =>
  Object.fromEntries(
    file
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

it('deployment units: read their settings from one shared file, and set no data folder themselves', () => {
  expect(units).toHaveLength(4)
  for (const name of units) {
    const unit = read(`deploy/${name}`)
    expect(unit).toContain('EnvironmentFile=/etc/shala/shala.env\n')
    expect(unit).not.toContain('DATA_DIR')
  }
})

it('deployment units: report the app and the worker as started only when they say that they are ready', () => {
  for (const name of ['shala-app@.service', 'shala-worker.service'])
    expect(read(`deploy/${name}`)).toMatch(/^Type=notify$/m)
})

it('example settings: contain all that production needs, without quotes and settings for only one unit', async () => {
  const example = settingsOf(read('deploy/shala.env.example'))
  for (const name of ['PORT', 'HOST', 'TRUST_PROXY', 'STOP_DELAY_MS']) expect(example).not.toHaveProperty(name)
  for (const value of Object.values(example)) expect(value).not.toMatch(/["']/)
  const filledIn = { ...example, APP_KEY: '4vbQ2uFzX0m9kLrT7yWc1NdJhGpAeSs8', OPERATOR_TOKEN: '', SECURITY_CONTACT: '' }
  for (const [name, value] of Object.entries(filledIn)) vi.stubEnv(name, value)
  vi.resetModules()
  const { env } = await import('~/env.server')
  expect(env()).toMatchObject({ APP_MODE: 'production', DATA_DIR: '/var/lib/shala', MAIL_FROM: example.MAIL_FROM })
  vi.unstubAllEnvs()
})

it('deployment guide: passes the credentials to every unit and installs the packages its commands need', () => {
  const [, named = ''] = /^for unit in ([^;]+);/m.exec(guide) ?? []
  expect(
    named
      .split(' ')
      .map((name) => `${name}.service`)
      .toSorted(),
  ).toEqual(units.toSorted())
  for (const name of units) expect(read('deploy/credentials.conf')).toContain(name.replace('.service', ''))
  const [, packages = ''] = /^apt-get update && apt-get install (.+)$/m.exec(guide) ?? []
  // `curl` and `xz` for Node, `libatomic1` for the official Node build, `openssl` for keys, `dbus` for `shala …`, `nano` for
  // the settings, `logrotate` for nginx's error log.
  const needed = ['git', 'curl', 'ca-certificates', 'openssl', 'xz-utils', 'libatomic1', 'dbus', 'nano', 'logrotate']
  for (const name of needed) expect(packages.split(' ')).toContain(name)
})

it('deployment guide: names the exposure that the test of the units allows', () => {
  const test = readFileSync(new URL('../tests/deploy/units.mjs', import.meta.url), 'utf8')
  const [, allowed] = /^const maxExposure = ([\d.]+)$/m.exec(test) ?? []
  expect(guide).toContain(`\`systemd-analyze security\` rates each at ${allowed} of 10 at most`)
})

it('deployment guide: an upgrade, with or without a pause, installs the new units and commands before it starts them', () => {
  const [, section = ''] = /^## Install another version\n([\s\S]*?)^## /m.exec(guide) ?? []
  const ways = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands)
  expect(ways).toHaveLength(2)
  for (const commands of ways) {
    const installed = commands.indexOf('cp docs/deploy/shala-* /etc/systemd/system/ && systemctl daemon-reload')
    expect(installed).toBeGreaterThan(commands.search(/cd \/srv\/shala\s/))
    expect(commands.search(/systemctl (re)?start /)).toBeGreaterThan(installed)
  }
})

it('deployment guide: uses the same folder for the first certificate and its renewals', () => {
  const [, folder] = /--webroot-path (\S+)/.exec(guide) ?? []
  expect(read('deploy/nginx.conf')).toContain(`root ${folder};`)
})

it('nginx: may open two files per connection', () => {
  const [, connections] = /worker_connections 768;\/worker_connections (\d+);/.exec(guide) ?? []
  const [, files] = /^echo 'worker_rlimit_nofile (\d+);' > \/etc\/nginx\/modules-enabled\//m.exec(guide) ?? []
  expect(Number(files)).toBeGreaterThanOrEqual(2 * Number(connections))
})

it('nginx: treats an IPv6 network of 64 bits as one address', () => {
  const config = read('deploy/nginx.conf')
  const [, lines = ''] = /^map \$remote_addr \$shala_network \{\n([^}]*\}[^}]*\}[^}]*)^\}/m.exec(config) ?? []
  const patterns = [...lines.matchAll(/"~([^"]+)" \$(\w+);/g)].map(([, pattern = '', name = '']) => ({ pattern, name }))
  expect(patterns).toHaveLength(2)
  /** Key of an address, as nginx finds it: the first pattern that matches, else the address. */
  const keyOf = (address: string) => {
    for (const { pattern, name } of patterns) {
      const found = new RegExp(pattern).exec(address)?.groups?.[name]
      if (found) return found
    }
    return address
  }
  expect(keyOf('2001:db8:1:2:3:4:5:6')).toBe(keyOf('2001:db8:1:2::9'))
  expect(keyOf('2001:db8:1::9')).toBe(keyOf('2001:db8:1::a:b:c'))
  expect(keyOf('2001:db8::9')).toBe('2001:db8')
  const others = ['2001:db8:1:2::9', '2001:db8:1:3::9', '2001:db8:1::9', '2001:db8::9', '192.0.2.1', '192.0.2.2', '::1']
  expect(new Set(others.map(keyOf)).size).toBe(others.length)
  for (const zone of ['limit_conn_zone', 'limit_req_zone'])
    expect(config).toMatch(new RegExp(`^${zone} \\$shala_`, 'm'))
  expect(config).toMatch(/registration\)" \$shala_network;/)
})

it('nginx: counts pages and scripts of an address apart, and forms in neither', () => {
  const config = read('deploy/nginx.conf')
  const keyOf = (map: string, request: string) => {
    const lines = new RegExp(`\\$shala_${map} \\{\\n([^}]*)^\\}`, 'm').exec(config)?.[1] ?? ''
    const [, pattern = '', key] = /"~([^"]+)" \$(\w+);/.exec(lines) ?? []
    return new RegExp(pattern).test(request) ? key : ''
  }
  const counted = (request: string) => ['pages', 'scripts'].filter((map) => keyOf(map, request) === 'shala_network')
  for (const request of ['GET:/', 'GET:/students/fees', 'HEAD:/students/fees', 'GET:/assets', 'GET:/x/assets/a.js'])
    expect([request, counted(request)]).toEqual([request, ['pages']])
  for (const request of ['GET:/assets/a.js', 'HEAD:/assets/a.js'])
    expect([request, counted(request)]).toEqual([request, ['scripts']])
  for (const request of ['POST:/students/login', 'POST:/assets/a.js']) expect(counted(request)).toEqual([])
  // 600 students at once may each load a sign-in page, a home page, two more pages, and all scripts of a first visit.
  const burstOf = (zone: string) => Number(new RegExp(`zone=shala_${zone} burst=(\\d+) nodelay`).exec(config)?.[1])
  expect(burstOf('pages')).toBeGreaterThanOrEqual(600 * 5)
  expect(burstOf('scripts')).toBeGreaterThanOrEqual(600 * 50)
})

it('deployment guide: lists Node, database, settings and migration in this order, and uses one folder for backups', () => {
  const places = ['Node has to be in', 'CREATE DATABASE shala', 'GRANT ', '/etc/shala/shala.env', 'shala migrate\n']
  const found = places.map((words) => guide.indexOf(words, guide.indexOf('## Debian')))
  expect(found.every((at) => at > 0)).toBe(true)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(read('deploy/shala-backup.service')).toContain('/var/backups/shala')
  const commands =
    /(?:npm run|shala) (?:backup|restore|upgrade|logs|schools)(?: -- restore| restore| --)? (\/[^\s`)]+)/g
  for (const text of [guide, read('operators.md')]) {
    const folders = [...text.matchAll(commands)].map(([, folder = '']) => folder)
    expect(folders.length).toBeGreaterThan(4)
    expect(folders.filter((folder) => !folder.startsWith('/var/backups/shala'))).toEqual([])
  }
})

it('deployment guide: has the commands that put backups and log copies on a disk other than the database’s', () => {
  const [, section = ''] = /^## Put the backups on another disk\n([\s\S]*?)^## /m.exec(guide) ?? []
  const mounted = section.indexOf('mount /var/backups/shala\n')
  expect(mounted).toBeGreaterThan(section.indexOf('mkfs.ext4 -L shala-backups '))
  expect(section).toContain("echo 'LABEL=shala-backups /var/backups/shala ext4 ")
  expect(section).toMatch(/^apt-get install rsync .*\n.*root rsync -a \S+:\/var\/backups\/shala\/ /m)
  // A stopped timer does not stop the backup or copy that it started, which would write into the moved folder.
  const [, stopped = ''] = /^systemctl stop (.+) && mv /m.exec(section) ?? []
  for (const name of ['shala-backup.timer', 'shala-backup', 'shala-logs.timer', 'shala-logs'])
    expect(stopped.split(' ')).toContain(name)
  // The guide links to this section before it copies the log for the first time.
  const led = guide.indexOf('](#put-the-backups-on-another-disk)')
  expect(led).toBeGreaterThan(0)
  expect(led).toBeLessThan(guide.indexOf('shala logs /var/backups/shala'))
})

it('alarms: name only existing metrics, and every class of job', () => {
  const operators = read('operators.md')
  const [source, http] = ['app/http/metrics.server.ts', 'server/metrics.ts'].map((file) =>
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'),
  )
  const own = [...(source ?? '').matchAll(/\btell\(\s*'(\w+)'/g)].map(([, name]) => `shala_${name}`)
  const known = [...own, ...(http?.match(/shala_\w+/g) ?? [])]
  const named = operators.match(/\bshala_[a-z]\w*/g)?.filter((name) => name !== 'shala_second') ?? []
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  const classes = [...operators.matchAll(/shala_jobs_of_kind_oldest_seconds\{class="(\w+)"\}/g)].map(([, name]) => name)
  expect(classes).toEqual([...jobClasses])
})

it('links between documents: lead to a heading that exists', () => {
  const folder = new URL('../docs/', import.meta.url)
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const broken = pages.flatMap((page) => {
    const text = read(page)
    const links = [...text.matchAll(/\]\(([^)\s:#]*)#([^)\s]+)\)/g)]
    return links.flatMap(([, file = '', anchor = '']) => {
      const target = file === '' ? text : readFileSync(new URL(file, new URL(page, folder)), 'utf8')
      return anchorsOf(target).includes(anchor) ? [] : [`${page}: ${file}#${anchor}`]
    })
  })
  expect(broken).toEqual([])
})
