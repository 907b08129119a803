import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Trouble } from './processes.mjs'

/*
 * `npm run seed -- --beside DATA_DIR`: with the settings of the demo that `npm start` runs there. It leaves them in its DATA_DIR, for its own user
 * alone, as long as it runs.
 */

const NAMES = [
  'APP_MODE',
  'APP_KEY',
  'APP_KEY_FILE',
  'BASE_URL',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'DATA_DIR',
  'PORT',
]

const fileIn = (dataDir) => join(dataDir, 'portal.settings')

export function leaveSettings(dataDir, env) {
  const own = Object.fromEntries(NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  writeFileSync(fileIn(dataDir), JSON.stringify(own), { mode: 0o600 })
}

export function removeSettings(dataDir) {
  rmSync(fileIn(dataDir), { force: true })
}

/** Takes what was left in the folder of `--beside DATA_DIR` into the environment; `--is-beside` stands for the two words from then on. */
export function takeSettings(words) {
  const at = words.indexOf('--beside')
  if (at < 0) return
  const [, dataDir = ''] = words.splice(at, 2, '--is-beside')
  const file = fileIn(resolve(dataDir))
  if (!existsSync(file)) throw new Trouble(`No portal runs with the folder ${dataDir}. Start it first: npm start`)
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')))
}

/** The command, as a shell takes it. */
export const seedCommand = (dataDir) =>
  `npm run seed -- --beside ${/^[\w./@:-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`}`
