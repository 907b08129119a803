import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { Badge, SubmitButton } from '~/components/ui'
import { foundOr404, idsOf, parseForm, redirectWithToast, requireStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showPage } from '~/kit/pages/show-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { decideLeaveApplication } from '~/models/learning/attendance/decide-leave-application.server'
import { findLeaveApplication, markedOfLeave } from '~/models/learning/attendance/leave-applications.server'
import { leaveAnswerLength } from '~/models/learning/attendance/options'
import { leaveDecisionSchema } from '~/models/learning/attendance/schema.server'
import { classSection } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { attendanceStatusNames, leaveStateNames, spanWords } from './__attendance-words'

export const handle = pageTitle(() => 'Leave application', { hasForm: true })

/** Returns the application of the URL, if the user may decide it. */
async function openApplication({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'leave:decide')
  const ownSectionIds = idsOf(await teacherSections(staff))
  const application = isPublicId(params.id) ? await findLeaveApplication(staff.scope, params.id, ownSectionIds) : null
  return { scope: staff.scope, found: foundOr404(application) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, found } = await openApplication(args)
  const { studentPublicId, startsOn, endsOn, reason, state, answer, decidedAt, decidedByName } = found
  const marked = await markedOfLeave(scope, found.publicId)
  return {
    student: studentPublicId,
    name: fullName(found),
    section: classSection(found.className, found.sectionName),
    days: spanWords(startsOn, endsOn),
    reason,
    state,
    answer,
    askedOn: todayInIndia(found.createdAt),
    decidedOn: decidedAt && todayInIndia(decidedAt),
    decidedBy: decidedByName,
    marked: marked
      .map(({ day, status }) => `${formatDay(day, 'en')}: ${attendanceStatusNames[status].word}`)
      .join(', '),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, found } = await openApplication(args)
  const form = await parseForm(args.request, leaveDecisionSchema)
  if (!form.ok) return form.reply()
  const outcome = await decideLeaveApplication(scope, found.publicId, form.value)
  if (!outcome.ok) {
    if (outcome.reason === 'not-found') return foundOr404(null)
    return form.refuse('This application is no longer pending: it has been decided or withdrawn.')
  }
  const { days } = outcome.value
  const changed = days === 0 ? '' : ` ${counted(days, 'absent day')} became leave.`
  const message = form.value.decision === 'approve' ? `The leave is approved.${changed}` : 'The leave is rejected.'
  return redirectWithToast(schoolPaths.leaveApplications, { type: 'success', title: 'Updated!', message })
}

export default showPage<typeof loader>(function useLeaveApplication(application) {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ decision: string; answer: string }>({
    id: 'decision',
    lastResult,
  })
  const state = leaveStateNames[application.state]
  return {
    title: `Leave of ${application.name}`,
    context: (
      <>
        <Badge tone={state.tone}>{state.word}</Badge> {`Requested on ${formatDay(application.askedOn, 'en')}`}
      </>
    ),
    alert: <FormTrouble formId={form.id} allErrors={allErrors} title="Update Failed" />,
    parts: [
      {
        title: 'Application',
        facts: {
          Student: <a href={schoolPaths.student(application.student)}>{application.name}</a>,
          Section: application.section,
          Leave: application.days,
          Reason: application.reason,
          'Already marked': application.marked,
          ...(application.decidedOn && {
            'Decided on': formatDay(application.decidedOn, 'en'),
            'Decided by': application.decidedBy,
            Answer: application.answer,
          }),
        },
      },
      application.state === 'pending' && {
        title: 'Answer',
        intro:
          'Approved days are pre-selected as leave when attendance is marked; days already marked absent become leave. Days on which the student was present are not changed.',
        content: (
          <Form method="post" {...form}>
            <TextField
              label="Answer"
              hint="The family sees it. It is required if you reject."
              maxLength={leaveAnswerLength}
              {...fieldProps(fields.answer)}
            />
            <div className="actions">
              <SubmitButton busyText="Saving..." name="decision" value="approve">
                Approve
              </SubmitButton>
              <SubmitButton variant="danger" busyText="Saving..." name="decision" value="reject">
                Reject
              </SubmitButton>
            </div>
          </Form>
        ),
      },
    ],
    back: { label: 'All leave applications', href: schoolPaths.leaveApplications },
  }
})
