/**
 * Returns the body byte for byte, as a signature requires; null above `limit`. Counts while reading, since a declared
 * length proves nothing.
 */
export async function readRawBody(request: Request, limit: number): Promise<Buffer | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}
