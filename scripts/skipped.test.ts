import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root, SKIPPED_CODE } from './processes.mjs'

/*
 * A check that cannot run has neither passed nor failed: it ends with a code of its own, which the gate counts, and says why in one line.
 */

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-skipped-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A person without root's rights on a machine that has neither these programs nor a registry that answers. */
const poorMachine = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { existsSync } = fs
  fs.existsSync = (file) => !/\\/(faketime|mmdebstrap|sudo|apt-get)$/.test(String(file)) && existsSync(file)
  process.getuid = () => 1000
  syncBuiltinESMExports()`

/** The checks that need something of the machine or of the network, and what the line that says so names. */
const needs: Record<string, RegExp> = {
  'test-cluster.mjs': /root/,
  'test-days.mjs': /faketime/,
  'test-deploy.mjs': /root/,
  'test-fresh.mjs': /root/,
  'test-mysql.mjs': /root/,
  'test-nodes.mjs': /registry of npm: no network here/,
  'test-packages.mjs': /no network here/,
}
/** It leaves out a trouble where it has not the rights, which shows at its end only. */
const leavesOut = ['test-faults.mjs']

it('knows every check that can be skipped, and none says so in another way', () => {
  const folder = path.join(root, 'scripts')
  const checks = readdirSync(folder).filter((name) => /^test-.*\.mjs$/.test(name))
  const source = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const known = [...Object.keys(needs), ...leavesOut]
  const canBeSkipped = checks.filter((name) => /\bnew Skipped\(|\brunInRoots\(/.test(source(name)))
  expect(canBeSkipped.filter((name) => !known.includes(name))).toEqual([])
  expect(canBeSkipped).toContain('test-mysql.mjs')
  expect(checks.filter((name) => /Skipped: /.test(source(name)))).toEqual([])
})

it.each(Object.entries(needs))(
  '%s says in one line why it cannot run, and ends with the code for that',
  (name, why) => {
    // The one of the tests answers nothing, as where there is no network.
    const npm = path.join(folder, 'npm')
    writeFileSync(npm, '#!/bin/sh\nprintf \'{"message":"no network here"}\'; echo "no network here" >&2; exit 1\n')
    chmodSync(npm, 0o755)
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join('scripts', name)], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(poorMachine)}`,
        SHALA_NODES_DIR: path.join(folder, 'nodes'),
      },
    })
    const lines = stdout.split('\n').filter((line) => line.startsWith('Skipped: '))
    expect([status, lines, stderr]).toEqual([SKIPPED_CODE, [expect.stringMatching(why)], expect.any(String)])
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(lines[0])
  },
)
