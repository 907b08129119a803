import { flag, inTransaction, number, selectRow } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { clientGoneSignal, turnOfAccount } from '~/services/programs/asker.server'
import { ProgramTrouble, Turns } from '~/services/programs/turns.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { keepFile } from './keep-file.server'
import { needsPassword } from './pdf-password.server'
import { reEncodePicture } from './re-encode-picture.server'
import { type FileType, recogniseFile } from './recognise-file.server'
import { storedBytesSql } from './stored-bytes'
import type { FileVisibility } from './tables.server'

export interface FileRule {
  types: readonly FileType[]
  maxBytes: number
  /** Maximum number of files in this field; default 1. */
  max?: number
  /** Folder in the store, one per purpose. */
  folder: string
  visibility: FileVisibility
  /** Longest side of a stored picture, in pixels. */
  maxSide?: number
  /** Longest side of a picture's thumbnail, in pixels; omitted: no thumbnail. */
  thumbnailSide?: number
  /** Keeps a picture's transparency (a logo); faces and documents become JPEG. */
  transparent?: boolean
  /**
   * Checkbox of the form that must be ticked to send this file, if the school requires it; otherwise the file is
   * refused with `missing`.
   */
  tick?: { name: string; isAsked: (scope: SchoolScope | StudentScope) => Promise<boolean>; missing: () => string }
  /** `damaged`: optional message of the field for unreadable files. */
  messages: { wrongType: () => string; tooLarge: () => string; damaged?: () => string }
}

/** Received file: its bytes are stored, its row is pending until the form is completed. */
export interface ReceivedFile {
  key: string
  fileName: string
  contentType: string
  sizeBytes: number
}

export type ReceiveRefusal =
  | 'empty'
  | 'too-large'
  | 'wrong-type'
  | 'damaged'
  | 'locked'
  | 'no-room'
  | 'full'
  | 'full-until-approved'
  | 'full-for-families'
  | 'busy'

/** Kilobytes of files per day: for one student, and for all online registrations of a school. */
export const fileShare = { student: 200_000, registrations: 2_000_000 } as const

/**
 * Bytes of files that a school may store, before (`waiting`) and after the operator has approved it. `ofStudent`:
 * maximum for one student.
 */
export const storedFileBytes = { approved: 50_000_000_000, waiting: 100_000_000, ofStudent: 1_000_000_000 } as const

/**
 * Shares of a school's storage up to which students and visitors may upload: visitors leave room for students, and both
 * leave room for the office.
 */
export const storedShare = { students: 0.9, strangers: 0.8 } as const

const defaultSide = 2400
const maxNameLength = 100

/**
 * A process renders one picture at a time, because a large picture takes 2 s of a core, 200 MB, and threads that are
 * also needed to compress pages. Senders take turns. While others wait, one account (or one network, if not signed in)
 * gets at most half of the queue.
 */
const drawing = new Turns({ atOnce: { all: 1, owner: 1, group: 1 }, seconds: 60, max: 60 })

const storedFormats: Record<Exclude<FileType, 'webp' | 'gif'>, { contentType: string; ending: string }> = {
  jpeg: { contentType: 'image/jpeg', ending: 'jpg' },
  png: { contentType: 'image/png', ending: 'png' },
  pdf: { contentType: 'application/pdf', ending: 'pdf' },
  csv: { contentType: 'text/csv', ending: 'csv' },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
}

/**
 * Receives an uploaded file: checks its content, re-encodes pictures (with a thumbnail if required), stores the bytes
 * under random names and adds pending rows. Files that `keepReceived` does not assign are deleted after a day. Refuses
 * `locked` for a PDF with a password, `no-room` over the daily limit of a student or of online registrations, and
 * `busy` if the picture queue is too long. Over a limit of stored files, refuses the office with `full` or
 * `full-until-approved`, and all other senders with `full-for-families`.
 */
export async function receiveFile(
  scope: SchoolScope | StudentScope,
  rule: FileRule,
  file: { name: string; bytes: Uint8Array; studentId: number | null },
): Promise<Outcome<ReceivedFile, ReceiveRefusal>> {
  if (file.bytes.length === 0) return refused('empty')
  if (file.bytes.length > rule.maxBytes) return refused('too-large')
  const fullness = await findFullness(scope, file.bytes.length)
  if (fullness) return refused(fullness)
  if (!(await hasRoom(scope, file.bytes.length))) return refused('no-room')
  const type = await recogniseFile(file.bytes)
  if (type === null || !rule.types.includes(type)) return refused('wrong-type')
  if (type === 'pdf' && needsPassword(file.bytes)) return refused('locked')
  const giveBack = isPicture(type) ? await drawing.take(turnOfAccount(), clientGoneSignal()).catch(busy) : () => {}
  if (!giveBack) return refused('busy')
  const content = await contentOf(type, rule, file.bytes).finally(giveBack)
  if (!content) return refused('damaged')
  const { contentType, ending } = storedFormats[content.type]
  const fileName = plainName(file.name, ending)
  const store = async (bytes: Uint8Array): Promise<ReceivedFile> => {
    const key = newStorageKey(rule.folder, ending)
    return { key, fileName, contentType, sizeBytes: await fileStore().put(key, bytes, contentType) }
  }
  const received = await store(content.bytes)
  const small = await thumbnailOf(content, rule)
  const thumbnail = small && (await store(small))
  const owner = { visibility: rule.visibility, studentId: file.studentId, pending: true }
  await inTransaction(async () => {
    const id = await keepFile(scope, { ...received, ...owner })
    if (thumbnail) await keepFile(scope, { ...thumbnail, ...owner, thumbnailOf: id })
  })
  return done(received)
}

/** Renders the thumbnail of a re-encoded picture. */
function thumbnailOf(content: { type: FileType; bytes: Uint8Array }, rule: FileRule): Promise<Buffer | null> | null {
  if (rule.thumbnailSide === undefined || (content.type !== 'jpeg' && content.type !== 'png')) return null
  return reEncodePicture(content.bytes, { maxSide: rule.thumbnailSide, transparent: content.type === 'png' })
}

const isPicture = (type: FileType) => type !== 'pdf' && type !== 'csv' && type !== 'xlsx'

function busy(error: unknown): null {
  if (error instanceof ProgramTrouble) return null
  throw error
}

async function contentOf(type: FileType, rule: FileRule, bytes: Uint8Array) {
  if (type === 'pdf' || type === 'csv' || type === 'xlsx') return { type, bytes }
  const transparent = rule.transparent === true && type !== 'jpeg'
  const picture = await reEncodePicture(bytes, { maxSide: rule.maxSide ?? defaultSide, transparent })
  return picture && { type: transparent ? ('png' as const) : ('jpeg' as const), bytes: picture }
}

/** Cleans the sender's file name: no folders or special characters, and the extension of its type. */
function plainName(name: string, ending: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    // Browsers encode a quote in a file name as %22.
    .replace(/%22|[\p{C}<>:"|?*]/gu, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim()
  return `${[...plain].slice(0, maxNameLength).join('').replace(/^\.+/, '') || 'file'}.${ending}`
}

/** Returns true for a file that the office sends: no daily limit applies. */
const isOfOffice = (scope: SchoolScope | StudentScope) => !('studentId' in scope) && scope.actor.kind !== 'student'

const storage = {
  isApproved: flag('c.approved_at IS NOT NULL'),
  total: number(storedBytesSql('c.id')),
  ofStudent: number(
    '(SELECT COALESCE(SUM(f.size_bytes), 0) FROM files f WHERE f.school_id = c.id AND f.student_id = :studentId)',
  ),
}

/**
 * Returns the refusal when the file exceeds the sender's part of the school's storage or the limit of one student;
 * otherwise null. Concurrent uploads may exceed the limits by a few files.
 */
async function findFullness(scope: SchoolScope | StudentScope, bytes: number) {
  const studentId = 'studentId' in scope ? scope.studentId : null
  const stored = await selectRow(storage, 'FROM schools c WHERE c.id = :schoolId', {
    schoolId: scope.schoolId,
    studentId,
  })
  if (!stored) return null
  const max = stored.isApproved ? storedFileBytes.approved : storedFileBytes.waiting
  const total = stored.total + bytes
  if (isOfOffice(scope)) {
    if (total <= max) return null
    return stored.isApproved ? 'full' : 'full-until-approved'
  }
  const part = studentId === null ? storedShare.strangers : storedShare.students
  return total > max * part || stored.ofStudent + bytes > storedFileBytes.ofStudent ? 'full-for-families' : null
}

async function hasRoom(scope: SchoolScope | StudentScope, bytes: number): Promise<boolean> {
  const share =
    'studentId' in scope
      ? { bucket: `files:student:${scope.studentId}`, max: fileShare.student }
      : { bucket: `files:online:${scope.schoolId}`, max: fileShare.registrations }
  return isOfOffice(scope) || takeQuota(share.bucket, share.max, 24 * 3600, Math.ceil(bytes / 1024))
}
