import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { HiddenKey } from '~/components/forms'
import { Alert, ButtonLink, SubmitButton } from '~/components/ui'
import { formKeyOf, foundOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { showPage } from '~/kit/pages/show-page'
import { formatDay } from '~/models/core/shared/calendar'
import { draftCertificate } from '~/models/learning/certificates/drafts.server'
import { findRequest } from '~/models/learning/certificates/requests.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { requestWords } from './__words'

export const handle = pageTitle(() => 'Certificate request', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { staff, thing } = await openThing(args, { may: 'certificates:view', find: findRequest })
  const { publicId, state, purpose, kindName, studentName, studentPublicId, askedOn, answerBy, answer } = thing
  return {
    id: publicId,
    state,
    purpose,
    kindName,
    studentName,
    answer,
    student: studentPublicId,
    mayDecide: state === 'pending' && mayStaff(staff.role, 'certificates:edit'),
    certificate: thing.certificatePublicId,
    askedOn: formatDay(askedOn, 'en'),
    answerBy: formatDay(answerBy, 'en'),
    decidedBy: thing.decidedByName,
    formKey: randomUUID(),
  }
}

const refusals = {
  'decided-already': 'This request is no longer open: a certificate was started, or it was decided or withdrawn.',
  'no-text': 'This type has no text in the requested language. Add one, or refuse the request.',
  'fee-kind': 'Fee certificates are made from payments.',
}

/** Creates the draft of the requested certificate. */
export async function action(args: ActionFunctionArgs) {
  const { scope, thing } = await openThing(args, { may: 'certificates:edit', find: findRequest })
  const { studentPublicId: student, kindPublicId: kind, language, publicId } = thing
  const formKey = formKeyOf(await readForm(args.request))
  const outcome = await draftCertificate(scope, formKey, { student, kind, language }, publicId)
  if (outcome.ok) {
    const message = 'Check it. It gets its number only when you issue it.'
    return redirectWithToast(schoolPaths.certificate(outcome.value), { type: 'success', title: 'Created!', message })
  }
  if (outcome.reason === 'not-found' || outcome.reason === 'no-kind') return foundOr404(null)
  return data({ refused: refusals[outcome.reason] }, { status: 422 })
}

export default showPage<typeof loader>(function useCertificateRequest(request) {
  const answer = useActionData<typeof action>()
  return {
    title: `${request.kindName} for ${request.studentName}`,
    context: requestWords[request.state],
    alert: answer?.refused && <Alert tone="bad" title="Update Failed" text={answer.refused} />,
    parts: [
      {
        title: 'Request',
        facts: {
          Student: <a href={schoolPaths.student(request.student)}>{request.studentName}</a>,
          Purpose: request.purpose,
          'Requested on': request.askedOn,
          'Answer by': request.answerBy,
          Certificate: request.certificate !== null && (
            <a href={schoolPaths.certificate(request.certificate)}>{request.kindName}</a>
          ),
          ...(request.decidedBy && { 'Decided by': request.decidedBy, Answer: request.answer }),
        },
        content: (
          <Form method="post" className="actions">
            <HiddenKey value={request.formKey} />
            {request.mayDecide ? <SubmitButton busyText="Saving...">Start the certificate</SubmitButton> : null}
            {request.mayDecide ? (
              <ButtonLink href={schoolPaths.refuseCertificateRequest(request.id)} variant="secondary" label="Refuse" />
            ) : null}
            <ButtonLink href={schoolPaths.certificateRequests} variant="quiet" label="All requests" />
          </Form>
        ),
      },
    ],
  }
})
