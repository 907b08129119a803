import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HostelForm } from '~/components/hostel-office/hostel-form'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { differences, versionsOf } from '~/http/hostel-office.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findHostel } from '~/models/hostels/office-hostels.server'
import { hostelSchema } from '~/models/hostels/office-schema'
import { updateHostel } from '~/models/hostels/update-hostel.server'
import { typedRupees } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'

export const handle = pageTitle(() => 'Edit hostel', { hasForm: true })

/** The hostel as its form shows it. */
async function readForEdit(scope: SchoolScope, publicId: string | undefined) {
  const hostel = foundOr404(isPublicId(publicId) ? await findHostel(scope, publicId) : null)
  return {
    id: hostel.publicId,
    version: hostel.version,
    values: {
      name: hostel.name,
      gender_type: hostel.genderType,
      hostel_type: hostel.hostelType,
      address: hostel.address,
      contact_number: hostel.contactNumber,
      warden_name: hostel.wardenName,
      warden_email: hostel.wardenEmail ?? '',
      security_deposit: typedRupees(hostel.depositPaise),
      meal_plan_included: hostel.mealPlanIncluded,
      meal_plan_fee: typedRupees(hostel.mealPlanFeePaise),
      bank_name: hostel.bankName ?? '',
      bank_account_number: hostel.bankAccountNumber ?? '',
      bank_ifsc_code: hostel.bankIfscCode ?? '',
      is_active: hostel.isActive,
    },
  }
}

const labels = {
  name: 'Hostel name',
  gender_type: 'Boys / girls / co-ed',
  hostel_type: 'Type',
  address: 'Address',
  contact_number: 'Contact number',
  warden_name: 'Warden',
  warden_email: 'Warden’s e-mail',
  security_deposit: 'Security deposit',
  meal_plan_included: 'Mess compulsory',
  meal_plan_fee: 'Monthly mess charges',
  bank_name: 'Bank',
  bank_account_number: 'Account number',
  bank_ifsc_code: 'IFSC',
  is_active: 'Open for applications',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  return readForEdit(scope, params.id)
}

const refusals = {
  'name-taken': { name: ['There is a hostel of this name already'] },
  'others-there': { gender_type: ['A student who could no longer live there has a place in it, or has applied'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostels:edit')
  const stored = await readForEdit(scope, params.id)
  const body = await readForm(request)
  const { opened, seen } = versionsOf(body)
  const answer = ({ data: result }: Reply, now: typeof stored | null) => {
    const conflict = now && { version: now.version, changes: differences(now.values, body, labels) }
    return data({ result, conflict }, { status: 422 })
  }
  // What was seen once is shown again while something else is still wrong.
  const asked = seen === stored.version && opened !== seen ? stored : null
  const form = parseFields(body, hostelSchema, {})
  if (!form.ok) return answer(form.reply(), asked)
  const outcome = await updateHostel(scope, stored.id, Math.max(opened, seen), form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.hostel(stored.id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason !== 'changed') return answer(form.refuse(null, refusals[outcome.reason]), asked)
  const reply = form.refuse('Somebody else saved this hostel since you opened it')
  return answer(reply, await readForEdit(scope, stored.id))
}

export default function EditHostelPage() {
  const { id, version, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${values.name}`} />
      <HostelForm
        lastResult={answer?.result}
        values={values}
        of={{ version }}
        conflict={answer?.conflict ? <ChangedMeanwhile {...answer.conflict} typed={null} /> : undefined}
        cancelHref={schoolPaths.hostel(id)}
      />
    </>
  )
}
