import { ButtonLink, Card, FilterBar } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { roomPageSizes, standardRoomPageSize } from '~/models/money/hostels/options'
import { Chips } from './__chips'
import { HostelPager } from './__hostel-pager'
import type { RoomCardView } from './__hostel-room.server'
import { PerPage } from './__per-page'
import { RoomBadge, RoomFacts } from './__room-facts'

type RoomGalleryProps = {
  hostelId: string
  rooms: readonly RoomCardView[]
  page: number
  pages: number
  pageSize: number
  showing: { from: number; to: number; total: number }
}

/** Rooms of a hostel by page, those with a free bed first. */
export function RoomGallery({ hostelId, rooms, page, pages, pageSize, showing }: RoomGalleryProps) {
  const path = paths.student.hostel(hostelId)
  const size = pageSize === standardRoomPageSize ? '' : `rooms=${pageSize}`
  const hrefFor = (to: number) => {
    const query = [size, to === 1 ? '' : `page=${to}`].filter(Boolean).join('&')
    return query ? `${path}?${query}` : path
  }
  if (rooms.length === 0)
    return (
      <Card title={m.hostels_rooms()}>
        <p>{m.hostels_rooms_none()}</p>
      </Card>
    )
  return (
    <section aria-labelledby="rooms-title">
      <h2 id="rooms-title">{m.hostels_rooms()}</h2>
      <FilterBar action={path} submitLabel={m.shared_show()}>
        <PerPage name="rooms" sizes={roomPageSizes} standard={standardRoomPageSize} chosen={pageSize} />
      </FilterBar>
      <p className="soft">{m.hostels_rooms_showing(showing)}</p>
      <ul className="cols homes">
        {rooms.map((room) => (
          <RoomCard key={room.id} hostelId={hostelId} room={room} />
        ))}
      </ul>
      <HostelPager page={page} pages={pages} hrefFor={hrefFor} />
    </section>
  )
}

/** The link of the room number covers the whole card, with the apply button on top. */
function RoomCard({ hostelId, room }: { hostelId: string; room: RoomCardView }) {
  const more = room.moreCount > 0 ? [m.hostels_more({ count: room.moreCount })] : []
  const name = m.hostels_room_number({ number: room.number })
  return (
    <li className="card">
      <h3>
        <a href={paths.student.hostelRoom(hostelId, room.id)}>{name}</a>
      </h3>
      <p>
        <RoomBadge isFree={room.isFree} />
      </p>
      <RoomFacts room={room} />
      <Chips label={m.hostels_filter_facilities()} chips={[...room.facilities, ...more]} />
      <p className="small">
        {room.meals ? `${room.rent} + ${m.hostels_meals()} ${room.meals} = ` : null}
        <strong>
          {m.hostels_monthly_total()}: {room.monthlyTotal}
        </strong>
      </p>
      {room.mealsOnRequest ? <p className="small soft">{room.mealsOnRequest}</p> : null}
      {room.whyNot ? <p className="soft">{room.whyNot}</p> : null}
      {room.applyHref ? (
        <ButtonLink href={room.applyHref}>
          {room.applyWords}
          <span className="sr">: {name}</span>
        </ButtonLink>
      ) : null}
    </li>
  )
}
