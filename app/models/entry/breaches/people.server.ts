import { execute, insertRows, inTransaction, number, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { containing } from '~/kit/tables/select-page.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { logForm, peopleForm } from './breach-fields'
import { type FindWay, maxListedNumbers } from './options'
import { listedNumbers, momentOfDay } from './rules'
import { BreachCase } from './tables.server'

export interface Chosen {
  found: number
  /** Number of students added or removed. The others were already listed, or already notified. */
  changed: number
  /** The first few unknown numbers. */
  unknown: string[]
  unknownCount: number
}

const shownUnknown = 10

/**
 * Adds affected people, or removes those not yet notified: students by admission or enrollment numbers, of a section
 * (in the current session), or all. Students who have left are found by their numbers. Refuses `not-found`, `closed`,
 * `nobody` (nothing selected), and `too-many` lines.
 */
export function choosePeople(
  scope: SchoolScope,
  publicId: string,
  { numbers, section, everybody, act }: ValuesOf<typeof peopleForm>,
): Promise<Outcome<Chosen, 'not-found' | 'closed' | 'nobody' | 'too-many'>> {
  const listed = listedNumbers(numbers ?? '')
  if (listed.length === 0 && section === null && !everybody) return Promise.resolve(refused('nobody'))
  if (listed.length > maxListedNumbers) return Promise.resolve(refused('too-many'))
  return inTransaction(async () => {
    const open = await openCase(scope, publicId)
    if (!open.ok) return open
    const caseId = open.value
    const byNumber = await findByNumbers(scope, listed)
    const unknown = listed.filter((one) => !byNumber.known.has(one.toLowerCase()))
    const bySection = section === null ? [] : await studentsOfSection(scope, section)
    const all = everybody ? await studentsHere(scope) : []
    const ways = new Map<number, FindWay>()
    for (const id of byNumber.ids) ways.set(id, 'list')
    for (const id of bySection) if (!ways.has(id)) ways.set(id, 'section')
    for (const id of all) if (!ways.has(id)) ways.set(id, 'school')
    const changed = act === 'add' ? await add(scope, caseId, ways) : await takeOff(scope, caseId, [...ways.keys()])
    const details = { act, found: ways.size, changed, unknown: unknown.length }
    await recordAudit(scope, { action: 'breach.people-chosen', subject: { kind: 'breach', id: caseId }, details })
    return done({ found: ways.size, changed, unknown: unknown.slice(0, shownUnknown), unknownCount: unknown.length })
  })
}

async function openCase(scope: SchoolScope, publicId: string): Promise<Outcome<number, 'not-found' | 'closed'>> {
  const row = await lockThing(BreachCase, scope, publicId)
  if (!row) return refused('not-found')
  return row.closedAt === null ? done(row.id) : refused('closed')
}

async function findByNumbers({ schoolId }: SchoolScope, listed: readonly string[]) {
  const ids: number[] = []
  const knownNumbers = new Set<string>()
  for (let from = 0; from < listed.length; from += 500) {
    const numbers = listed.slice(from, from + 500)
    const rows = await selectRows(
      { id: number('s.id'), number: text('n.number') },
      `FROM (SELECT id AS student_id, enrollment_number AS number FROM students WHERE school_id = :schoolId AND enrollment_number IN (:numbers)
         UNION ALL SELECT student_id, admission_number FROM academic_infos WHERE school_id = :schoolId AND admission_number IN (:numbers)) n
       JOIN students s ON s.school_id = :schoolId AND s.id = n.student_id`,
      { schoolId, numbers },
    )
    for (const row of rows) {
      ids.push(row.id)
      knownNumbers.add(row.number.toLowerCase())
    }
  }
  return { ids, known: knownNumbers }
}

async function studentsOfSection({ schoolId }: SchoolScope, section: string): Promise<number[]> {
  const rows = await selectRows(
    { id: number('e.student_id') },
    `FROM enrollments e JOIN sections t ON t.id = e.section_id AND t.public_id = :section
     JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
     WHERE e.school_id = :schoolId AND e.status = 'studying'`,
    { schoolId, section },
  )
  return rows.map(({ id }) => id)
}

async function studentsHere({ schoolId }: SchoolScope): Promise<number[]> {
  const fromClause = `FROM students s WHERE s.school_id = :schoolId AND s.status <> 'left'`
  return (await selectRows({ id: number('s.id') }, fromClause, { schoolId })).map(({ id }) => id)
}

/** Returns the number of added people. */
async function add({ schoolId }: SchoolScope, caseId: number, ways: ReadonlyMap<number, FindWay>): Promise<number> {
  const existingPeople = await selectRows(
    { id: number('p.student_id') },
    'FROM breach_people p WHERE p.school_id = :schoolId AND p.case_id = :caseId',
    { schoolId, caseId },
  )
  const existingIds = new Set(existingPeople.map(({ id }) => id))
  const fresh = [...ways].filter(([id]) => !existingIds.has(id))
  const now = new Date()
  await insertRows(
    'breach_people',
    ['public_id', 'school_id', 'case_id', 'student_id', 'found_by', 'created_at'],
    fresh.map(([id, way]) => [newPublicId(), schoolId, caseId, id, way, now]),
  )
  return fresh.length
}

async function takeOff({ schoolId }: SchoolScope, caseId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  return execute(
    `DELETE FROM breach_people WHERE school_id = :schoolId AND case_id = :caseId AND told_at IS NULL AND student_id IN (:ids)`,
    { schoolId, caseId, ids: [...ids] },
  )
}

type LogSource = ValuesOf<typeof logForm>['source']

/** SQL of each log: ids of the students that its entries concern; `:network` is a LIKE pattern, '%' for any. */
const sources: Record<LogSource, string> = {
  audit: `SELECT DISTINCT g.subject_id AS id FROM audit_entries g
    WHERE g.school_id = :schoolId AND g.subject_kind = 'student' AND g.created_at BETWEEN :from AND :until
      AND (:staff = '' OR g.actor_kind = 'staff' AND g.actor_id = (SELECT id FROM staff_users WHERE school_id = :schoolId AND public_id = :staff))`,
  sign_ins: `SELECT DISTINCT v.subject_id AS id FROM security_events v
    WHERE v.school_id = :schoolId AND v.subject_kind = 'student' AND v.happened_at BETWEEN :from AND :until
      AND COALESCE(v.address, '') LIKE :network ESCAPE '!'`,
  // Only sessions that still exist: ended and expired ones are deleted, and are found by the log of sign-ins.
  sessions: `SELECT DISTINCT n.student_id AS id FROM sessions n
    WHERE n.school_id = :schoolId AND n.student_id IS NOT NULL AND n.created_at <= :until AND n.seen_at >= :from`,
  // The event's details contain the URL, and the URL the student's public id.
  downloads: `SELECT DISTINCT u.id FROM security_events v JOIN students u ON u.school_id = v.school_id
      AND v.details LIKE CONCAT('%/', u.public_id, '%')
    WHERE v.school_id = :schoolId AND v.kind = 'downloaded' AND v.happened_at BETWEEN :from AND :until
      AND COALESCE(v.address, '') LIKE :network ESCAPE '!'
      AND (:staff = '' OR v.actor_kind = 'staff' AND v.actor_id = (SELECT id FROM staff_users WHERE school_id = :schoolId AND public_id = :staff))`,
}

/**
 * Adds the students found in the portal's own records of a period (times in India, both ends included). Reading pages
 * is not recorded (docs/known-limits.md). Refuses `not-found`, `closed` and `backwards`.
 */
export function findPeople(
  scope: SchoolScope,
  publicId: string,
  criteria: ValuesOf<typeof logForm>,
): Promise<Outcome<Chosen, 'not-found' | 'closed' | 'backwards'>> {
  const from = momentOfDay(criteria.fromOn, criteria.fromMinute)
  // Includes the whole last minute.
  const until = new Date(momentOfDay(criteria.untilOn, criteria.untilMinute).getTime() + 59_999)
  if (until < from) return Promise.resolve(refused('backwards'))
  return inTransaction(async () => {
    const open = await openCase(scope, publicId)
    if (!open.ok) return open
    const rows = await selectRows(
      { id: number('s.id') },
      `FROM students s JOIN (${sources[criteria.source]}) f ON f.id = s.id WHERE s.school_id = :schoolId`,
      {
        schoolId: scope.schoolId,
        from,
        until,
        staff: criteria.staff ?? '',
        network: criteria.address === null ? '%' : containing(criteria.address),
      },
    )
    const changed = await add(scope, open.value, new Map(rows.map(({ id }) => [id, criteria.source])))
    const details = {
      source: criteria.source,
      from: from.toISOString(),
      until: until.toISOString(),
      address: criteria.address,
      found: rows.length,
      changed,
    }
    await recordAudit(scope, { action: 'breach.people-found', subject: { kind: 'breach', id: open.value }, details })
    return done({ found: rows.length, changed, unknown: [], unknownCount: 0 })
  })
}
