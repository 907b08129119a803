import { createHash } from 'node:crypto'
import type { StoredObject } from '~/services/storage/port'
import { filePolicy } from './content-security-policy.server'
import { bodyOfStream } from './stream-body.server'

interface FileAnswer {
  /** Storage key; the content under a key never changes. */
  key: string
  fileName: string
  contentType: string
  sizeBytes: number
  visibility: 'public' | 'student' | 'school'
}

/**
 * Types that the browser shows inline. All others are downloads, since an uploaded file must not act as one of our
 * pages.
 */
const shownInPlace = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/** Responds with a file, streamed from `open`. Does not open it for a cached copy (304) or a HEAD request. */
export async function fileResponse(
  request: Request,
  file: FileAnswer,
  open: (key: string) => Promise<StoredObject | null>,
): Promise<Response> {
  const headers = headersOf(file)
  if (request.headers.get('If-None-Match') === headers.get('ETag')) return new Response(null, { status: 304, headers })
  headers.set('Content-Type', file.contentType)
  headers.set('Content-Length', String(file.sizeBytes))
  headers.set('Content-Disposition', disposition(file))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const stored = await open(file.key)
  if (!stored) return new Response(null, { status: 404 })
  return new Response(bodyOfStream(stored.stream), { headers })
}

function headersOf(file: FileAnswer): Headers {
  return new Headers({
    ETag: `"${createHash('sha256').update(file.key).digest('hex').slice(0, 32)}"`,
    // Phones are shared: do not leave private files in the browser.
    'Cache-Control': file.visibility === 'public' ? 'public, max-age=604800, immutable' : 'private, no-store',
    'Content-Security-Policy': filePolicy,
  })
}

/** The file name twice: in ASCII for old clients, and as UTF-8 (RFC 6266). */
function disposition(file: FileAnswer): string {
  const kind = shownInPlace.has(file.contentType) ? 'inline' : 'attachment'
  const plain = file.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(file.fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`
}
