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
  const found = foundOr404(isPublicId(params.id) ? await findChangeRequest(scope, params.id) : null)
  const { createdAt, decidedAt, ...asked } = found
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
      return form.refuse('Somebody else has already decided this request.')
    case 'value-changed':
      return form.refuse('The value has changed in the meantime. Check it again, then decide.')
    case 'order-needed':
      return form.refuse('This is in the general register: correct it there, with the order for it.')
  }
}

/** Reloads after a refusal: the current value, and whether the register prevents the change. */
export const shouldRevalidate = () => true

export default showPage<typeof loader>(function useChangeRequest(asked) {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ decision: string; seen: string; reason: string }>({
    id: 'decision',
    lastResult,
  })
  const { label: field, newWords, studentPublicId, decidedOn } = asked
  const isPending = asked.state === 'pending'
  return {
    title: `${field} of ${asked.name}`,
    context: (
      <>
        <Badge tone={changeStateTones[asked.state]}>{changeStateWords[asked.state]}</Badge>{' '}
        {`Requested on ${formatDay(asked.askedOn, 'en')}`}
      </>
    ),
    alert: <FormTrouble formId={form.id} allErrors={allErrors} title="Update Failed" />,
    parts: [
      {
        title: 'Request',
        facts: {
          Student: <a href={schoolPaths.student(studentPublicId)}>{asked.name}</a>,
          'Enrollment number': asked.enrollmentNumber,
          [`${field} when requested`]: asked.oldWords,
          [`${field} requested`]: newWords,
          Note: asked.note,
          ...(decidedOn && {
            'Decided on': formatDay(decidedOn, 'en'),
            'Decided by': asked.decidedBy,
            Reason: asked.reason,
          }),
        },
      },
      isPending && asked.currentValue !== asked.oldValue && (
        <Alert tone="warn" title="The value is no longer the same">
          <p>{`It was changed to ${asked.currentWords || 'nothing'} after the request was made. Approving replaces that value.`}</p>
        </Alert>
      ),
      isPending && {
        title: 'Approve',
        intro: `${field} becomes ${newWords}. A student with an e-mail address is informed by mail.`,
        content: asked.needsOrder ? (
          <p>It is in the general register and is corrected there on an order. The correction approves the request.</p>
        ) : (
          <Form method="post" className="actions">
            <input type="hidden" name="decision" value="approve" />
            <input type="hidden" name="seen" value={asked.currentValue} />
            <SubmitButton busyText="Saving...">Approve</SubmitButton>
          </Form>
        ),
        actions: asked.needsOrder && [
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
