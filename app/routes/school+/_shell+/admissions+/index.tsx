import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { mayStaff } from '~/models/accounts/permissions'
import { listAdmissions } from '~/models/admissions/admission-queries.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { fullName } from '~/models/students/rules'
import { admissionListView } from './__admission-list.server'
import { originNames, stateNames } from './__admission-words'

export const handle = pageTitle(() => 'Admissions')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'admissions:view')
  const view = admissionListView(request)
  const [sessions, classes, list] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    listAdmissions(scope, view),
  ])
  return {
    view,
    mayEdit: mayStaff(role, 'admissions:edit'),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    list: {
      ...list,
      rows: list.rows.map(({ publicId, firstName, lastName, state, origin, className, mobileNumber, createdAt }) => ({
        publicId,
        name: fullName({ firstName, lastName }),
        state,
        origin,
        className,
        mobileNumber,
        receivedOn: formatDay(todayInIndia(createdAt), 'en'),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'state',
    label: 'Status',
    sort: 'state',
    cell: (row) => <Badge tone={stateNames[row.state].tone}>{stateNames[row.state].word}</Badge>,
  },
  {
    key: 'name',
    label: 'Name',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.admission(row.publicId)}>{row.name}</a>,
  },
  { key: 'class', label: 'Class wanted', sort: 'class', cell: (row) => row.className ?? '–' },
  { key: 'mobile', label: 'Mobile number', align: 'nowrap', cell: (row) => row.mobileNumber },
  { key: 'origin', label: 'Source', cell: (row) => originNames[row.origin] },
  { key: 'received', label: 'Received', align: 'nowrap', sort: 'received', cell: (row) => row.receivedOn },
]

export default function AdmissionsPage() {
  const { view, mayEdit, sessions, classes, list } = useLoaderData<typeof loader>()
  const { filters } = view
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newAdmission} variant="next" icon="plus">
      Add admission
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Admissions"
        context="Children who have applied for admission, at the office or online."
        action={add}
      />
      <OfficeList
        path={schoolPaths.admissions}
        filePath={schoolPaths.admissionsFile}
        view={view}
        list={list}
        noun="admission"
        caption="Admissions"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name, parent, mobile, e-mail' }}
        filters={
          <>
            <SelectField
              name="state"
              label="Status"
              placeholder="Any"
              defaultValue={filters.state}
              options={Object.entries(stateNames).map(([value, { word }]) => ({ value, label: word }))}
            />
            <SelectField
              name="class"
              label="Class wanted"
              placeholder="All classes"
              defaultValue={filters.class}
              options={classes}
            />
            <SelectField
              name="session"
              label="Academic session"
              placeholder="Any session"
              defaultValue={filters.session}
              options={sessions}
            />
            <SelectField
              name="origin"
              label="Source"
              placeholder="Any source"
              defaultValue={filters.origin}
              options={Object.entries(originNames).map(([value, label]) => ({ value, label }))}
            />
            <DateField name="from" label="From" defaultValue={filters.from} />
            <DateField name="to" label="To" defaultValue={filters.to} />
          </>
        }
        empty={{
          icon: 'users',
          title: 'No admission yet',
          text: 'Children who register online, and those you add here, will be listed until you accept or reject them.',
          action: add,
        }}
      />
    </>
  )
}
