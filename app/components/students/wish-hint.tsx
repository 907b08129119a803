import type { ReactNode } from 'react'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { type ChangeableField, changeableFieldLabel, changeableValue } from '~/models/students/change-request-options'

/** A student's wish that the office has not decided yet. */
export interface WaitingWish {
  id: string
  field: ChangeableField
  value: string
}

/** What a field of the student's own form says when the office decides it: read-only while a wish of it waits. */
export function wishProps(
  field: ChangeableField,
  waiting: readonly WaitingWish[],
): { hint: ReactNode; readOnly: boolean } {
  const wish = waiting.find((one) => one.field === field)
  return wish
    ? { hint: <WishHint wish={wish} />, readOnly: true }
    : { hint: m.profile_office_decides(), readOnly: false }
}

function WishHint({ wish }: { wish: WaitingWish }) {
  return (
    <>
      {`${m.profile_waiting({ value: changeableValue(wish.field, wish.value) })} `}
      <a className="alone" href={paths.student.withdrawChange(wish.id)}>
        {m.profile_withdraw_link({ field: changeableFieldLabel(wish.field) })}
      </a>
    </>
  )
}
