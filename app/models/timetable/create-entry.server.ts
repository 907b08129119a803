import { findSection, findSession } from '~/models/academics/queries.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { clashesOf, type EntryRefusal, inTimetable, resolveEntry, stands, writeDays } from './place-entry.server'
import type { EntryFields } from './schema'
import { TimetableEntry } from './tables.server'

/**
 * Puts a lesson into a section's week, on several days at once. Refused where the section, the teacher or the room is taken in that
 * period (`clash`, each named), for a subject that the class does not learn, for a break, and for a teacher who is not active. All days
 * or none. What stands already just as it is wanted (the button pressed twice) is done.
 */
export function createEntry(
  scope: SchoolScope,
  at: { section: string; session: string },
  fields: EntryFields,
): Promise<{ ok: true; value: undefined } | EntryRefusal> {
  return inTimetable(async () => {
    const section = await findSection(scope, at.section)
    const session = await findSession(scope, at.session)
    if (!section || !session) return refused('not-found')
    const wanted = await resolveEntry(scope, section.classId, fields)
    if (!wanted.ok) return wanted
    const place = { ...wanted.value, academicSessionId: session.id, sectionId: section.id, days: fields.days }
    const clashes = await clashesOf(scope, place, 0)
    if (clashes.length > 0 && (await stands(scope, place))) return done()
    if (clashes.length > 0) return { ok: false, reason: 'clash', clashes }
    const { days: _, ...row } = place
    const entry = await TimetableEntry.create({ publicId: newPublicId(), schoolId: scope.schoolId, ...row })
    await writeDays(scope, entry.id, place)
    return done()
  })
}
