const maxCellLength = 2_000

/** Control characters (a stray NUL), zero-width marks that came with a paste, and the mark that a file starts with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2060\ufeff]/g

/**
 * A cell's text as a person meant it: no invisible characters, spaces of every kind as one, none at the ends, composed letters,
 * and without the apostrophe that keeps a number a text in a spreadsheet (or a formula from running).
 */
export function cleanCell(raw: string): string {
  if (raw === '') return ''
  const seen = raw
    .slice(0, maxCellLength)
    .replace(unseen, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  const bare = /^['‘’](?=[=+\-@\d])/.test(seen) ? seen.slice(1).trim() : seen
  return /^[\x20-\x7e]*$/.test(bare) ? bare : bare.normalize('NFC')
}
