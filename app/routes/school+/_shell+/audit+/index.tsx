import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField, SelectField } from '~/components/forms'
import { actionWords, factWords } from '~/components/school/audit-words'
import { OfficeList } from '~/components/school/office-list'
import { type Column, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listAudit, listAuditSubjects } from '~/models/dashboard/list-audit.server'
import { formatInstant } from '~/models/shared/calendar'
import { auditViewOf } from './__audit-view.server'

export const handle = pageTitle(() => 'Audit log')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'audit:view')
  const subjects = await listAuditSubjects(scope)
  const view = auditViewOf(request, subjects)
  const { rows, ...place } = await listAudit(scope, view)
  return {
    view,
    subjects,
    list: {
      ...place,
      rows: rows.map((row) => ({
        id: row.id,
        at: formatInstant(row.at, 'en'),
        actor: row.actor,
        action: actionWords(row.action),
        facts: factWords(row.details),
        whom: row.whom,
        whomId: row.whomId,
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { label: 'What', role: 'title', cell: (row) => row.action },
  { label: 'When', align: 'nowrap', sort: 'when', newestFirst: true, cell: (row) => row.at },
  { label: 'Who', cell: (row) => row.actor },
  {
    label: 'Student',
    cell: (row) => (row.whomId ? <a href={schoolPaths.student(row.whomId)}>{row.whom}</a> : '–'),
  },
  { label: 'Details', cell: (row) => row.facts },
]

export default function AuditPage() {
  const { view, subjects, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Audit log"
        context="Every change to money, marks, approvals, identity and rights, and who made it. Nobody can change this log."
      />
      <OfficeList
        path={schoolPaths.audit}
        filePath={schoolPaths.auditFile}
        view={view}
        list={list}
        noun="entry"
        nouns="entries"
        caption="Audit log"
        columns={columns}
        rowKey={(row) => row.id}
        search={{ label: 'Search', placeholder: 'Who, what or details' }}
        filters={
          <>
            <SelectField
              name="subjectKind"
              label="About"
              placeholder="Anything"
              defaultValue={view.filters.subjectKind}
              options={subjects.map((value) => ({ value, label: actionWords(value) }))}
            />
            <SelectField
              name="actorKind"
              label="Made by"
              placeholder="Anybody"
              defaultValue={view.filters.actorKind}
              options={[
                { value: 'staff', label: 'Staff' },
                { value: 'student', label: 'Students' },
                { value: 'system', label: 'The portal itself' },
              ]}
            />
            <DateField name="from" label="From" hint={null} defaultValue={view.filters.from} />
            <DateField name="to" label="To" hint={null} defaultValue={view.filters.to} />
          </>
        }
        empty={{
          icon: 'info',
          title: 'Nothing has been done yet',
          text: 'Changes to money, identity and rights are listed here as they happen.',
        }}
      />
    </>
  )
}
