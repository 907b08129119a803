import { FieldError, fieldProps, RadioGroup, SelectField, type ServerField } from '~/components/forms'
import { Badge, Card, DefinitionList, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { CostSummary } from './__cost-summary'
import type { loadChoice } from './__hostel-wizard.server'
import { WaitingListAlert } from './__waiting-list-alert'
import { stepTitle } from './__wizard-frame'

type RoomChoiceProps = {
  choice: Awaited<ReturnType<typeof loadChoice>>
  /** True when the room came from a link. */
  isPreselected: boolean
  hostel: ServerField<string>
  room: ServerField<string>
}

/** Hostel and room of an application: already chosen, or to be chosen, hostel first. */
export function RoomChoice({ choice, isPreselected, hostel, room }: RoomChoiceProps) {
  const { chosen } = choice
  if (!chosen) return <RoomPicker choice={choice} hostel={hostel} room={room} />
  const errors = room.errors ?? (chosen.isFree || chosen.isFull ? undefined : [m.hostels_not_free()])
  return (
    <Card
      title={m.room_selected()}
      aside={<Badge tone="good">{isPreselected ? m.room_badge_preselected() : m.room_badge_selected()}</Badge>}
    >
      <input type="hidden" name="hostel_id" value={chosen.hostelId} />
      <input type="hidden" name="room_id" value={chosen.publicId} />
      <div id={room.id} tabIndex={-1}>
        <DefinitionList
          items={[
            { label: m.room_hostel(), value: chosen.hostelName },
            { label: m.hostels_room(), value: chosen.roomNumber },
            { label: m.hostels_room_type(), value: chosen.roomType },
            { label: m.hostels_floor(), value: chosen.floorNumber },
          ]}
        />
        <FieldError id={room.id} errors={errors} />
      </div>
      {chosen.isFull ? (
        <>
          <input type="hidden" name="waiting_list" value="on" />
          <WaitingListAlert waiting={chosen.waiting} />
        </>
      ) : null}
      <h3>{m.room_costs()}</h3>
      <CostSummary cost={chosen.cost} />
      <div className="actions">
        <SubmitButton name="intent" value="change" variant="secondary" busyText={m.room_saving()}>
          {m.room_change_room()}
        </SubmitButton>
      </div>
    </Card>
  )
}

function RoomPicker({ choice, hostel, room }: Omit<RoomChoiceProps, 'isPreselected'>) {
  const { hostels, rooms } = choice
  return (
    <Card title={stepTitle('room')}>
      <SelectField
        {...fieldProps(hostel)}
        label={m.room_hostel()}
        required
        options={hostels.map(({ publicId, name }) => ({ value: publicId, label: name }))}
      />
      <div className="actions">
        <SubmitButton name="intent" value="look" variant="secondary" busyText={m.room_saving()}>
          {m.room_show_rooms()}
        </SubmitButton>
      </div>
      {rooms && rooms.length > 0 ? (
        <RadioGroup
          {...fieldProps(room)}
          label={m.hostels_room()}
          required
          options={rooms.map((one) => ({
            value: one.publicId,
            label: `${one.roomNumber} · ${one.roomType}`,
            hint: one.hint,
          }))}
        />
      ) : (
        <div id={room.id} tabIndex={-1}>
          {rooms ? <p>{m.room_no_rooms()}</p> : null}
          <FieldError id={room.id} errors={room.errors} />
        </div>
      )}
    </Card>
  )
}
