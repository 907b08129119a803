import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { checkKey } from './key'
import type { FileStore, ListedObject } from './port'

/** Stores files in a folder of this machine (or one mounted by all machines), readable by the portal's account only. */
export function folderStore(root: string): FileStore {
  const fileOf = (key: string) => path.join(root, ...checkKey(key).split('/'))
  return {
    put: async (key, content) => {
      const file = fileOf(key)
      const folder = path.dirname(file)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The temporary name is a valid key, so that the sweep of unowned files finds it after a crash.
      const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`
      try {
        const size = await write(unfinished, content)
        await rename(unfinished, file)
        await flush(folder)
        return size
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    get: async (key) => {
      const handle = await open(fileOf(key), 'r').catch(nullIfMissing)
      if (!handle) return null
      const fileStats = await handle.stat()
      if (!fileStats.isFile()) {
        await handle.close()
        return null
      }
      return { stream: handle.createReadStream(), sizeBytes: fileStats.size }
    },
    exists: async (key) => (await stat(fileOf(key)).catch(nullIfMissing))?.isFile() ?? false,
    remove: (key) => rm(fileOf(key), { force: true }),
    list: () => listFolder(root, root),
  }
}

async function write(file: string, content: Uint8Array | Readable): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeFile(handle, content)
    // Flushes the content before the rename: after a power cut the file is complete or absent.
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Flushes a folder, so that a new name in it survives a power cut. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFolder(root: string, folder: string): AsyncGenerator<ListedObject> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? []
  for (const entry of entries) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* listFolder(root, full)
    // The file may have been removed since the folder was read.
    const fileStats = entry.isFile() ? await stat(full).catch(nullIfMissing) : null
    if (fileStats) yield { key: path.relative(root, full).split(path.sep).join('/'), modifiedAt: fileStats.mtime }
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
