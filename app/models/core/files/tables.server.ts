import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'

/** Readers of a file: everyone, its student and the student's school, or only the school. */
const visibilities = ['public', 'student', 'school'] as const
export type FileVisibility = (typeof visibilities)[number]

/**
 * Owner, name and type of the file stored under `storageKey`. A pending one waits for its form to be completed;
 * `thumbnailOf` references the picture of which this is the thumbnail.
 */
export const StoredFile = table('files', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: orNull(column.foreign),
  storageKey: kept('logs', column.text(120)),
  visibility: kept('logs', column.oneOf(visibilities)),
  contentType: kept('logs', column.text(80)),
  fileName: kept('logs', column.text(160)),
  sizeBytes: kept('logs', column.count),
  state: withDefault(column.oneOf(['pending', 'kept'])),
  thumbnailOf: orNull(column.foreign),
  createdAt: withDefault(column.instant),
})
