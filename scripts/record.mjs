import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './processes.mjs'

/* Writes docs/record-of-processing.md from the field classes. */

const { outputFiles } = await build({
  entryPoints: [join(root, 'app/models/entry/retention/record.server.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  alias: { '~': join(root, 'app') },
  write: false,
})
const source = Buffer.from(outputFiles[0].contents).toString('base64')
const { recordAsMarkdown } = await import(`data:text/javascript;base64,${source}`)
writeFileSync(join(root, 'docs/record-of-processing.md'), recordAsMarkdown())
