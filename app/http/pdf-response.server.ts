import { filePolicy } from './content-security-policy.server'
/** A PDF made for this request: a download that nobody caches. */
export function pdfResponse(fileName: string, file: Uint8Array): Response {
  return new Response(file as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': filePolicy,
    },
  })
}
