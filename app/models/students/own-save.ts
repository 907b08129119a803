import type { ChangeableField } from './change-request-options'
import type { SaveOutcome } from './opened-section.server'

/** A student's own save: what it asked the office for, or the fields of which another wish waits already. */
export type OwnSaveOutcome<Reason extends string = never> =
  | { ok: true; asked: ChangeableField[] }
  | { ok: false; reason: 'change-waits'; fields: ChangeableField[] }
  | Exclude<SaveOutcome<Reason>, { ok: true }>
