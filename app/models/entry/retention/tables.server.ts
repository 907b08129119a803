import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { runStates } from './options'
import type { Plan } from './years.server'

export const RetentionRun = table('retention_runs', {
  ...thingColumns,
  state: column.oneOf(runStates),
  plan: kept('logs', column.json<Plan>()),
  askedBy: column.foreign,
  askedByName: kept('logs', column.text(120)),
  askedAt: column.instant,
  confirmedBy: orNull(column.foreign),
  confirmedByName: kept('logs', orNull(column.text(120))),
  confirmedAt: orNull(column.instant),
  finishedAt: withDefault(orNull(column.instant)),
  restoreAskedAt: withDefault(orNull(column.instant)),
  restoreBy: withDefault(orNull(column.foreign)),
  restoreByName: kept('logs', withDefault(orNull(column.text(120)))),
  restoreReason: kept('logs', withDefault(orNull(column.text(200)))),
  restoredAt: withDefault(orNull(column.instant)),
})
