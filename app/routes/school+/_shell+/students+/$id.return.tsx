import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listOpenEnrollments } from '~/models/academics/enrollment-queries.server'
import { sectionChoices } from '~/models/academics/queries.server'
import { returnStudent } from '~/models/admissions/return-student.server'
import { listDuesOf } from '~/models/ledger/cancel-dues.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/find-record.server'
import { fullName } from '~/models/students/rules'
import { returnSchema } from '~/models/students/status-schema'
import { ReturnForm } from './__return-form'

export const handle = pageTitle(() => 'Re-admit a student', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findStudentRecord(scope, params.id) : null)
  const today = todayInIndia(new Date())
  const [dues, places, sections] = await Promise.all([
    listDuesOf(scope, student.id),
    listOpenEnrollments(scope, student.id, today),
    sectionChoices(scope),
  ])
  return {
    id: student.publicId,
    name: fullName(student),
    leftOn: student.leftOn,
    reason: student.leavingReason,
    today,
    dues: dues.filter((due) => due.state === 'cancelled'),
    places: places
      .filter((place) => place.status === 'left')
      .map(({ publicId, sessionName, className, sectionPublicId }) => ({
        enrollment: publicId,
        sessionName,
        section: sectionPublicId,
        className,
        sections: sections
          .filter((one) => one.className === className)
          .map((one) => ({ value: one.publicId, label: one.name })),
      })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  foundOr404(await findStudentRecord(scope, id))
  const form = await parseForm(request, returnSchema)
  if (!form.ok) return form.reply()
  const { places, reopen } = form.value
  const outcome = await returnStudent(scope, id, {
    places: places.map(({ enrollment, section = '' }) => ({ enrollment, section })),
    reopenDues: reopen,
  })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.student(id), {
      type: 'success',
      title: 'Updated!',
      message: 'The student is re-admitted and may sign in.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'section-full':
      return form.refuse(null, {
        'places[0].section': ['No seat is free; choose another section or raise its capacity'],
      })
    case 'no-such-section':
      return form.refuse(null, { 'places[0].section': ['Select a valid section'] })
    case 'dues-changed':
      return form.refuse('A due was changed in the meantime. Check the dues again, then confirm.')
    case 'has-not-left':
      return form.refuse('This student has not left, or has already been re-admitted.')
  }
}

export default function ReturnPage() {
  const { id, name, leftOn, reason, ...form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Re-admit ${name}`}
        context={leftOn ? `Left on ${formatDay(leftOn, 'en')}: ${reason ?? ''}` : undefined}
      />
      {leftOn ? (
        <ReturnForm {...form} lastResult={lastResult} backHref={schoolPaths.student(id)} />
      ) : (
        <Alert tone="info" title="This student has not left">
          <p>
            <a href={schoolPaths.student(id)}>Back to the student</a>
          </p>
        </Alert>
      )}
    </>
  )
}
