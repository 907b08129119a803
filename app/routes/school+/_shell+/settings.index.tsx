import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ProfileForm } from '~/components/school/profile-form'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { mayStaff } from '~/models/accounts/permissions'
import { findProfile } from '~/models/schools/find-profile.server'
import { profileSchema } from '~/models/schools/schema'
import { updateProfile } from '~/models/schools/update-profile.server'

export const handle = pageTitle(() => 'Settings', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'settings:view')
  return { profile: foundOr404(await findProfile(scope)), mayEdit: mayStaff(role, 'settings:edit') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, profileSchema)
  if (!form.ok) return form.reply()
  await updateProfile(scope, form.value)
  return redirectWithToast(paths.school.settings, { type: 'success', title: 'Updated!' })
}

export default function SettingsPage() {
  const { profile, mayEdit } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Settings" context="How the school is called and reached, on pages and receipts." />
      <div className="stack">
        {mayEdit ? (
          <ProfileForm lastResult={lastResult} values={profile} />
        ) : (
          <Card title="School">
            <DefinitionList
              items={[
                { label: 'School name', value: profile.name },
                { label: 'Email', value: profile.email },
                { label: 'Phone', value: profile.phone },
                { label: 'Address', value: profile.address },
              ]}
            />
          </Card>
        )}
        {mayEdit ? (
          <Card title="Online payment">
            <p>Students pay online with the school’s own Razorpay account.</p>
            <ButtonLink href={paths.school.paymentKeys} variant="secondary">
              Payment keys
            </ButtonLink>
          </Card>
        ) : null}
      </div>
    </>
  )
}
