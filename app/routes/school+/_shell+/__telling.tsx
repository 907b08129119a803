import { Alert, Card } from '~/components/ui'
import { counted } from '~/models/academics/rules'
import { channelNames, familyChannels } from '~/models/messaging/options'
import type { previewTelling } from '~/models/messaging/preview.server'
import { formatPaise } from '~/models/shared/money'

type Preview = Awaited<ReturnType<typeof previewTelling>>
const shownAtMost = 30

type Row = { publicId: string; name: string; why: string | null }

/** Who would be told, each to be ticked; `name` is the field's. `why` somebody is not, as told already, is said in place of the box. */
export function TickList({ title, name, rows }: { title: string; name: string; rows: readonly Row[] }) {
  return (
    <Card title={title}>
      <ul>
        {rows.map((row) => (
          <li key={row.publicId}>
            {row.why !== null ? (
              `${row.name} (${row.why})`
            ) : (
              <label>
                <input type="checkbox" name={name} value={row.publicId} defaultChecked />
                {` ${row.name}`}
              </label>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
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
          <p>The budget does not reach for all of them: the rest is held until there is more.</p>
        </Alert>
      ) : null}
      {notReached.length > 0 ? (
        <>
          <p>{`${counted(notReached.length, 'family', 'families')} not reached:`}</p>
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
