import { isLanguage, type Language } from '~/language/language'
import { filePolicy, shownPdfPolicy } from './content-security-policy.server'

/** A file name in plain letters from its parts; drops all other characters. */
export function fileNameOf(...parts: string[]): string {
  const plain = parts.map((part) =>
    part
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g)
      ?.join('-'),
  )
  return plain.filter(Boolean).join('-')
}

/** Language that the address requests for an office paper (`?language=gu`); default: English. */
export function paperLanguage(request: Request): Language {
  const requestedLanguage = new URL(request.url).searchParams.get('language')
  return isLanguage(requestedLanguage) ? requestedLanguage : 'en'
}

/** Response with a PDF made for this request, never cached: a download, or `inline` for viewing and printing. */
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
