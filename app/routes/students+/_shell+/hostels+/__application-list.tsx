import { SelectField, TextField } from '~/components/forms'
import { Badge, ButtonLink, DefinitionList, EmptyState, FilterBar, useLiveSearch } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { pageSizes, standardPageSize } from '~/models/money/hostels/options'
import type { myApplications } from './__hostel-list.server'
import { HostelPager } from './__hostel-pager'
import { PerPage } from './__per-page'

/** Labels come from the loader, so that the browser's script contains none of them. */
type List = Awaited<ReturnType<typeof myApplications>>

/** Applications of a student, newest first. */
export function ApplicationList(list: List) {
  const { applications, page, pages, href, chosen, isNarrowed, statuses, years, empty } = list
  const form = useLiveSearch()
  const path = paths.student.hostels
  return (
    <>
      <FilterBar
        action={path}
        formRef={form}
        submitLabel={m.hostels_apply_filters()}
        resetHref={isNarrowed ? paths.student.hostelApplications : undefined}
      >
        <TextField
          name="search"
          label={m.shared_search()}
          type="search"
          maxLength={80}
          placeholder={m.hostels_search_hint()}
          defaultValue={chosen.search}
        />
        <input type="hidden" name="tab" value="applications" />
        <SelectField
          name="status"
          label={m.hostels_status()}
          placeholder={m.hostels_any()}
          defaultValue={chosen.status}
          options={statuses}
        />
        <SelectField
          name="academic_year"
          label={m.hostels_academic_year()}
          placeholder={m.hostels_any()}
          defaultValue={chosen.academicYear}
          options={years.map((year) => ({ value: year, label: year }))}
        />
        <PerPage name="per_page" sizes={pageSizes} standard={standardPageSize} chosen={chosen.pageSize} />
      </FilterBar>
      {applications.length === 0 ? (
        <EmptyState
          icon="hostel"
          title={empty.title}
          text={empty.text}
          action={
            <a className="btn btn-secondary" href={paths.student.hostelApplications}>
              {empty.refresh}
            </a>
          }
        />
      ) : (
        <ul className="plain-list">
          {applications.map((application) => (
            <ApplicationCard key={application.id} application={application} />
          ))}
        </ul>
      )}
      <HostelPager page={page} pages={pages} hrefFor={(to) => (to === 1 ? href : `${href}&page=${to}`)} />
    </>
  )
}

function ApplicationCard({ application }: { application: List['applications'][number] }) {
  const { id, hostelName, status, tone, appliedOn, facts, offer } = application
  return (
    <li className="card">
      <div className="card-head">
        <h2>{hostelName}</h2>
        <Badge tone={tone}>{status}</Badge>
      </div>
      {offer ? <p>{offer}</p> : null}
      <DefinitionList items={facts} />
      <p className="actions">
        <ButtonLink href={paths.student.hostelApplication(id)} variant="secondary">
          {m.hostels_view_details()}
          <span className="sr">
            : {hostelName}, {appliedOn}
          </span>
        </ButtonLink>
      </p>
    </li>
  )
}
