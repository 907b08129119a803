import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { engines, scripts, triedNodes } from '../package.json'
import { root } from './processes.mjs'

/** Runs the version check on a Node of that version; returns its exit code and output. */
function startOn(version: string): { code: number | null; said: string } {
  const asVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const preload = `data:text/javascript,${encodeURIComponent(asVersion)}`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, '--eval', "import('./scripts/node-version.mjs').then(() => console.error('goes on'))"],
    { cwd: root, encoding: 'utf8' },
  )
  return { code: status, said: stderr.trim() }
}

it('accepts, without a message, every tried Node version and later releases of its major version', () => {
  const versions = triedNodes.flatMap(({ from, version }) => [`${from}.0`, version, `${version.split('.')[0]}.99.0`])
  expect(versions.map((version) => [version, startOn(version)])).toEqual(
    versions.map((version) => [version, { code: 0, said: 'goes on' }]),
  )
  expect(triedNodes.map(({ version }) => version.split('.')[0])).toEqual(['20', '22', '24', '26'])
  expect(engines.node).toBe(`>=${triedNodes[0]?.from}.0`)
})

it('refuses a Node version that is too old, with a message that names this version and the required one', () => {
  for (const version of ['14.21.3', '18.20.8', '20.18.3']) {
    expect(startOn(version)).toEqual({
      code: 1,
      said: `Shala needs Node 20.19 or newer; this is Node ${version}. See https://nodejs.org/`,
    })
  }
})

it('warns about an untried version, names the tried ones, and continues', () => {
  for (const version of ['21.7.3', '22.12.0', '25.9.0', '28.0.0']) {
    const { code, said } = startOn(version)
    expect(code).toBe(0)
    expect(said).toMatch(
      new RegExp(`^Shala continues on Node ${version}, but was not tested on it. It was tested on 20 \\(from`),
    )
    expect(said).toMatch(/26 \(from 26\.0\)\.\ngoes on$/)
  }
})

it('checks the Node version in the first import of every command, except those that other commands call', () => {
  const programs = Object.values(scripts).flatMap((line) => /^node (scripts\/\S+)/.exec(line)?.[1] ?? [])
  const called = ['scripts/words.mjs', 'scripts/locations.mjs']
  const own = [...new Set(programs)].filter((program) => !called.includes(program))
  expect(own.length).toBeGreaterThan(15)
  const source = (program: string) => readFileSync(path.join(root, program), 'utf8')
  expect(own.filter((program) => !source(program).startsWith("import './node-version.mjs'"))).toEqual([])
})
