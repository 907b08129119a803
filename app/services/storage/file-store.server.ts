import path from 'node:path'
import { env } from '~/env.server'
import { folderStore } from './folder-store.server'
import { type FileStore, StoreAway } from './port'
import { s3Store } from './s3-store.server'

let cachedStore: FileStore | undefined

/** File store of this installation: the one of STORAGE_URL if it is set, otherwise the folder DATA_DIR/files. */
export function fileStore(): FileStore {
  const { STORAGE_URL: address, DATA_DIR: data } = env()
  cachedStore ??= saidAway(address ? s3Store(address) : folderStore(path.join(data, 'files')))
  return cachedStore
}

/** Wraps a store so that `put` and `get` fail with `StoreAway`, which callers can tell from their own errors. */
function saidAway(store: FileStore): FileStore {
  const away = (error: unknown) => {
    throw new StoreAway(error instanceof Error ? error.message : String(error), { cause: error })
  }
  return { ...store, put: (...content) => store.put(...content).catch(away), get: (key) => store.get(key).catch(away) }
}
