import { readUploadForm } from '~/http/uploads.server'
import { maxImportBytes } from '~/models/entry/imports/options'

export interface UploadedFile {
  name: string
  bytes: Uint8Array
}

const limits = { maxFile: maxImportBytes, maxBody: 2 * maxImportBytes, maxParts: 20 }
const maxNameLength = 120

/**
 * Reads the form of an import with its one file. The file stays in memory and is never stored unencrypted, since it may
 * contain Aadhaar numbers. `file` is null if none was chosen, 'too-large' above the limit.
 * @throws Response 413, 415 or 400
 */
export async function readImportForm(
  request: Request,
): Promise<{ form: FormData; file: UploadedFile | 'too-large' | null }> {
  let file: UploadedFile | 'too-large' | null = null
  const form = await readUploadForm(request, limits, async (upload) => {
    if (upload.fieldName !== 'file' || (upload.name === '' && upload.size === 0) || file !== null) return
    if (upload.size > maxImportBytes) file = 'too-large'
    else file = { name: plainName(upload.name), bytes: new Uint8Array(await upload.arrayBuffer()) }
  })
  form.delete('file')
  return { form, file }
}

/** Cleans the original file name for display. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return [...last.normalize('NFC').replace(/\p{C}/gu, '').trim()].slice(0, maxNameLength).join('') || 'file'
}
