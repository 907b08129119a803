import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { kindNameIn } from '~/models/learning/certificates/kind-names'
import { findOwnRequest, withdrawRequest } from '~/models/learning/certificates/requests.server'

export const handle = pageTitle(() => m.certificates_withdraw_question())

/** Returns the student's own request of the URL. @throws Response 404 */
async function openRequest({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  return { scope, found: foundOr404(isPublicId(params.id) ? await findOwnRequest(scope, params.id) : null) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { found } = await openRequest(args)
  const kindName = kindNameIn(found.base, found.kindName, currentLanguage())
  return { kindName, isOpen: found.state === 'pending' }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, found } = await openRequest(args)
  const outcome = await withdrawRequest(scope, found.publicId)
  if (!outcome.ok) return data({ status: 'error' as const }, { status: 422 })
  return redirectWithToast(paths.student.certificates, { type: 'success', title: m.certificates_withdrawn_toast() })
}

export default function WithdrawRequestPage() {
  const { kindName, isOpen } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isLate = !isOpen || refused !== undefined
  return (
    <>
      <PageHead title={m.certificates_withdraw_question()} context={kindName} />
      <div className="card">
        {isLate ? <Alert tone="bad" text={m.certificates_withdraw_late()} /> : <p>{m.certificates_withdraw_text()}</p>}
        <Form method="post" className="actions">
          {isLate ? null : (
            <SubmitButton variant="danger" busyText={m.certificates_sending()}>
              {m.certificates_withdraw()}
            </SubmitButton>
          )}
          <ButtonLink href={paths.student.certificates} variant="secondary" label={m.certificates_back()} />
        </Form>
      </div>
    </>
  )
}
