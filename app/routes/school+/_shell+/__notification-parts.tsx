import { Alert, Card } from '~/components/ui'
import { channelNames, familyChannels } from '~/models/contact/messaging/options'
import type { Preview } from '~/models/contact/messaging/tell/preview.server'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'

const maxShown = 30
const overBudget = 'The budget does not cover all of them. The rest is held until there is more budget.'

type Row = { publicId: string; name: string; why: string | null; isOpen: boolean }

/**
 * Row of a `TickList` for a person with the message status of `messagesOf`. It has a checkbox if the person can still
 * be notified; a person with a reason `why` must also be reachable now according to `preview`.
 */
export function tickRow(
  { publicId, why, isOpen }: Omit<Row, 'name'>,
  name: string,
  preview: Pick<Preview, 'reached'> | null,
): Row {
  return { publicId, name, why, isOpen: isOpen && (why === null || (preview?.reached.includes(publicId) ?? false)) }
}

type TickListProps = {
  title: string
  name: string
  rows: readonly Row[]
  /** Boxes that were ticked when the form was refused; all are ticked at first. */
  ticked?: readonly string[] | undefined
}

/**
 * Recipients, with a checkbox for each one who can be selected. `why` appears beside the name, for example that the
 * person is already notified.
 */
export function TickList({ title, name, rows, ticked }: TickListProps) {
  return (
    <Card title={title}>
      <ul>
        {rows.map(({ publicId, name: shown, why, isOpen }) => {
          const words = why === null ? shown : `${shown} (${why})`
          return (
            <li key={publicId}>
              {isOpen ? (
                <label>
                  <input
                    type="checkbox"
                    name={name}
                    value={publicId}
                    defaultChecked={ticked === undefined || ticked.includes(publicId)}
                  />
                  {` ${words}`}
                </label>
              ) : (
                words
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Confirmation after sending, with the counts that the preview showed. */
export function notificationSummary({ messages, notReached, costPaise, leftPaise }: Preview): string {
  const missed = notReached.length > 0 ? `; not reached by message: ${notReached.length}` : ''
  const summary = `${counted(messages, 'message')} will be sent${missed}.`
  return costPaise > leftPaise ? `${summary} ${overBudget}` : summary
}

export function NotificationCost({ preview }: { preview: Preview }) {
  const { byChannel, messages, costPaise, notReached, leftPaise } = preview
  const money = (paise: number) => formatPaise(paise, { style: 'exact' })
  return (
    <Card title="Cost">
      <p>{`${counted(messages, 'message')}, about ${money(costPaise)}. ${money(leftPaise)} is left of this month’s budget.`}</p>
      <ul>
        {familyChannels
          .filter((channel) => byChannel[channel].messages > 0)
          .map((channel) => {
            const { messages: count, parts, costPaise: cost } = byChannel[channel]
            return (
              <li key={channel}>{`${channelNames[channel]}: ${count} in ${counted(parts, 'part')}, ${money(cost)}`}</li>
            )
          })}
      </ul>
      {costPaise > leftPaise ? <Alert tone="warn" text={overBudget} /> : null}
      {notReached.length > 0 ? (
        <>
          <p>{`${notReached.length} not reached by message:`}</p>
          <ul>
            {notReached.slice(0, maxShown).map(({ name, why }) => (
              <li key={name}>{`${name}: ${why}`}</li>
            ))}
            {notReached.length > maxShown ? <li>{`and ${notReached.length - maxShown} more`}</li> : null}
          </ul>
        </>
      ) : null}
    </Card>
  )
}
