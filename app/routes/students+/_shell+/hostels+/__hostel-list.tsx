import { ButtonLink, DefinitionList, EmptyState } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { HostelType } from '~/models/hostels/options'
import { Chips } from './__chips'
import { HostelFilters, type HostelFiltersProps } from './__hostel-filters'
import { HostelPager } from './__hostel-pager'
import { HostelPicture } from './__hostel-picture'

export interface HostelView {
  id: string
  name: string
  type: HostelType
  /** In words: who lives there, its type, how many rooms are free. */
  genderWord: string
  typeWord: string
  hasRoom: boolean
  roomsWord: string
  picture: string | null
  facts: ReadonlyArray<{ label: string; value: string }>
  features: string[]
}

type HostelListProps = {
  hostels: readonly HostelView[]
  page: number
  pages: number
  /** `Showing 1 to 10 of 23 hostels` */
  showing: { from: number; to: number; total: number }
  /** The list's address with its filters, and of a longer page where there is more. */
  href: string
  moreHref: string | null
  filters: HostelFiltersProps
  dataSaver: boolean
}

/** The school's hostels as cards, with filters and the ways to more. */
export function HostelList({ hostels, page, pages, showing, href, moreHref, filters, dataSaver }: HostelListProps) {
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
          <ButtonLink href={moreHref} variant="secondary">
            {m.hostels_load_more()}
          </ButtonLink>
        </p>
      ) : null}
      <HostelPager page={page} pages={pages} hrefFor={(to) => (to === 1 ? href : `${href}&page=${to}`)} />
    </>
  )
}

/** The name's link covers the whole card. */
function HostelCard({ hostel, dataSaver }: { hostel: HostelView; dataSaver: boolean }) {
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
      <DefinitionList items={hostel.facts} />
      <Chips label={m.hostels_filter_facilities()} chips={hostel.features} />
    </li>
  )
}
