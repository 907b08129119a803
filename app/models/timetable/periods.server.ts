import { select, selectOne } from '~/database/connection.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { defaultPeriods } from './options'
import { overlapOf } from './rules'
import type { PeriodFields } from './schema'
import { BellPeriod } from './tables.server'

export interface Period {
  id: number
  publicId: string
  name: string
  /** `08:00` */
  startsAt: string
  endsAt: string
  isBreak: boolean
}

const columns = `p.id, p.public_id AS publicId, p.name, TIME_FORMAT(p.starts_at, '%H:%i') AS startsAt,
  TIME_FORMAT(p.ends_at, '%H:%i') AS endsAt, p.is_break AS isBreak`

type Row = Omit<Period, 'isBreak'> & { isBreak: number }

/** The school's periods in the order of the day; none when it made none of its own. */
export async function ownPeriods(scope: SchoolScope): Promise<Period[]> {
  const rows = await select<Row>(
    `SELECT ${columns} FROM bell_periods p WHERE p.school_id = :schoolId ORDER BY p.starts_at`,
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => ({ ...row, isBreak: row.isBreak === 1 }))
}

/** The school's periods, or the specification's while it has none: those are not written yet, so they have no public id. */
export async function listPeriods(scope: SchoolScope): Promise<{ periods: Period[]; areOwn: boolean }> {
  const own = await ownPeriods(scope)
  if (own.length > 0) return { periods: own, areOwn: true }
  return { periods: defaultPeriods.map((period, index) => ({ id: -index, publicId: '', ...period })), areOwn: false }
}

/** One period; with `lock` its row is held until the end of the transaction. */
export async function findPeriod(scope: SchoolScope, publicId: string, { lock = false } = {}): Promise<Period | null> {
  const row = await selectOne<Row>(
    `SELECT ${columns} FROM bell_periods p WHERE p.school_id = :schoolId AND p.public_id = :publicId${lock ? ' FOR UPDATE' : ''}`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, isBreak: row.isBreak === 1 }
}

/** The period that begins at `startsAt`; the lock keeps it what it is until the lesson is written. */
export async function findPeriodAt(scope: SchoolScope, startsAt: string): Promise<Period | null> {
  const row = await selectOne<Row>(
    `SELECT ${columns} FROM bell_periods p WHERE p.school_id = :schoolId AND p.starts_at = :startsAt LOCK IN SHARE MODE`,
    { schoolId: scope.schoolId, startsAt },
  )
  return row && { ...row, isBreak: row.isBreak === 1 }
}

/** How many lessons a week stand in a period, of all sessions. */
export async function lessonsIn(scope: SchoolScope, periodId: number): Promise<number> {
  const row = await selectOne<{ lessons: number }>(
    `SELECT CAST(COUNT(*) AS SIGNED) AS lessons FROM timetable_entries x JOIN timetable_days d ON d.entry_id = x.id
     WHERE x.school_id = :schoolId AND x.period_id = :periodId`,
    { schoolId: scope.schoolId, periodId },
  )
  return row?.lessons ?? 0
}

/** A step: before the first lesson or change, the usual periods become the school's own. Answers them all. */
export async function ensurePeriods(scope: SchoolScope): Promise<Period[]> {
  const own = await ownPeriods(scope)
  if (own.length > 0) return own
  await lockSchool(scope)
  const meanwhile = await ownPeriods(scope)
  if (meanwhile.length > 0) return meanwhile
  await BellPeriod.bulkCreate(
    defaultPeriods.map(({ isBreak, ...period }) => ({
      publicId: newPublicId(),
      schoolId: scope.schoolId,
      ...period,
      isBreak: isBreak ? 1 : 0,
    })),
  )
  return ownPeriods(scope)
}

/** The overlap that a period's times would make, in the words of the form. */
export type OverlapRefusal = { ok: false; reason: 'overlap'; field: 'starts_at' | 'ends_at'; message: string }

/** The refusal of times that overlap one of `others`, or null. */
export function overlapRefusal(
  fields: PeriodFields,
  others: ReadonlyArray<{ name: string; startsAt: string; endsAt: string }>,
): OverlapRefusal | null {
  const overlap = overlapOf({ startsAt: fields.starts_at, endsAt: fields.ends_at }, others)
  if (!overlap) return null
  const { name, startsAt, endsAt } = overlap.with
  return {
    ok: false,
    reason: 'overlap',
    field: overlap.field === 'start' ? 'starts_at' : 'ends_at',
    message: `This overlaps ${name} (${startsAt}-${endsAt})`,
  }
}
