import { ButtonLink } from '~/components/ui/button'
import { DefinitionList } from '~/components/ui/definition-list'
import { EmptyState } from '~/components/ui/empty-state'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { HostelType } from '~/models/hostels/options'
import { Chips } from './chips'
import { HostelFilters, type HostelFiltersProps } from './hostel-filters'
import { HostelPager } from './hostel-pager'
import { HostelPicture } from './hostel-picture'

export interface HostelView {
  id: string
  name: string
  type: HostelType
  /** In words: who lives there, its type. */
  genderWord: string
  typeWord: string
  address: string
  contactNumber: string
  wardenName: string
  picture: string | null
  totalRooms: number
  availableRooms: number
  /** `₹6,000 a month`; null while it has no room. */
  startingRent: string | null
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
        <span className={`badge ${hostel.availableRooms > 0 ? 'good' : 'bad'}`}>
          {m.hostels_rooms_available({ count: hostel.availableRooms })}
        </span>
      </p>
      <DefinitionList
        items={[
          { label: m.hostels_address(), value: hostel.address },
          { label: m.hostels_warden(), value: hostel.wardenName },
          { label: m.hostels_contact(), value: hostel.contactNumber },
          { label: m.hostels_total_rooms(), value: String(hostel.totalRooms) },
          { label: m.hostels_available_rooms(), value: String(hostel.availableRooms) },
          { label: m.hostels_starting_rent(), value: hostel.startingRent },
        ]}
      />
      <Chips label={m.hostels_filter_facilities()} chips={hostel.features} />
    </li>
  )
}
