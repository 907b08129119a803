import { join } from 'node:path'
import { root } from './processes.mjs'

/** Loads tests/setup/rotation.ts, which decides in every test what runs in this turn. */
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
