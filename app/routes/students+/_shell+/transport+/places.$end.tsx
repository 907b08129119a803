import { useActionData, useLoaderData } from '@remix-run/react'
import { LocationChoice } from '~/components/maps/location-choice'
import { locationPage } from '~/http/location-choice.server'
import { pageTitle } from '~/http/page'
import { transportForm } from '~/http/transport-form.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.transport_title(), { hasForm: true, hasMap: true })

const page = locationPage(transportForm)
export const loader = page.loader
export const action = page.action

export default function TransportLocationPage() {
  return <LocationChoice view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
