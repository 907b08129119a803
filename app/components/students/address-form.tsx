import { useEffect, useState } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps } from '~/components/school/office-form'
import { m } from '~/language/paraglide/messages'
import { type Place, type PlaceName, placeFieldLabel, placeLabel, placeName } from '~/models/students/address-options'
import { pincodeDigits, textLengths } from '~/models/students/options'
import { AreaFields } from './area-fields'
import { SectionForm, type SectionFrame } from './section-form'

export type AddressValues = Record<PlaceName, string> & { same_as_permanent: boolean; distance_from_school: string }

type AddressFormProps = { frame: SectionFrame; values: Partial<AddressValues> }

/** The section Address Information: the permanent address, the current one where it is another, and the way to school. */
export function AddressForm({ frame, values }: AddressFormProps) {
  const state = useServerForm<AddressValues>({ id: 'address', lastResult: frame.lastResult, defaultValue: values })
  const { fields } = state
  const initially = fields.same_as_permanent.initialValue === 'on'
  const [same, setSame] = useState(false)
  useEffect(() => setSame(initially), [initially])
  return (
    <SectionForm frame={frame} state={state}>
      <PlaceParts fields={fields} place="permanent" />
      <CheckboxField
        {...checkboxProps(fields.same_as_permanent)}
        label={`${placeLabel('current')}: ${m.students_same_as_permanent()}`}
        onChange={(event) => setSame(event.currentTarget.checked)}
      />
      <PlaceParts fields={fields} place="current" hidden={same} />
      <TextField
        {...fieldProps(fields.distance_from_school)}
        label={m.students_distance_from_school()}
        hint={m.students_distance_hint()}
        inputMode="decimal"
        maxLength={textLengths.distance_from_school}
        className="input input-short"
      />
    </SectionForm>
  )
}

const lines = [
  ['house_no', 'street', 'post_office'],
  ['district', 'state'],
] as const

type PlacePartsProps = { fields: Record<PlaceName, ServerField>; place: Place; hidden?: boolean }

function PlaceParts({ fields, place, hidden }: PlacePartsProps) {
  const needed: readonly string[] = place === 'permanent' ? lines.flat() : ['house_no', 'street']
  return (
    <fieldset hidden={hidden}>
      <legend>
        <h2>{placeLabel(place)}</h2>
      </legend>
      {lines.map((names) => (
        <div key={names[0]} className="cols">
          {names.map((name) => (
            <TextField
              key={name}
              {...fieldProps(fields[placeName(place, name)])}
              label={placeFieldLabel(name)}
              required={needed.includes(name)}
              maxLength={textLengths[name]}
            />
          ))}
          {names[0] === 'district' ? (
            <TextField
              {...fieldProps(fields[placeName(place, 'pincode')])}
              label={placeFieldLabel('pincode')}
              inputMode="numeric"
              required
              maxLength={pincodeDigits}
            />
          ) : null}
        </div>
      ))}
      <AreaFields fields={fields} place={place} />
    </fieldset>
  )
}
