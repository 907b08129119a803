import { Form, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { TextField } from '~/components/forms'
import { Alert, buttonClass, Card, LinkParagraph, PageHead, useLiveSearch } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { Point } from '~/models/core/shared/geo'
import { locationValue } from '~/models/money/transport/apply/draft-options'
import type { RouteEnd } from '~/models/money/transport/apply/location-choice'
import { addressLength } from '~/models/money/transport/options'
import { AddressSuggestions } from './address-suggestions'
import { CoordinateFields } from './coordinate-fields'
import { CurrentLocation } from './current-location'
import { MapFrame, type MapFrameProps } from './map-frame'

type LocationChoiceProps = {
  view: {
    end: RouteEnd
    /** URL of this page, to which its forms post; `backHref` is the URL of the application form to return to. */
    action: string
    backHref: string
    typed: string
    isFallback: boolean
    /** Key for Google's addresses and map; null if the school has none. */
    browserKey: string | null
    /** Location chosen earlier, if any. */
    marked: MapFrameProps['marked']
    /** Search results; null before a search. */
    locations: ReadonlyArray<{ value: string; address: string; stop: string | null }> | null
  }
  refusal: { message: string; typed: { latitude: string; longitude: string } } | undefined
}

/**
 * Location choice by search, by coordinates or by the device. With a Google key, addresses are suggested while typing,
 * and a click on the map fills in the coordinates.
 */
export function LocationChoice({ view, refusal }: LocationChoiceProps) {
  const { end, action, backHref, typed, locations, browserKey } = view
  const submit = useSubmit()
  // With a Google key, suggestions replace the live search: a search after each pause in typing would cost the school
  // money.
  const live = useLiveSearch()
  const coordinates = useRef<HTMLFormElement>(null)
  const fillIn = ({ latitude, longitude }: Point) => {
    for (const [name, degrees] of Object.entries({ latitude, longitude })) {
      const field = coordinates.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = degrees.toFixed(6)
    }
  }
  return (
    <>
      <PageHead title={end === 'pickup' ? m.maps_choose_pickup() : m.maps_choose_drop()} />
      <Card>
        <form
          method="get"
          action={action}
          ref={browserKey === null ? live : undefined}
          key={browserKey === null ? 'live' : typed}
        >
          <TextField
            name="q"
            label={m.maps_search()}
            hint={m.maps_search_hint()}
            type="search"
            autoComplete="off"
            defaultValue={typed}
            maxLength={addressLength}
          />
          <AddressSuggestions
            browserKey={browserKey}
            fieldId="q"
            onChoose={(location) => submit({ place: locationValue(location) }, { method: 'post', action })}
          />
          <button type="submit" className={buttonClass()}>
            {m.shared_search()}
          </button>
        </form>
      </Card>
      {locations ? <FoundLocations {...view} locations={locations} /> : null}
      <Card title={m.maps_coordinates()}>
        <Form method="post" action={action} noValidate ref={coordinates}>
          <CoordinateFields key={refusal?.message} typed={refusal?.typed} error={refusal?.message} />
          <p className="actions">
            <button type="submit" name="intent" value="coordinates" className={buttonClass('secondary')}>
              {m.maps_use_coordinates()}
            </button>
            <CurrentLocation name="intent" value="current" />
          </p>
        </Form>
        <MapFrame browserKey={browserKey} marked={view.marked} label={m.maps_pick()} onPick={fillIn} />
      </Card>
      <LinkParagraph href={backHref} label={m.maps_back()} />
    </>
  )
}

type FoundLocationsProps = Pick<LocationChoiceProps['view'], 'typed' | 'isFallback' | 'action'> & {
  locations: NonNullable<LocationChoiceProps['view']['locations']>
}

function FoundLocations({ typed, isFallback, locations, action }: FoundLocationsProps) {
  return (
    <Card title={m.maps_found()}>
      {isFallback ? <Alert tone="warn" text={m.maps_search_fallback()} /> : null}
      {locations.length === 0 ? <p>{m.maps_found_none({ text: typed })}</p> : null}
      <Form method="post" action={action}>
        <ul className="found-places">
          {locations.map(({ value, address, stop }) => (
            <li key={value}>
              <span>
                {address}
                {stop ? <span className="hint">{stop}</span> : null}
              </span>
              <button
                type="submit"
                name="place"
                value={value}
                className={buttonClass('secondary')}
                aria-label={`${m.shared_choose()}: ${address}`}
              >
                {m.shared_choose()}
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </Card>
  )
}
