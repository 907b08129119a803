import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card, DataTable, DefinitionList, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { pageOf } from '~/models/core/shared/paging'
import { findAcademicDetails } from '~/models/people/academics/academic-details.server'

export const handle = pageTitle(() => m.dashboard_academic_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return findAcademicDetails(scope, pageOf(new URL(request.url).searchParams))
}

export default function AcademicDetailsPage() {
  const { student, rows, page, pages } = useLoaderData<typeof loader>()
  const pagePath = paths.student.academicSessions
  return (
    <>
      <PageHead title={m.dashboard_academic_title()} />
      <div className="stack">
        <Card>
          <DefinitionList
            items={[
              { label: m.dashboard_enrollment_number(), value: student.enrollmentNumber },
              {
                label: m.dashboard_enrollment_date(),
                value: student.enrolledOn && formatDay(student.enrolledOn, currentLanguage()),
              },
              { label: m.dashboard_name(), value: student.name },
              { label: m.dashboard_email(), value: student.email },
            ]}
          />
        </Card>
        {rows.length === 0 ? (
          <Card>
            <p>{m.dashboard_academic_none()}</p>
          </Card>
        ) : (
          <DataTable
            caption={m.dashboard_academic_title()}
            rows={rows}
            rowKey={(row) => row.publicId}
            columns={[
              { label: m.dashboard_class(), role: 'title', cell: (row) => row.className },
              { label: m.dashboard_section(), cell: (row) => row.sectionName },
              { label: m.dashboard_session(), cell: (row) => row.sessionName },
              { label: m.dashboard_roll(), align: 'end', cell: (row) => row.rollNumber ?? m.dashboard_na() },
            ]}
          />
        )}
        <Pager
          page={page}
          pages={pages}
          hrefFor={(number) => (number === 1 ? pagePath : `${pagePath}?page=${number}`)}
        />
      </div>
    </>
  )
}
