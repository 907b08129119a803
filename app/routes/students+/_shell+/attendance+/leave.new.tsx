import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { DateField, fieldProps, HiddenKey, TextAreaField, useServerForm } from '~/components/forms'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { parseForm, redirectWithToast, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { applyForLeave, currentEnrollment } from '~/models/learning/attendance/leave-applications.server'
import { leaveDaysBack, leaveReasonLength } from '~/models/learning/attendance/options'
import { leaveApplicationSchema } from '~/models/learning/attendance/schema.server'

export const handle = pageTitle(() => m.attendance_new_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  return { formKey: randomUUID(), isEnrolled: (await currentEnrollment(scope)) !== null }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  const form = await parseForm(request, leaveApplicationSchema)
  if (!form.ok) return form.reply()
  const outcome = await applyForLeave(scope, form.value, todayInIndia(new Date()))
  if (outcome.ok) {
    const toast = { type: 'success', title: m.attendance_sent(), message: m.attendance_sent_text() } as const
    return redirectWithToast(paths.student.leave, toast)
  }
  switch (outcome.reason) {
    case 'not-enrolled':
      return form.refuse(m.attendance_not_enrolled())
    case 'outside-session':
      return form.refuse(null, { starts_on: [m.attendance_outside_session()] })
    case 'ends-outside-session':
      return form.refuse(null, { ends_on: [m.attendance_outside_session()] })
    case 'too-long-ago':
      return form.refuse(null, { starts_on: [m.attendance_too_long_ago({ count: leaveDaysBack })] })
    case 'overlaps':
      return form.refuse(null, { starts_on: [m.attendance_overlaps()] })
  }
}

export default function NewLeavePage() {
  const { formKey, isEnrolled } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ starts_on: string; ends_on: string; reason: string }>({
    id: 'leave',
    lastResult,
  })
  if (!isEnrolled) {
    return (
      <>
        <PageHead title={m.attendance_new_title()} />
        <Alert tone="info" text={m.attendance_not_enrolled()} />
      </>
    )
  }
  return (
    <>
      <PageHead title={m.attendance_new_title()} />
      <Form method="post" className="card" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.attendance_failed_save()} />
        <HiddenKey value={formKey} />
        <DateField {...fieldProps(fields.starts_on)} label={m.attendance_from()} required />
        <DateField
          {...fieldProps(fields.ends_on)}
          label={m.attendance_until()}
          hint={m.attendance_until_hint()}
          required
        />
        <TextAreaField
          {...fieldProps(fields.reason)}
          label={m.attendance_reason()}
          required
          maxLength={leaveReasonLength}
        />
        <div className="actions">
          <SubmitButton busyText={m.attendance_sending()}>{m.attendance_send()}</SubmitButton>
          <ButtonLink href={paths.student.leave} variant="secondary" label={m.attendance_cancel()} />
        </div>
      </Form>
    </>
  )
}
