import { Fragment } from 'react'

type Part = { text: string; href?: string }

/**
 * Splits a text at its http and https links, without trailing punctuation. Only these become links, and nothing is read
 * as markup.
 */
export function splitAtLinks(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"']+/gi)) {
    const link = match[0].replace(/[.,;:!?)\]}।]+$/, '')
    if (!isLink(link)) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index) })
    parts.push({ text: link, href: link })
    at = match.index + link.length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

function isLink(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Typed text with its line breaks and links, without any markup. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="typed">
      {splitAtLinks(text).map(({ text: words, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no key except their position
          <a key={index} href={href} rel="noopener noreferrer nofollow">
            {words}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={index}>{words}</Fragment>
        ),
      )}
    </p>
  )
}
