import { Alert, Card } from '~/components/ui'
import { counted } from '~/models/academics/rules'
import { channelNames, familyChannels } from '~/models/messaging/options'
import type { Preview } from '~/models/messaging/preview.server'
import { formatPaise } from '~/models/shared/money'

const shownAtMost = 30
const overBudget = 'The budget does not reach for all of them: the rest is held until there is more.'

type Row = { publicId: string; name: string; why: string | null; isOpen: boolean }

/**
 * A line of a `TickList`, of somebody with what became of the messages (`toldWords`): with a box for who was told nothing yet, and for who may be
 * told again and would be reached now.
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
  /** The field's. */
  name: string
  rows: readonly Row[]
  /** Which boxes were ticked when the form was refused; all are at first. */
  ticked?: readonly string[] | undefined
}

/** Who would be told, each to be ticked. `why` somebody is not, as told already, or was not, is said beside the name. */
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

/** The same in a sentence, once they are told: as many as were counted before. */
export function tellingWords({ messages, notReached, costPaise, leftPaise }: Preview): string {
  const missed = notReached.length > 0 ? `; not reached by message: ${notReached.length}` : ''
  const sent = `${counted(messages, 'message')} will be sent${missed}.`
  return costPaise > leftPaise ? `${sent} ${overBudget}` : sent
}

/** What telling costs, before anybody is told: by channel, who is not reached and why, and what is left of the budget. */
export function TellingCost({ preview }: { preview: Preview }) {
  const { byChannel, messages, costPaise, notReached, leftPaise } = preview
  const money = (paise: number) => formatPaise(paise, { style: 'exact' })
  return (
    <Card title="What it costs">
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
      {costPaise > leftPaise ? (
        <Alert tone="warn">
          <p>{overBudget}</p>
        </Alert>
      ) : null}
      {notReached.length > 0 ? (
        <>
          <p>{`${notReached.length} not reached by message:`}</p>
          <ul>
            {notReached.slice(0, shownAtMost).map(({ name, why }) => (
              <li key={name}>{`${name}: ${why}`}</li>
            ))}
            {notReached.length > shownAtMost ? <li>{`and ${notReached.length - shownAtMost} more`}</li> : null}
          </ul>
        </>
      ) : null}
    </Card>
  )
}
