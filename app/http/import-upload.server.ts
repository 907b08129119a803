import { type FileUpload, FormDataParseError, parseFormData } from '@remix-run/form-data-parser'
import { largestImportBytes } from '~/models/imports/options'
import { cutParts } from './cut-parts.server'
import { checkNames, readForm } from './forms.server'

export interface UploadedFile {
  name: string
  bytes: Uint8Array
}

/** Room for the lines that a browser writes above each part. */
const headerBytes = 16 * 1024
const mostParts = 20
const longestName = 120

/**
 * The form of an import: its texts and its one file, which is held in memory up to its limit and not stored in the clear, since it
 * may name Aadhaar numbers. `file` is null where none was chosen, 'too-large' where it is more than is taken.
 * @throws Response 413, 415 or 400
 */
export async function readImportForm(
  request: Request,
): Promise<{ form: FormData; file: UploadedFile | 'too-large' | null }> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data')) return { form: await readForm(request), file: null }
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;"\s]{1,70}))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark || !request.body) throw new Response(null, { status: 400 })
  let file: UploadedFile | 'too-large' | null = null
  const take = async (upload: FileUpload) => {
    if (upload.fieldName !== 'file' || (upload.name === '' && upload.size === 0) || file !== null) return
    file =
      upload.size > largestImportBytes
        ? 'too-large'
        : { name: plainName(upload.name), bytes: new Uint8Array(await upload.arrayBuffer()) }
  }
  const largestPart = largestImportBytes + headerBytes
  const body = request.body.pipeThrough(cutParts(mark, largestPart))
  const form = await parseFormData(
    new Request(request.url, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
      duplex: 'half',
    } as RequestInit),
    { maxFiles: mostParts, maxParts: mostParts, maxFileSize: largestPart, maxTotalSize: 2 * largestPart },
    take,
  ).catch((error) => {
    const tooMuch = error?.name?.startsWith('Max')
    if (error instanceof FormDataParseError || tooMuch) throw new Response(null, { status: tooMuch ? 413 : 400 })
    throw error
  })
  checkNames(form)
  form.delete('file')
  return { form, file }
}

/** The sender's name for it, for people to know it again. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return [...last.normalize('NFC').replace(/\p{C}/gu, '').trim()].slice(0, longestName).join('') || 'file'
}
