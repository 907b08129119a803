import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { addUsualNotices } from '~/models/contact/consents/notices.server'
import { purposes } from '~/models/contact/consents/options'
import { purposeWords } from '~/models/contact/consents/privacy-fields'
import { counted } from '~/models/core/shared/counted'

export const handle = pageTitle(() => 'Standard privacy notices', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'settings:edit')
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const message = `${counted(await addUsualNotices(scope), 'draft')} to check and publish.`
  return redirectWithToast(schoolPaths.privacyNotices, { type: 'success', title: 'Created!', message })
}

export default function UsualPrivacyNoticesPage() {
  return (
    <>
      <PageHead
        title="Standard privacy notices"
        context="A draft in all languages for each purpose that has no notice yet."
      />
      <div className="card">
        <Alert tone="warn" title="Have a lawyer look at them">
          <p>
            They describe what the portal does. Add what else the school does, who gets data, and whether your school
            needs consent for schooling.
          </p>
        </Alert>
        <ul>
          {purposes.map((purpose) => (
            <li key={purpose}>{purposeWords[purpose]}</li>
          ))}
        </ul>
        <Form method="post" className="actions">
          <SubmitButton busyText="Saving...">Add these drafts</SubmitButton>
          <ButtonLink href={schoolPaths.privacyNotices} variant="secondary" label="Back" />
        </Form>
      </div>
    </>
  )
}
