import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { EmptyLists } from '~/components/forms/empty-lists'
import { useKeys } from '~/components/school/use-keys'
import { Shell } from '~/components/shell/shell'
import { useClientLinks } from '~/components/shell/use-client-links'
import { AccountMenu } from '~/components/ui'
import { paths } from '~/http/paths'
import { requireAnyStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { useRootData } from '~/http/use-root-data'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { roleNames } from '~/models/people/accounts/staff/staff-options'
import { officeEmptyLists } from './__empty-lists'
import { useLeaveQuestion } from './__leave-question'
import { officeKeys } from './__office-keys'
import { schoolLinks } from './__school-links'
import { SearchBox } from './__search-box'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { name, role, schoolName, logoKey } = await requireAnyStaff(context, request)
  return { name, role, schoolName, logoKey }
}

export default function SchoolLayout() {
  const { name, role, schoolName, logoKey } = useLoaderData<typeof loader>()
  const { toast, path } = useRootData()
  useClientLinks()
  useLeaveQuestion()
  useKeys(useMemo(() => officeKeys((permission) => mayStaff(role, permission)), [role]))
  const nav = {
    homeHref: schoolPaths.home,
    logoUrl: logoKey && paths.file(logoKey),
    // On the page of one import, the sidebar highlights the list of imports.
    path: path.replace(/^\/school\/imports\b/, schoolPaths.imports),
    ...schoolLinks((permission) => mayStaff(role, permission)),
  }
  const head = (
    <>
      <p className="top-name">{schoolName}</p>
      <SearchBox />
      <AccountMenu
        name={name}
        note={roleNames[role]}
        links={[{ href: schoolPaths.account, label: 'My account', icon: 'user' }]}
        logoutAction={schoolPaths.logout}
      />
    </>
  )
  return (
    <Shell name={schoolName} path={path} nav={nav} head={head} toast={toast} isDesk>
      <EmptyLists.Provider value={officeEmptyLists((permission) => mayStaff(role, permission))}>
        <Outlet />
      </EmptyLists.Provider>
    </Shell>
  )
}
