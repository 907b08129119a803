import path from 'node:path'
import { exists } from '~/database/database.server'
import { pendingMigrations } from '~/database/migrate.server'
import { env } from '~/env.server'

export type Readiness = { ready: true } | { ready: false; reason: 'database' | 'migrations' }

const maxMs = 2_000
/** Folders whose migrations have all run. This stays true, so it is checked once. */
const migrated = new Set<string>()

/** Returns whether this process can serve requests: the database responds (within 2 s) and no migration is pending. */
export async function readiness(folder = path.resolve(env().SHALA_BUILD_DIR, 'migrations')): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false, reason: 'database' }), maxMs)
  })
  try {
    return await Promise.race([ask(folder), tooLong])
  } finally {
    clearTimeout(timer)
  }
}

async function ask(folder: string): Promise<Readiness> {
  try {
    await exists('FROM DUAL')
    if (!migrated.has(folder)) {
      if ((await pendingMigrations(folder)).length > 0) return { ready: false, reason: 'migrations' }
      migrated.add(folder)
    }
    return { ready: true }
  } catch {
    // The error's message may contain the database's address, and this page is public.
    return { ready: false, reason: 'database' }
  }
}
