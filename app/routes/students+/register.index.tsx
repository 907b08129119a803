import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { TextField } from '~/components/forms'
import { EmptyState, FilterBar, LinkParagraph, LoneLink, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { cleanText } from '~/models/core/shared/clean-text'
import { pageOf } from '~/models/core/shared/paging'
import { listOpenSchools } from '~/models/entry/admissions/applicants/find-open-schools.server'

export const handle = pageTitle(() => m.admissions_register_title())

const maxSearchLength = 80

/** Choice of the school; with a single school, redirects to its form. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const search = cleanText(query.get('search') ?? '').slice(0, maxSearchLength)
  const { rows, ...list } = await listOpenSchools(anyone(), { search, page: pageOf(query) })
  const [only] = rows
  if (only && list.total === 1 && search === '') throw redirect(paths.student.registerAt(only.publicId))
  return { search, ...list, schools: rows.map(({ publicId, name, address }) => ({ publicId, name, address })) }
}

export default function ChooseSchoolPage() {
  const { search, schools, total, page, pages } = useLoaderData<typeof loader>()
  const hrefFor = (to: number) =>
    `${paths.student.register}?${new URLSearchParams({ ...(search ? { search } : {}), page: String(to) })}`
  return (
    <AccountPage side="student" title={m.admissions_school_title()}>
      <p>{m.admissions_school_text()}</p>
      <FilterBar action={paths.student.register} resetHref={search ? paths.student.register : undefined}>
        <TextField
          name="search"
          label={m.admissions_school_search()}
          type="search"
          maxLength={maxSearchLength}
          defaultValue={search}
        />
      </FilterBar>
      <p role="status">{m.admissions_school_count({ count: total })}</p>
      {total === 0 ? (
        <EmptyState icon="search" title={m.admissions_school_none_title()} text={m.admissions_school_none_text()} />
      ) : (
        <ul>
          {schools.map((school) => (
            <li key={school.publicId}>
              <LoneLink href={paths.student.registerAt(school.publicId)} label={school.name} />
              <div className="soft">{school.address}</div>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} hrefFor={hrefFor} variant="simple" />
      <LinkParagraph href={paths.student.login} label={m.accounts_back_to_login()} />
    </AccountPage>
  )
}
