import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { measure } from './measure.mjs'
import { root } from './processes.mjs'

let clone = ''
const write = (name: string, ...lines: string[]) => {
  mkdirSync(path.dirname(path.join(clone, name)), { recursive: true })
  writeFileSync(path.join(clone, name), lines.map((line) => `${line}\n`).join(''))
}

beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'shala-measure-'))
  cpSync(path.join(root, '.gitignore'), path.join(clone, '.gitignore'))
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

it('counts lines of code in total and per page, without tests and generated files', () => {
  write('vite.config.ts', 'one')
  write('app/routes/students+/fees.tsx', 'export default function Fees() {', '}')
  write('app/routes/students+/home.tsx', 'export default function Home() {', '}')
  write('app/routes/students+/fees[.]csv.ts', 'export const loader = 1')
  write('app/routes/students+/fees.test.ts', 'a test', 'has lines', 'of its own')
  write('app/language/paraglide/words.js', 'made')
  write('app/messages/en/fees.json', '{}')
  write('app/http/csv.ts', 'one')
  write('tests/factories/fees.ts', 'no code of the house')
  write('app/http/content-security-policy.ts', 'one')
  expect(measure(clone)).toMatchObject({ lines: 8, linesOfPage: 4, httpFiles: 2 })
})

it('counts adjacent lines with a student field as one occurrence, including its messages but not imports', () => {
  write('app/a.ts', 'import {', '  religions,', "} from './b'", 'religion', '', 'isReligion', 'religionLabel')
  write('app/b.ts', "import { religions } from './a'", 'export const gender = 1')
  write('app/messages/en/a.json', '"religion": "",', '"religion_other": ""')
  write('prisma-free-db/migrations/1.ts', 'ADD religion')
  write('scripts/c.mjs', 'religion')
  expect(measure(clone)).toMatchObject({ fieldFiles: 3, fieldPlaces: 4 })
  expect(measure(clone, { field: 'gender' })).toMatchObject({ fieldFiles: 1, fieldPlaces: 1 })
})

it('counts the hostel lines but not the room lines of a shared file, and lists expected files that are missing', () => {
  write(
    'app/models/money/hostels/hostel-fields.ts',
    "import { z } from 'zod'",
    'const hostel = {',
    '}',
    'const room = {',
    '}',
  )
  write('app/models/money/hostels/hostels.server.ts', "import { z } from 'zod'", 'const hostel = {', '}')
  write('tests/e2e/hostels.spec.ts', 'a test')
  const { hostelLines, hostelGone, hostelFolders } = measure(clone)
  expect({ hostelLines, hostelFolders }).toEqual({ hostelLines: 5, hostelFolders: 2 })
  expect(hostelGone).toContain('app/models/money/hostels/tables.server.ts')
  expect(hostelGone).not.toContain('app/models/money/hostels/hostel-fields.ts')
})

it('counts functions with a transaction parameter, by its name or its type', () => {
  write(
    'app/a.ts',
    'function byName(tx) {}',
    'const byType = (transaction: Tx | null) => 1',
    'class One { method({ id }: { id: number }, tx?: Transaction) {} }',
    'interface NoFunction { method(tx: Tx): void }',
    'function without(text: string) {}',
  )
  expect(measure(clone).carriers).toBe(3)
})

it('finds circular imports, including type imports, but not files that only import such a circle', () => {
  write('app/a.ts', "import type { B } from './b'")
  write('app/b.tsx', "export { C } from '~/c.server'")
  write('app/c.server.ts', "const a = await import('~/a')")
  write('app/d.ts', "import { a } from './a'", "import { e } from 'node:fs'")
  expect(measure(clone).circles).toEqual(['app/a.ts, app/b.tsx, app/c.server.ts'])
  write('app/c.server.ts', 'export const C = 1')
  expect(measure(clone).circles).toEqual([])
})
