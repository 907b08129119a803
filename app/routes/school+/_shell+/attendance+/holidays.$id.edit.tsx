import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findHoliday } from '~/models/attendance/holidays.server'
import { saveHoliday } from '~/models/attendance/save-holiday.server'
import { holidaySchema } from '~/models/attendance/schema'
import { isPublicId } from '~/models/shared/public-id.server'
import { HolidayForm } from './__holiday-form'
import { holidayRefusal } from './__holiday-refusals.server'

export const handle = pageTitle(() => 'Edit holiday', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  const found = foundOr404(isPublicId(params.id) ? await findHoliday(scope, params.id) : null)
  return { id: found.publicId, values: { name: found.name, starts_on: found.startsOn, ends_on: found.endsOn } }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  foundOr404(await findHoliday(scope, id))
  const form = await parseForm(request, holidaySchema)
  if (!form.ok) return form.reply()
  const outcome = await saveHoliday(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.holidays, { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(null, await holidayRefusal(scope, outcome.reason, form.value))
}

export default function EditHolidayPage() {
  const { id, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={values.name} />
      <HolidayForm
        lastResult={useActionData<typeof action>()}
        values={values}
        aside={
          <ButtonLink href={schoolPaths.deleteHoliday(id)} variant="quiet">
            Delete this holiday
          </ButtonLink>
        }
      />
    </>
  )
}
