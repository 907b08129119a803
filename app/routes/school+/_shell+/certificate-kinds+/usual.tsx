import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { addUsualKinds } from '~/models/learning/certificates/kinds.server'
import { usualKinds } from '~/models/learning/certificates/usual-kinds'

export const handle = pageTitle(() => 'Standard types of certificate', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'settings:edit')
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const outcome = await addUsualKinds(scope)
  if (!outcome.ok) return data({ refused: outcome.reason }, { status: 422 })
  return redirectWithToast(schoolPaths.certificateKinds, { type: 'success', title: 'Created!' })
}

export default function UsualKindsPage() {
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Standard types of certificate" context="The school can change each of them afterwards." />
      <div className="card">
        {answer?.refused ? (
          <Alert tone="bad" text="The school already has types of certificate. Add missing ones by hand." />
        ) : (
          <ul>
            {usualKinds.map(({ name, prefix }) => (
              <li key={prefix}>{`${name} (${prefix})`}</li>
            ))}
          </ul>
        )}
        <Form method="post" className="actions">
          {answer?.refused ? null : <SubmitButton busyText="Saving...">Add these types</SubmitButton>}
          <ButtonLink href={schoolPaths.certificateKinds} variant="secondary" label="Back" />
        </Form>
      </div>
    </>
  )
}
