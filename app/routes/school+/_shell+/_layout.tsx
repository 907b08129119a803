import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { roleNames, schoolLinks } from '~/components/school/school-links'
import { SchoolShell } from '~/components/shell/school-shell'
import { useClientLinks } from '~/components/shell/use-client-links'
import { requireAnyStaff } from '~/http/guards.server'
import { useRootData } from '~/http/use-root-data'
import { mayStaff } from '~/models/accounts/permissions'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { name, role, schoolName } = await requireAnyStaff(context, request)
  return { name, role, schoolName }
}

export default function SchoolLayout() {
  const { name, role, schoolName } = useLoaderData<typeof loader>()
  const { toast, path } = useRootData()
  useClientLinks()
  return (
    <SchoolShell
      schoolName={schoolName}
      logoUrl={null}
      staffName={name}
      role={roleNames[role]}
      path={path}
      links={schoolLinks((permission) => mayStaff(role, permission))}
      toast={toast}
    >
      <Outlet />
    </SchoolShell>
  )
}
