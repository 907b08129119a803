import { type FieldErrors, lockOf, type ParsedForm, redirectWithToast } from '~/http/route.server'
import { toWaiting, waitsForSecondPerson } from '~/kit/pages/waits.server'
import { settingsVersion } from '~/models/core/schools/settings.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

type Refused = { ok: false; reason: string }
type Answer = { ok: true } | Refused

type Saving<Value, Answered extends Answer> = {
  save: (value: Value, version: number) => Promise<Answered>
  refusals: {
    readonly [Reason in Exclude<Extract<NoInfer<Answered>, Refused>['reason'], 'changed' | 'waits'>]: FieldErrors
  }
  to: string
  message?: string
}

/**
 * Saves settings that no page shows again (keys, pictures). A conflict therefore reports only that something changed.
 */
export async function saveUnshownSettings<Value, Answered extends Answer>(
  scope: SchoolScope,
  form: ParsedForm<Value>,
  { save, refusals, to, message }: Saving<Value, Answered>,
) {
  const stored = async () => ({ version: await settingsVersion(scope) })
  const lock = lockOf(form.posted, await stored(), () => [])
  if (!form.ok) return lock.answer(form.reply())
  const saved: Answer = await save(form.value, lock.version)
  if (saved.ok) return redirectWithToast(to, { type: 'success', title: 'Updated!', message })
  if (waitsForSecondPerson(saved)) return toWaiting(saved)
  if (saved.reason === 'changed') return lock.answer(form.refuse(null), await stored())
  return lock.answer(form.refuse(null, (refusals as Record<string, FieldErrors>)[saved.reason]))
}
