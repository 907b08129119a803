import type { StudentScope } from '~/models/shared/scope.server'
import { draftsIn } from '~/models/subscriptions/draft.server'
import { type DraftFields, draftFields } from './draft-options'
import type { ApplicationKind } from './options'

const drafts = {
  transport: draftsIn('transport_drafts', draftFields, { kind: 'transport' }),
  vehicle: draftsIn('transport_drafts', draftFields, { kind: 'vehicle' }),
}

/** What the student has typed so far for an application of a kind, or null. */
export const findDraft = (scope: StudentScope, kind: ApplicationKind) => drafts[kind].find(scope)
/** Keeps the whole form as it was typed. The draft's key is made once. */
export const saveDraft = (scope: StudentScope, kind: ApplicationKind, typed: DraftFields) =>
  drafts[kind].save(scope, typed)
/** Forgets the draft that has become an application; a newer one stays. */
export const removeDraft = (scope: StudentScope, kind: ApplicationKind, formKey: string) =>
  drafts[kind].remove(scope, formKey)
