import { type FileUpload, FormDataParseError, parseFormData } from '@remix-run/form-data-parser'
import type { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { findReceived, refuseReceived } from '~/models/core/files/keep-received.server'
import {
  type FileRule,
  type ReceivedFile,
  type ReceiveRefusal,
  receiveFile,
  storedFileBytes,
} from '~/models/core/files/receive-file.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { isStorageKey } from '~/services/storage/key'
import {
  checkNames,
  cleanForm,
  type FieldErrors,
  maxFormBytes,
  type ParsedForm,
  parseFields,
  readForm,
} from './forms.server'

/** Maximum body of a form with files, in bytes. */
export const maxUploadBytes = 50 * 1024 * 1024
/** Bytes for the headers that a browser writes above each part. */
const headerBytes = 16 * 1024

type Rules<Name extends string> = Record<Name, FileRule>
type Files<Name extends string> = Record<Name, ReceivedFile[]>

/** `body` has the posted fields, without the files. */
export type ParsedUpload<Value, Name extends string> =
  | (Extract<ParsedForm<Value>, { ok: false }> & { body: FormData })
  | (Extract<ParsedForm<Value>, { ok: true }> & { body: FormData; files: Files<Name> })

interface UploadOptions {
  /** Fields never sent back to the page, unlike all other typed values. */
  secret?: readonly string[]
  /**
   * Student that the files belong to, when the office sends them; a student's own scope already identifies the student.
   */
  studentId?: number | null
  /** Returns whether this sender may upload files now; called once, before the first file is stored. */
  mayBringFiles?: () => Promise<boolean>
}

/**
 * Parses a posted form with files. `rules` describes each file field; limits apply while the body is read. Stores each
 * valid file at once: if the form fails, the file comes back as a ticked box `<field>_received` (shown by `FileField`)
 * and is part of the next post. The use case claims `files` with `keepReceived`.
 * @throws Response 413 for a body over 50 MB, 415 for a body that is not a form, 400 for an unreadable one
 */
export async function parseUploadForm<Schema extends z.ZodType, Name extends string>(
  request: Request,
  scope: SchoolScope | StudentScope,
  schema: Schema,
  rules: Rules<Name>,
  options: UploadOptions = {},
): Promise<ParsedUpload<z.output<Schema>, Name>> {
  const studentId = options.studentId ?? null
  let mayBring: Promise<boolean> | undefined
  const arrived = new Map<string, ReceivedFile[]>()
  const fieldErrors: FieldErrors = {}
  const take = async (upload: FileUpload) => {
    const rule = Object.hasOwn(rules, upload.fieldName) ? rules[upload.fieldName as Name] : undefined
    const hasFile = upload.name !== '' || upload.size > 0
    if (!rule || !hasFile) return
    const before = arrived.get(upload.fieldName) ?? []
    if (before.length >= maxOf(rule)) return refuse(fieldErrors, upload.fieldName, tooMany(rule))
    if (upload.size > rule.maxBytes) return refuse(fieldErrors, upload.fieldName, rule.messages.tooLarge())
    mayBring ??= options.mayBringFiles?.() ?? Promise.resolve(true)
    if (!(await mayBring)) return refuse(fieldErrors, upload.fieldName, m.students_document_no_room())
    const bytes = new Uint8Array(await upload.arrayBuffer())
    const outcome = await receiveFile(scope, rule, { name: upload.name, bytes, studentId })
    if (outcome.ok) arrived.set(upload.fieldName, [...before, outcome.value])
    else refuse(fieldErrors, upload.fieldName, refusalWords(rule, outcome.reason))
  }

  if (Number(request.headers.get('Content-Length') ?? 0) > maxUploadBytes) throw new Response(null, { status: 413 })
  const maxFile = Math.max(...Object.values<FileRule>(rules).map((rule) => rule.maxBytes))
  const form = await readUploadForm(request, { maxFile, maxBody: maxUploadBytes, maxParts: 300 }, take)
  const files = {} as Files<Name>
  for (const name of Object.keys(rules) as Name[]) {
    files[name] = await countIn(form, name, rules[name], arrived.get(name) ?? [])
    await askForTick(name, rules[name])
  }
  const parsed = parseFields(form, schema, { secret: options.secret ?? [], fieldErrors })
  return parsed.ok ? { ...parsed, body: form, files } : { ...parsed, body: form }

  /** Rejects the files of a field whose required tick is missing, and deletes them: they are not offered again. */
  async function askForTick(name: Name, { tick }: FileRule): Promise<void> {
    if (!tick || files[name].length === 0 || form.get(tick.name) === 'yes' || !(await tick.isAsked(scope))) return
    refuse(fieldErrors, name, tick.missing())
    await refuseReceived(scope, files[name], { studentId })
    form.delete(`${name}_received`)
    files[name] = []
  }

  /** Returns the new files and those of earlier tries, and adds a box for each to the form. */
  async function countIn(form: FormData, name: Name, rule: FileRule, fresh: ReceivedFile[]): Promise<ReceivedFile[]> {
    const box = `${name}_received`
    const keys = form.getAll(box).map((value) => String(value).split(' ')[0] ?? '')
    form.delete(box)
    const receivedKeys = [...new Set(keys)].filter((key) => isStorageKey(key) && key.startsWith(`${rule.folder}/`))
    // In a field for a single file, a new file replaces the earlier one.
    const replaced = maxOf(rule) === 1 && fresh.length > 0
    const earlier = replaced ? [] : await findReceived(scope, receivedKeys.slice(0, maxOf(rule)), { studentId })
    if (!replaced && earlier.length < new Set(keys).size) refuse(fieldErrors, name, m.students_document_expired())
    const all = [...earlier, ...fresh]
    if (all.length > maxOf(rule)) refuse(fieldErrors, name, tooMany(rule))
    const acceptedFiles = all.slice(0, maxOf(rule))
    for (const file of acceptedFiles) form.append(box, `${file.key} ${file.fileName}`)
    return acceptedFiles
  }
}

const maxOf = (rule: FileRule) => rule.max ?? 1
const tooMany = (rule: FileRule) => m.students_document_too_many({ count: maxOf(rule) })

function refuse(errors: FieldErrors, name: string, message: string): void {
  const before = errors[name] ?? []
  if (!before.includes(message)) errors[name] = [...before, message]
}

function refusalWords(rule: FileRule, reason: ReceiveRefusal): string {
  if (reason === 'no-room') return m.students_document_no_room()
  if (reason === 'full') return m.students_document_full({ limit: `${storedFileBytes.approved / 1e9} GB` })
  if (reason === 'full-until-approved')
    return m.students_document_full_until_approved({ limit: `${storedFileBytes.waiting / 1e6} MB` })
  if (reason === 'full-for-families') return m.students_document_full_for_families()
  if (reason === 'busy') return `${m.public_busy_title()}. ${m.public_busy_text()}`
  if (reason === 'empty') return m.students_document_empty()
  if (reason === 'locked') return m.students_document_locked()
  if (reason === 'damaged') return rule.messages.damaged?.() ?? m.students_document_damaged()
  return reason === 'too-large' ? rule.messages.tooLarge() : rule.messages.wrongType()
}

interface BodyLimits {
  /**
   * Maximum bytes of a file. Longer files are cut (`cutParts`), so that the fields after them can be read, and are then
   * refused because of their size.
   */
  maxFile: number
  /** Maximum bytes of all parts together, counted after long files were cut. */
  maxBody: number
  maxParts: number
}

/**
 * Reads the text fields of a posted form and passes its files to `take` one by one. A form without files may use the
 * plain encoding.
 * @throws Response 413, 415 or 400
 */
export async function readUploadForm(
  request: Request,
  { maxFile, maxBody, maxParts }: BodyLimits,
  take: (upload: FileUpload) => Promise<void>,
): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data')) return readForm(request)
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;"\s]{1,70}))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark || !request.body) throw new Response(null, { status: 400 })
  const maxPart = maxFile + headerBytes
  const form = await parseFormData(
    new Request(request.url, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: request.body.pipeThrough(cutParts(mark, maxPart)),
      duplex: 'half',
    } as RequestInit),
    { maxFiles: maxParts, maxParts, maxFileSize: maxPart, maxTotalSize: maxBody },
    take,
  ).catch((error) => {
    const tooMuch = error?.name?.startsWith('Max')
    if (error instanceof FormDataParseError || tooMuch) throw new Response(null, { status: tooMuch ? 413 : 400 })
    throw error
  })
  checkNames(form)
  const texts = [...form.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
  if (texts > maxFormBytes) throw new Response(null, { status: 413 })
  return cleanForm(form)
}

/**
 * Passes a multipart body through, but at most `maxBytes` bytes of each part, and discards the rest as it arrives. So a
 * file of any size costs no more memory than the largest accepted one, and the fields after it are still read. A cut
 * part exceeds the maximum, so it is refused by its size.
 */
export function cutParts(boundary: string, maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let pendingBytes = Buffer.alloc(0)
  let partLength = 0
  return new TransformStream({
    transform(chunk, controller) {
      const pass = (bytes: Buffer) => {
        const room = Math.max(0, maxBytes - partLength)
        partLength += bytes.length
        if (room > 0 && bytes.length > 0) controller.enqueue(bytes.subarray(0, room))
      }
      const data = pendingBytes.length > 0 ? Buffer.concat([pendingBytes, chunk]) : Buffer.from(chunk)
      let from = 0
      for (let next = data.indexOf(mark, from); next !== -1; next = data.indexOf(mark, from)) {
        pass(data.subarray(from, next))
        controller.enqueue(data.subarray(next, next + mark.length))
        partLength = 0
        from = next + mark.length
      }
      // The boundary may begin at the end of this chunk.
      const sure = Math.max(from, data.length - mark.length + 1)
      pass(data.subarray(from, sure))
      pendingBytes = data.subarray(sure)
    },
    flush(controller) {
      if (pendingBytes.length > 0) controller.enqueue(pendingBytes)
    },
  })
}
