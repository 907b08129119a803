import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { Card, EmptyState, FilterBar, PageHead } from '~/components/ui'
import { requireAnyStaff, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { cleanText } from '~/models/core/shared/clean-text'
import { type FoundGroup, findAnything, findByNumber } from './__find.server'

export const handle = pageTitle(() => 'Search')

const maxLength = 80

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireAnyStaff(context, request)
  const query = new URL(request.url).searchParams
  const search = cleanText(query.get('search') ?? '').slice(0, maxLength)
  if (search === '') return { search, groups: [] }
  const only = query.get('go') === '1' ? await findByNumber(staff, search) : null
  if (only) throw seeOther(only)
  return { search, groups: await findAnything(staff, search) }
}

export default function SearchPage() {
  const { search, groups } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Search"
        context="Search for students by name, father, mobile or number, and for receipts, applications, staff and pages."
      />
      <FilterBar key={search} action={schoolPaths.search}>
        <TextField
          name="search"
          label="Search for"
          type="search"
          maxLength={maxLength}
          defaultValue={search}
          autoFocus={search === ''}
        />
      </FilterBar>
      {groups.map((group) => (
        <Found key={group.title} {...group} />
      ))}
      {search !== '' && groups.length === 0 ? (
        <EmptyState icon="search" title="Nothing found" text="Try part of the name, or the mobile number." />
      ) : null}
    </>
  )
}

function Found({ title, rows, total, allHref }: FoundGroup) {
  const showAllLink = total > rows.length && allHref ? <a href={allHref}>Show all {total}</a> : undefined
  return (
    <Card title={`${title} (${total})`} aside={showAllLink}>
      <ul className="found">
        {rows.map(({ href, name, note }) => (
          <li key={href}>
            <a href={href}>{name}</a> <span className="soft">{note}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
