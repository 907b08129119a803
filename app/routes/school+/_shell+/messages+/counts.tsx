import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { ButtonLink, Card, type Column, DataTable, FilterBar, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { countMessages, findBudget, findTroubles } from '~/models/contact/messaging/message-counts.server'
import { channelNames, eventNames } from '~/models/contact/messaging/options'
import { sendHeld } from '~/models/contact/messaging/retry-message.server'
import { sendUnsure } from '~/models/contact/messaging/settle-unsure.server'
import { formatMonth } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { chosenMonth } from './__months'

export const handle = pageTitle(() => 'Message counts', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'messages:view')
  const { isCurrent, ...chosen } = chosenMonth(request)
  // The stored budget is the current month's, so a past month shows only its cost.
  const budget = isCurrent ? await findBudget(scope) : null
  const { held, unsure, late } = await findTroubles(scope)
  const heldNow = held.reduce((sum, { messages }) => sum + messages, 0)
  const rows = await countMessages(scope, chosen.month)
  return { ...chosen, budget, rows, heldNow, unsure, late, maySend: mayStaff(role, 'messages:send') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'messages:send')
  const isUnsure = (await readForm(request)).get('does') === 'unsure'
  const { again, late } = isUnsure ? await sendUnsure(scope) : { again: await sendHeld(scope), late: 0 }
  const tooLate = late > 0 ? ` It was too late for ${counted(late, 'message')}.` : ''
  const message = `${counted(again, 'message')} will be tried again.${tooLate}`
  return redirectWithToast(schoolPaths.messages, { type: 'success', title: 'Updated!', message })
}

type Counts = Awaited<ReturnType<typeof countMessages>>[number]
type Row = Omit<Counts, 'event' | 'channel'> & { about: string; by: string }

const money = (paise: number) => formatPaise(paise, { style: 'exact' })

const columns: Column<Row>[] = [
  { label: 'About', role: 'title', cell: (row) => row.about },
  { label: 'Channel', cell: (row) => row.by },
  { label: 'Sent', align: 'end', cell: (row) => row.sent },
  { label: 'Delivered', align: 'end', cell: (row) => row.delivered },
  { label: 'Failed', align: 'end', cell: (row) => row.failed },
  { label: 'Parts', align: 'end', cell: (row) => row.parts },
  { label: 'Cost', align: 'end', cell: (row) => money(row.costPaise) },
]

function totalOf(rows: readonly Counts[]): Row {
  const sum = (name: Exclude<keyof Counts, 'event' | 'channel'>) => rows.reduce((so, row) => so + row[name], 0)
  return {
    about: 'Total',
    by: 'All',
    sent: sum('sent'),
    delivered: sum('delivered'),
    failed: sum('failed'),
    parts: sum('parts'),
    costPaise: sum('costPaise'),
  }
}

export default function MessageCountsPage() {
  const { month, months, budget, rows, heldNow, unsure, late, maySend } = useLoaderData<typeof loader>()
  const total = totalOf(rows)
  const tableRows = rows.map((row): Row => ({ ...row, about: eventNames[row.event], by: channelNames[row.channel] }))
  return (
    <>
      <PageHead
        title={`Messages in ${formatMonth(month, 'en')}`}
        context={
          budget
            ? `${money(budget.spent)} of this month’s ${money(budget.monthlyBudgetPaise)} is spent; ${money(budget.left)} is left.`
            : `${money(total.costPaise)} was spent in this month.`
        }
      />
      <FilterBar action={schoolPaths.messageCounts} submitLabel="Show">
        <SelectField name="month" label="Month" placeholder={null} defaultValue={month} options={months} />
      </FilterBar>
      <div className="stack">
        <Card title="By channel and event">
          {rows.length === 0 ? (
            <p>Nothing was sent in this month.</p>
          ) : (
            <DataTable
              caption="Messages in the month"
              columns={columns}
              rows={[...tableRows, total]}
              rowKey={(row) => `${row.by} ${row.about}`}
            />
          )}
          <div className="actions">
            <ButtonLink href={listHref(schoolPaths.messageCountsFile, { month })} variant="secondary" data-file>
              Download CSV
            </ButtonLink>
          </div>
        </Card>
        {maySend ? (
          <Card title="Held messages">
            <p>{`${counted(heldNow, 'message')} held. They are retried automatically: every hour, or, if a registered text is missing, once a day and as soon as one is entered. Click to retry now.`}</p>
            <Form method="post" className="actions">
              <SubmitButton busyText="Saving...">Retry held messages</SubmitButton>
            </Form>
          </Card>
        ) : null}
        {maySend && unsure > 0 ? (
          <Card title="Delivery not confirmed">
            <p>{`${counted(unsure, 'message')} without an answer from the provider. Send them again only if the provider’s own pages do not show them; otherwise families get them twice.`}</p>
            {late > 0 ? (
              <p>{`It is too late for ${counted(late, 'message')} of these: they will not be sent again and are marked as not delivered.`}</p>
            ) : null}
            <Form method="post" className="actions">
              <input type="hidden" name="does" value="unsure" />
              <SubmitButton busyText="Saving...">Not sent: send them now</SubmitButton>
            </Form>
          </Card>
        ) : null}
      </div>
    </>
  )
}
