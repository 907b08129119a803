/**
 * Pages that may show Google's map come as documents with a security policy of their own (`hasMap` of their handles): a link to one is no
 * client navigation while the document that stands there keeps Google out, where the school has a key for it. From such a page on it is.
 */
const mapPages = /^\/students\/(transport|transport\/status|vehicles|vehicles\/apply)(\/places\/|$)/

/** Whether the page of a path may show Google's map. */
export function isMapPage(path: string): boolean {
  return mapPages.test(path)
}

/** Whether this document's security policy lets Google's map in: the root marks the stylesheet of such a document with the nonce. */
export function letsGoogleIn(): boolean {
  return Boolean(document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.nonce)
}
