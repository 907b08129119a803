import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RemarksForm } from '~/components/decisions/remarks-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { saveRemarks } from '~/models/hostels/save-remarks.server'
import { remarksSchema } from '~/models/shared/decision-schema'
import { requireApplication } from './__hostel-application.server'

export const handle = pageTitle(() => 'Remarks on the application', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { application } = await requireApplication(args, 'hostel-applications:decide')
  return { id: application.publicId, name: application.studentName, remarks: application.adminRemarks }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'hostel-applications:decide')
  const form = await parseForm(args.request, remarksSchema({ required: false }))
  if (!form.ok) return form.reply()
  const outcome = await saveRemarks(staff.scope, application.publicId, form.value.remarks)
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.hostelApplication(application.publicId), { type: 'success', title: 'Updated!' })
}

export default function HostelRemarksPage() {
  const { id, name, remarks } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Remarks on the application" context={name} />
      <RemarksForm
        backHref={schoolPaths.hostelApplication(id)}
        remarks={remarks}
        submit="Save Changes"
        lastResult={lastResult}
      >
        <p>No notice is sent for remarks. Empty remarks are removed.</p>
      </RemarksForm>
    </>
  )
}
