import { TextField } from '~/components/forms'
import { EmptyState, FilterBar, Pager } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

type SchoolChoiceProps = {
  search: string
  schools: ReadonlyArray<{ publicId: string; name: string; address: string }>
  total: number
  page: number
  pages: number
}

/** The schools that take registrations, each a link to its form. */
export function SchoolChoice({ search, schools, total, page, pages }: SchoolChoiceProps) {
  const hrefFor = (to: number) =>
    `${paths.student.register}?${new URLSearchParams({ ...(search ? { search } : {}), page: String(to) })}`
  return (
    <>
      <p>{m.admissions_school_text()}</p>
      <FilterBar action={paths.student.register} resetHref={search ? paths.student.register : undefined}>
        <TextField
          name="search"
          label={m.admissions_school_search()}
          type="search"
          maxLength={80}
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
              <a className="alone" href={paths.student.registerAt(school.publicId)}>
                {school.name}
              </a>
              <div className="soft">{school.address}</div>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} hrefFor={hrefFor} variant="simple" />
      <p>
        <a className="alone" href={paths.student.login}>
          {m.accounts_back_to_login()}
        </a>
      </p>
    </>
  )
}
