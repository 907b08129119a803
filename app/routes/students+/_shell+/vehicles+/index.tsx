import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { Alert, LoneLink, PageHead, Tabs } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { myVehicleApplications } from './__own-vehicle-applications.server'
import { VehicleApplicationList } from './__vehicle-application-list'
import { VehicleList } from './__vehicle-list'
import { availableVehicles } from './__vehicle-list.server'

export const handle = pageTitle(() => m.vehicles_title(), { hasMap: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return new URL(request.url).searchParams.get('tab') === 'applications'
    ? { tab: 'applications' as const, list: await myVehicleApplications(scope, request) }
    : { tab: 'vehicles' as const, search: await availableVehicles(scope, request) }
}

export default function VehiclesPage() {
  const view = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  return (
    <>
      <PageHead title={m.vehicles_title()} />
      <Parts isMine={view.tab === 'applications'} />
      {view.tab === 'applications' ? (
        <VehicleApplicationList {...view.list} />
      ) : (
        <VehicleList search={view.search} dataSaver={dataSaver} />
      )}
    </>
  )
}

function Parts({ isMine }: { isMine: boolean }) {
  return (
    <Tabs
      label={m.hostels_parts()}
      tabs={[
        { href: paths.student.vehicles, label: m.vehicles_available(), current: !isMine },
        { href: paths.student.vehicleApplications, label: m.hostels_mine(), current: isMine },
      ]}
    />
  )
}

function isOfMine(search: string): boolean {
  return new URLSearchParams(search).get('tab') === 'applications'
}

export function ErrorBoundary() {
  const isMine = isOfMine(useLocation().search)
  return (
    <>
      <PageHead title={m.vehicles_title()} />
      <Parts isMine={isMine} />
      <Alert tone="bad" title={isMine ? m.vehicles_applications_failed() : m.vehicles_failed()}>
        <p>{m.vehicles_failed_text()}</p>
        <p>
          <LoneLink
            href={isMine ? paths.student.vehicleApplications : paths.student.vehicles}
            label={m.vehicles_try_again()}
          />
        </p>
      </Alert>
    </>
  )
}
