import { changeStateNames } from '~/components/students/change-state-badge'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { m } from '~/language/paraglide/messages'
import {
  type ChangeableField,
  type ChangeState,
  changeableFieldLabel,
  changeableValue,
} from '~/models/students/change-request-options'

type OwnWishesProps = {
  wishes: ReadonlyArray<{
    publicId: string
    field: ChangeableField
    newValue: string
    state: ChangeState
    reason: string | null
  }>
}

const stateWords: Record<ChangeState, () => string> = {
  pending: m.profile_state_pending,
  approved: m.profile_state_approved,
  rejected: m.profile_state_rejected,
  withdrawn: m.profile_state_withdrawn,
}

/** What the student asked the office to change, and what became of it. */
export function OwnWishes({ wishes }: OwnWishesProps) {
  if (wishes.length === 0) return null
  return (
    <Card title={m.profile_changes_title()}>
      <ul>
        {wishes.map((wish) => (
          <li key={wish.publicId}>
            {`${changeableFieldLabel(wish.field)}: ${changeableValue(wish.field, wish.newValue)} `}
            <Badge tone={changeStateNames[wish.state].tone}>{stateWords[wish.state]()}</Badge>
            {wish.reason === null ? null : ` ${m.profile_change_reason({ reason: wish.reason })}`}
          </li>
        ))}
      </ul>
    </Card>
  )
}
