import type { DocumentKind } from './document-options'

/** Faces are pictures; every other paper may be a PDF too (SP section 5). */
export function isPictureKind(kind: DocumentKind): boolean {
  return kind.endsWith('_photo')
}

/** What the browser's file dialog offers; the server looks at the content. */
export function acceptedTypes(kind: DocumentKind): string {
  return isPictureKind(kind) ? 'image/jpeg,image/png' : 'application/pdf,image/jpeg,image/png'
}
