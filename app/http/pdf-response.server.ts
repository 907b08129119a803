import { isLanguage, type Language } from '~/language/language'
import { filePolicy, shownPdfPolicy } from './content-security-policy.server'

/** The name of a file in plain letters, with what it is of; what no plain letter writes is left out. */
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

/** In which language an address asks for a paper of the office (`?language=gu`): English where it names none. */
export function paperLanguage(request: Request): Language {
  const asked = new URL(request.url).searchParams.get('language')
  return isLanguage(asked) ? asked : 'en'
}

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
