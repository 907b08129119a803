import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createSession } from '~/models/academics/create-session.server'
import { sessionChoices, yearStartsMonth } from '~/models/academics/queries.server'
import { suggestSession } from '~/models/academics/rules'
import { academicSessionSchema } from '~/models/academics/schema'
import { warningsAbout } from '~/models/academics/session-warnings.server'
import { todayInIndia } from '~/models/shared/calendar'
import { SessionForm } from './__session-form'

export const handle = pageTitle(() => 'Add academic session', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const [there, startsMonth] = await Promise.all([sessionChoices(scope), yearStartsMonth(scope)])
  const next = suggestSession(
    todayInIndia(new Date()),
    there.map((session) => session.name),
    startsMonth,
  )
  return { name: next.name, starts_on: next.startsOn, ends_on: next.endsOn, is_current: there.length === 0 }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const form = await parseForm(request, academicSessionSchema)
  if (!form.ok) return form.reply()
  const outcome = await createSession(scope, form.value)
  if (!outcome.ok) return form.refuse(null, { name: ['There is a session of this name already'] })
  const message = (await warningsAbout(scope, outcome.value)).join(' ') || undefined
  return redirectWithToast(schoolPaths.sessions, { type: 'success', title: 'Created!', message })
}

export default function NewSessionPage() {
  const values = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add academic session" />
      <SessionForm
        mode="new"
        cancelHref={schoolPaths.sessions}
        lastResult={useActionData<typeof action>()}
        values={values}
      />
    </>
  )
}
