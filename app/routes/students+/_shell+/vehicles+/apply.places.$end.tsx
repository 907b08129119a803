import { useActionData, useLoaderData } from '@remix-run/react'
import { LocationChoice } from '~/components/maps/location-choice'
import { locationPage } from '~/http/location-choice.server'
import { pageTitle } from '~/http/page'
import { vehicleForm } from '~/http/vehicle-form.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.vehicles_form_title(), { hasForm: true, hasMap: true })

const page = locationPage(vehicleForm)
export const loader = page.loader
export const action = page.action

export default function VehicleLocationPage() {
  return <LocationChoice view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
