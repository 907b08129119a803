import { m } from '~/language/paraglide/messages'
import { type DocumentKind, isPictureKind } from './document-file-options'

export const mostMarksheets = 10
/** SP section 9: a profile picture is smaller than this. */
export const largestPhotoBytes = 5 * 1024 * 1024
export const largestDocumentBytes = 10 * 1024 * 1024

export function mostFilesOf(kind: DocumentKind): number {
  return kind === 'marksheet' ? mostMarksheets : 1
}

export function documentHint(kind: DocumentKind): string {
  if (kind === 'student_photo') return m.students_doc_photo_hint()
  if (kind === 'marksheet') return m.students_marksheet_hint({ count: mostMarksheets })
  return isPictureKind(kind) ? m.students_picture_hint() : m.students_document_hint()
}

export function documentLabel(kind: DocumentKind): string {
  return {
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
  }[kind]()
}
