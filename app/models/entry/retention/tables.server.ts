import { foreign, given, instant, json, oneOf, orNull, table, text, thing } from '~/kit/tables/table.server'
import { runStates } from './options'
import type { Plan } from './years.server'

export const RetentionRun = table('retention_runs', {
  ...thing,
  state: oneOf(runStates),
  plan: json<Plan>(),
  askedBy: foreign,
  askedByName: text(120),
  askedAt: instant,
  confirmedBy: orNull(foreign),
  confirmedByName: orNull(text(120)),
  confirmedAt: orNull(instant),
  finishedAt: given(orNull(instant)),
  restoreAskedAt: given(orNull(instant)),
  restoreBy: given(orNull(foreign)),
  restoreByName: given(orNull(text(120))),
  restoreReason: given(orNull(text(200))),
  restoredAt: given(orNull(instant)),
})
