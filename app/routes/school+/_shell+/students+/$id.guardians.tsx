import type { LoaderFunctionArgs } from '@remix-run/node'
import { listHref } from '~/components/school/list-href'
import { EmptyState } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ShownLink } from '~/kit/pages/show'
import { buttonOf, shownTable, showPage } from '~/kit/pages/show-page'
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

export default showPage<typeof loader>(({ id, name, number, guardians }) => {
  const href = listHref(schoolPaths.newGuardian, { child: number })
  const add: ShownLink = { label: 'Add guardian', href, variant: 'next', icon: 'plus' }
  return {
    title: `Guardians of ${name}`,
    context: <a href={schoolPaths.student(id)}>The student’s page</a>,
    action: add,
    parts: [
      guardians.length === 0 ? (
        <EmptyState
          key="none"
          icon="users"
          title="No guardian yet"
          text="Adults who may see this student’s records, pay or get messages will be listed here."
          action={buttonOf(add)}
        />
      ) : (
        {
          content: shownTable({
            caption: 'Guardians',
            rows: guardians,
            columns: [
              { label: 'Guardian', role: 'title', value: 'name', href: (row) => schoolPaths.guardian(row.guardianId) },
              { label: 'Relation', value: (row) => relationWords[row.relation] },
              {
                label: 'Mobile number',
                align: 'nowrap',
                value: ({ mobileNumber, mobileState }) =>
                  mobileNumber && mobileState === 'wrong' ? `${mobileNumber} (wrong)` : mobileNumber,
              },
              { label: 'May', cell: (row) => <RightsCell {...row} /> },
              { label: 'Order', align: 'end', value: 'position' },
              { label: 'Note', value: 'note' },
              { label: 'Account', value: (row) => (row.isActivated ? 'Activated' : null) },
            ],
          }),
        }
      ),
    ],
  }
})
