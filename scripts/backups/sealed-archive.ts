import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { folderStore } from '~/services/storage/folder-store.server'
import { Trouble } from '../processes.mjs'

export interface Entry {
  name: string
  sizeBytes: number
  content: AsyncIterable<Uint8Array>
}

/**
 * 2^14 rounds of scrypt (its authors' value for interactive use) take 16 MB. age's default of 2^18 protects weak
 * passwords; an APP_KEY does not need it, because it has 256 random bits.
 */
const workFactor = 14

/**
 * Writes entries as a tar sealed by age with a passphrase, with only a few pieces in memory. The file gets its name
 * when it is complete and synced; on failure there is no file. Only the owner's account can read it.
 * @param file its name must be a storage key: lower-case letters, digits, hyphens and dots
 * @returns the file's size in bytes
 */
export async function writeSealed(file: string, passphrase: string, entries: AsyncIterable<Entry>): Promise<number> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  const tar = pack()
  const filled = fill(tar, entries).catch((error) => {
    tar.destroy(error)
    throw error
  })
  // Avoids an unhandled rejection when the stream reports the error first.
  filled.catch(() => {})
  const sealed = await encrypter.encrypt(pullStream(tar))
  const size = await folderStore(path.dirname(file)).put(
    path.basename(file),
    Readable.from(chunksOf(sealed)),
    'application/age',
  )
  await filled
  return size
}

/** Pull stream without a queue, as age needs it. The browser types that age uses lack `from`. */
const pullStream = (chunks: AsyncIterable<unknown>) => WebStream.from(chunks) as unknown as ReadableStream<Uint8Array>
const chunksOf = (stream: ReadableStream<Uint8Array>) => stream as unknown as AsyncIterable<Uint8Array>

async function fill(tar: ReturnType<typeof pack>, entries: AsyncIterable<Entry>): Promise<void> {
  for await (const { name, sizeBytes, content } of entries) {
    await pipeline(content, tar.entry({ name, size: sizeBytes, mode: 0o600 }))
  }
  tar.finalize()
}

/** Error for an archive that none of the passphrases opens. */
export class WrongKeyError extends Trouble {}

/**
 * Entries of a sealed archive, in order; read each to its end before the next.
 * @param passphrases candidates, any of which may open the archive
 * @param wrong error message when none does
 * @throws Trouble when no passphrase opens it, when a byte was changed, and, only after the last complete entry, when
 * the end is missing
 */
export async function* readSealed(
  file: string,
  passphrases: readonly string[],
  wrong = wrongKey(file),
): AsyncGenerator<Entry> {
  const decrypter = new Decrypter()
  for (const one of passphrases) decrypter.addPassphrase(one)
  const opened = await decrypter.decrypt(pullStream(createReadStream(file))).catch((error: NodeJS.ErrnoException) => {
    // System error with its own message: no read permission, or a failing disk.
    if (error.syscall) throw new Trouble(error.message)
    throw /no identity matched/.test(error.message) ? new WrongKeyError(wrong) : new Trouble(damaged(file))
  })
  const tar = extract()
  const read = pipeline(chunksOf(opened), tar)
  read.catch(() => {})
  try {
    for await (const entry of tar) {
      yield {
        name: entry.header.name,
        sizeBytes: entry.header.size ?? 0,
        content: whole(entry as AsyncIterable<Uint8Array>, file),
      }
    }
    await read
  } catch {
    throw new Trouble(damaged(file))
  } finally {
    tar.destroy()
  }
}

/** Replaces a read error in the middle of an entry by a readable message. */
async function* whole(content: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch {
    throw new Trouble(damaged(file))
  }
}

const wrongKey = (file: string) => `${file} was made with another APP_KEY. Set APP_KEY or APP_KEY_OLD to that key.`
const damaged = (file: string) => `${file} is damaged: it was changed, its end is missing, or it is not a backup.`
