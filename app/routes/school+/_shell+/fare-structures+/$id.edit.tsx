import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { differences, lockOf } from '~/http/edit-lock.server'
import { parseFields, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { typedRupees } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { fareStructureSchema } from '~/models/transport/fare-schema'
import { findFare } from '~/models/transport/office-fares.server'
import { updateFareStructure } from '~/models/transport/save-fare-structure.server'
import { FareForm } from './__fare-form'

export const handle = pageTitle(() => 'Edit fare', { hasForm: true })

/** The fare as its form shows it. */
async function readForEdit(scope: SchoolScope, publicId: string | undefined) {
  const fare = foundOr404(isPublicId(publicId) ? await findFare(scope, publicId) : null)
  return {
    id: fare.publicId,
    version: fare.version,
    values: {
      name: fare.name,
      basis: fare.basis,
      base_fare: typedRupees(fare.baseFarePaise),
      per_km: typedRupees(fare.perKmPaise),
      deposit: typedRupees(fare.depositPaise),
      is_default: fare.isDefault,
      is_active: fare.isActive,
    },
  }
}

const labels = {
  name: 'Fare name',
  basis: 'Calculation',
  base_fare: 'Monthly base fare',
  per_km: 'Per km',
  deposit: 'Deposit',
  is_default: 'Default',
  is_active: 'Offered to students',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  return readForEdit(scope, params.id)
}

const refusals = {
  'name-taken': { name: ['There is a fare of this name already'] },
  'is-default': { is_default: ['Make another fare the default; this one then stops being the default'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const stored = await readForEdit(scope, params.id)
  const body = await readForm(request)
  const lock = lockOf(body, stored, (now) => differences(labels, now.values, body))
  const form = parseFields(body, fareStructureSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await updateFareStructure(scope, stored.id, lock.version, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.fareStructures, { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason !== 'changed') return lock.answer(form.refuse(null, refusals[outcome.reason]))
  const reply = form.refuse('Somebody else saved this fare since you opened it')
  return lock.answer(reply, await readForEdit(scope, stored.id))
}

export default function EditFareStructurePage() {
  const { id, version, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${values.name}`} context="Students who applied earlier keep the fare of that day." />
      <FareForm
        lastResult={answer?.result}
        values={values}
        of={{ version }}
        conflict={answer?.conflict ? <ChangedMeanwhile {...answer.conflict} /> : undefined}
        aside={
          <ButtonLink href={schoolPaths.deleteFareStructure(id)} variant="quiet">
            Delete this fare
          </ButtonLink>
        }
      />
    </>
  )
}
