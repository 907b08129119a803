import path from 'node:path'
import { env } from '~/env.server'
import { folderStore } from './folder-store.server'
import type { FileStore } from './port'
import { s3Store } from './s3-store.server'

let chosen: FileStore | undefined

/** The store of this installation: STORAGE_URL's, or the folder DATA_DIR/files. */
export function fileStore(): FileStore {
  const { STORAGE_URL: address, DATA_DIR: data } = env()
  chosen ??= address ? s3Store(address) : folderStore(path.join(data, 'files'))
  return chosen
}
