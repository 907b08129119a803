import { statfs } from 'node:fs/promises'
import { env } from '~/env.server'

/** Total bytes of the disk of DATA_DIR, and bytes free for this process; null if unknown. */
export async function diskSpace(): Promise<{ freeBytes: number; totalBytes: number } | null> {
  const diskStats = await statfs(env().DATA_DIR).catch(() => null)
  return diskStats && { freeBytes: diskStats.bavail * diskStats.bsize, totalBytes: diskStats.blocks * diskStats.bsize }
}
