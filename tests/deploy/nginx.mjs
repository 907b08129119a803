import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeRoot } from '../../scripts/debian-root.mjs'
import { Listened } from '../../scripts/listened.mjs'
import { ensurePrograms } from '../../scripts/packages.mjs'
import { askPort, root as clone, freePort, Trouble, waitFor } from '../../scripts/processes.mjs'

/** Host name for the tests, also in their certificate. */
const NAME = 'localhost'
const ours = readFileSync(join(clone, 'docs/deploy/nginx.conf'), 'utf8')

/** Makes a Debian root with nginx, systemd and the dump program for backups, like a server's. */
export const makeServerRoot = (folder) =>
  makeRoot({
    folder,
    suite: 'bookworm',
    include: ['nginx', 'systemd-sysv', 'dbus', 'libnss-systemd', 'mariadb-client'],
    aptOptions: ['Acquire::Languages "none"', 'APT::Install-Recommends "false"'],
    cached: true,
  })

/**
 * Makes a self-signed certificate for `localhost`, as `certificate.pem` and `key.pem` in the folder.
 * @returns {Promise<string>} the certificate's file, which a client has to trust
 */
export async function makeCertificate(folder) {
  await ensurePrograms([{ programs: ['openssl'], packages: ['openssl'] }])
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name))
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${NAME}`,
    '-addext',
    `subjectAltName=DNS:${NAME}`,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  return certificate
}

/**
 * Starts nginx in a Debian root with Debian's nginx.conf and the project's file, in which only ports, name and
 * certificate paths are replaced.
 * @param {import('../../scripts/debian-root.mjs').DebianRoot} root made by makeServerRoot
 * @param {{ certificates: string, ports: { http: number, https: number }, apps: number[] }} wanted certificates: the
 * folder of makeCertificate
 */
export async function startNginx(root, { certificates, ports, apps }) {
  const inside = (path) => join(root.folder, path)
  mkdirSync(inside('etc/shala-tls'), { recursive: true })
  for (const name of ['certificate.pem', 'key.pem']) cpSync(join(certificates, name), inside(`etc/shala-tls/${name}`))
  rmSync(inside('etc/nginx/sites-enabled/default'), { force: true })
  // Follows the instructions at the top of docs/deploy/nginx.conf.
  const main = readFileSync(inside('etc/nginx/nginx.conf'), 'utf8')
  writeFileSync(
    inside('etc/nginx/nginx.conf'),
    replaced(main, [[/worker_connections \d+;/g, 'worker_connections 8192;']]),
  )
  writeFileSync(inside('etc/nginx/modules-enabled/90-shala.conf'), 'worker_rlimit_nofile 20000;\n')
  writeFileSync(inside('etc/nginx/conf.d/shala.conf'), forThisMachine({ ports, apps }))
  await root.run(['nginx', '-t'])
  const [program, words] = root.command(['nginx', '-g', 'daemon off;'])
  const nginx = new Listened([program, words], { name: 'nginx', limitMs: 20_000, stdio: ['ignore', 'pipe', 'pipe'] })
  const isOpen = await waitFor(() => nginx.hasEnded || askPort(ports.https, 'connect', 1000), 60_000, 50)
  if (!isOpen || nginx.hasEnded) {
    throw new Trouble(`nginx did not start:\n${nginx.lines.join('\n')}${errorLog()}`)
  }
  if (/exceed open file resource limit/.test(errorLog()))
    throw new Trouble(`nginx may open too few files:${errorLog()}`)
  function errorLog() {
    const file = inside('var/log/nginx/error.log')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return {
    url: `https://${NAME}:${ports.https}`,
    pid: nginx.child.pid,
    errorLog,
    async stop() {
      nginx.child.kill('SIGKILL')
      await nginx.ended
    },
  }
}

/**
 * Returns the project's configuration with free ports and the test certificate; fails when a replacement finds nothing.
 */
function forThisMachine({ ports, apps }) {
  const [first, ...more] = apps.map((port) => `server 127.0.0.1:${port} max_fails=0;`)
  const hasIpv6 = existsSync('/proc/net/if_inet6')
  return replaced(ours, [
    [/portal\.school\.example\$request_uri/g, `${NAME}:${ports.https}$request_uri`],
    [/\/etc\/letsencrypt\/live\/portal\.school\.example\/fullchain\.pem/g, '/etc/shala-tls/certificate.pem'],
    [/\/etc\/letsencrypt\/live\/portal\.school\.example\/privkey\.pem/g, '/etc/shala-tls/key.pem'],
    [/portal\.school\.example/g, NAME],
    [/^ {2}listen \[::\]:(?:80|443)[^\n]*\n/gm, hasIpv6 ? '$&' : ''],
    [/\b(listen (?:\[::\]:)?)443\b/g, `$1${ports.https}`],
    [/\b(listen (?:\[::\]:)?)80\b/g, `$1${ports.http}`],
    [/server 127\.0\.0\.1:3001 max_fails=0;/g, first],
    [/server 127\.0\.0\.1:3002 max_fails=0;/g, more.join('\n  ')],
  ])
}

function replaced(text, replacements) {
  return replacements.reduce((now, [pattern, by]) => {
    if (now.search(pattern) === -1) throw new Trouble(`The configuration of nginx has no ${pattern}.`)
    return now.replace(pattern, by)
  }, text)
}

/** Returns two free ports for nginx and `apps` more. */
export async function freePorts(apps) {
  const found = new Set()
  while (found.size < apps + 2) found.add(await freePort())
  const [http, https, ...rest] = found
  return { ports: { http, https }, apps: rest }
}
