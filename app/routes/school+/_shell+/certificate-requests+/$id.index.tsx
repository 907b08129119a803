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
    const message = 'Check it: it gets no number before you issue it.'
    return redirectWithToast(schoolPaths.certificate(outcome.value), { type: 'success', title: 'Created!', message })
  }
  if (outcome.reason === 'not-found' || outcome.reason === 'no-kind') return foundOr404(null)
  return data({ refused: refusals[outcome.reason] }, { status: 422 })
}

export default showPage<typeof loader>(function useCertificateRequest(shown) {
  const answer = useActionData<typeof action>()
  return {
    title: `${shown.kindName} for ${shown.studentName}`,
    context: requestWords[shown.state],
    alert: answer?.refused && <Alert tone="bad" title="Update Failed" text={answer.refused} />,
    parts: [
      {
        title: 'Request',
        facts: {
          Student: <a href={schoolPaths.student(shown.student)}>{shown.studentName}</a>,
          Purpose: shown.purpose,
          'Requested on': shown.askedOn,
          'Answer by': shown.answerBy,
          Certificate: shown.certificate !== null && (
            <a href={schoolPaths.certificate(shown.certificate)}>{shown.kindName}</a>
          ),
          ...(shown.decidedBy && { 'Decided by': shown.decidedBy, Answer: shown.answer }),
        },
        content: (
          <Form method="post" className="actions">
            <HiddenKey value={shown.formKey} />
            {shown.mayDecide ? <SubmitButton busyText="Saving...">Start the certificate</SubmitButton> : null}
            {shown.mayDecide ? (
              <ButtonLink href={schoolPaths.refuseCertificateRequest(shown.id)} variant="secondary" label="Refuse" />
            ) : null}
            <ButtonLink href={schoolPaths.certificateRequests} variant="quiet" label="All requests" />
          </Form>
        ),
      },
    ],
  }
})
