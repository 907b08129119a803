import { inTransaction } from '~/database/database.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type Draft as DraftOf, draftsIn } from '~/models/money/subscriptions/draft.server'
import { type DraftFields, draftFields } from './draft-options'

export type Draft = DraftOf<DraftFields>

const drafts = draftsIn('hostel_drafts', draftFields)

export const findDraft = (scope: StudentScope) => drafts.find(scope)
export const removeDraft = drafts.remove

/** Saves the answers of one step as typed, and keeps those of other steps. The draft's key never changes. */
export function saveDraft(scope: StudentScope, answers: DraftFields): Promise<void> {
  return inTransaction(async () => {
    const before = await drafts.find(scope, 'FOR UPDATE')
    await drafts.save(scope, { ...before?.fields, ...answers })
  })
}

/**
 * Saves answers only if the draft with this key still exists: another click may have sent it, and a sent draft must not
 * come back.
 */
export function saveInDraft(scope: StudentScope, formKey: string, answers: DraftFields): Promise<void> {
  return inTransaction(async () => {
    const before = await drafts.find(scope, 'FOR UPDATE')
    if (before?.formKey === formKey) await drafts.save(scope, { ...before.fields, ...answers })
  })
}
