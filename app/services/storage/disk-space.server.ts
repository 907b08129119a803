import { statfs } from 'node:fs/promises'
import { env } from '~/env.server'

/** Bytes of the disk that DATA_DIR lies on, and how many of them this process may still fill; null where it cannot be asked. */
export async function diskSpace(): Promise<{ freeBytes: number; totalBytes: number } | null> {
  const found = await statfs(env().DATA_DIR).catch(() => null)
  return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}
