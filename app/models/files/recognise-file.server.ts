import { fileTypeFromBuffer } from 'file-type'

/** The kinds of file that any form of ours takes. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'gif' | 'pdf' | 'csv' | 'xlsx'

const byMediaType: Record<string, FileType> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/**
 * What a file is by its content, whatever its name and its sender say; null for everything that no form takes. Text without
 * any mark of a known format and without zero bytes counts as CSV.
 */
export async function recogniseFile(bytes: Uint8Array): Promise<FileType | null> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found && byMediaType[found.mime]
  // A PDF begins with its mark; with something before it, another program may take it for something else.
  if (type === 'pdf') return startsWith(bytes, '%PDF-') ? 'pdf' : null
  if (type) return type
  return found === undefined && bytes.length > 0 && isPlainText(bytes) ? 'csv' : null
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(bytes.subarray(0, mark.length)).toString('latin1') === mark
}

/** Tables of an office come in UTF-8 or Windows-1252: either has no control signs but tab and line ends. */
function isPlainText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}
