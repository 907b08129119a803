/**
 * Pages that may show Google's map. Each is loaded as a whole document with its own security policy (`hasMap` of its
 * handle): a link to one reloads when the school has a key and the current document blocks Google.
 */
const mapPages = /^\/students\/(transport|transport\/status|vehicles|vehicles\/apply)(\/places\/|$)/

export function isMapPage(path: string): boolean {
  return mapPages.test(path)
}

/**
 * Returns whether this document's security policy allows Google Maps: the root then puts the nonce on the stylesheet
 * link.
 */
export function letsGoogleIn(): boolean {
  return Boolean(document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.nonce)
}
