import { column, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { runStates } from './options'
import type { Plan } from './years.server'

export const RetentionRun = table('retention_runs', {
  ...thingColumns,
  state: column.oneOf(runStates),
  plan: column.json<Plan>(),
  askedBy: column.foreign,
  askedByName: column.text(120),
  askedAt: column.instant,
  confirmedBy: orNull(column.foreign),
  confirmedByName: orNull(column.text(120)),
  confirmedAt: orNull(column.instant),
  finishedAt: withDefault(orNull(column.instant)),
  restoreAskedAt: withDefault(orNull(column.instant)),
  restoreBy: withDefault(orNull(column.foreign)),
  restoreByName: withDefault(orNull(column.text(120))),
  restoreReason: withDefault(orNull(column.text(200))),
  restoredAt: withDefault(orNull(column.instant)),
})
