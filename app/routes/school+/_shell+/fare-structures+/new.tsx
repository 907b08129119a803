import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { formKeyOf, parseFields, readForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { fareStructureSchema } from '~/models/transport/fare-schema'
import { createFareStructure } from '~/models/transport/save-fare-structure.server'
import { FareForm } from './__fare-form'

export const handle = pageTitle(() => 'Add fare', { hasForm: true })

const nothing = {
  name: '',
  basis: 'distance',
  base_fare: '',
  per_km: '',
  deposit: '',
  is_default: false,
  is_active: true,
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'transport:edit')
  return { formKey: randomUUID() }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const body = await readForm(request)
  const form = parseFields(body, fareStructureSchema, {})
  if (!form.ok) return form.reply()
  const created = await createFareStructure(scope, formKeyOf(body), form.value)
  if (!created.ok) return form.refuse(null, { name: ['There is a fare of this name already'] })
  return redirectWithToast(schoolPaths.fareStructures, { type: 'success', title: 'Created!' })
}

export default function NewFareStructurePage() {
  const { formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add fare" context="Amounts are per month." />
      <FareForm lastResult={useActionData<typeof action>()} values={nothing} of={{ formKey }} />
    </>
  )
}
