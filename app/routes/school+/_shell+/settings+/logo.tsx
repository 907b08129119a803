import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { findProfile } from '~/models/schools/find-profile.server'
import { logoRule } from '~/models/schools/logo-rule.server'
import { saveLogo } from '~/models/schools/save-logo.server'
import { LogoForm } from './__logo-form'

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

export default function LogoPage() {
  const { logoUrl } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Logo" context="Shown to students, and printed on receipts, letters and cards." />
      <LogoForm lastResult={useActionData<typeof action>()} logoUrl={logoUrl} />
    </>
  )
}
