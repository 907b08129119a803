import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { saveFeeSettings } from '~/models/schools/save-settings.server'
import { findSettings } from '~/models/schools/settings.server'
import { feeSettingsSchema } from '~/models/schools/settings-schema'
import { typedRupees } from '~/models/shared/money'
import { FeeSettingsForm } from './__fee-settings-form'

export const handle = pageTitle(() => 'Payment rules', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const settings = await findSettings(scope)
  return {
    values: {
      part_payment_allowed: settings.partPaymentAllowed,
      part_payment_minimum: amount(settings.partPaymentMinimumPaise),
      fine_kind: settings.fineKind,
      fine_amount: amount(settings.fineAmountPaise),
      fine_grace_days: settings.fineGraceDays === 0 ? '' : String(settings.fineGraceDays),
      fine_cap: amount(settings.fineCapPaise ?? 0),
    },
  }
}

function amount(paise: number): string {
  return paise === 0 ? '' : typedRupees(paise)
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, feeSettingsSchema)
  if (!form.ok) return form.reply()
  await saveFeeSettings(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function FeeSettingsPage() {
  const { values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Payment rules" context="What students may pay online, and the late fine." />
      <FeeSettingsForm lastResult={useActionData<typeof action>()} values={values} />
    </>
  )
}
