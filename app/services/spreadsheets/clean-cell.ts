const maxCellLength = 2_000

/** Control characters (a stray NUL), zero-width characters from pasted text, and the byte order mark of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2060\ufeff]/g

/**
 * Cleans a cell's text: no invisible characters, single spaces, trimmed, composed letters, and without the apostrophe
 * that makes a spreadsheet treat a number or formula as text.
 */
export function cleanCell(raw: string): string {
  if (raw === '') return ''
  const visibleText = raw
    .slice(0, maxCellLength)
    .replace(unseen, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  const bare = /^['‘’](?=[=+\-@\d])/.test(visibleText) ? visibleText.slice(1).trim() : visibleText
  return /^[\x20-\x7e]*$/.test(bare) ? bare : bare.normalize('NFC')
}
