import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, requireStaff } from '~/http/route.server'
import { countMessages } from '~/models/contact/messaging/message-counts.server'
import { channelNames, eventNames } from '~/models/contact/messaging/options'
import { typedRupees } from '~/models/core/shared/money'
import { chosenMonth } from './__months'

/** Sends the message counts of a month, without totals. The month (`?month=2026-07`) defaults to the current one. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:view')
  const { month } = chosenMonth(request)
  const rows = await countMessages(scope, month)
  return csvOfList<(typeof rows)[number]>(
    `message-counts-${month}.csv`,
    [
      { label: 'Month', value: () => month },
      { label: 'About', value: (row) => eventNames[row.event] },
      { label: 'Channel', value: (row) => channelNames[row.channel] },
      { label: 'Sent', value: (row) => row.sent },
      { label: 'Delivered', value: (row) => row.delivered },
      { label: 'Failed', value: (row) => row.failed },
      { label: 'Parts', value: (row) => row.parts },
      { label: 'Cost', value: (row) => typedRupees(row.costPaise) },
    ],
    async () => ({ rows, total: rows.length, page: 1, pages: 1 }),
  )
}
