import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RadioGroup } from '~/components/forms/radio-group'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findSaturdays } from '~/models/attendance/holidays.server'
import { saturdayChoices } from '~/models/attendance/options'
import { saveSaturdays } from '~/models/attendance/save-saturdays.server'
import { saturdaysSchema } from '~/models/attendance/schema'
import { saturdayNames } from './__attendance-words'

export const handle = pageTitle(() => 'Saturdays', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  return { values: { saturdays_off: await findSaturdays(scope) } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'holidays:edit')
  const form = await parseForm(request, saturdaysSchema)
  if (!form.ok) return form.reply()
  await saveSaturdays(scope, form.value.saturdays_off)
  return redirectWithToast(schoolPaths.holidays, { type: 'success', title: 'Updated!' })
}

export default function SaturdaysPage() {
  const { values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<{ saturdays_off: string }>({ id: 'saturdays', lastResult, defaultValue: values })
  return (
    <>
      <PageHead title="Saturdays" context="Attendance already marked on a Saturday is kept and counted." />
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Update Failed"
        submit="Save Changes"
        cancelHref={schoolPaths.holidays}
      >
        <RadioGroup
          {...fieldProps(state.fields.saturdays_off)}
          label="Saturdays of the school"
          required
          options={saturdayChoices.map((value) => ({ value, label: saturdayNames[value] }))}
        />
      </OfficeForm>
    </>
  )
}
