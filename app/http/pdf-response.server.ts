import { filePolicy, shownPdfPolicy } from './content-security-policy.server'

/** A PDF made for this request, that nobody caches: a download, or `inline` to be looked at and printed. */
export function pdfResponse(fileName: string, file: Uint8Array, how: 'attachment' | 'inline' = 'attachment'): Response {
  return new Response(file as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `${how}; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': how === 'inline' ? shownPdfPolicy : filePolicy,
    },
  })
}
