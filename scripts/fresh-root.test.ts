import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, type DebianRoot, makeRoot, mayMakeRoots } from './debian-root.mjs'
import { root as clone } from './processes.mjs'

/*
 * The part of `npm run test:fresh` that is cheap enough for every run: a Debian 12 with Node only, and the private
 * database with the packages that the scripts install for it.
 */

const { may, why } = await mayMakeRoots({ online: true })

describe.skipIf(!may)(`a bare Debian 12${may ? '' : ` (not tried: ${why})`}`, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-fresh-'))
  let root: DebianRoot

  beforeAll(async () => {
    root = await makeRoot({
      folder: path.join(folder, 'root'),
      suite: 'bookworm',
      variant: 'apt',
      cached: true,
      // Skips package descriptions in other languages.
      aptOptions: ['Acquire::Languages "none"'],
    })
    addNode(root)
    cpSync(path.join(clone, 'scripts'), path.join(root.folder, 'clone', 'scripts'), { recursive: true })
    cpSync(path.join(clone, 'package.json'), path.join(root.folder, 'clone', 'package.json'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('installs, creates and starts the private database, which ends with its parent process', async () => {
    expect(existsSync(path.join(root.folder, 'usr/sbin/mariadbd'))).toBe(false)
    const [program, args] = root.command(['node', 'scripts/database.mjs', '/data'], { cwd: '/clone' })
    const child = spawn(program, args, { detached: true })
    const ended = new Promise((done) => child.once('exit', done))
    try {
      const said: string[] = []
      createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
      const lines = createInterface({ input: child.stdout })
      const url = await new Promise<string>((resolve, reject) => {
        lines.on('line', (line) => (line.startsWith('mysql://') ? resolve(line) : said.push(line)))
        lines.once('close', () => reject(new Error(said.slice(-15).join('\n'))))
      })
      const connection = await mysql.createConnection(url)
      const [rows] = await connection.query('select database() as name')
      await connection.end()
      expect(rows).toEqual([{ name: 'shala' }])
      child.stdin.end()
      expect(await ended).toBe(0)
      expect(existsSync(path.join(root.folder, 'data'))).toBe(false)
    } finally {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
    }
  })

  it('leaves nothing mounted', () => {
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(folder)
  })
})
