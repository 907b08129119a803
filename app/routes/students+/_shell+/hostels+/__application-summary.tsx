import { Card, DefinitionList, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { DraftFields } from '~/models/hostels/draft-options'
import type { RoomCost } from '~/models/hostels/rules'
import { CostSummary } from './__cost-summary'

type ApplicationSummaryProps = {
  answers: DraftFields
  semester: string
  /** Days in words. */
  checkIn: string | null
  checkOut: string | null
  /** Null where the room is not offered any more. */
  room: { hostelName: string; roomNumber: string; roomType: string } | null
  cost: RoomCost | null
}

/** All that is about to be sent, and what it costs: a part of the form that sends it, so that what is typed there is kept on the way back. */
export function ApplicationSummary({ answers, semester, checkIn, checkOut, room, cost }: ApplicationSummaryProps) {
  return (
    <Card
      title={m.room_summary()}
      aside={
        <SubmitButton name="intent" value="change" variant="secondary" busyText={m.room_saving()}>
          {m.room_change()}
        </SubmitButton>
      }
    >
      <DefinitionList
        items={[
          { label: m.room_hostel(), value: room?.hostelName },
          { label: m.hostels_room(), value: room && `${room.roomNumber} · ${room.roomType}` },
          { label: m.hostels_academic_year(), value: answers.academic_year },
          { label: m.hostels_period(), value: semester },
          { label: m.hostels_check_in(), value: checkIn },
          { label: m.hostels_check_out(), value: checkOut },
          { label: m.room_guardian_name(), value: answers.guardian_name },
          { label: m.room_guardian_phone(), value: answers.guardian_phone },
          { label: m.room_guardian_mail(), value: answers.guardian_email },
          { label: m.room_guardian_home(), value: answers.guardian_address },
          { label: m.room_emergency(), value: answers.emergency_contact },
        ]}
      />
      {cost ? (
        <>
          <h3>{m.room_costs()}</h3>
          <CostSummary cost={cost} />
        </>
      ) : null}
    </Card>
  )
}
