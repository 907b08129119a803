/** Policy for an uploaded file: it cannot run scripts, load anything, send a form or be framed. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Policy for our own PDFs shown in the browser, whose PDF viewer does not start in a sandbox. */
export const shownPdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Needs {
  /** Nonce of the document's inline scripts; undefined when it has none. */
  nonce: string | undefined
  /** True when the page may show Google's map, which it never does without JavaScript. */
  hasMap: boolean
}

/**
 * Allows scripts from our own files only, and inline ones (Remix's data) by nonce. Allows Google's hosts, as listed in
 * Google's CSP guide, only on pages with a map.
 */
export function contentSecurityPolicy({ nonce, hasMap }: Needs): string {
  const ownSources = nonce ? `'self' 'nonce-${nonce}'` : "'self'"
  const google = hasMap && nonce !== undefined
  const also = (hosts: string) => (google ? ` ${hosts}` : '')
  return [
    "default-src 'self'",
    `script-src ${ownSources}${also('https://maps.googleapis.com https://maps.gstatic.com')}`,
    // Google's scripts add styles to the page with the first nonce that they find, so `style-src` accepts the nonce
    // too.
    google ? `style-src ${ownSources} https://fonts.googleapis.com` : "style-src 'self'",
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
