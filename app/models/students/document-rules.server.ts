import { m } from '~/language/paraglide/messages'
import type { FileRule } from '~/models/files/receive-file.server'
import { type DocumentKind, documentKinds, isPictureKind } from './document-file-options'
import { largestDocumentBytes, largestPhotoBytes, mostFilesOf } from './document-options'

/**
 * The student's own photo, drawn anew at a size that serves cards and lists, and small for the header. No phone takes a photo as
 * GIF, and what comes as one is more often something else in disguise.
 */
export const photoRule: FileRule = {
  types: ['jpeg', 'png', 'webp'],
  largestBytes: largestPhotoBytes - 1,
  folder: 'photos',
  visibility: 'student',
  longestSide: 600,
  thumbnailSide: 96,
  messages: {
    wrongType: m.students_photo_not_image,
    tooLarge: m.students_photo_too_large,
    damaged: m.students_photo_not_image,
  },
}

/** The same photo among the documents, where SP section 5 takes JPEG and PNG only. */
const documentPhotoRule: FileRule = {
  ...photoRule,
  types: ['jpeg', 'png'],
  messages: { ...photoRule.messages, wrongType: m.students_picture_wrong_type },
}

function documentRule(kind: DocumentKind): FileRule {
  if (kind === 'student_photo') return documentPhotoRule
  const picture = isPictureKind(kind)
  return {
    types: picture ? ['jpeg', 'png'] : ['pdf', 'jpeg', 'png'],
    largestBytes: largestDocumentBytes,
    most: mostFilesOf(kind),
    folder: 'documents',
    visibility: 'student',
    longestSide: picture ? 1200 : 2400,
    messages: {
      wrongType: picture ? m.students_picture_wrong_type : m.students_document_wrong_type,
      tooLarge: m.students_document_too_large,
    },
  }
}

/** What each field of the documents form takes (SP section 5). */
export const documentRules = Object.fromEntries(documentKinds.map((kind) => [kind, documentRule(kind)])) as Record<
  DocumentKind,
  FileRule
>
