import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * `npm start` and `npm test` start before the packages are installed, so the modules that they load until then must
 * not need any package.
 */

let clone = ''

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'shala-without-packages-'))
  cpSync('package.json', join(clone, 'package.json'))
  cpSync('scripts', join(clone, 'scripts'), { recursive: true })
})

afterAll(() => rmSync(clone, { recursive: true, force: true }))

test.each(['gate.mjs', 'launcher.mjs'])('%s: loads when no packages are installed', (program) => {
  const load = `import('./scripts/${program}').then((all) => console.log(Object.keys(all).join()))`
  const printed = execFileSync(process.execPath, ['-e', load], { cwd: clone, encoding: 'utf8' })
  expect(printed).toMatch(/runGate|launch/)
})
