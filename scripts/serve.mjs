import './node-version.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeSettings } from './beside.mjs'
import { latestBuild, markInUse } from './build.mjs'
import { root, runMain, Trouble } from './processes.mjs'

const PROGRAMS = [
  ...['door', 'worker', 'migrate', 'backup', 'logs', 'restore', 'upgrade'],
  ...['held', 'jobs', 'keys', 'schools', 'seed', 'security-export', 'remove-second-factor'],
]

/*
 * `npm run serve`, `worker`, `migrate`, `keys` and others: runs one program of the newest build in this process, for
 * operators who manage processes themselves. Installs, builds, migrates and creates nothing.
 */
await runMain(async () => {
  const name = process.argv[2]
  if (!PROGRAMS.includes(name)) throw new Trouble(`Name the program to run: ${PROGRAMS.join(', ')}.`)
  process.chdir(root)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const buildDir = latestBuild()
  if (!buildDir) throw new Trouble('There is no build yet. Create one first: npm run build')
  if (name === 'seed') takeSettings(process.argv)
  process.env.APP_MODE ||= 'production'
  process.env.NODE_ENV = 'production'
  process.env.SHALA_BUILD_DIR = buildDir
  markInUse(buildDir)
  process.setSourceMapsEnabled(true)
  process.argv.splice(2, 1)
  await import(pathToFileURL(join(buildDir, `${name}.js`)).href)
})
