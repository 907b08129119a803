import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Card, type Column, DataTable, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { countMessages, findBudget, findTroubles, sendHeld, sendUnsure } from '~/models/messaging/messages.server'
import { channelNames, eventNames } from '~/models/messaging/options'
import { formatMonth, isDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Message counts', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'messages:view')
  const budget = await findBudget(scope)
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  const month = isDay(`${asked}-01`) ? asked : budget.month
  const { held, unsure, late } = await findTroubles(scope)
  const heldNow = held.reduce((sum, { messages }) => sum + messages, 0)
  const rows = await countMessages(scope, month)
  return { month, budget, rows, heldNow, unsure, late, maySend: mayStaff(role, 'messages:send') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:send')
  const isUnsure = (await readForm(request)).get('does') === 'unsure'
  const { again, late } = isUnsure ? await sendUnsure(scope) : { again: await sendHeld(scope), late: 0 }
  const tooLate = late > 0 ? ` It was too late for ${counted(late, 'message')}.` : ''
  const message = `${counted(again, 'message')} will be tried again.${tooLate}`
  return redirectWithToast(schoolPaths.messages, { type: 'success', title: 'Updated!', message })
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

const columns: Column<Row>[] = [
  { label: 'About', role: 'title', cell: (row) => eventNames[row.event] },
  { label: 'Channel', cell: (row) => channelNames[row.channel] },
  { label: 'Sent', align: 'end', cell: (row) => row.sent },
  { label: 'Delivered', align: 'end', cell: (row) => row.delivered },
  { label: 'Failed', align: 'end', cell: (row) => row.failed },
  { label: 'Parts', align: 'end', cell: (row) => row.parts },
  { label: 'Cost', align: 'end', cell: (row) => formatPaise(row.costPaise, { style: 'exact' }) },
]

export default function MessageCountsPage() {
  const { month, budget, rows, heldNow, unsure, late, maySend } = useLoaderData<typeof loader>()
  const money = (paise: number) => formatPaise(paise, { style: 'exact' })
  return (
    <>
      <PageHead
        title={`Messages of ${formatMonth(month, 'en')}`}
        context={`${money(budget.spent)} of this month’s ${money(budget.monthlyBudgetPaise)} is spent; ${money(budget.left)} is left.`}
      />
      <div className="stack">
        <Card title="By channel and event">
          {rows.length === 0 ? (
            <p>Nothing was sent in this month.</p>
          ) : (
            <DataTable
              caption="Messages of the month"
              columns={columns}
              rows={rows}
              rowKey={(row) => `${row.channel} ${row.event}`}
            />
          )}
        </Card>
        {maySend ? (
          <Card title="Held messages">
            <p>{`${counted(heldNow, 'message')} held. They are tried again by themselves every hour; press to have it done now.`}</p>
            <Form method="post" className="actions">
              <SubmitButton busyText="Saving...">Try what is held</SubmitButton>
            </Form>
          </Card>
        ) : null}
        {maySend && unsure > 0 ? (
          <Card title="Not known whether sent">
            <p>{`${counted(unsure, 'message')}, of which the provider’s answer did not come. Send them again only if its own pages do not have them; else their families get them twice.`}</p>
            {late > 0 ? (
              <p>{`For ${counted(late, 'message')} of these it is too late: they are noted as not delivered, and nobody gets them.`}</p>
            ) : null}
            <Form method="post" className="actions">
              <input type="hidden" name="does" value="unsure" />
              <SubmitButton busyText="Saving...">They were not: send them</SubmitButton>
            </Form>
          </Card>
        ) : null}
      </div>
    </>
  )
}
