import type { Readable } from 'node:stream'

export interface StoredObject {
  stream: Readable
  sizeBytes: number
}

export interface ListedObject {
  key: string
  modifiedAt: Date
}

/** Storage of files by key. The rows of `files` hold owner, name and type. A key is never reused for other content. */
export interface FileStore {
  /** Stores the whole content and returns its size; stores nothing when it throws. */
  put: (key: string, content: Uint8Array | Readable, contentType: string) => Promise<number>
  /** Returns the content; null for a missing file. Destroy a stream that is not read to its end. */
  get: (key: string) => Promise<StoredObject | null>
  exists: (key: string) => Promise<boolean>
  /** Removes a file; a missing file is not an error. */
  remove: (key: string) => Promise<void>
  /** Lists all files, including partial ones left by a crash. */
  list: () => AsyncIterable<ListedObject>
}

/** Error for a full disk or a store that does not answer; a retry may succeed. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
}
