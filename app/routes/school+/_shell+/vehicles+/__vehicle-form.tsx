import type { ReactNode } from 'react'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { feeTypeChoices, vehicleStatusChoices, vehicleTypeChoices } from '~/models/transport/office-words'
import { driverNameLength, licenceLength, phoneLength, vehicleNumberLength } from '~/models/vehicles/options'
import { PlaceFields, SaveFirst } from '~/routes/school+/_shell+/__location-fields'
import type { FoundPlaces } from '~/routes/school+/_shell+/__location-search.server'

export type VehicleValues = {
  vehicle_number: string
  vehicle_type: string
  status: string
  capacity: string
  driver_name: string
  driver_phone: string
  driver_licence: string
  attendant_name: string
  attendant_phone: string
  fee_type: string
  amount: string
  destination_address: string
  destination_latitude: string
  destination_longitude: string
}

type VehicleFormProps = {
  lastResult: FormResult | undefined
  values: VehicleValues
  /** The once-only key of a new vehicle, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  found: FoundPlaces | null
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
}

/** A vehicle with its seats, who drives it, what it costs and where it goes. */
export function VehicleForm({ lastResult, values, of, found, conflict, cancelHref }: VehicleFormProps) {
  const state = useServerForm<VehicleValues & { form_key: string; version: string }>({
    id: 'vehicle',
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
      submit={isNew ? 'Create vehicle' : 'Save Changes'}
      cancelHref={cancelHref}
    >
      <SaveFirst />
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <div className="cols">
        <TextField
          {...fieldProps(fields.vehicle_number)}
          label="Vehicle number"
          hint="As on the plate"
          required
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={vehicleNumberLength}
        />
        <SelectField {...fieldProps(fields.vehicle_type)} label="Type" required options={vehicleTypeChoices} />
      </div>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.status)}
          label="Status"
          hint="Students see active ones only"
          required
          options={vehicleStatusChoices}
        />
        <TextField
          {...fieldProps(fields.capacity)}
          label="Seats for students"
          required
          inputMode="numeric"
          maxLength={4}
        />
      </div>
      <div className="cols">
        <TextField {...fieldProps(fields.driver_name)} label="Driver" required maxLength={driverNameLength} />
        <TextField
          {...fieldProps(fields.driver_phone)}
          label="Driver’s phone"
          required
          type="tel"
          maxLength={phoneLength}
        />
        <TextField
          {...fieldProps(fields.driver_licence)}
          label="Driver’s licence"
          spellCheck={false}
          maxLength={licenceLength}
        />
      </div>
      <div className="cols">
        <TextField {...fieldProps(fields.attendant_name)} label="Attendant" maxLength={driverNameLength} />
        <TextField
          {...fieldProps(fields.attendant_phone)}
          label="Attendant’s phone"
          type="tel"
          maxLength={phoneLength}
        />
      </div>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.fee_type)}
          label="Fee"
          hint="Per km and Other: the amount is per km; Fixed: per month"
          required
          options={feeTypeChoices}
        />
        <MoneyField {...fieldProps(fields.amount)} label="Amount" hint="Leave empty for the school’s tariff" />
      </div>
      <PlaceFields
        label="Destination"
        hint="Fares per km are calculated up to it. Leave empty for the start of the route"
        address={fields.destination_address}
        latitude={fields.destination_latitude}
        longitude={fields.destination_longitude}
        found={found}
      />
    </OfficeForm>
  )
}
