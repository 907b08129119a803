import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { CheckboxField, FileField, textsOf, useServerForm } from '~/components/forms'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { findProfile, logoRule, saveLogo } from '~/models/schools/profile.server'

export const handle = pageTitle(() => 'Logo', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const { logoKey } = foundOr404(await findProfile(scope))
  return { logoUrl: logoKey === null ? null : paths.file(logoKey) }
}

const logoSchema = z.object({ remove: z.boolean().default(false) })

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseUploadForm(request, scope, logoSchema, { logo: logoRule })
  if (!form.ok) return form.reply()
  const [file] = form.files.logo
  if (!file && !form.value.remove) return form.refuse(null, { logo: ['Please upload an image file'] })
  const saved = await saveLogo(scope, file?.key ?? null)
  if (!saved.ok) return form.refuse(null, { logo: ['The picture is no longer there. Choose it again.'] })
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

/** Another picture for the school, or none. */
export default function LogoPage() {
  const { logoUrl } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<{ logo: string; logo_received: string[]; remove: boolean }>({ id: 'logo', lastResult })
  const { fields } = state
  return (
    <>
      <PageHead title="Logo" context="Shown to students, and printed on receipts, letters and cards." />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Update Failed"
        submit="Save Changes"
        cancelHref={schoolPaths.settings}
        hasFiles
      >
        {logoUrl ? (
          <p>
            <img src={logoUrl} alt="The logo as it is now" height="96" />
          </p>
        ) : null}
        <FileField
          name={fields.logo.name}
          id={fields.logo.id}
          errors={fields.logo.errors}
          label="Picture"
          hint="PNG or JPEG, under 5 MB; square looks best"
          accept="image/*"
          received={textsOf(fields.logo_received)}
        />
        {logoUrl ? <CheckboxField {...checkboxProps(fields.remove)} label="Show no logo" /> : null}
      </OfficeForm>
    </>
  )
}
