import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { testAppKey, testBuild } from '../factories/app'

/** A complete installation, with its own database and folder, for an operator's commands. */
export interface Installation {
  databaseUrl: string
  dataDir: string
}

export interface Ran {
  code: number
  out: string
  err: string
}

/** Runs a program of the build as its operator does; kills it after `killAfterMs`, if set. */
export async function runProgram(
  program: string,
  { databaseUrl, dataDir }: Installation,
  args: string[],
  settings = {},
  killAfterMs = 0,
): Promise<Ran> {
  const build = await testBuild()
  const env: NodeJS.ProcessEnv & { SHALA_BUILD_DIR: string } = {
    NODE_ENV: 'production',
    PATH: process.env.PATH,
    APP_MODE: 'demo',
    APP_KEY: testAppKey,
    BASE_URL: 'http://localhost:3000',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SHALA_BUILD_DIR: build,
    ...settings,
  }
  const script = path.join(env.SHALA_BUILD_DIR, `${program}.js`)
  return new Promise((done) => {
    execFile(
      process.execPath,
      [script, ...args],
      { env, timeout: killAfterMs, killSignal: 'SIGKILL' },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

export type Ask = (sql: string) => Promise<RowDataPacket[]>

export async function withConnection<Answer>(url: string, work: (ask: Ask) => Promise<Answer>): Promise<Answer> {
  const connection = await createConnection(url)
  try {
    return await work(async (sql) => (await connection.query<RowDataPacket[]>(sql))[0])
  } finally {
    await connection.end()
  }
}

/** Returns the SHA-256 of each stored file. */
export function filesOf({ dataDir }: Installation): Record<string, string> {
  const root = path.join(dataDir, 'files')
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(root, name)).isFile(),
  )
  return Object.fromEntries(names.sort().map((name) => [name, hashOf(readFileSync(path.join(root, name)))]))
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
