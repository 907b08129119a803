import { readFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '~/env.server'

/** Running version: from package.json, with the commit if git was available during the build. */
export interface Version {
  version: string
  commit: string | null
}

let cachedVersion: Version | undefined

/** Returns the version recorded by the build; `development` without a build. */
export function version(): Version {
  cachedVersion ??= read()
  return cachedVersion
}

function read(): Version {
  try {
    return JSON.parse(readFileSync(path.join(env().SHALA_BUILD_DIR, 'version.json'), 'utf8'))
  } catch {
    return { version: 'development', commit: null }
  }
}
