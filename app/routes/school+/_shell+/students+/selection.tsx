import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, EmptyState, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { withStudents } from './__ticked'
import { tickedStudents } from './__ticked.server'

export const handle = pageTitle(() => 'Ticked students')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const students = await tickedStudents(staff, new URL(request.url).searchParams)
  return {
    students,
    mayWrite: mayStaff(staff.role, 'notices:edit'),
    mayEdit: mayStaff(staff.role, 'students:edit'),
    mayEditFees: mayStaff(staff.role, 'fees:edit'),
  }
}

export default function SelectionPage() {
  const { students, mayWrite, mayEdit, mayEditFees } = useLoaderData<typeof loader>()
  if (students.length === 0) {
    return (
      <EmptyState
        icon="users"
        title="No student is ticked"
        text="Tick students in the list first, then choose what to do for all of them."
        action={<ButtonLink href={schoolPaths.students} label="Students" />}
      />
    )
  }
  const acts = [
    mayWrite && [schoolPaths.messageStudents, 'Send them a notice'],
    mayEdit && [schoolPaths.assignEnrollments, 'Assign to a class section'],
    mayEditFees && [schoolPaths.addFeeToStudents, 'Assign a fee'],
    mayEditFees && [schoolPaths.concedeStudents, 'Give a concession'],
  ]
  const files = [
    mayEdit && [schoolPaths.slipsFile, 'Print activation slips'],
    [schoolPaths.idCardsFile, 'Print ID cards'],
  ]
  const linked = (all: Array<false | string[]>) =>
    all.flatMap((one) => (one ? [[one[0] ?? '', one[1] ?? ''] as const] : []))
  return (
    <>
      <PageHead title={`${counted(students.length, 'student')} ticked`} context="Choose what to do for all of them." />
      <Card title="What to do">
        <p className="actions">
          {linked(acts).map(([path, words]) => (
            <ButtonLink key={path} href={withStudents(path, students)} variant="secondary" label={words} />
          ))}
          {linked(files).map(([path, words]) => (
            <a key={path} className="btn btn-secondary" data-reload href={withStudents(path, students)}>
              {words}
            </a>
          ))}
        </p>
      </Card>
      <Card title="Students">
        <ul className="found">
          {students.map(({ value, label }) => (
            <li key={value}>
              <a href={schoolPaths.student(value)}>{label}</a>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
