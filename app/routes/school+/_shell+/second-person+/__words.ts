import { schoolPaths } from '~/http/school-paths'
import type { Tone } from '~/models/core/shared/tone'
import { daysOfTrust } from '~/models/people/accounts/staff/staff-options'
import type { RequestKind, RequestState } from '~/models/people/second-person/options'

export const requestStateTones: Record<RequestState, Tone> = {
  waiting: 'warn',
  done: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  lapsed: 'neutral',
  failed: 'bad',
}

export const obstacleWords = {
  over: 'This request is closed.',
  'same-person': 'You requested this yourself: a second person must decide it.',
  'no-right': 'Your role may not do this. Ask a colleague who may.',
  'own-rights': 'This request is about your own rights. You can agree to it, or another owner decides.',
  'too-new': `Your account, your role or your e-mail address is newer than ${daysOfTrust} days. This waiting time prevents a person from creating a second account to agree to their own request.`,
}

export function subjectHref(kind: RequestKind, subject: string): string {
  switch (kind) {
    case 'refund':
    case 'bounce':
    case 'correction':
      return schoolPaths.payment(subject)
    case 'import-undo':
      return schoolPaths.import(subject)
    case 'order-cancellation':
      return schoolPaths.order(subject)
    case 'hostel-refund':
      return schoolPaths.hostelApplication(subject)
    case 'transport-refund':
      return schoolPaths.transportApplication(subject)
    case 'hostel-account':
      return schoolPaths.hostel(subject)
    case 'owner-removal':
    case 'owner-demotion':
      return schoolPaths.editStaff(subject)
    default:
      return schoolPaths.settings
  }
}
