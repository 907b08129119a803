import { join } from 'node:path'
import { root } from './processes.mjs'

/** Who has a turn in this run, as every test draws it (tests/setup/rotation.ts). */
export async function rotation() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [join(root, 'tests/setup/rotation.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
  })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}
