import type { Readable } from 'node:stream'

export interface StoredObject {
  stream: Readable
  sizeBytes: number
}

export interface ListedObject {
  key: string
  modifiedAt: Date
}

/**
 * Where files lie. It knows keys and bytes; who owns a file, and its name and type for people, are rows of `files`.
 * A key is never used again for other content.
 */
export interface FileStore {
  /** Keeps the whole content or, when it throws, nothing. Answers the size. */
  put: (key: string, content: Uint8Array | Readable, contentType: string) => Promise<number>
  /** The content, or null when there is none; a stream that is not read to its end must be destroyed. */
  get: (key: string) => Promise<StoredObject | null>
  exists: (key: string) => Promise<boolean>
  /** Removes it; one that is not there is no error. */
  remove: (key: string) => Promise<void>
  /** Everything that lies here, half-written leftovers of a crash too. */
  list: () => AsyncIterable<ListedObject>
}

/** Nothing could be kept, or nothing be read: the disk is full, or the store does not answer. It may be otherwise in a moment. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
}
