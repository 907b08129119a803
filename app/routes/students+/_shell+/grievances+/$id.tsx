import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { FormResult } from '~/components/forms'
import { OwnGrievance } from '~/components/grievances/own-grievances'
import { PageHead } from '~/components/ui'
import { openOwnGrievance, reopenOwn } from '~/http/grievance-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.grievances_title(), { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  return openOwnGrievance(scope, params.id)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  return reopenOwn(scope, request, params.id, paths.student.grievance)
}

/** Shows answers that arrived in between. */
export const shouldRevalidate = () => true

export default function OwnGrievancePage() {
  const shown = useLoaderData<typeof loader>()
  const lastResult = useActionData() as FormResult | undefined
  return (
    <>
      <PageHead title={shown.grievance.number} context={m.grievances_context()} />
      <OwnGrievance {...shown} lastResult={lastResult} />
      <p>
        <a href={paths.student.grievances}>{m.grievances_back()}</a>
      </p>
    </>
  )
}
