import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DataTable, EmptyState, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { concessionsOf } from '~/models/money/fees/concession-queries.server'
import { concessionSize } from '~/models/money/fees/concession-rules'
import { concessionKindLabels } from '~/models/money/fees/options'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Concessions of a student')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const [student, concessions] = await Promise.all([findStudentRecord(scope, id), concessionsOf(scope, id)])
  return { id, name: fullName(foundOr404(student)), concessions, mayEdit: mayStaff(role, 'fees:edit') }
}

export default function StudentConcessionsPage() {
  const { id, name, concessions, mayEdit } = useLoaderData<typeof loader>()
  const give = mayEdit ? (
    <ButtonLink href={schoolPaths.newConcession(id)} variant="next" icon="plus">
      Give concession
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title={`Concessions of ${name}`}
        context={<a href={schoolPaths.studentFees(id)}>Fees of the student</a>}
        action={give}
      />
      {concessions.length === 0 ? (
        <EmptyState
          icon="fees"
          title="No concession yet"
          text="Concessions will be listed here. A concession takes a percentage or an amount off what the student owes."
          action={give}
        />
      ) : (
        <Card>
          <DataTable
            caption="Concessions"
            rows={concessions}
            rowKey={(row) => row.publicId}
            columns={[
              {
                label: 'Concession',
                role: 'title',
                cell: (row) =>
                  mayEdit && !row.isRemoved ? (
                    <a href={schoolPaths.removeConcession(row.publicId)}>{concessionSize(row)}</a>
                  ) : (
                    concessionSize(row)
                  ),
              },
              { label: 'Kind', cell: (row) => concessionKindLabels[row.kind] },
              { label: 'Applies to', cell: (row) => `${row.feeName ?? 'All fees'}, ${row.sessionName}` },
              { label: 'Reason', cell: (row) => row.reason },
              {
                label: 'Given',
                cell: (row) => `${formatDay(todayInIndia(new Date(row.createdAt)), 'en')}, ${row.givenBy}`,
              },
              { label: 'Reduced by', align: 'end', cell: (row) => formatPaise(row.takenPaise, { style: 'exact' }) },
              {
                label: 'Status',
                cell: (row) =>
                  row.isRemoved ? <Badge tone="neutral">Removed</Badge> : <Badge tone="good">Active</Badge>,
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}
