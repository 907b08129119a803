import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { classSection } from '~/models/people/academics/rules'
import { sectionsLedBy, teachers } from '~/models/people/academics/teachers.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Teacher')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const found = foundOr404(isPublicId(params.id) ? await teachers.find(scope, params.id) : null)
  const { id, publicId, name, employeeNumber, email, mobileNumber, qualification, joinedOn, status } = found
  const maySignIns = mayStaff(role, 'staff:edit') && found.signIn !== 'none'
  return {
    teacher: { publicId, employeeNumber, email, mobileNumber, qualification, joinedOn, status },
    name,
    sections: await sectionsLedBy(scope, id),
    hasSignIn: found.signInStatus === 'active',
    signIn: maySignIns ? { id: found.signIn, text: found.signInName } : null,
    mayEdit: mayStaff(role, 'academics:edit'),
    seesTimetable: mayStaff(role, 'timetable:view'),
  }
}

export default function TeacherPage() {
  const { teacher, name, sections, hasSignIn, signIn, mayEdit, seesTimetable } = useLoaderData<typeof loader>()
  const isActive = teacher.status === 'active'
  return (
    <>
      <PageHead
        title={name}
        context={`Employee number ${teacher.employeeNumber}`}
        action={
          mayEdit ? <ButtonLink href={schoolPaths.editTeacher(teacher.publicId)}>Edit teacher</ButtonLink> : undefined
        }
      />
      <div className="stack">
        <Card
          title="This teacher"
          aside={isActive ? <Badge tone="good">Active</Badge> : <Badge tone="neutral">Inactive</Badge>}
        >
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Email', value: teacher.email },
                { label: 'Mobile number', value: teacher.mobileNumber },
                { label: 'Qualification', value: teacher.qualification },
                { label: 'Joined on', value: teacher.joinedOn && formatDay(teacher.joinedOn, 'en') },
                {
                  label: 'Sign-in',
                  value: signIn ? (
                    <a href={schoolPaths.editStaff(signIn.id)}>{signIn.text}</a>
                  ) : hasSignIn ? (
                    'Has a sign-in'
                  ) : (
                    'No sign-in'
                  ),
                },
              ]}
            />
            <div className="actions">
              {seesTimetable ? (
                <ButtonLink variant="secondary" href={schoolPaths.teacherTimetable(teacher.publicId)}>
                  Timetable
                </ButtonLink>
              ) : null}
              {mayEdit ? (
                <ButtonLink variant="secondary" href={schoolPaths.teacherStatus(teacher.publicId)}>
                  {isActive ? 'Deactivate' : 'Restore'}
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Card>
        <Card title="Class teacher of">
          {sections.length > 0 ? (
            <ul>
              {sections.map((section) => (
                <li key={section.publicId}>
                  <a className="alone" href={schoolPaths.section(section.publicId)}>
                    {classSection(section.className, section.name)}
                  </a>
                </li>
              ))}
            </ul>
          ) : (
            <p>No section. The class teacher is chosen in the section’s form.</p>
          )}
        </Card>
      </div>
    </>
  )
}
