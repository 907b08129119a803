import type { ReactNode } from 'react'
import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { roomNumberLength } from '~/models/hostels/options'
import { facilityChoices, roomStatusChoices, roomTypeChoices } from './words'

export type RoomValues = {
  room_number: string
  room_type: string
  floor_number: string
  capacity: string
  monthly_rent: string
  status: string
  facilities: readonly string[]
}

type RoomFormProps = {
  lastResult: FormResult | undefined
  values: RoomValues
  /** The once-only key of a new room, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  /** Beds of it that are taken or held. */
  taken: number
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
  aside?: ReactNode
}

/** A room with its beds, rent and facilities. */
export function RoomForm({ lastResult, values, of, taken, conflict, cancelHref, aside }: RoomFormProps) {
  const state = useServerForm<RoomValues & { form_key: string; version: string }>({
    id: 'room',
    lastResult,
    defaultValue: values,
  })
  const { fields } = state
  const isNew = 'formKey' in of
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={isNew ? 'Creation Failed' : 'Update Failed'}
      submit={isNew ? 'Create room' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <div className="cols">
        <TextField {...fieldProps(fields.room_number)} label="Room number" required maxLength={roomNumberLength} />
        <SelectField {...fieldProps(fields.room_type)} label="Type" required options={roomTypeChoices} />
        <TextField
          {...fieldProps(fields.floor_number)}
          label="Floor"
          hint="0 is the ground floor, -1 a basement"
          required
          maxLength={4}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.capacity)}
          label="Beds"
          hint={taken > 0 ? `${taken} of them taken or held` : undefined}
          required
          inputMode="numeric"
          maxLength={3}
        />
        <MoneyField
          {...fieldProps(fields.monthly_rent)}
          label="Monthly rent"
          hint="Per bed; students who applied earlier keep the rent of that day"
          required
        />
        <SelectField
          {...fieldProps(fields.status)}
          label="Status"
          hint="Only an available room is offered; students living in it stay"
          required
          placeholder={null}
          options={roomStatusChoices}
        />
      </div>
      <CheckboxGroup {...checkboxGroupProps(fields.facilities)} label="Facilities" options={facilityChoices} />
    </OfficeForm>
  )
}
