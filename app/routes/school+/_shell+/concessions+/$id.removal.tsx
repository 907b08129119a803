import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findConcession } from '~/models/fees/concession-queries.server'
import { concessionSize } from '~/models/fees/concession-words'
import { removeConcession } from '~/models/fees/concessions.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Remove concession')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const found = foundOr404(isPublicId(params.id) ? await findConcession(scope, params.id) : null)
  return {
    size: concessionSize(found),
    what: `${found.feeName ?? 'All fees'}, ${found.sessionName}`,
    studentId: found.studentId,
    studentName: found.studentName,
    takenPaise: found.takenPaise,
    isRemoved: found.isRemoved,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const found = foundOr404(isPublicId(params.id) ? await findConcession(scope, params.id) : null)
  const outcome = await removeConcession(scope, found.publicId)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.studentConcessions(found.studentId), {
      type: 'success',
      title: 'Updated!',
      message: `The concession is removed. ${formatPaise(outcome.value.paise, { style: 'short' })} are owed again.`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  const obstacle = 'A payment is in progress for one of these instalments. Wait until it is completed, then try again.'
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function RemoveConcessionPage() {
  const concession = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Remove the concession of ${concession.size}?`}
        context={`${concession.studentName}: ${concession.what}`}
      />
      <div className="card">
        {refused ? (
          <Alert tone="bad" title="Update Failed">
            <p>{refused.obstacle}</p>
          </Alert>
        ) : null}
        <p>
          {concession.isRemoved
            ? 'It has already been removed.'
            : `It has reduced the dues by ${formatPaise(concession.takenPaise, { style: 'short' })}. Unpaid dues are owed in full again; paid dues are not changed.`}
        </p>
        <Form method="post" className="actions">
          {concession.isRemoved ? null : (
            <SubmitButton variant="danger" busyText="Removing...">
              Remove concession
            </SubmitButton>
          )}
          <ButtonLink href={schoolPaths.studentConcessions(concession.studentId)} variant="secondary">
            {concession.isRemoved ? 'Back' : 'Cancel'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}
