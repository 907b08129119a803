import type { StudentScope } from '~/models/core/shared/scope.server'
import { draftsIn } from '~/models/money/subscriptions/draft.server'
import type { ApplicationKind } from '../options'
import { type DraftFields, draftFields } from './draft-options'

const drafts = {
  transport: draftsIn('transport_drafts', draftFields, { kind: 'transport' }),
  vehicle: draftsIn('transport_drafts', draftFields, { kind: 'vehicle' }),
}

export const findDraft = (scope: StudentScope, kind: ApplicationKind) => drafts[kind].find(scope)
export const saveDraft = (scope: StudentScope, kind: ApplicationKind, fields: DraftFields) =>
  drafts[kind].save(scope, fields)
export const removeDraft = (scope: StudentScope, kind: ApplicationKind, formKey: string) =>
  drafts[kind].remove(scope, formKey)
