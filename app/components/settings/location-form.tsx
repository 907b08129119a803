import type { SubmissionResult } from '@conform-to/react'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

export type LocationValues = { latitude: string; longitude: string }

type LocationFormProps = { lastResult: SubmissionResult<string[]> | undefined; values: LocationValues }

/** Where the school stands, as coordinates: what any map shows for a place. */
export function LocationForm({ lastResult, values }: LocationFormProps) {
  const state = useServerForm<LocationValues>({ id: 'location', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <div className="cols">
        <TextField
          {...fieldProps(state.fields.latitude)}
          label="Latitude"
          hint="Such as 23.0375"
          required
          inputMode="decimal"
          maxLength={12}
        />
        <TextField
          {...fieldProps(state.fields.longitude)}
          label="Longitude"
          hint="Such as 72.5621"
          required
          inputMode="decimal"
          maxLength={12}
        />
      </div>
    </OfficeForm>
  )
}
