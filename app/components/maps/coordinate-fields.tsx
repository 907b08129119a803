import { TextField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'

type CoordinateFieldsProps = {
  typed?: { latitude: string; longitude: string }
  error?: string
  latitudeName?: string
  longitudeName?: string
  /** Prefix of the field ids, for a page with two such forms. */
  idPrefix?: string
}

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
