import type { Page } from '@playwright/test'

/** Fake of Google's scripts, as far as the pages use them: a map exposes its content to the test. */
const script = `(() => {
  const maps = window.google.maps
  class GoogleMap {
    constructor(box, options) {
      this.listeners = {}
      this.box = box
      box.innerHTML = '<p data-google-map>Google map</p>'
      box.dataset.center = options.center.lat + ',' + options.center.lng
      box.dataset.zoom = options.zoom
      box.dataset.markers = ''
      box.addEventListener('click', () =>
        this.listeners.click?.({ latLng: { lat: () => 22.31, lng: () => 70.79 } }))
    }
    addListener(name, tell) { this.listeners[name] = tell }
    fitBounds() { this.box.dataset.fitted = 'yes' }
  }
  class Marker {
    constructor({ map, title }) {
      this.map = map
      if (title) map.box.dataset.markers += title + ';'
    }
    setPosition(at) { this.map.box.dataset.picked = at.lat() + ',' + at.lng() }
  }
  class LatLngBounds { extend() {} }
  class Polyline { constructor({ map }) { if (map) map.box.dataset.way = 'straight' } setMap(map) { map.box.dataset.way = 'road' } }
  class Route { static async computeRoutes() { return { routes: [{ createPolylines: () => [new Polyline({})] }] } } }
  class AutocompleteSessionToken {}
  class AutocompleteSuggestion {
    static async fetchAutocompleteSuggestions({ input, includedRegionCodes }) {
      if (String(includedRegionCodes) !== 'in') throw new Error('India only')
      const text = input + ', Rajkot, Gujarat, India'
      const place = { formattedAddress: text, location: { lat: () => 22.29, lng: () => 70.77 }, fetchFields: async () => {} }
      return { suggestions: [{ placePrediction: { text: { text }, toPlace: () => place } }] }
    }
  }
  const libraries = {
    core: { LatLngBounds }, maps: { Map: GoogleMap, Polyline }, marker: { Marker }, routes: { Route },
    places: { AutocompleteSuggestion, AutocompleteSessionToken },
  }
  maps.importLibrary = async (name) => libraries[name]
  maps.__ib__()
})()`

/** Answers the browser's requests to Google with a working map or a failed load. */
export async function googleInBrowser(page: Page, how: 'well' | 'down'): Promise<void> {
  await page.route(/^https:\/\/[^/]*\.(googleapis|gstatic|google)\.com\//, (route) =>
    how === 'down' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}
