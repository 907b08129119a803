import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { classSection } from '~/models/people/academics/rules'
import { sections } from '~/models/people/academics/sections.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>((data) =>
  data ? classSection(data.section.className, data.section.name) : 'Section',
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const found = foundOr404(isPublicId(params.id) ? await sections.find(scope, params.id) : null)
  const { publicId, name, capacity, className, class: classId, taken, teacherName, classTeacher } = found
  return {
    section: { publicId, name, capacity, className, classId, taken, teacherName, classTeacher },
    mayEdit: mayStaff(role, 'academics:edit'),
    seesTimetable: mayStaff(role, 'timetable:view'),
  }
}

export default function SectionPage() {
  const { section, mayEdit, seesTimetable } = useLoaderData<typeof loader>()
  const { classTeacher, teacherName } = section
  return (
    <>
      <PageHead
        title={classSection(section.className, section.name)}
        context="Seats taken are those of the current session."
        action={
          mayEdit ? <ButtonLink href={schoolPaths.editSection(section.publicId)}>Edit section</ButtonLink> : undefined
        }
      />
      <Card>
        <div className="stack">
          <DefinitionList
            items={[
              { label: 'Class', value: <a href={schoolPaths.class(section.classId)}>{section.className}</a> },
              {
                label: 'Class teacher',
                value: classTeacher ? <a href={schoolPaths.teacher(classTeacher)}>{teacherName}</a> : null,
              },
              { label: 'Students', value: section.taken },
              { label: 'Capacity', value: section.capacity },
              { label: 'Seats left', value: Math.max(0, section.capacity - section.taken) },
            ]}
          />
          <div className="actions">
            <ButtonLink
              variant="secondary"
              href={listHref(schoolPaths.students, { class: section.classId, section: section.publicId })}
            >
              Students of this section
            </ButtonLink>
            {seesTimetable ? (
              <ButtonLink variant="secondary" href={schoolPaths.sectionTimetable(section.publicId)}>
                Timetable
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </Card>
    </>
  )
}
