import { reEncodePicture } from '~/models/files/re-encode-picture.server'
import { fileStore } from '~/services/storage/file-store.server'

const atOnce = 4

/**
 * Pictures of the file store, small enough for a document of many; what cannot be read is left out, since a missing photo
 * must not keep a class from its cards. Answers them by key.
 */
export async function printPictures(keys: readonly string[], input: { maxSide: number; transparent: boolean }) {
  const pictures = new Map<string, Uint8Array>()
  const waiting = [...new Set(keys)]
  const work = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const picture = await readPicture(key, input)
      if (picture) pictures.set(key, picture)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return pictures
}

async function readPicture(key: string, input: { maxSide: number; transparent: boolean }) {
  const stored = await fileStore().get(key)
  if (!stored) return null
  const chunks: Buffer[] = []
  for await (const chunk of stored.stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return reEncodePicture(Buffer.concat(chunks), input)
}
