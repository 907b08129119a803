import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { redirectWithToast } from '~/http/toast.server'
import { classSection, counted } from '~/models/academics/rules'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { decideLeave } from '~/models/attendance/decide-leave.server'
import { findLeave, markedOfLeave } from '~/models/attendance/leave-queries.server'
import { attendanceStatuses, leaveAnswerLength } from '~/models/attendance/options'
import { leaveDecisionSchema } from '~/models/attendance/schema'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { fullName } from '~/models/students/rules'
import { leaveStateNames, spanWords, statusNames } from './__attendance-words'

export const handle = pageTitle(() => 'Leave application', { hasForm: true })

async function leaveOf(staff: StaffSession, id: string | undefined) {
  return foundOr404(isPublicId(id) ? await findLeave(staff.scope, id, idsOf(await teacherSections(staff))) : null)
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'leave:decide')
  const found = await leaveOf(staff, params.id)
  const marked = await markedOfLeave(staff.scope, found.publicId)
  return {
    id: found.publicId,
    student: found.studentPublicId,
    name: fullName(found),
    place: classSection(found.className, found.sectionName),
    days: spanWords(found.startsOn, found.endsOn),
    reason: found.reason,
    state: found.state,
    answer: found.answer,
    askedOn: todayInIndia(found.askedAt),
    decidedOn: found.decidedAt && todayInIndia(found.decidedAt),
    decidedBy: found.decidedByName,
    marked: marked.map(({ day, status }) => ({
      day,
      word: statusNames[attendanceStatuses.find((one) => one === status) ?? 'present'].word,
    })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'leave:decide')
  const { publicId } = await leaveOf(staff, params.id)
  const form = await parseForm(request, leaveDecisionSchema)
  if (!form.ok) return form.reply()
  const outcome = await decideLeave(staff.scope, publicId, form.value)
  if (outcome.ok) {
    const { days } = outcome.value
    const changed = days === 0 ? '' : ` ${counted(days, 'absent day')} became leave.`
    return redirectWithToast(schoolPaths.leaveApplications, {
      type: 'success',
      title: 'Updated!',
      message: form.value.decision === 'approve' ? `The leave is approved.${changed}` : 'The leave is rejected.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse('This application is no longer pending: it has been decided or withdrawn.')
}

export default function LeaveApplicationPage() {
  const asked = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ decision: string; answer: string }>({
    id: 'decision',
    lastResult,
  })
  const state = leaveStateNames[asked.state]
  return (
    <>
      <PageHead
        title={`Leave of ${asked.name}`}
        context={
          <>
            <Badge tone={state.tone}>{state.word}</Badge> {`Requested on ${formatDay(asked.askedOn, 'en')}`}
          </>
        }
      />
      <FormTrouble formId={form.id} allErrors={allErrors} title="Update Failed" />
      <div className="stack">
        <Card title="Application">
          <DefinitionList
            items={[
              { label: 'Student', value: <a href={schoolPaths.student(asked.student)}>{asked.name}</a> },
              { label: 'Section', value: asked.place },
              { label: 'Leave', value: asked.days },
              { label: 'Reason', value: asked.reason },
              {
                label: 'Already marked',
                value: asked.marked.map(({ day, word }) => `${formatDay(day, 'en')}: ${word}`).join(', '),
              },
              ...(asked.decidedOn
                ? [
                    { label: 'Decided on', value: formatDay(asked.decidedOn, 'en') },
                    { label: 'Decided by', value: asked.decidedBy },
                    { label: 'Answer', value: asked.answer },
                  ]
                : []),
            ]}
          />
        </Card>
        {asked.state === 'pending' ? (
          <Card title="Answer">
            <p>
              Approved days are pre-selected as leave when attendance is marked; days already marked absent become
              leave. Days on which the student was present are not changed.
            </p>
            <Form method="post" {...form}>
              <TextField
                label="Answer"
                hint="The family will read it. It is required if you reject."
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
          </Card>
        ) : null}
        <p>
          <a className="alone" href={schoolPaths.leaveApplications}>
            All leave applications
          </a>
        </p>
      </div>
    </>
  )
}
