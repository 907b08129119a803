import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { ButtonLink, Card, type Column, DataTable, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findClass, subjectsOfClass } from '~/models/people/academics/queries.server'
import { counted } from '~/models/people/academics/rules'
import { sections as allSections } from '~/models/people/academics/sections.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>((data) => data?.name ?? 'Class')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const found = foundOr404(isPublicId(params.id) ? await findClass(scope, params.id) : null)
  const [sections, subjects] = await Promise.all([
    allSections.ofClass(scope, found.id),
    subjectsOfClass(scope, found.id),
  ])
  return {
    id: found.publicId,
    name: found.name,
    sections,
    subjects,
    mayEdit: mayStaff(role, 'academics:edit'),
    mayFees: mayStaff(role, 'fees:view'),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['sections'][number]

const columns: Column<Row>[] = [
  { label: 'Section', role: 'title', cell: (row) => <a href={schoolPaths.section(row.publicId)}>{row.name}</a> },
  { label: 'Class teacher', cell: (row) => row.teacherName ?? '–' },
  { label: 'Students', align: 'end', cell: (row) => row.taken },
  { label: 'Capacity', align: 'end', cell: (row) => row.capacity },
]

export default function ClassPage() {
  const { id, name, sections, subjects, mayEdit, mayFees } = useLoaderData<typeof loader>()
  const students = sections.reduce((sum, section) => sum + section.taken, 0)
  return (
    <>
      <PageHead
        title={name}
        context={`${counted(students, 'student')} in the current session`}
        action={mayEdit ? <ButtonLink href={schoolPaths.editClass(id)}>Edit class</ButtonLink> : undefined}
      />
      <div className="stack">
        <Card title="Sections">
          <div className="stack">
            {sections.length > 0 ? (
              <DataTable
                caption={`Sections of ${name}`}
                rows={sections}
                rowKey={(row) => row.publicId}
                columns={columns}
              />
            ) : (
              <p>No section yet: students are enrolled in sections.</p>
            )}
            {mayEdit ? (
              <ButtonLink href={`${schoolPaths.newSection}?class=${id}`} variant="secondary" icon="plus">
                Add section
              </ButtonLink>
            ) : null}
          </div>
        </Card>
        <Card title="Subjects">
          {subjects.length > 0 ? (
            <ul>
              {subjects.map((subject) => (
                <li key={subject.publicId}>
                  <a className="alone" href={schoolPaths.subject(subject.publicId)}>
                    {subject.name}
                  </a>
                </li>
              ))}
            </ul>
          ) : (
            <p>{mayEdit ? 'No subject yet: edit the class and tick its subjects.' : 'No subject is entered yet.'}</p>
          )}
        </Card>
        <Card title="More about this class">
          <div className="actions">
            <ButtonLink variant="secondary" href={listHref(schoolPaths.students, { class: id })}>
              Students
            </ButtonLink>
            {mayFees ? (
              <ButtonLink variant="secondary" href={listHref(schoolPaths.fees, { class: id })}>
                Fees
              </ButtonLink>
            ) : null}
          </div>
        </Card>
      </div>
    </>
  )
}
