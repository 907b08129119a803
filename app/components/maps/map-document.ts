/**
 * Pages that may show Google's map. Their security policy (`hasMap` of the handle) differs from that of other pages. So
 * a link to one reloads the document when the school has a key and the current document blocks Google.
 */
const mapPages = /^\/students\/(transport|transport\/status|vehicles|vehicles\/apply)(\/places\/|$)/

export function isMapPage(path: string): boolean {
  return mapPages.test(path)
}

/**
 * Returns whether this document's security policy allows Google Maps: if it does, the root has put the policy's nonce
 * on the stylesheet link.
 */
export function letsGoogleIn(): boolean {
  return Boolean(document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.nonce)
}
