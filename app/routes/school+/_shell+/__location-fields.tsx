import { useActionData } from '@remix-run/react'
import { fieldProps, RadioGroup, type ServerField, TextField } from '~/components/forms'
import type { Known } from '~/components/forms/described-field'
import { Alert } from '~/components/ui'
import type { Form } from '~/kit/forms/fields'
import { textOf } from '~/models/core/shared/words'
import type { Location } from '~/models/money/vehicles/locations'
import type { FoundLocations } from './__location-search.server'

type LocationFieldsProps = {
  label: string
  hint: string
  required?: boolean
  address: ServerField
  latitude: ServerField
  longitude: ServerField
  found: FoundLocations | null
  needsPoint?: boolean
}

/** Enter in a field presses the first button of the form, which must save, not search. */
export function SaveFirst() {
  return (
    <button type="submit" className="sr" name="intent" value="save" tabIndex={-1} aria-hidden="true">
      Save
    </button>
  )
}

export function locationRows(form: Form, locations: readonly Location[]): Record<string, Known> {
  const drawn = locations.map(({ address }): [string, Known] => [
    address,
    { row: (fields) => <LocationRow key={address} of={form.fields[address]} fields={fields} /> },
  ])
  return Object.fromEntries(drawn)
}

function LocationRow({ of, fields }: { of: Form['fields'][string] | undefined; fields: readonly ServerField[] }) {
  const answer = useActionData() as { found?: FoundLocations | null } | undefined
  const [address, latitude, longitude] = fields
  if (!of || !address || !latitude || !longitude) return null
  const words = { label: textOf(of.label), hint: textOf(of.hint ?? ''), required: of.missing !== null }
  return (
    <>
      <SaveFirst />
      <LocationFields {...words} {...{ address, latitude, longitude }} found={answer?.found ?? null} />
    </>
  )
}

/** Location by its name, with a list of matches after a search, and its coordinates, which can be typed as well. */
export function LocationFields({
  label,
  hint,
  required,
  address,
  latitude,
  longitude,
  found,
  needsPoint = false,
}: LocationFieldsProps) {
  const here = found?.field === address.name ? found : null
  // React keys made of the server's values, so that a chosen location replaces the typed text.
  const keyOf = (field: ServerField) => String(field.initialValue ?? '')
  return (
    <fieldset>
      <legend className="sr">{label}</legend>
      <TextField
        key={`address ${keyOf(address)}`}
        {...fieldProps(address)}
        label={`${label}: place`}
        hint={hint}
        required={required}
        maxLength={200}
      />
      <p>
        <button type="submit" className="btn btn-secondary" name="intent" value={`find ${address.name}`}>
          Find this place<span className="sr">{` (${label})`}</span>
        </button>
      </p>
      {here ? <Choices found={here} label={label} /> : null}
      <div className="cols">
        <TextField
          key={`latitude ${keyOf(latitude)}`}
          {...fieldProps(latitude)}
          label={`${label}: latitude`}
          hint="Such as 22.3039"
          required={needsPoint}
          inputMode="decimal"
          maxLength={20}
        />
        <TextField
          key={`longitude ${keyOf(longitude)}`}
          {...fieldProps(longitude)}
          label={`${label}: longitude`}
          hint="Such as 70.8022"
          required={needsPoint}
          inputMode="decimal"
          maxLength={20}
        />
      </div>
    </fieldset>
  )
}

function Choices({ found, label }: { found: FoundLocations; label: string }) {
  const fallback = found.isFallback
    ? 'The maps service is not answering: these places are from the built-in list of towns, post offices and PIN codes.'
    : null
  if (found.choices.length === 0) {
    return (
      <Alert tone="warn">
        <p>
          {found.asked === ''
            ? 'Type a place or a PIN code first.'
            : `No place found for “${found.asked}”. Try the town or its PIN code, or enter the coordinates.`}
        </p>
        {fallback ? <p>{fallback}</p> : null}
      </Alert>
    )
  }
  return (
    <RadioGroup
      name={`${found.field}_choice`}
      label={`${label}: choose one`}
      hint={fallback ?? 'The chosen place is applied when you save.'}
      options={found.choices}
    />
  )
}
