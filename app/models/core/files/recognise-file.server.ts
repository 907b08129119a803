import { fileTypeFromBuffer } from 'file-type'

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
 * Detects a file's type by its content, ignoring its name and declared type; null for unsupported types. Text without
 * the signature of a known format and without control characters counts as CSV.
 */
export async function recogniseFile(bytes: Uint8Array): Promise<FileType | null> {
  const detectedType = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = detectedType && byMediaType[detectedType.mime]
  // A PDF must begin with its signature: with bytes before it, another program may read it as another format.
  if (type === 'pdf') return startsWith(bytes, '%PDF-') ? 'pdf' : null
  if (type) return type
  return detectedType === undefined && bytes.length > 0 && isPlainText(bytes) ? 'csv' : null
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(bytes.subarray(0, mark.length)).toString('latin1') === mark
}

/** Office tables are UTF-8 or Windows-1252 text, without control characters except tabs and line ends. */
function isPlainText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}
