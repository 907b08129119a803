import { DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type RoomFactsProps = { room: { type: string; floor: number; capacity: number; freeBeds: number; rent: string } }

export function RoomFacts({ room }: RoomFactsProps) {
  return (
    <DefinitionList
      items={[
        { label: m.hostels_room_type(), value: room.type },
        { label: m.hostels_floor(), value: String(room.floor) },
        { label: m.hostels_capacity(), value: String(room.capacity) },
        { label: m.hostels_free_beds(), value: String(room.freeBeds) },
        { label: m.hostels_rent(), value: room.rent },
      ]}
    />
  )
}

export function RoomBadge({ isFree }: { isFree: boolean }) {
  return (
    <span className={`badge ${isFree ? 'good' : 'bad'}`}>
      {isFree ? m.hostels_room_available() : m.hostels_room_occupied()}
    </span>
  )
}
