import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { ButtonLink, Card, DataTable, EmptyState, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { relationWords } from '~/models/people/guardians/guardian-fields'
import { listGuardiansOf } from '~/models/people/guardians/links.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'
import { RightsCell } from '../__rights-cell'

export const handle = pageTitle(() => 'Guardians of a student')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const [found, guardians] = await Promise.all([findStudentRecord(scope, id), listGuardiansOf(scope, id)])
  const student = foundOr404(found)
  return { id, name: fullName(student), number: student.enrollmentNumber, guardians }
}

export default function StudentGuardiansPage() {
  const { id, name, number, guardians } = useLoaderData<typeof loader>()
  const add = (
    <ButtonLink href={listHref(schoolPaths.newGuardian, { child: number })} variant="next" icon="plus">
      Add guardian
    </ButtonLink>
  )
  return (
    <>
      <PageHead
        title={`Guardians of ${name}`}
        context={<a href={schoolPaths.student(id)}>The student’s page</a>}
        action={add}
      />
      {guardians.length === 0 ? (
        <EmptyState
          icon="users"
          title="No guardian yet"
          text="Who may see this student’s records, who pays and who is told will be listed here."
          action={add}
        />
      ) : (
        <Card>
          <DataTable
            caption="Guardians"
            rows={guardians}
            rowKey={(row) => row.publicId}
            columns={[
              {
                label: 'Guardian',
                role: 'title',
                cell: (row) => <a href={schoolPaths.guardian(row.guardianId)}>{row.name}</a>,
              },
              { label: 'Relation', cell: (row) => relationWords[row.relation] },
              {
                label: 'Mobile number',
                align: 'nowrap',
                cell: (row) =>
                  row.mobileNumber && row.mobileState === 'wrong'
                    ? `${row.mobileNumber} (wrong)`
                    : (row.mobileNumber ?? '–'),
              },
              { label: 'May', cell: (row) => <RightsCell {...row} /> },
              { label: 'Order', align: 'end', cell: (row) => row.position },
              { label: 'Note', cell: (row) => row.note ?? '–' },
              { label: 'Account', cell: (row) => (row.isActivated ? 'Activated' : '–') },
            ]}
          />
        </Card>
      )}
    </>
  )
}
