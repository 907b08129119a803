import { inTransaction, number, selectRow, selectRows } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { columnsOf } from '~/kit/tables/table.server'
import { refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { lockSchool } from '~/models/people/academics/lock-school.server'
import { defaultPeriods, maxPeriods } from './options'
import { overlapOf } from './rules'
import { BellPeriod } from './tables.server'
import { periodForm } from './timetable-fields'

const columns = columnsOf(BellPeriod, 'p', 'id', 'publicId', 'name', 'startsAt', 'endsAt', 'isBreak')

/** Lists the school's own periods in the order of the day; empty if it has none. */
export function ownPeriods({ schoolId }: SchoolScope | StudentScope) {
  return selectRows(columns, 'FROM bell_periods p WHERE p.school_id = :schoolId ORDER BY p.starts_at', { schoolId })
}
export type Period = Awaited<ReturnType<typeof ownPeriods>>[number]

/** Lists the school's periods, or the default ones, which are not stored yet and have no public id. */
export async function listPeriods(scope: SchoolScope): Promise<{ periods: Period[]; areOwn: boolean }> {
  const ownRows = await ownPeriods(scope)
  if (ownRows.length > 0) return { periods: ownRows, areOwn: true }
  return { periods: defaultPeriods.map((period, index) => ({ id: -index, publicId: '', ...period })), areOwn: false }
}

/** Returns the period that begins at `startsAt`, locked so that it cannot change until the lesson is written. */
export function findPeriodAt({ schoolId }: SchoolScope, startsAt: string): Promise<Period | null> {
  const rest = 'FROM bell_periods p WHERE p.school_id = :schoolId AND p.starts_at = :startsAt LOCK IN SHARE MODE'
  return selectRow(columns, rest, { schoolId, startsAt })
}

/**
 * Runs in the caller's transaction: stores the default periods as the school's own before the first lesson or change.
 * Returns all periods.
 */
export async function ensurePeriods(scope: SchoolScope): Promise<Period[]> {
  const ownRows = await ownPeriods(scope)
  if (ownRows.length > 0) return ownRows
  await lockSchool(scope)
  const ownNow = await ownPeriods(scope)
  if (ownNow.length > 0) return ownNow
  const { schoolId } = scope
  await BellPeriod.bulkCreate(
    defaultPeriods.map((period) => ({ publicId: newPublicId(), schoolId, formKey: newPublicId(), ...period })),
  )
  return ownPeriods(scope)
}

/** Stores the default periods as the school's own, so that they can be changed; no effect if it already has some. */
export async function startPeriods(scope: SchoolScope): Promise<void> {
  await inTransaction(() => ensurePeriods(scope))
}

/** Refuses times that overlap one of `others`, and names it. */
function refuseOverlap(values: ValuesOf<typeof periodForm>, others: readonly Period[]) {
  const overlap = overlapOf(values, others)
  if (!overlap) return null
  const { name, startsAt, endsAt } = overlap.with
  return { ...refused('overlap'), field: overlap.field, message: `This overlaps ${name} (${startsAt}-${endsAt})` }
}

/** SQL: number of lessons per week in a period (alias `t`), over all sessions. */
const lessons = number(`(SELECT COUNT(*) FROM timetable_entries x JOIN timetable_days d ON d.entry_id = x.id
  WHERE x.school_id = t.school_id AND x.period_id = t.id)`)

const reads = plainReads(BellPeriod, periodForm, {
  listed: [],
  counts: { lessons },
  more: {},
  search: [],
  filters: {},
  orders: { start: 't.starts_at' },
})

const records = plainRecords(BellPeriod, periodForm, {
  kind: 'period',
  details: ({ name, startsAt, endsAt, isBreak }) => ({ name, from: startsAt, until: endsAt, isBreak }),
  check: ({ startsAt, endsAt }, say) => {
    if (startsAt && endsAt && startsAt >= endsAt) say('endsAt', 'The end must come after the start')
  },
  taken: {},
  held: { timetable_entries_period: 'in-use' },
  // Serializes saves, so that the second of two clerks who add overlapping periods is refused.
  hold: lockSchool,
  save: async ({ scope, row, values, write }) => {
    const others = (await ensurePeriods(scope)).filter((other) => other.id !== row?.id)
    const overlap = refuseOverlap(values, others)
    if (overlap) return overlap
    if (!row && others.length >= maxPeriods) return refused('too-many')
    // A period with lessons cannot become a break.
    if (row && values.isBreak && (await reads.find(scope, row.publicId))?.lessons) return refused('in-use')
    await write(values)
    return null
  },
  // Refuses to delete the last period: a school that has none would get the default ones back.
  keep: async (scope) => ((await ownPeriods(scope)).length === 1 ? refused('last') : null),
})

export const bellPeriods = { ...reads, ...records }
