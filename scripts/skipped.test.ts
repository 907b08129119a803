import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
/** Those that need nothing more than any test does. */
const needNothing = ['test-faults.mjs']

it('knows of every check whether it can be skipped', () => {
  const checks = readdirSync(path.join(root, 'scripts')).filter((name) => /^test-.*\.mjs$/.test(name))
  expect(checks.sort()).toEqual([...Object.keys(needs), ...needNothing].sort())
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
