import type { LoaderFunctionArgs } from '@remix-run/node'
import { EmptyState } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ShownLink } from '~/kit/pages/show'
import { buttonOf, shownTable, showPage } from '~/kit/pages/show-page'
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

export default showPage<typeof loader>(({ id, name, concessions, mayEdit }) => {
  const give: ShownLink | false = mayEdit && {
    label: 'Give concession',
    href: schoolPaths.newConcession(id),
    variant: 'next',
    icon: 'plus',
  }
  return {
    title: `Concessions of ${name}`,
    context: <a href={schoolPaths.studentFees(id)}>Fees of the student</a>,
    action: give,
    parts: [
      concessions.length === 0 ? (
        <EmptyState
          key="none"
          icon="fees"
          title="No concession yet"
          text="Concessions will be listed here. A concession reduces the student’s dues by a percentage or an amount."
          action={give && buttonOf(give)}
        />
      ) : (
        {
          content: shownTable({
            caption: 'Concessions',
            rows: concessions,
            columns: [
              {
                label: 'Concession',
                role: 'title',
                value: concessionSize,
                href: (row) => (mayEdit && !row.isRemoved ? schoolPaths.removeConcession(row.publicId) : null),
              },
              { label: 'Kind', value: (row) => concessionKindLabels[row.kind] },
              { label: 'Applies to', value: (row) => `${row.feeName ?? 'All fees'}, ${row.sessionName}` },
              { label: 'Reason', cell: (row) => row.reason },
              {
                label: 'Given',
                value: (row) => `${formatDay(todayInIndia(new Date(row.createdAt)), 'en')}, ${row.givenBy}`,
              },
              { label: 'Reduced by', align: 'end', value: (row) => formatPaise(row.takenPaise, { style: 'exact' }) },
              {
                label: 'Status',
                value: (row) => (row.isRemoved ? 'Removed' : 'Active'),
                tone: (row) => (row.isRemoved ? 'neutral' : 'good'),
              },
            ],
          }),
        }
      ),
    ],
  }
})
