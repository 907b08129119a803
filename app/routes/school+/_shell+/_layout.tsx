import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { SchoolShell } from '~/components/shell/school-shell'
import { useClientLinks } from '~/components/shell/use-client-links'
import { paths } from '~/http/paths'
import { requireAnyStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { useRootData } from '~/http/use-root-data'
import { mayStaff } from '~/models/accounts/permissions'
import { roleNames } from '~/models/accounts/staff-options'
import { schoolLinks } from './__school-links'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { name, role, schoolName, logoKey } = await requireAnyStaff(context, request)
  return { name, role, schoolName, logoKey }
}

export default function SchoolLayout() {
  const { name, role, schoolName, logoKey } = useLoaderData<typeof loader>()
  const { toast, path } = useRootData()
  useClientLinks()
  return (
    <SchoolShell
      schoolName={schoolName}
      logoUrl={logoKey && paths.file(logoKey)}
      staffName={name}
      role={roleNames[role]}
      path={path}
      {...schoolLinks((permission) => mayStaff(role, permission))}
      menuLinks={[{ href: schoolPaths.account, label: 'My account', icon: 'user' }]}
      toast={toast}
    >
      <Outlet />
    </SchoolShell>
  )
}
