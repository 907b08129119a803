import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HostelForm } from '~/components/hostel-office/hostel-form'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, readForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { formKeyOf } from '~/http/hostel-office.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createHostel } from '~/models/hostels/create-hostel.server'
import { hostelSchema } from '~/models/hostels/office-schema'

export const handle = pageTitle(() => 'Add hostel', { hasForm: true })

const nothing = {
  name: '',
  gender_type: '',
  hostel_type: '',
  address: '',
  contact_number: '',
  warden_name: '',
  warden_email: '',
  security_deposit: '',
  meal_plan_included: false,
  meal_plan_fee: '',
  bank_name: '',
  bank_account_number: '',
  bank_ifsc_code: '',
  is_active: true,
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'hostels:edit')
  return { formKey: randomUUID() }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const body = await readForm(request)
  const form = parseFields(body, hostelSchema, {})
  if (!form.ok) return form.reply()
  const created = await createHostel(scope, formKeyOf(body), form.value)
  if (!created.ok) return form.refuse(null, { name: ['There is a hostel of this name already'] })
  return redirectWithToast(schoolPaths.hostel(created.value), {
    type: 'success',
    title: 'Created!',
    message: 'Now add its rooms.',
  })
}

export default function NewHostelPage() {
  const { formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add hostel" context="Its rooms and a picture are added once it is saved." />
      <HostelForm
        lastResult={useActionData<typeof action>()}
        values={nothing}
        of={{ formKey }}
        cancelHref={schoolPaths.hostels}
      />
    </>
  )
}
