import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { mapOfIndia, type Point } from '~/models/core/shared/geo'

/*
 * Google Maps in the browser with the school's browser key. Separate chunk, loaded only by pages with a map once they
 * are usable.
 */

export interface Marked {
  label: string
  point: Point
}

const closeZoom = 14

let isBegun = false

function begin(key: string): void {
  if (isBegun) return
  isBegun = true
  // Google receives only the site as referrer, never the page of a student.
  const language = document.documentElement.lang
  setOptions({ key, v: 'weekly', region: 'IN', language, authReferrerPolicy: 'origin' })
}

/** Callbacks for a refused key: Google reports a refusal late, when the map is already drawn. */
const whenRefused = new Set<() => void>()

function listenForRefusals(): void {
  // Google calls this global when it refuses a key.
  Object.assign(window, {
    gm_authFailure: () => {
      for (const tell of whenRefused) tell()
    },
  })
}

const latLng = ({ latitude, longitude }: Point) => ({ lat: latitude, lng: longitude })

interface MapTells {
  /** Called with the clicked point, which the map then marks. */
  onPick?: ((point: Point) => void) | undefined
  /** Called when Google refuses the key, possibly after the map was drawn. */
  onRefused: () => void
}

/**
 * Draws a map with markers and the road route from the first to the last; without markers, a map of India. Returns a
 * function that removes the map.
 * @throws when Google Maps does not load
 */
export async function drawMap(
  box: HTMLElement,
  key: string,
  marked: readonly Marked[],
  { onPick, onRefused }: MapTells,
): Promise<() => void> {
  begin(key)
  listenForRefusals()
  whenRefused.add(onRefused)
  const takeAway = () => {
    whenRefused.delete(onRefused)
    box.replaceChildren()
  }
  try {
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
      let pickedMarker: google.maps.Marker | undefined
      map.addListener('click', ({ latLng: at }: google.maps.MapMouseEvent) => {
        if (!at) return
        pickedMarker ??= new Marker({ map })
        pickedMarker.setPosition(at)
        onPick({ latitude: at.lat(), longitude: at.lng() })
      })
    }
    return takeAway
  } catch (error) {
    takeAway()
    throw error
  }
}

/** Draws the road route, or a straight line when the service finds none. */
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
    if (lines.length === 0) throw new Error('No route found')
    for (const line of lines) line.setMap(map)
  } catch {
    const { Polyline } = await importLibrary('maps')
    new Polyline({ map, path: marked.map(({ point }) => latLng(point)) })
  }
}

export interface Suggestion {
  text: string
  /** Looks up the point with a second request to Google. */
  find: () => Promise<{ address: string; point: Point } | null>
}

/** Billing session: until the user chooses a suggestion, Google charges all requests for suggestions as one. */
let session: google.maps.places.AutocompleteSessionToken | undefined

/**
 * Suggests addresses in India for a partly typed text.
 * @throws when Google Maps does not load or refuses
 */
export async function suggestAddresses(key: string, searchText: string): Promise<Suggestion[]> {
  begin(key)
  const { AutocompleteSuggestion, AutocompleteSessionToken } = await importLibrary('places')
  session ??= new AutocompleteSessionToken()
  const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: searchText,
    includedRegionCodes: ['in'],
    sessionToken: session,
  })
  return suggestions.flatMap(({ placePrediction }) => {
    if (!placePrediction) return []
    const find = async () => {
      session = undefined
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
