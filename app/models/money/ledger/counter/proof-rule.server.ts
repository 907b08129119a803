import { m } from '~/language/paraglide/messages'
import type { FileRule } from '~/models/core/files/receive-file.server'
import { maxProofBytes } from '../options'

/** A picture or PDF that shows a declared transfer; the student and the school may see it. */
export const proofRule: FileRule = {
  types: ['pdf', 'jpeg', 'png'],
  maxBytes: maxProofBytes,
  folder: 'proofs',
  visibility: 'student',
  maxSide: 2400,
  messages: { wrongType: m.students_document_wrong_type, tooLarge: m.students_document_too_large },
}
