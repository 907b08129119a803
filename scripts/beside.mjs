import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Trouble } from './processes.mjs'

/*
 * `npm run seed -- --beside DATA_DIR` uses the settings of the demo that `npm start` runs with this DATA_DIR. A running
 * demo keeps its settings there, in a file that only the user who started the demo can read.
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

/** Loads the settings of `--beside DATA_DIR` into the environment and replaces the two arguments by `--is-beside`. */
export function takeSettings(words) {
  const at = words.indexOf('--beside')
  if (at < 0) return
  const [, dataDir = ''] = words.splice(at, 2, '--is-beside')
  const file = fileIn(resolve(dataDir))
  if (!existsSync(file)) throw new Trouble(`No portal is running with the folder ${dataDir}. Start it first: npm start`)
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')))
}

/** Seed command with the folder quoted for a shell. */
export const seedCommand = (dataDir) =>
  `npm run seed -- --beside ${/^[\w./@:-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`}`
