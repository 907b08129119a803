import { Alert } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/** Explains the application for a full room. */
export function WaitingListAlert({ waiting }: { waiting: number }) {
  return <Alert tone="info" title={m.room_waiting_title()} text={m.room_waiting_text({ number: waiting + 1 })} />
}
