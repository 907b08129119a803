import { CheckboxGroup, SelectField } from '~/components/forms'
import { ButtonLink, DefinitionList, EmptyState, FilterBar } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { pageSizes, standardPageSize } from '~/models/money/hostels/options'
import { Chips } from './__chips'
import type { availableHostels } from './__hostel-list.server'
import { HostelPager } from './__hostel-pager'
import { HostelPicture } from './__hostel-picture'
import { PerPage } from './__per-page'

type List = NonNullable<Awaited<ReturnType<typeof availableHostels>>>

export function HostelList({ list, dataSaver }: { list: List; dataSaver: boolean }) {
  const { hostels, page, pages, showing, href, moreHref, filters } = list
  const isNarrowed = filters.resetHref !== undefined
  if (hostels.length === 0 && !isNarrowed)
    return <EmptyState icon="hostel" title={m.hostels_none_title()} text={m.hostels_none_text()} />
  return (
    <>
      <HostelFilters key={href} {...filters} />
      {hostels.length === 0 ? (
        <EmptyState
          icon="search"
          title={m.hostels_none_found()}
          action={
            <a className="btn btn-secondary" href={filters.resetHref}>
              {m.hostels_show_all()}
            </a>
          }
        />
      ) : (
        <>
          <p className="soft">{m.hostels_showing(showing)}</p>
          <ul className="cols homes">
            {hostels.map((hostel) => (
              <HostelCard key={hostel.id} hostel={hostel} dataSaver={dataSaver} />
            ))}
          </ul>
        </>
      )}
      {moreHref ? (
        <p className="actions">
          <ButtonLink href={moreHref} variant="secondary" label={m.hostels_load_more()} />
        </p>
      ) : null}
      <HostelPager page={page} pages={pages} hrefFor={(to) => (to === 1 ? href : `${href}&page=${to}`)} />
    </>
  )
}

/** Filters of the hostel list. Closed at first, so that the hostels are visible on a phone. */
function HostelFilters({ choices, chosen, resetHref }: List['filters']) {
  const select = (name: 'gender' | 'type' | 'price', label: string, options: typeof choices.genders) => (
    <SelectField
      name={name}
      label={label}
      placeholder={m.hostels_any()}
      defaultValue={chosen[name]}
      options={options}
    />
  )
  return (
    <details className="fold-spaced" open={resetHref !== undefined}>
      <summary>{m.hostels_filters()}</summary>
      <FilterBar action={paths.student.hostels} resetHref={resetHref} submitLabel={m.hostels_apply_filters()}>
        <input type="hidden" name="load" value="1" />
        {select('gender', m.hostels_filter_gender(), choices.genders)}
        {select('type', m.hostels_filter_type(), choices.types)}
        {select('price', m.hostels_filter_price(), choices.prices)}
        <PerPage name="per_page" sizes={pageSizes} standard={standardPageSize} chosen={chosen.pageSize} />
        <CheckboxGroup
          name="facilities"
          label={m.hostels_filter_facilities()}
          options={choices.facilities}
          chosen={chosen.facilities}
        />
      </FilterBar>
    </details>
  )
}

/** The link on the name covers the whole card. */
function HostelCard({ hostel, dataSaver }: { hostel: List['hostels'][number]; dataSaver: boolean }) {
  return (
    <li className="card">
      <HostelPicture type={hostel.type} picture={dataSaver ? null : hostel.picture} />
      <h2>
        <a href={paths.student.hostel(hostel.id)}>{hostel.name}</a>
      </h2>
      <p>
        <span className="badge info">{hostel.genderWord}</span> <span className="badge neutral">{hostel.typeWord}</span>{' '}
        <span className={`badge ${hostel.hasRoom ? 'good' : 'bad'}`}>{hostel.roomsWord}</span>
      </p>
      {hostel.rent ? (
        <p className="rent">
          <span className="soft small">{m.hostels_starting_rent()}</span> <strong>{hostel.rent}</strong>
        </p>
      ) : null}
      <DefinitionList items={hostel.facts} />
      <Chips label={m.hostels_filter_facilities()} chips={hostel.features} />
    </li>
  )
}
