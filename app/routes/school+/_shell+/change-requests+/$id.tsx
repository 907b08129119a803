import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { Alert, Badge, SubmitButton } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showPage } from '~/kit/pages/show-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { rejectionLength } from '~/models/people/students/change-requests/change-request-options'
import { changeDecisionSchema } from '~/models/people/students/change-requests/change-request-schema'
import { findChangeRequest } from '~/models/people/students/change-requests/change-requests.server'
import { decideChangeRequest } from '~/models/people/students/change-requests/decide-change-request.server'
import { changeStateTones, changeStateWords } from './__state-words'

export const handle = pageTitle(() => 'Change request', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const changeRequest = foundOr404(isPublicId(params.id) ? await findChangeRequest(scope, params.id) : null)
  const { createdAt, decidedAt, ...asked } = changeRequest
  return { ...asked, askedOn: todayInIndia(createdAt), decidedOn: decidedAt && todayInIndia(decidedAt) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  foundOr404(await findChangeRequest(scope, id))
  const form = await parseForm(request, changeDecisionSchema)
  if (!form.ok) return form.reply()
  const outcome = await decideChangeRequest(scope, id, form.value)
  if (outcome.ok) {
    const message = form.value.decision === 'approve' ? 'The change is made.' : 'The request is rejected.'
    return redirectWithToast(schoolPaths.changeRequests, { type: 'success', title: 'Updated!', message })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'already-decided':
      return form.refuse('Another person has already decided this request.')
    case 'value-changed':
      return form.refuse('The value has changed in the meantime. Check it again, then decide.')
    case 'order-needed':
      return form.refuse('This is in the general register. Correct it there, based on an order.')
  }
}

/** Reloads the current value, and whether the register prevents the change, even after a refusal. */
export const shouldRevalidate = () => true

export default showPage<typeof loader>(function useChangeRequest(changeRequest) {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ decision: string; seen: string; reason: string }>({
    id: 'decision',
    lastResult,
  })
  const { label: field, newWords, studentPublicId, decidedOn } = changeRequest
  const isPending = changeRequest.state === 'pending'
  return {
    title: `${field} of ${changeRequest.name}`,
    context: (
      <>
        <Badge tone={changeStateTones[changeRequest.state]}>{changeStateWords[changeRequest.state]}</Badge>{' '}
        {`Requested on ${formatDay(changeRequest.askedOn, 'en')}`}
      </>
    ),
    alert: <FormTrouble formId={form.id} allErrors={allErrors} title="Update Failed" />,
    parts: [
      {
        title: 'Request',
        facts: {
          Student: <a href={schoolPaths.student(studentPublicId)}>{changeRequest.name}</a>,
          'Enrollment number': changeRequest.enrollmentNumber,
          [`${field} when requested`]: changeRequest.oldWords,
          [`${field} requested`]: newWords,
          Note: changeRequest.note,
          ...(decidedOn && {
            'Decided on': formatDay(decidedOn, 'en'),
            'Decided by': changeRequest.decidedBy,
            Reason: changeRequest.reason,
          }),
        },
      },
      isPending && changeRequest.currentValue !== changeRequest.oldValue && (
        <Alert tone="warn" title="The value is no longer the same">
          <p>{`It was changed to ${changeRequest.currentWords || 'nothing'} after the request was made. Approving replaces that value.`}</p>
        </Alert>
      ),
      isPending && {
        title: 'Approve',
        intro: `${field} becomes ${newWords}. A student with an e-mail address is informed by mail.`,
        content: changeRequest.needsOrder ? (
          <p>
            It is in the general register and can be corrected there only on the basis of an order. The correction
            approves the request.
          </p>
        ) : (
          <Form method="post" className="actions">
            <input type="hidden" name="decision" value="approve" />
            <input type="hidden" name="seen" value={changeRequest.currentValue} />
            <SubmitButton busyText="Saving...">Approve</SubmitButton>
          </Form>
        ),
        actions: changeRequest.needsOrder && [
          { label: 'Correct the register', href: schoolPaths.correctStudent(studentPublicId), variant: 'primary' },
        ],
      },
      isPending && {
        title: 'Reject',
        content: (
          <Form method="post" {...form}>
            <input type="hidden" name="decision" value="reject" />
            <TextField
              label="Reason"
              hint="The student will read it."
              required
              maxLength={rejectionLength}
              {...fieldProps(fields.reason)}
            />
            <div className="actions">
              <SubmitButton variant="danger" busyText="Saving...">
                Reject
              </SubmitButton>
            </div>
          </Form>
        ),
      },
    ],
    back: { label: 'All change requests', href: schoolPaths.changeRequests },
  }
})
