import { count, foreign, given, instant, oneOf, orNull, table, text, thing } from '~/kit/tables/table.server'

/** Readers of a file: everyone, its student and the student's school, or only the school. */
const visibilities = ['public', 'student', 'school'] as const
export type FileVisibility = (typeof visibilities)[number]

/**
 * Owner, name and type of the file stored under `storageKey`. A pending one waits for its form to be completed;
 * `thumbnailOf` references the picture of which this is the thumbnail.
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
