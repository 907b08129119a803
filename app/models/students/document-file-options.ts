/** The files that a student may have (SP section 3), as the form's fields and the rows name them. */
export const documentKinds = [
  'student_photo',
  'birth_certificate',
  'aadhar_card',
  'previous_tc',
  'previous_report_card',
  'father_photo',
  'father_aadhar_doc',
  'mother_photo',
  'mother_aadhar_doc',
  'guardian_photo',
  'guardian_aadhar_doc',
  'transfer_certificate',
  'character_certificate',
  'marksheet',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Faces are pictures; every other paper may be a PDF too (SP section 5). */
export function isPictureKind(kind: DocumentKind): boolean {
  return kind.endsWith('_photo')
}

/** What the browser's file dialog offers; the server looks at the content. */
export function acceptedTypes(kind: DocumentKind): string {
  return isPictureKind(kind) ? 'image/jpeg,image/png' : 'application/pdf,image/jpeg,image/png'
}
