import { data } from '@remix-run/node'
import { type Form, type FormValue, shownValues } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { plainBreaks } from '~/models/core/shared/text'
import { textOf } from '~/models/core/shared/words'
import type { Reply } from './forms.server'

/**
 * Optimistic lock of an edit form. `version` is the latest version that the sender saw: when the form was opened, or in
 * an earlier conflict that the sender confirmed with a tick. `answer` returns the form with the errors and, if the row
 * has changed since (`now`), its differences as sentences (`changesOf`).
 */
export function lockOf<Stored extends { version: number }>(
  body: FormData,
  stored: Stored,
  changesOf: (now: Stored) => string[],
) {
  const numberOf = (name: string) => (/^\d{1,9}$/.test(String(body.get(name))) ? Number(body.get(name)) : 0)
  const [opened, seen] = [numberOf('version'), numberOf('seen_version')]
  // A conflict that the sender has already seen stays on the page while the form has other errors.
  const earlierConflict = seen === stored.version && opened !== seen ? stored : null
  return {
    version: Math.max(opened, seen),
    answer({ data: result }: Reply, now: Stored | null = earlierConflict) {
      const conflict = now && { version: now.version, changes: changesOf(now) }
      return data({ result, conflict, found: null }, { status: 422 })
    },
  }
}

/** Differences between the stored row and the form, one sentence each. `called` maps stored values to labels. */
export function differences<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  stored: Readonly<Record<Name, FormValue>>,
  body: FormData,
  called: Readonly<Record<string, string | undefined>> = {},
): string[] {
  return (Object.entries(labels) as [Name, string][]).flatMap(([name, field]) => {
    const value: FormValue = stored[name]
    if (typeof value === 'boolean') {
      if (value === (body.get(name) === 'on')) return []
      return [value ? m.profile_now_ticked({ field }) : m.profile_now_not_ticked({ field })]
    }
    const now = typeof value === 'string' ? value : [...value].sort().join(', ')
    const submittedText =
      typeof value === 'string'
        ? plainBreaks(String(body.get(name) ?? '').trim())
        : body.getAll(name).map(String).sort().join(', ')
    if (now === submittedText) return []
    return [now === '' ? m.profile_now_empty({ field }) : m.profile_now({ field, value: called[name] || now })]
  })
}

export function changesOf(form: Form, now: object, body: FormData): string[] {
  const fields = Object.values(form.fields)
  const currentValues = shownValues(form, now)
  const called = fields.map(({ name, calledBy = '', options }) => [
    name,
    (now as Record<string, unknown>)[calledBy] ??
      textOf(options?.find(({ value }) => value === currentValues[name])?.label ?? ''),
  ])
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, textOf(label)]))
  return differences(labels, currentValues, body, Object.fromEntries(called))
}
