import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { saveHoliday } from '~/models/attendance/save-holiday.server'
import { holidaySchema } from '~/models/attendance/schema'
import { HolidayForm } from './__holiday-form'
import { holidayRefusal } from './__holiday-refusals.server'

export const handle = pageTitle(() => 'Add holiday', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'holidays:edit')
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  const form = await parseForm(request, holidaySchema)
  if (!form.ok) return form.reply()
  const outcome = await saveHoliday(scope, null, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.holidays, { type: 'success', title: 'Created!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, await holidayRefusal(scope, outcome.reason, form.value))
}

export default function NewHolidayPage() {
  return (
    <>
      <PageHead title="Add holiday" />
      <HolidayForm lastResult={useActionData<typeof action>()} />
    </>
  )
}
