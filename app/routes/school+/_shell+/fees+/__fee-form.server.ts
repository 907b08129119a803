import { data } from '@remix-run/node'
import { differences } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { checkDraft } from '~/models/money/fees/check-draft.server'
import {
  draftOf,
  type FeeDraft,
  type FeeErrors,
  isDraftIntent,
  readDraft,
  reshapeDraft,
} from '~/models/money/fees/draft'
import type { FineDraft } from '~/models/money/fees/fine-fields'
import type { FeePlan } from '~/models/money/fees/queries.server'
import { findSession } from '~/models/people/academics/queries.server'

type CheckedFee = Extract<ReturnType<typeof checkDraft>, { ok: true }>['value']

export const nameTakenErrors = { name: ['This class already has a fee with this name in the session'] }
export const feeRefusals = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { class: ['Select a valid class'] },
  'name-taken': nameTakenErrors,
}

/** Handles a button of the fee form: returns the form again, or the result of `save` for a valid fee. */
export async function answerFee<Given extends object>(
  scope: SchoolScope,
  body: FormData,
  formState: Given,
  save: (fee: CheckedFee) => Promise<Response | (Partial<Given> & { errors: FeeErrors })>,
) {
  const draft = readDraft(body)
  const again = (shaped: FeeDraft, errors: FeeErrors, more: Partial<Given> = {}) => {
    const failed = Object.keys(errors).length > 0
    // The page title depends on `status`.
    const status = failed ? ('error' as const) : ('typing' as const)
    return data({ ...formState, ...more, status, draft: shaped, errors }, { status: failed ? 422 : 200 })
  }
  const intent = body.get('intent')
  if (isDraftIntent(intent)) {
    const session = isPublicId(draft.academic_session) ? await findSession(scope, draft.academic_session) : null
    const shaped = reshapeDraft(draft, intent, session?.startsOn ?? null)
    return again(shaped.draft, shaped.errors)
  }
  const checked = checkDraft(draft)
  if (!checked.ok) return again(draft, checked.errors)
  const saved = await save(checked.value)
  return saved instanceof Response ? saved : again(draft, saved.errors, saved)
}

/** Describes the stored values that differ from the form, one sentence each, for the fields that `asks` accepts. */
export function feeChanges(now: FeePlan, body: FormData, asks: (name: string) => boolean = () => true): string[] {
  const draft = draftOf(now)
  const rows = [
    ...draft.heads.flatMap((head, index) => labelled(`heads[${index}]`, `Head ${index + 1}`, { ...head })),
    ...draft.instalments.flatMap((one, index) =>
      labelled(`instalments[${index}]`, `Instalment ${index + 1}`, { ...one }),
    ),
  ]
  const fields: Labelled[] = [['name', 'Fee name', draft.name], ...rows, ...fineFields(draft.fine)]
  return changed(
    fields.filter(([name]) => asks(name)),
    body,
  )
}

/** Stored values of the late fine that differ from the form. */
export function fineChanges(now: FineDraft, body: FormData): string[] {
  return changed(fineFields(now), body)
}

type Labelled = readonly [name: string, label: string, value: string]

const fieldWords: Record<string, string> = { due_on: 'due date', from_day: 'from day' }

const labelled = (row: string, label: string, fields: Record<string, string>): Labelled[] =>
  Object.entries(fields).map(([name, value]) => [`${row}.${name}`, `${label}, ${fieldWords[name] ?? name}`, value])

const fineFields = (fine: FineDraft): Labelled[] => [
  ['fine_kind', 'Late fine', fine.kind],
  ['fine_amount', 'Fine', fine.amount],
  ['fine_grace_days', 'Days of grace', fine.grace_days],
  ['fine_cap', 'Maximum fine', fine.cap],
  ...fine.slabs.flatMap((slab, index) => labelled(`fine_slabs[${index}]`, `Slab ${index + 1}`, { ...slab })),
]

function changed(fields: readonly Labelled[], body: FormData): string[] {
  const labels = Object.fromEntries(fields.map(([name, label]) => [name, label]))
  return differences(labels, Object.fromEntries(fields.map(([name, , value]) => [name, value])), body)
}
