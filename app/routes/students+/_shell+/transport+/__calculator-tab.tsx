import { FieldError, SelectField, TextField } from '~/components/forms'
import { type DrawnFare, FareResult } from '~/components/transport/fare-result'
import { PlanCards } from '~/components/transport/plan-cards'
import { Alert, buttonClass, Card, LoneLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { addressLength } from '~/models/money/transport/options'

type Option = { value: string; label: string }

type CalculatorTabProps = {
  troubles: readonly string[]
  fares: readonly Option[]
  stops: readonly Option[]
  asked: { from: string; fare_structure_id: string; stop_id: string }
  errors: Partial<Record<string, string>>
  fare: DrawnFare | null
  /** Locations that match the typed address, each with a link to its fare. */
  locations: ReadonlyArray<{ address: string; href: string }> | null
  isFallback: boolean
}

/** Calculates the fare from a location, without an application. */
export function CalculatorTab({
  troubles,
  fares,
  stops,
  asked,
  errors,
  fare,
  locations,
  isFallback,
}: CalculatorTabProps) {
  const wrong = (name: string) => (errors[name] ? [errors[name]] : undefined)
  return (
    <>
      {[...troubles, ...(errors[''] ? [errors['']] : [])].map((trouble) => (
        <Alert tone="bad" key={trouble} text={trouble} />
      ))}
      <Card title={m.transport_tab_calculator()}>
        <form method="get" action={paths.student.transport()} key={asked.from}>
          <input type="hidden" name="tab" value="calculator" />
          <TextField
            name="from"
            label={m.transport_pickup()}
            hint={m.transport_from_hint()}
            errors={wrong('from')}
            defaultValue={asked.from}
            maxLength={addressLength}
          />
          <SelectField
            name="fare_structure_id"
            label={m.transport_fare()}
            errors={wrong('fare_structure_id')}
            defaultValue={asked.fare_structure_id}
            options={fares}
          />
          {stops.length > 0 ? (
            <SelectField
              name="stop_id"
              label={m.transport_stop()}
              hint={m.transport_stop_hint()}
              errors={wrong('stop_id')}
              defaultValue={asked.stop_id}
              options={stops}
            />
          ) : (
            <FieldError id="stop_id" errors={wrong('stop_id')} />
          )}
          <button type="submit" className={buttonClass()}>
            {m.transport_calculate()}
          </button>
        </form>
      </Card>
      {locations ? (
        <Card title={m.maps_found()}>
          {isFallback ? <Alert tone="warn" text={m.maps_search_fallback()} /> : null}
          {locations.length === 0 ? (
            <p>{m.maps_found_none({ text: asked.from })}</p>
          ) : (
            <p>{m.transport_which_place()}</p>
          )}
          <ul className="found-places">
            {locations.map(({ address, href }) => (
              <li key={href}>
                <LoneLink href={href} label={address} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {fare ? (
        <>
          <FareResult fare={fare} />
          <Card title={m.transport_plans()}>
            <PlanCards plans={fare.plans} />
          </Card>
        </>
      ) : null}
    </>
  )
}
