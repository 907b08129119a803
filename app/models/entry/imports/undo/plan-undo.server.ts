import { type RowShapes, readShapes, shapeOf } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Entries, type Keep } from './entries'
import { keepFamilies, keepMarks, keepMonths, keepOwn, keepReferred, keepWorked } from './keep-built-on.server'
import { keepReplaced, splitOpeningDues } from './keep-dues.server'
import { keepSections, settleSeats } from './keep-seats.server'
import { readReferences } from './references.server'
import { readDigests } from './row-sets.server'
import type { General, Trace, Unit } from './trace.server'
import type { KeepReason } from './undo-words'

export interface UndoPlan {
  shapes: RowShapes
  /** Things that are taken back. */
  units: Unit[]
  /** Things that stay, with the reason. */
  kept: ReadonlyMap<string, KeepReason>
  /** Opening dues that are cancelled, not deleted, because cancelled receipts refer to them. */
  cancelled: ReadonlySet<string>
  /** Change in the number of taken seats, by section and session. */
  seats: ReadonlyMap<string, number>
}

/**
 * Compares what an import wrote with the current rows, and decides what can be taken back. To carry the plan out, the
 * caller must first lock the students.
 */
export async function planUndo(scope: SchoolScope, { units, general }: Trace, since: Date): Promise<UndoPlan> {
  const [shapes, references] = await Promise.all([readShapes(), readReferences()])
  const kept = new Map<string, KeepReason>()
  const keep: Keep = (unit, reason) => {
    if (!kept.has(unit)) kept.set(unit, reason)
  }
  const entries = new Entries(units)
  await keepFamilies(scope, entries, keep)
  await keepMonths(scope, entries, keep)
  await keepMarks(scope, entries, general, keep)
  await keepReferred(scope, entries, references, keep)
  await keepOwn(scope, entries, keep)
  await keepWorked(scope, entries, since, keep)
  await keepReplaced(scope, entries, since, keep)
  const cancelled = await splitOpeningDues(scope, entries, keep)
  await keepEdited(scope, shapes, entries, general, keep)
  const seats = await settleSeats(scope, entries, kept, keep)
  await keepSections(scope, entries, references, kept, keep)
  return { shapes, units: units.filter(({ name }) => !kept.has(name)), kept, cancelled, seats }
}

/** Keeps things whose rows were edited later. A deleted row does not prevent the undo. */
async function keepEdited(
  scope: SchoolScope,
  shapes: RowShapes,
  entries: Entries,
  { columns }: General,
  keep: Keep,
): Promise<void> {
  for (const table of entries.tables()) {
    if (table === 'payments') continue
    const [added, changed] = [entries.of(table, 'added'), entries.of(table, 'changed')]
    const all = [...added, ...changed]
    const digests = await readDigests(
      scope,
      shapeOf(shapes, table),
      all.map(({ entry }) => entry.key),
      columns?.[table],
    )
    for (const { unit, entry } of all) {
      const digest = digests.get(entry.key.join(' '))
      if (digest === entry.digest || (digest === undefined && entry.did === 'added')) continue
      keep(unit, table === 'dues' ? 'money' : 'changed')
    }
  }
}
