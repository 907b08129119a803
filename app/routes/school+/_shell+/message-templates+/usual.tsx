import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { languagesInWords } from '~/language/language'
import { eventNames } from '~/models/contact/messaging/options'
import { addUsualTemplates } from '~/models/contact/messaging/templates.server'

export const handle = pageTitle(() => 'Standard message texts', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'settings:edit')
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const outcome = await addUsualTemplates(scope)
  if (!outcome.ok) return data({ refused: outcome.reason }, { status: 422 })
  return redirectWithToast(schoolPaths.messageTemplates, { type: 'success', title: 'Created!' })
}

export default function UsualMessageTemplatesPage() {
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Standard message texts"
        context={`Drafts in ${languagesInWords()}, for SMS and WhatsApp. Nothing is sent before you have registered them.`}
      />
      <div className="card">
        {answer?.refused ? (
          <Alert tone="bad" text="The school already has a text for every event, channel and language." />
        ) : (
          <ul>
            {Object.values(eventNames).map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        <Form method="post" className="actions">
          {answer?.refused ? null : <SubmitButton busyText="Saving...">Add these texts</SubmitButton>}
          <ButtonLink href={schoolPaths.messageTemplates} variant="secondary" label="Back" />
        </Form>
      </div>
    </>
  )
}
