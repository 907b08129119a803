import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { listOpenSchools } from '~/models/admissions/find-open-schools.server'
import { pageOf } from '~/models/shared/paging'
import { SchoolChoice } from './__school-choice'

export const handle = pageTitle(() => m.admissions_register_title())

const maxSearchLength = 80

/** Which school; where there is only one, its form at once. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const search = (query.get('search') ?? '').trim().slice(0, maxSearchLength)
  const { rows, ...list } = await listOpenSchools(anyone(), { search, page: pageOf(query) })
  const [only] = rows
  if (only && list.total === 1 && search === '') throw redirect(paths.student.registerAt(only.publicId))
  return { search, ...list, schools: rows.map(({ publicId, name, address }) => ({ publicId, name, address })) }
}

export default function ChooseSchoolPage() {
  return (
    <AccountPage side="student" title={m.admissions_school_title()} root={useRootData()}>
      <SchoolChoice {...useLoaderData<typeof loader>()} />
    </AccountPage>
  )
}
