const bytesLookedAt = 4_096

/**
 * Decodes bytes by their byte order mark; without one, as UTF-16 if every other byte is zero, then as UTF-8, then as
 * Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = widthOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows1252(bytes)
  }
}

/** Characters of Windows-1252 from 0x80 to 0x9F; five of them are undefined. */
const windows1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ'

/**
 * Decodes the code page of Excel's plain "CSV" and of old workbooks. Node 20's own decoder keeps 0x80 to 0x9F as
 * invisible control characters.
 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** Detects UTF-16 without a mark: Latin letters, digits and separators leave a zero in every second byte. */
function widthOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const end = Math.min(bytes.length, bytesLookedAt) & ~1
  let even = 0
  let odd = 0
  for (let index = 0; index < end; index += 2) {
    if (bytes[index] === 0) even++
    if (bytes[index + 1] === 0) odd++
  }
  const enough = end / 5
  if (odd > enough && even < enough / 4) return 'utf-16le'
  return even > enough && odd < enough / 4 ? 'utf-16be' : null
}
