import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { CheckboxField, FileField, textsOf, useServerForm } from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { findProfile, logoRule, saveLogo } from '~/models/core/schools/profile.server'
import { refused } from '~/models/core/shared/outcome'
import { saveUnshownSettings } from './__unshown-settings.server'

export const handle = pageTitle(() => 'Logo', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const { logoKey, version } = foundOr404(await findProfile(scope))
  return { logoUrl: logoKey === null ? null : paths.file(logoKey), version }
}

const logoSchema = z.object({ remove: z.boolean().default(false) })

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseUploadForm(request, scope, logoSchema, { logo: logoRule })
  const [file] = form.ok ? form.files.logo : []
  return saveUnshownSettings(scope, form, {
    save: async ({ remove }, version) =>
      file || remove ? saveLogo(scope, file?.key ?? null, version) : refused('no-file'),
    refusals: {
      'no-file': { logo: ['Please upload an image file'] },
      'file-gone': { logo: ['The picture is no longer there. Choose it again.'] },
    },
    to: schoolPaths.settings,
  })
}

export default function LogoPage() {
  const { logoUrl, version } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const state = useServerForm<{ logo: string; logo_received: string[]; remove: boolean; version: number }>({
    id: 'logo',
    lastResult,
  })
  const { fields } = state
  return (
    <>
      <PageHead title="Logo" context="Shown to students, and printed on receipts, letters and cards." />
      <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.settings} hasFiles>
        <EditLock version={version} field={fields.version} conflict={answer?.conflict} />
        {logoUrl ? (
          <p>
            <img src={logoUrl} alt="Current logo" height="96" />
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
