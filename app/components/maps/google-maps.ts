import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { mapOfIndia, type Point } from '~/models/shared/geo'

/* Google Maps in the browser, with the school's browser key: a chunk of its own that only pages with a map fetch, once they are usable. */

export interface Marked {
  label: string
  point: Point
}

const closeZoom = 14

let isBegun = false

function begin(key: string): void {
  if (isBegun) return
  isBegun = true
  setOptions({ key, v: 'weekly', region: 'IN', language: document.documentElement.lang })
}

const latLng = ({ latitude, longitude }: Point) => ({ lat: latitude, lng: longitude })

/**
 * Draws a map in an element: markers, the way by road from the first to the last, and India where there is nothing to mark. `onPick` is
 * told where somebody clicks. Answers how to take it away. @throws when Google does not come or refuses the key
 */
export async function drawMap(
  box: HTMLElement,
  key: string,
  marked: readonly Marked[],
  onPick?: (point: Point) => void,
): Promise<() => void> {
  begin(key)
  const refused = new Promise<never>((_, reject) => {
    // Google's own name for "this key may not".
    Object.assign(window, { gm_authFailure: () => reject(new Error('Google refuses the key')) })
  })
  const draw = async () => {
    const [{ Map: GoogleMap }, { Marker }, { LatLngBounds }] = await Promise.all([
      importLibrary('maps'),
      importLibrary('marker'),
      importLibrary('core'),
    ])
    const [first] = marked
    const map = new GoogleMap(box, {
      center: latLng(first?.point ?? mapOfIndia.center),
      zoom: first ? closeZoom : mapOfIndia.zoom,
      streetViewControl: false,
      mapTypeControl: false,
    })
    for (const { label, point } of marked) new Marker({ map, position: latLng(point), title: label })
    if (marked.length > 1) {
      const bounds = new LatLngBounds()
      for (const { point } of marked) bounds.extend(latLng(point))
      map.fitBounds(bounds)
      await drawWay(map, marked)
    }
    if (onPick) {
      map.addListener('click', ({ latLng: at }: google.maps.MapMouseEvent) => {
        if (at) onPick({ latitude: at.lat(), longitude: at.lng() })
      })
    }
    return () => box.replaceChildren()
  }
  return Promise.race([draw(), refused])
}

/** The way by road; a straight line where the service knows none. */
async function drawWay(map: google.maps.Map, marked: readonly Marked[]): Promise<void> {
  const [from, to] = [marked[0], marked.at(-1)]
  if (!from || !to) return
  try {
    const { Route } = await importLibrary('routes')
    const { routes } = await Route.computeRoutes({
      origin: latLng(from.point),
      destination: latLng(to.point),
      travelMode: 'DRIVING' as google.maps.TravelMode,
      fields: ['path'],
    })
    const lines = routes?.[0]?.createPolylines() ?? []
    if (lines.length === 0) throw new Error('No way')
    for (const line of lines) line.setMap(map)
  } catch {
    const { Polyline } = await importLibrary('maps')
    new Polyline({ map, path: marked.map(({ point }) => latLng(point)) })
  }
}

export interface Suggestion {
  text: string
  /** Where it is; asks Google once more. */
  find: () => Promise<{ address: string; point: Point } | null>
}

/** Addresses in India that a typed text may be the beginning of. @throws when Google does not come or refuses */
export async function suggestAddresses(key: string, typed: string): Promise<Suggestion[]> {
  begin(key)
  const { AutocompleteSuggestion, AutocompleteSessionToken } = await importLibrary('places')
  const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: typed,
    includedRegionCodes: ['in'],
    sessionToken: new AutocompleteSessionToken(),
  })
  return suggestions.flatMap(({ placePrediction }) => {
    if (!placePrediction) return []
    const find = async () => {
      const place = placePrediction.toPlace()
      await place.fetchFields({ fields: ['formattedAddress', 'location'] })
      const { location, formattedAddress } = place
      if (!location) return null
      const address = formattedAddress ?? placePrediction.text.text
      return { address, point: { latitude: location.lat(), longitude: location.lng() } }
    }
    return [{ text: placePrediction.text.text, find }]
  })
}
