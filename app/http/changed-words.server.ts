import { m } from '~/language/paraglide/messages'
import { fieldLabel, shownValue } from '~/models/students/field-options'
import type { Conflict, TypedValue } from '~/models/students/opened-section.server'

/** A conflict as its reader is told of it: the names of all fields and options stay on the server. */
export interface ChangedWords {
  version: number
  changes: string[]
  typed: string[] | null
}

/** Who changed what, and what had been typed, in sentences of the request's language. */
export function changedWords({ version, changes, typed }: Conflict): ChangedWords {
  return { version, changes: changes.map(changeSentence), typed: typed?.map(typedSentence) ?? null }
}

function changeSentence({ field, from, to, by }: Conflict['changes'][number]): string {
  const name = fieldLabel(field)
  // Numbers that are never shown have no values here.
  if (from === null && to === null) return m.profile_changed_field({ by, field: name })
  return m.profile_changed_line({ by, field: name, from: shownValue(field, from), to: shownValue(field, to) })
}

function typedSentence({ field, now, typed }: TypedValue): string {
  const name = fieldLabel(field)
  if (now === null && typed === null) return name
  return m.profile_changed_typed({ field: name, typed: shownValue(field, typed), now: shownValue(field, now) })
}
