import { execute, exists, number } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sessionForm } from './academic-fields'
import { dependentsBy } from './dependents.server'
import { lockSchool } from './lock-school.server'
import { earliestDay, latestDay } from './options'
import { sessionChoices } from './queries.server'
import { sessionWarnings } from './rules'
import { AcademicSession } from './tables.server'

/** Reads sessions with the number of students in each, and a single session also with its dependents. */
const reads = plainReads(AcademicSession, sessionForm, {
  listed: ['name', 'startsOn', 'endsOn', 'isCurrent'],
  counts: {
    studying: number(
      `(SELECT COUNT(*) FROM enrollments e
        WHERE e.school_id = t.school_id AND e.academic_session_id = t.id AND e.status = 'studying')`,
    ),
  },
  more: dependentsBy('academic_session_id', 'students', 'fees', 'exams', 'schemes', 'lessons', 'days'),
  search: ['t.name'],
  filters: {},
  orders: { newest: '-TO_DAYS(t.starts_on)', name: 't.name', students: ['studying', 't.name'] },
})

const records = plainRecords(AcademicSession, sessionForm, {
  kind: 'academic-session',
  details: ({ name, isCurrent }) => ({ name, current: isCurrent }),
  check: ({ startsOn, endsOn }, say) => {
    if (startsOn && !isOfSchool(startsOn)) say('startsOn', 'Enter a date as yyyy-mm-dd')
    if (endsOn && !isOfSchool(endsOn)) say('endsOn', 'Enter a date as yyyy-mm-dd')
    if (startsOn && endsOn && startsOn >= endsOn) say('endsOn', 'The last day must come after the first day')
  },
  taken: { academic_sessions_name: 'name-taken' },
  held: { '*': 'in-use' },
  hold: lockSchool,
  /**
   * Refuses to unset the current session, because a school has exactly one. The first session always becomes current.
   */
  save: async ({ scope: { schoolId }, row, values, write }) => {
    if (row?.isCurrent && !values.isCurrent) return refused('must-stay-current')
    const current = 'WHERE school_id = :schoolId AND is_current = 1'
    const isCurrent = values.isCurrent || !(await exists(`FROM academic_sessions ${current}`, { schoolId }))
    if (isCurrent && !row?.isCurrent) {
      const giveUp = 'UPDATE academic_sessions SET is_current = 0, version = version + 1'
      await execute(`${giveUp} ${current}`, { schoolId })
    }
    await write({ ...values, isCurrent })
    return null
  },
  /** Refuses to delete the current session, unless it is the only one. */
  keep: async ({ schoolId }, { isCurrent }) =>
    isCurrent && (await AcademicSession.count({ where: { schoolId } })) > 1 ? refused('current') : null,
})

const isOfSchool = (day: string) => day >= earliestDay && day <= latestDay

export const sessions = { ...reads, ...records }

/** Returns warnings about a session of unusual length, or one that overlaps other sessions of the school. */
export async function warningsAbout(scope: SchoolScope, publicId: string): Promise<string[]> {
  const all = await sessionChoices(scope)
  const session = all.find((one) => one.publicId === publicId)
  const others = all.filter((one) => one !== session)
  return session ? sessionWarnings(session, others) : []
}
