import { execute, inTransaction } from '~/database/database.server'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findSection, findSession } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { dayNames } from './options'
import { findEntry } from './queries.server'
import { clashesOf, type EntryValues, existsAlready, inTimetable, resolveEntry, writeDays } from './slots.server'
import { TimetableEntry } from './tables.server'
import { entryForm } from './timetable-fields'

export const entrySchema = schemaOf(entryForm, ({ days }, say) => {
  if (days?.length === 0) say('days', 'Select at least one day')
})

/**
 * Adds a lesson to a section's week on several days, all or none. Refuses a section, teacher or room that is already
 * occupied in the period (`clash`, each named), a subject the class does not learn, a break, and an inactive teacher.
 * An identical lesson counts as done (the button was pressed twice).
 */
export function createEntry(scope: SchoolScope, at: { section: string; session: string }, values: EntryValues) {
  return inTimetable(async () => {
    const section = await findSection(scope, at.section)
    const session = await findSession(scope, at.session)
    if (!section || !session) return refused('not-found')
    const resolution = await resolveEntry(scope, section.classId, values)
    if (!resolution.ok) return resolution
    const slot = { ...resolution.value, academicSessionId: session.id, sectionId: section.id }
    const clashes = await clashesOf(scope, slot, 0)
    if (clashes.length > 0 && (await existsAlready(scope, slot))) return done()
    if (clashes.length > 0) return { ...refused('clash'), clashes }
    const { days: _, ...row } = slot
    const entry = await TimetableEntry.create({ publicId: newPublicId(), schoolId: scope.schoolId, ...row })
    await writeDays(scope, entry.id, slot)
    await note(scope, 'created', await findEntry(scope, entry.publicId))
    return done()
  })
}

/**
 * Updates subject, teacher, room, period and days; section and session stay. Refuses as `createEntry` does, and
 * `changed` (saved since `version`).
 */
export function updateEntry(scope: SchoolScope, publicId: string, version: number, values: EntryValues) {
  const { schoolId } = scope
  return inTimetable(async () => {
    // Locks first, so that the second of two clerks reads the first one's result.
    await TimetableEntry.update({ updatedAt: new Date() }, { where: { schoolId, publicId } })
    const entry = await findEntry(scope, publicId)
    if (!entry) return refused('not-found')
    if (entry.version !== version) return refused('changed')
    const resolution = await resolveEntry(scope, entry.classId, values)
    if (!resolution.ok) return resolution
    const { id, academicSessionId, sectionId } = entry
    const slot = { ...resolution.value, academicSessionId, sectionId }
    const clashes = await clashesOf(scope, slot, id)
    if (clashes.length > 0) return { ...refused('clash'), clashes }
    const { days: _, ...row } = resolution.value
    await TimetableEntry.update({ ...row, version: version + 1 }, { where: { id, schoolId } })
    await execute('DELETE FROM timetable_days WHERE school_id = :schoolId AND entry_id = :id', { schoolId, id })
    await writeDays(scope, id, slot)
    await note(scope, 'updated', await findEntry(scope, publicId), entry)
    return done()
  })
}

/** Deletes a lesson on all its days. */
export function deleteEntry(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    // Locks first, so that the audit log records another clerk's latest save.
    await TimetableEntry.update({ updatedAt: new Date() }, { where: { schoolId: scope.schoolId, publicId } })
    const entry = await findEntry(scope, publicId)
    const deletedCount = await TimetableEntry.destroy({ where: { publicId, schoolId: scope.schoolId } })
    if (deletedCount === 0) return refused('not-found')
    await note(scope, 'deleted', entry)
    return done()
  })
}

type Entry = Awaited<ReturnType<typeof findEntry>>

async function note(scope: SchoolScope, verb: 'created' | 'updated' | 'deleted', entry: Entry, before: Entry = null) {
  if (!entry) throw new Error('The lesson for the audit entry was not found.')
  const factsOf = ({ subject, teacher, roomNo, periodName, days }: NonNullable<Entry>) => ({
    subject,
    teacher,
    room: roomNo,
    period: periodName,
    days: days.map((day) => dayNames[day]).join(', '),
  })
  const earlier = before ? Object.entries(factsOf(before)).map(([name, value]) => [`${name}Before`, value]) : []
  const section = classSection(entry.className, entry.sectionName)
  await recordAudit(scope, {
    action: `lesson.${verb}`,
    subject: { kind: 'lesson', id: entry.id },
    details: { section, session: entry.sessionName, ...factsOf(entry), ...Object.fromEntries(earlier) },
  })
}
