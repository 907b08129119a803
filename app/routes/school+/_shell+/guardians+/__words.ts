import { listHref } from '~/components/school/list-href'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import type { Tone } from '~/models/core/shared/tone'
import type { Doubt } from '~/models/people/guardians/propose-rules'

export const guardianStateFilter = {
  activated: 'Activated',
  unproved: 'Activated, nothing verified',
  invited: 'Invited, not activated',
  'not-invited': 'Not invited',
  wrong: 'Wrong number',
  'nobody-told': 'Child with no one to notify',
  'no-children': 'Without children',
} as const

/** Link to the list of guardians with a child about whom no guardian can be notified. */
export const unreachableHref = listHref(schoolPaths.guardians, {
  state: 'nobody-told' satisfies keyof typeof guardianStateFilter,
})

type State = { isActivated: boolean; isInvited: boolean; activatedOn: string | null }

/** Progress of a guardian: invited by the office, then activated with their own password. */
export function guardianStateWord({ isActivated, isInvited, activatedOn }: State): string {
  if (isActivated) return activatedOn === null ? 'Activated' : `Activated ${formatDay(activatedOn, 'en')}`
  return isInvited ? 'Invited' : 'Not invited'
}

export const stateTone = ({ isActivated, isInvited }: Omit<State, 'activatedOn'>): Tone =>
  isActivated ? 'good' : isInvited ? 'info' : 'neutral'

/** Reasons why a proposed guardian is not ticked. */
export const doubtWords: Record<Doubt, string> = {
  'different-names': 'The number is listed under clearly different names',
  'known-otherwise': 'A guardian with another name has this number',
  'marked-wrong': 'The number was found to be wrong',
  restricted: 'Rights for another child are limited: added without any rights',
}
