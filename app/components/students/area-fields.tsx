import { useEffect, useState } from 'react'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import {
  areaFields,
  areaLabel,
  areaTypes,
  type Place,
  type PlaceName,
  placeFieldLabel,
  placeName,
} from '~/models/students/address-options'
import { textLengths } from '~/models/students/options'
import { optionsOf } from './section-form'

type AreaFieldsProps = {
  fields: Record<PlaceName, ServerField>
  place: Place
}

/** The kind of area and what it needs. Without script all kinds are in sight, each saying when it counts. */
export function AreaFields({ fields, place }: AreaFieldsProps) {
  const type = fields[placeName(place, 'area_type')]
  const [chosen, setChosen] = useState<string | null>(null)
  const initial = typeof type.initialValue === 'string' ? type.initialValue : ''
  useEffect(() => setChosen(initial), [initial])
  return (
    <>
      <SelectField
        {...fieldProps(type)}
        label={m.students_area_type()}
        options={optionsOf(areaTypes, areaLabel)}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {areaTypes.map((area) => (
        <fieldset key={area} hidden={chosen !== null && chosen !== area}>
          <legend className="soft">{m.students_area_when({ area: areaLabel(area) })}</legend>
          <div className="cols">
            {areaFields[area].map((name) => (
              <TextField
                key={name}
                {...fieldProps(fields[placeName(place, name)])}
                label={placeFieldLabel(name)}
                maxLength={textLengths[name]}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}
