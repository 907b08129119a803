import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import mysql from 'mysql2/promise'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDatabase, stopDatabase } from './database.mjs'
import { root } from './processes.mjs'

let dataDir = ''

beforeEach(() => {
  // Path with a space, as home folders often have.
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'a school '))
})

afterEach(async () => {
  await stopDatabase(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(url: string, sql: string) {
  const connection = await mysql.createConnection(url)
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>(sql)
    return rows
  } finally {
    await connection.end()
  }
}

describe('the private database of a start without MySQL', () => {
  it('serves its own account with strict SQL mode, utf8mb4 and UTC', async () => {
    const { url } = await startDatabase(dataDir)
    const [row] = await ask(
      url,
      'select @@sql_mode mode, @@time_zone zone, @@character_set_database letters, @@innodb_flush_log_at_trx_commit flush',
    )
    expect(row?.mode).toContain('STRICT_TRANS_TABLES')
    expect(row).toMatchObject({ zone: '+00:00', letters: 'utf8mb4', flush: 1 })
  })

  it('refuses sign-in without the password, even for root, and hides the password from other users', async () => {
    const { port } = await startDatabase(dataDir)
    for (const user of ['root', 'shala', '']) {
      await expect(mysql.createConnection({ host: '127.0.0.1', port, user })).rejects.toThrow(/Access denied/)
    }
    expect(statSync(path.join(dataDir, 'database-password')).mode & 0o077).toBe(0)
  })

  it('limits the account to its own database, except for tests', async () => {
    const { url, stop } = await startDatabase(dataDir)
    await expect(ask(url, 'create database other')).rejects.toThrow(/Access denied/)
    await stop()
    const forTests = await startDatabase(dataDir, { everyRight: true })
    await ask(forTests.url, 'create database other')
  })

  it('adopts a server that an earlier start left running', async () => {
    const first = await startDatabase(dataDir)
    const second = await startDatabase(dataDir)
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url })
    await second.stop()
    await first.gone
  })

  it('recovers with its data and address after kill -9', async () => {
    const first = await startDatabase(dataDir)
    await ask(first.url, 'create table kept (id int primary key)')
    await ask(first.url, 'insert into kept values (7)')
    process.kill(first.pid, 'SIGKILL')
    await first.gone
    const second = await startDatabase(dataDir)
    expect(second).toMatchObject({ adopted: false, url: first.url })
    expect(await ask(second.url, 'select id from kept')).toEqual([{ id: 7 }])
  })

  it('ignores a pid that now belongs to another program', async () => {
    writeFileSync(path.join(dataDir, 'database.pid'), `${process.pid}\n`)
    const { adopted, pid } = await startDatabase(dataDir)
    expect(adopted).toBe(false)
    expect(pid).not.toBe(process.pid)
  })

  it('runs for a user without the rights of root, and ends when its input closes', async (test) => {
    const isRoot = process.getuid?.() === 0
    const nobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env']
    const [program = '', ...words] = [...nobody, process.execPath]
    // Runs a copy, because the user without rights cannot enter a clone inside root's home.
    for (const name of ['scripts', 'package.json'])
      cpSync(path.join(root, name), path.join(dataDir, name), { recursive: true })
    if (isRoot) execFileSync('chown', ['-R', '65534:65534', dataDir])
    test.skip(spawnSync(program, [...words, '-v']).status !== 0, 'another user cannot run this Node')
    const child = spawn(program, [...words, 'scripts/database.mjs', 'data'], {
      cwd: dataDir,
      env: { ...process.env, HOME: dataDir },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // The program ends without printing an address when it cannot start.
    const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    expect(await ask(String(line).trim(), 'select 1 as answer')).toEqual([{ answer: 1 }])
    expect(statSync(path.join(dataDir, 'data', 'database')).uid).toBe(isRoot ? 65_534 : process.getuid?.())
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(existsSync(path.join(dataDir, 'data'))).toBe(false)
  })
})
