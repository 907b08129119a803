import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import {
  Alert,
  Badge,
  ButtonLink,
  type Column,
  DataTable,
  LinkParagraph,
  PageHead,
  SubmitButton,
} from '~/components/ui'
import { redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { maxPeriods } from '~/models/learning/timetable/options'
import { listPeriods, startPeriods } from '~/models/learning/timetable/periods.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Bell schedule')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'timetable:view')
  const { periods, areOwn } = await listPeriods(scope)
  return { areOwn, mayEdit: mayStaff(role, 'timetable:edit'), periods: periods.map(({ id: _, ...period }) => period) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:edit')
  await startPeriods(scope)
  return redirectWithToast(schoolPaths.bellPeriods, { type: 'success', title: 'Updated!' })
}

type Row = Awaited<ReturnType<typeof loader>>['periods'][number]

function columnsOf(mayOpen: boolean): Column<Row>[] {
  return [
    {
      label: 'Period',
      role: 'title',
      cell: (row) => (mayOpen ? <a href={schoolPaths.editBellPeriod(row.publicId)}>{row.name}</a> : row.name),
    },
    { label: 'Start', align: 'nowrap', cell: (row) => row.startsAt },
    { label: 'End', align: 'nowrap', cell: (row) => row.endsAt },
    { label: 'Kind', cell: (row) => (row.isBreak ? <Badge tone="neutral">Break</Badge> : 'Lesson') },
  ]
}

export default function BellSchedulePage() {
  const { areOwn, mayEdit, periods } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Bell schedule"
        context="When periods and breaks begin and end, the same on every day."
        action={
          mayEdit && periods.length < maxPeriods ? (
            <ButtonLink href={schoolPaths.newBellPeriod} variant="next" icon="plus" label="Add period" />
          ) : undefined
        }
      />
      {areOwn ? null : (
        <Alert tone="info" title="These are the usual periods">
          <p>They apply until you save your own; then each can be changed.</p>
          {mayEdit ? (
            <Form method="post">
              <SubmitButton busyText="Saving...">Change these periods</SubmitButton>
            </Form>
          ) : null}
        </Alert>
      )}
      <DataTable
        caption="Periods and breaks"
        columns={columnsOf(mayEdit && areOwn)}
        rows={periods}
        rowKey={(row) => row.startsAt}
      />
      <LinkParagraph href={schoolPaths.timetable} label="Back to the timetable" />
    </>
  )
}
