import { inTransaction } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { takeQuota } from '~/models/shared/quota.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { askerGone, turnOfAccount } from '~/services/programs/asker.server'
import { ProgramTrouble, Turns } from '~/services/programs/turns.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { keepFile } from './keep-file.server'
import { reEncodePicture } from './re-encode-picture.server'
import { type FileType, recogniseFile } from './recognise-file.server'
import type { FileVisibility } from './tables.server'

/** What a form's file field takes, and how it is kept. */
export interface FileRule {
  types: readonly FileType[]
  /** The largest file that is taken. */
  maxBytes: number
  /** Files in this field; 1 when left out. */
  most?: number
  /** The folder of the store, which also tells files of one purpose from those of another. */
  folder: string
  visibility: FileVisibility
  /** Longest side of a picture as it is kept, in pixels. */
  maxSide?: number
  /** Longest side of the small twin that is made of a picture, in pixels; none is made without it. */
  thumbnailSide?: number
  /** Keeps a picture's transparency (a logo); faces and papers become JPEG. */
  transparent?: boolean
  /** A box of the form that has to be ticked with such a file, where the school asks for it: without it the file is refused with `missing`. */
  tick?: { name: string; isAsked: (scope: SchoolScope | StudentScope) => Promise<boolean>; missing: () => string }
  /** `damaged` where a field has words of its own for what cannot be read. */
  messages: { wrongType: () => string; tooLarge: () => string; damaged?: () => string }
}

/** A file that has arrived: its bytes are stored, its row waits for the form to be completed. */
export interface ReceivedFile {
  key: string
  fileName: string
  contentType: string
  sizeBytes: number
}

export type ReceiveRefusal = 'empty' | 'too-large' | 'wrong-type' | 'damaged' | 'no-room' | 'busy'

/** Kilobytes of files within a day: of one student, and of all online registrations of a school. */
export const fileShare = { student: 200_000, registrations: 2_000_000 } as const

const defaultSide = 2400
const maxNameLength = 100

/**
 * A process redraws one picture at a time, and the senders take turns: a large one takes 2 s of a core and 200 MB, and threads in which pages
 * are compressed. While others wait, one account (where nobody is signed in, one network) has half of the queue.
 */
const drawing = new Turns({ atOnce: { all: 1, owner: 1, group: 1 }, seconds: 60, most: 60 })

const kept: Record<Exclude<FileType, 'webp' | 'gif'>, { contentType: string; ending: string }> = {
  jpeg: { contentType: 'image/jpeg', ending: 'jpg' },
  png: { contentType: 'image/png', ending: 'png' },
  pdf: { contentType: 'application/pdf', ending: 'pdf' },
  csv: { contentType: 'text/csv', ending: 'csv' },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
}

/**
 * Takes an uploaded file in: looks at its content, draws pictures anew, small too where the rule wants it, stores the bytes
 * under random names and notes them as pending for this school and, where given, this student. `keepReceived` makes it theirs;
 * what nobody keeps is removed after a day. Refuses `no-room` where a student, or those who register online at a school, sent more
 * than a day's share; the office sends what it needs. Refuses `busy` where the pictures of others take too long.
 */
export async function receiveFile(
  scope: SchoolScope | StudentScope,
  rule: FileRule,
  file: { name: string; bytes: Uint8Array; studentId: number | null },
): Promise<Outcome<ReceivedFile, ReceiveRefusal>> {
  if (file.bytes.length === 0) return refused('empty')
  if (file.bytes.length > rule.maxBytes) return refused('too-large')
  if (!(await hasRoom(scope, file.bytes.length))) return refused('no-room')
  const type = await recogniseFile(file.bytes)
  if (type === null || !rule.types.includes(type)) return refused('wrong-type')
  const giveBack = isPicture(type) ? await drawing.take(turnOfAccount(), askerGone()).catch(busy) : () => {}
  if (!giveBack) return refused('busy')
  const made = await contentOf(type, rule, file.bytes).finally(giveBack)
  if (!made) return refused('damaged')
  const { contentType, ending } = kept[made.type]
  const fileName = plainName(file.name, ending)
  const store = async (bytes: Uint8Array): Promise<ReceivedFile> => {
    const key = newStorageKey(rule.folder, ending)
    return { key, fileName, contentType, sizeBytes: await fileStore().put(key, bytes, contentType) }
  }
  const received = await store(made.bytes)
  const small = await thumbnailOf(made, rule)
  const thumbnail = small && (await store(small))
  const owner = { visibility: rule.visibility, studentId: file.studentId, pending: true }
  await inTransaction(async () => {
    const id = await keepFile(scope, { ...received, ...owner })
    if (thumbnail) await keepFile(scope, { ...thumbnail, ...owner, thumbnailOf: id })
  })
  return done(received)
}

/** The small twin of a picture that was drawn anew already. */
function thumbnailOf(made: { type: FileType; bytes: Uint8Array }, rule: FileRule): Promise<Buffer | null> | null {
  if (rule.thumbnailSide === undefined || (made.type !== 'jpeg' && made.type !== 'png')) return null
  return reEncodePicture(made.bytes, { maxSide: rule.thumbnailSide, transparent: made.type === 'png' })
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

/** The sender's name for it without folders and signs that no name needs, ending as what it is. */
function plainName(name: string, ending: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    // Browsers write a quote as %22 there.
    .replace(/%22|[\p{C}<>:"|?*]/gu, '')
    .replace(/\.[^.]{1,8}$/, '')
    .trim()
  return `${[...plain].slice(0, maxNameLength).join('').replace(/^\.+/, '') || 'file'}.${ending}`
}

async function hasRoom(scope: SchoolScope | StudentScope, bytes: number): Promise<boolean> {
  const share =
    'studentId' in scope
      ? { bucket: `files:student:${scope.studentId}`, most: fileShare.student }
      : { bucket: `files:online:${scope.schoolId}`, most: fileShare.registrations }
  const isOffice = !('studentId' in scope) && scope.actor.kind !== 'student'
  return isOffice || takeQuota(share.bucket, share.most, 24 * 3600, Math.ceil(bytes / 1024))
}
