import { execute } from '~/database/connection.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { clashesOf, type EntryRefusal, inTimetable, resolveEntry, writeDays } from './place-entry.server'
import { findEntry } from './queries.server'
import type { EntryFields } from './schema'
import { TimetableEntry } from './tables.server'

/** Changes what is taught, by whom, where, when and on which days; section and session stay. Refused as `createEntry` is. */
export function updateEntry(
  scope: SchoolScope,
  publicId: string,
  fields: EntryFields,
): Promise<{ ok: true; value: undefined } | EntryRefusal> {
  return inTimetable(async () => {
    // The lock first: of two clerks the second changes what the first has left.
    await execute(
      'UPDATE timetable_entries SET updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND public_id = :publicId',
      { schoolId: scope.schoolId, publicId },
    )
    const entry = await findEntry(scope, publicId)
    if (!entry) return refused('not-found')
    const wanted = await resolveEntry(scope, entry.classId, fields)
    if (!wanted.ok) return wanted
    const { academicSessionId, sectionId } = entry
    const place = { ...wanted.value, academicSessionId, sectionId, days: fields.days }
    const clashes = await clashesOf(scope, place, entry.id)
    if (clashes.length > 0) return { ok: false, reason: 'clash', clashes }
    await TimetableEntry.update(wanted.value, { where: { id: entry.id, schoolId: scope.schoolId } })
    await execute('DELETE FROM timetable_days WHERE school_id = :schoolId AND entry_id = :entryId', {
      schoolId: scope.schoolId,
      entryId: entry.id,
    })
    await writeDays(scope, entry.id, place)
    return done()
  })
}
