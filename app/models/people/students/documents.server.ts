import { m } from '~/language/paraglide/messages'
import type { FileRule } from '~/models/core/files/receive-file.server'
import { lastFourSince } from './aadhaar.server'

/** Labels of a student's files (student specification, section 3); form fields and rows use these names. */
const labels = {
  student_photo: m.students_doc_student_photo,
  birth_certificate: m.students_doc_birth_certificate,
  aadhar_card: m.students_doc_aadhar_card,
  previous_tc: m.students_doc_previous_tc,
  previous_report_card: m.students_doc_previous_report_card,
  father_photo: m.students_doc_father_photo,
  father_aadhar_doc: m.students_doc_father_aadhar,
  mother_photo: m.students_doc_mother_photo,
  mother_aadhar_doc: m.students_doc_mother_aadhar,
  guardian_photo: m.students_doc_guardian_photo,
  guardian_aadhar_doc: m.students_doc_guardian_aadhar,
  transfer_certificate: m.students_doc_transfer_certificate,
  character_certificate: m.students_doc_character_certificate,
  marksheet: m.students_doc_marksheet,
} as const satisfies Record<string, () => string>
export type DocumentKind = keyof typeof labels
export const documentKinds = Object.keys(labels) as DocumentKind[]

export const aadhaarScans = [
  'aadhar_card',
  'father_aadhar_doc',
  'mother_aadhar_doc',
  'guardian_aadhar_doc',
] as const satisfies readonly DocumentKind[]

const isAadhaarScan = (kind: DocumentKind) => (aadhaarScans as readonly DocumentKind[]).includes(kind)

/** Checkbox that declares a scan masked; required if the school keeps only four digits of Aadhaar (decision 51). */
const maskedBox = (kind: DocumentKind) => `${kind}_masked`

const maskedTick = (kind: DocumentKind): NonNullable<FileRule['tick']> => ({
  name: maskedBox(kind),
  isAsked: async (scope) => (await lastFourSince(scope)) !== null,
  missing: m.retention_unmasked,
})

export const documentLabel = (kind: DocumentKind): string => labels[kind]()

const maxMarksheets = 10
export const maxFilesOf = (kind: DocumentKind) => (kind === 'marksheet' ? maxMarksheets : 1)

/** Returns true for photos, which must be images; other documents may be PDF (student specification, section 5). */
const isPicture = (kind: DocumentKind) => kind.endsWith('_photo')

/** Size limits in bytes; a profile picture must be smaller than 5 MB (student specification, section 9). */
const photoBytes = 5 * 1024 * 1024
const documentBytes = 10 * 1024 * 1024

/**
 * The student's photo, re-encoded for cards and lists, with a thumbnail for the header. GIF is refused: no phone takes
 * GIF photos, and such files often have other content.
 */
export const photoRule: FileRule = {
  types: ['jpeg', 'png', 'webp'],
  maxBytes: photoBytes - 1,
  folder: 'photos',
  visibility: 'student',
  maxSide: 600,
  thumbnailSide: 96,
  messages: {
    wrongType: m.students_photo_not_image,
    tooLarge: m.students_photo_too_large,
    damaged: m.students_photo_not_image,
  },
}

/** Rule for the photo in the documents form, where the student specification (section 5) allows only JPEG and PNG. */
const documentPhotoRule: FileRule = {
  ...photoRule,
  types: ['jpeg', 'png'],
  messages: { ...photoRule.messages, wrongType: m.students_picture_wrong_type },
}

function documentRule(kind: DocumentKind): FileRule {
  if (kind === 'student_photo') return documentPhotoRule
  const picture = isPicture(kind)
  return {
    types: picture ? ['jpeg', 'png'] : ['pdf', 'jpeg', 'png'],
    maxBytes: documentBytes,
    max: maxFilesOf(kind),
    folder: 'documents',
    visibility: 'student',
    maxSide: picture ? 1200 : 2400,
    ...(isAadhaarScan(kind) ? { tick: maskedTick(kind) } : {}),
    messages: {
      wrongType: picture ? m.students_picture_wrong_type : m.students_document_wrong_type,
      tooLarge: m.students_document_too_large,
    },
  }
}

/** File rules of each field in the documents form (student specification, section 5). */
export const documentRules = Object.fromEntries(documentKinds.map((kind) => [kind, documentRule(kind)])) as Record<
  DocumentKind,
  FileRule
>

function hintOf(kind: DocumentKind): string {
  if (kind === 'student_photo') return m.students_doc_photo_hint()
  if (kind === 'marksheet') return m.students_marksheet_hint({ count: maxMarksheets })
  return isPicture(kind) ? m.students_picture_hint() : m.students_document_hint()
}

export interface FileView {
  name: string
  label: string
  hint: string
  accept: string
  multiple: boolean
  /** Checkbox beside the file, if any. */
  tick: { name: string; label: string } | null
}

/**
 * File fields for a page, in the user's language; the server checks the actual file type. If the school keeps only the
 * last four digits (`isMasked`), scans of Aadhaar cards have a checkbox that declares the copy masked.
 */
export function documentFields(kinds: readonly DocumentKind[], isMasked = false): FileView[] {
  return kinds.map((kind) => ({
    name: kind,
    label: documentLabel(kind),
    ...(isMasked && isAadhaarScan(kind)
      ? {
          hint: m.retention_masked_hint({ hint: hintOf(kind) }),
          tick: { name: maskedBox(kind), label: m.retention_masked_tick({ name: documentLabel(kind) }) },
        }
      : { hint: hintOf(kind), tick: null }),
    accept: isPicture(kind) ? 'image/jpeg,image/png' : 'application/pdf,image/jpeg,image/png',
    multiple: maxFilesOf(kind) > 1,
  }))
}

export function photoField(): FileView {
  const accept = 'image/jpeg,image/png,image/webp'
  const words = { label: m.students_photo(), hint: m.students_photo_hint() }
  return { name: 'student_photo', ...words, accept, multiple: false, tick: null }
}
