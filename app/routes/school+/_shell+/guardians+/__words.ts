import type { Doubt } from '~/models/guardians/propose-rules'
import type { Tone } from '~/models/shared/tone'

/** What the list of guardians can be narrowed to. */
export const guardianStateFilter = {
  activated: 'Activated',
  invited: 'Invited, not activated',
  'not-invited': 'Not invited',
  wrong: 'Wrong number',
  'no-children': 'Without children',
} as const

type State = { isActivated: boolean; isInvited: boolean }

/** How far a guardian has come: invited by the office, then activated by a password of their own. */
export const stateWord = ({ isActivated, isInvited }: State) =>
  isActivated ? 'Activated' : isInvited ? 'Invited' : 'Not invited'

export const stateTone = ({ isActivated, isInvited }: State): Tone =>
  isActivated ? 'good' : isInvited ? 'info' : 'neutral'

/** Why a proposed guardian is not ticked. */
export const doubtWords: Record<Doubt, string> = {
  'different-names': 'The number stands under clearly different names',
  'known-otherwise': 'A guardian of another name has this number',
  'marked-wrong': 'The number was found to be wrong',
}
