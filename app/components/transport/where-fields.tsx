import { CheckboxField, fieldProps, type ServerField, TextField } from '~/components/forms'
import { Card, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { addressLength } from '~/models/money/transport/options'

export type WhereFieldsProps = {
  fields: Record<'pickup_address' | 'drop_address' | 'drop_same', ServerField<string>>
  /** Confirmation of the chosen location; null without one. */
  chosen: Record<'pickup' | 'drop', string | null>
}

/** Pickup and drop addresses: typed here, then chosen from the locations found, on a separate page. */
export function WhereFields({ fields, chosen }: WhereFieldsProps) {
  const pickup = fieldProps(fields.pickup_address)
  const drop = fieldProps(fields.drop_address)
  const { defaultValue: same, ...dropSame } = fieldProps(fields.drop_same)
  return (
    <Card title={m.transport_where()}>
      <TextField
        key={`pickup ${pickup.defaultValue}`}
        {...pickup}
        label={m.transport_pickup()}
        hint={m.transport_pickup_hint()}
        required
        autoComplete="off"
        maxLength={addressLength}
      />
      <FindButton end="pickup" chosen={chosen.pickup} />
      <TextField
        key={`drop ${drop.defaultValue}`}
        {...drop}
        label={m.transport_drop()}
        required={same !== 'on'}
        autoComplete="off"
        maxLength={addressLength}
      />
      <CheckboxField {...dropSame} label={m.transport_drop_same()} defaultChecked={same === 'on'} />
      <FindButton end="drop" chosen={chosen.drop} />
    </Card>
  )
}

/** Opens the list of locations that match the typed address. */
function FindButton({ end, chosen }: { end: 'pickup' | 'drop'; chosen: string | null }) {
  return (
    <p className="place-find">
      <SubmitButton name="intent" value={`find-${end}`} variant="secondary" busyText={m.transport_finding()}>
        {end === 'pickup' ? m.transport_find_pickup() : m.transport_find_drop()}
      </SubmitButton>
      {chosen ? <span className="choice-hint">{chosen}</span> : null}
    </p>
  )
}
