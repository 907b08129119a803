import { data } from '@remix-run/node'
import { differences } from '~/http/route.server'
import { findSession } from '~/models/academics/queries.server'
import {
  checkDraft,
  draftOf,
  type FeeDraft,
  type FeeErrors,
  isDraftIntent,
  readDraft,
  reshapeDraft,
} from '~/models/fees/draft'
import type { FineDraft } from '~/models/fees/fine-form'
import type { FeePlan } from '~/models/fees/queries.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'

type CheckedFee = Extract<ReturnType<typeof checkDraft>, { ok: true }>['value']

export const nameTaken = { name: ['This class has a fee of this name in the session already'] }
/** What is said beside which field of the form. */
export const feeRefusals = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { class: ['Select a valid class'] },
  'name-taken': nameTaken,
}

/** What a button of the fee form answers: the form again with what is `given`, or what `save` does with a fee that is right. */
export async function answerFee<Given extends object>(
  scope: SchoolScope,
  typed: FormData,
  given: Given,
  save: (fee: CheckedFee) => Promise<Response | (Partial<Given> & { errors: FeeErrors })>,
) {
  const draft = readDraft(typed)
  const again = (shaped: FeeDraft, errors: FeeErrors, more: Partial<Given> = {}) => {
    const failed = Object.keys(errors).length > 0
    // What the page's title looks at.
    const status = failed ? ('error' as const) : ('typing' as const)
    return data({ ...given, ...more, status, draft: shaped, errors }, { status: failed ? 422 : 200 })
  }
  const intent = typed.get('intent')
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

/** What is stored now of a fee where the form says something else: a sentence each, of the fields that `asks` names. */
export function feeChanges(now: FeePlan, typed: FormData, asks: (name: string) => boolean = () => true): string[] {
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
    typed,
  )
}

/** The same of its late fine. */
export function fineChanges(now: FineDraft, typed: FormData): string[] {
  return changed(fineFields(now), typed)
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

function changed(fields: readonly Labelled[], typed: FormData): string[] {
  const labels = Object.fromEntries(fields.map(([name, label]) => [name, label]))
  return differences(labels, Object.fromEntries(fields.map(([name, , value]) => [name, value])), typed)
}
