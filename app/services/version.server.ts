import { readFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '~/env.server'

/** Which version runs: of package.json, and the commit it was built from where git was there to ask. */
export interface Version {
  version: string
  commit: string | null
}

/** The folder of the build, which is named after all that was built. */
export const buildName = () => path.basename(env().SHALA_BUILD_DIR)

let known: Version | undefined

/** What the build noted of itself; `development` where nothing was built. */
export function version(): Version {
  known ??= read()
  return known
}

function read(): Version {
  try {
    return JSON.parse(readFileSync(path.join(env().SHALA_BUILD_DIR, 'version.json'), 'utf8'))
  } catch {
    return { version: 'development', commit: null }
  }
}
