import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField, SelectField } from '~/components/forms'
import { factWords } from '~/components/school/audit-words'
import { OfficeList } from '~/components/school/office-list'
import { type Column, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listSecurityEvents } from '~/models/audit/list-security-events.server'
import { formatInstant } from '~/models/shared/calendar'
import { securityViewOf } from './__security-view.server'
import { securityGroupWords, securityKindWords } from './__security-words'

export const handle = pageTitle(() => 'Sign-ins and devices')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'security:view')
  const view = securityViewOf(request)
  const { rows, ...place } = await listSecurityEvents(scope, { ...view, ...view.filters })
  return {
    view,
    list: {
      ...place,
      rows: rows.map(({ at, details, kind, ...row }) => ({
        ...row,
        at: formatInstant(at, 'en'),
        what: securityKindWords[kind],
        facts: factWords(details),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { label: 'What', role: 'title', cell: (row) => (row.times === 1 ? row.what : `${row.what}, ${row.times} times`) },
  { label: 'When', align: 'nowrap', sort: 'when', newestFirst: true, cell: (row) => row.at },
  { label: 'Who', cell: (row) => row.actor ?? 'Not signed in' },
  { label: 'About', cell: (row) => row.whom ?? '–' },
  { label: 'Device', cell: (row) => row.device || '–' },
  { label: 'Address', cell: (row) => row.address ?? '–' },
  { label: 'Details', cell: (row) => row.facts || '–' },
]

export default function SecurityPage() {
  const { view, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Sign-ins and devices"
        context="Who signed in and from where, wrong passwords, what was refused, and which files were downloaded. Nobody can change this log."
      />
      <OfficeList
        path={schoolPaths.security}
        filePath={schoolPaths.securityFile}
        view={view}
        list={list}
        noun="event"
        nouns="events"
        caption="Sign-ins and devices"
        columns={columns}
        rowKey={(row) => row.id}
        search={{ label: 'Search', placeholder: 'Name, device, address' }}
        filters={
          <>
            <SelectField
              name="group"
              label="What"
              placeholder="Anything"
              defaultValue={view.filters.group}
              options={Object.entries(securityGroupWords).map(([value, label]) => ({ value, label }))}
            />
            <SelectField
              name="personKind"
              label="Person"
              placeholder="Anybody"
              defaultValue={view.filters.personKind}
              options={[
                { value: 'staff', label: 'Staff' },
                { value: 'student', label: 'Students' },
                { value: 'applicant', label: 'Online registrations' },
              ]}
            />
            <DateField name="from" label="From" hint={null} defaultValue={view.filters.from} />
            <DateField name="to" label="To" hint={null} defaultValue={view.filters.to} />
          </>
        }
        empty={{
          icon: 'info',
          title: 'Nothing has happened yet',
          text: 'Sign-ins, wrong passwords and downloads are listed here as they happen.',
        }}
      />
    </>
  )
}
