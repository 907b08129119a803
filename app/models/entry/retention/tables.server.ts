import {
  foreign,
  instant,
  json,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { runStates } from './options'
import type { Plan } from './years.server'

export const RetentionRun = table('retention_runs', {
  ...thingColumns,
  state: oneOf(runStates),
  plan: json<Plan>(),
  askedBy: foreign,
  askedByName: text(120),
  askedAt: instant,
  confirmedBy: orNull(foreign),
  confirmedByName: orNull(text(120)),
  confirmedAt: orNull(instant),
  finishedAt: withDefault(orNull(instant)),
  restoreAskedAt: withDefault(orNull(instant)),
  restoreBy: withDefault(orNull(foreign)),
  restoreByName: withDefault(orNull(text(120))),
  restoreReason: withDefault(orNull(text(200))),
  restoredAt: withDefault(orNull(instant)),
})
