import { join } from 'node:path'
import { root } from './processes.mjs'

/** Loads tests/setup/rotation.ts, which decides by the run's seed which of the slow tests this run covers. */
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
