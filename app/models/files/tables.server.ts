import { count, foreign, given, instant, oneOf, orNull, table, text, thing } from '~/models/shared/table.server'

/** Who may read a file: everybody, its student and the student's school, or the school alone. */
const visibilities = ['public', 'student', 'school'] as const
export type FileVisibility = (typeof visibilities)[number]

/**
 * Owner, name and type of what lies in the file store under `storageKey`. A pending one waits for a form to be completed; `thumbnailOf` is
 * the picture that this is the small twin of.
 */
export const StoredFile = table('files', {
  id: thing.id,
  schoolId: foreign,
  studentId: orNull(foreign),
  storageKey: text(120),
  visibility: oneOf(visibilities),
  contentType: text(80),
  fileName: text(160),
  sizeBytes: count,
  state: given(oneOf(['pending', 'kept'])),
  thumbnailOf: orNull(foreign),
  createdAt: given(instant),
})
