/** For a file that somebody may have made: nothing in it runs, loads anything, sends a form or stands in a page of others. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** For a PDF that we make ourselves and a browser shows: its viewer would not begin in a sandbox. */
export const shownPdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Needs {
  /** Of the inline scripts that a document carries; none where it carries none. */
  nonce: string | undefined
  /** The page may show Google's map. Without scripts it never does. */
  hasMap: boolean
}

/**
 * Scripts only from our own files; inline ones (Remix's data) only where a document carries them, by nonce. Google's hosts, as its guide
 * to this policy names them, only on pages with a map.
 */
export function contentSecurityPolicy({ nonce, hasMap }: Needs): string {
  const own = nonce ? `'self' 'nonce-${nonce}'` : "'self'"
  const google = hasMap && nonce !== undefined
  const also = (hosts: string) => (google ? ` ${hosts}` : '')
  return [
    "default-src 'self'",
    `script-src ${own}${also('https://maps.googleapis.com https://maps.gstatic.com')}`,
    // Google's scripts write styles into the page and mark them with the nonce of the first that they find.
    google ? `style-src ${own} https://fonts.googleapis.com` : "style-src 'self'",
    `img-src 'self' data: blob:${also('https://*.googleapis.com https://*.gstatic.com https://*.google.com')}`,
    `font-src 'self'${also('https://fonts.gstatic.com')}`,
    `connect-src 'self'${also('https://*.googleapis.com https://*.gstatic.com https://*.google.com data: blob:')}`,
    ...(google ? ['worker-src blob:', 'frame-src https://*.google.com'] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
