import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../tests/deploy/nginx.mjs'
import { root, runMain, runProgram } from './processes.mjs'

/*
 * `npm run test:deploy`: tests the files of docs/deploy: runs nginx with our configuration, systemd with our units, and
 * the image. Each runs in its own Debian root, so that nothing is installed or started on this machine. `-- nginx`,
 * `-- systemd` or `-- image` runs only that one.
 */
await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shala-deploy-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  // Node reads its trusted certificates at startup.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: await makeCertificate(folder) }
  const words = [join(root, 'tests/deploy/deploy.mjs'), folder, ...process.argv.slice(2)]
  process.exitCode = await runProgram(process.execPath, words, { env })
})
