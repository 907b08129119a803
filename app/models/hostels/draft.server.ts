import { inTransaction } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type Draft as DraftOf, draftsIn } from '~/models/subscriptions/draft.server'
import { type DraftFields, draftFields } from './draft-options'

export type Draft = DraftOf<DraftFields>

const drafts = draftsIn('hostel_drafts', draftFields)

/** What the student has answered in the wizard so far, or null. */
export const findDraft = (scope: StudentScope) => drafts.find(scope)
export const removeDraft = drafts.remove

/** Keeps the answers of one step as they were typed; those of the other steps stay. The draft's key is made once. */
export function saveDraft(scope: StudentScope, answers: DraftFields): Promise<void> {
  return inTransaction(async () => {
    const before = await drafts.find(scope, 'FOR UPDATE')
    await drafts.save(scope, { ...before?.fields, ...answers })
  })
}

/** The same for a draft that is about to be sent: it is not made again where another press of the button has sent it meanwhile. */
export function saveInDraft(scope: StudentScope, formKey: string, answers: DraftFields): Promise<void> {
  return inTransaction(async () => {
    const before = await drafts.find(scope, 'FOR UPDATE')
    if (before?.formKey === formKey) await drafts.save(scope, { ...before.fields, ...answers })
  })
}
