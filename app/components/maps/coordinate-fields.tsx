import { TextField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'

type CoordinateFieldsProps = {
  typed?: { latitude: string; longitude: string }
  /** Why the two are no place. */
  error?: string
  latitudeName?: string
  longitudeName?: string
  /** In front of the fields' ids, where a page has two such forms. */
  idPrefix?: string
}

/** Latitude and longitude, as a map tells them. */
export function CoordinateFields({
  typed,
  error,
  latitudeName = 'latitude',
  longitudeName = 'longitude',
  idPrefix = '',
}: CoordinateFieldsProps) {
  const shared = { inputMode: 'text', autoComplete: 'off', maxLength: 20 } as const
  return (
    <>
      <TextField
        {...shared}
        name={latitudeName}
        id={idPrefix + latitudeName}
        label={m.maps_latitude()}
        hint={m.maps_latitude_hint()}
        defaultValue={typed?.latitude}
        errors={error ? [error] : undefined}
      />
      <TextField
        {...shared}
        name={longitudeName}
        id={idPrefix + longitudeName}
        label={m.maps_longitude()}
        hint={m.maps_longitude_hint()}
        defaultValue={typed?.longitude}
      />
    </>
  )
}
