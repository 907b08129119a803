import {
  count,
  foreign,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'

/** Readers of a file: everyone, its student and the student's school, or only the school. */
const visibilities = ['public', 'student', 'school'] as const
export type FileVisibility = (typeof visibilities)[number]

/**
 * Owner, name and type of the file stored under `storageKey`. A pending one waits for its form to be completed;
 * `thumbnailOf` references the picture of which this is the thumbnail.
 */
export const StoredFile = table('files', {
  id: thingColumns.id,
  schoolId: foreign,
  studentId: orNull(foreign),
  storageKey: text(120),
  visibility: oneOf(visibilities),
  contentType: text(80),
  fileName: text(160),
  sizeBytes: count,
  state: withDefault(oneOf(['pending', 'kept'])),
  thumbnailOf: orNull(foreign),
  createdAt: withDefault(instant),
})
