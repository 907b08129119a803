import './node-version.mjs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './processes.mjs'

/* Writes docs/record-of-processing.md from the field classes. */

// The bundle imports packages, so its folder is inside node_modules. Nothing connects to the database named here.
process.env.DATABASE_URL ??= 'mysql://nobody@127.0.0.1/nothing'
const folder = mkdtempSync(join(root, 'node_modules/.record-'))
const outfile = join(folder, 'record.mjs')
try {
  await build({
    entryPoints: [join(root, 'app/models/entry/retention/record.server.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '~': join(root, 'app') },
    outfile,
  })
  const { recordAsMarkdown } = await import(outfile)
  writeFileSync(join(root, 'docs/record-of-processing.md'), recordAsMarkdown())
} finally {
  rmSync(folder, { recursive: true })
}
