import { selectRows, text, textOrNull } from '~/database/database.server'
import { containing, contains } from '~/kit/tables/select-page.server'
import { findMaps, type SchoolMaps } from '~/models/core/schools/find-maps.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { builtInLocations, isNamedInTable } from '~/services/locations/built-in.server'
import type { KnownLocation } from '~/services/locations/port'
import type { Found } from '~/services/locations/provider.server'
import { type ApplicationKind, addressLength } from '../options'
import { findDraft, saveDraft } from './draft.server'
import type { DraftFields } from './draft-options'
import { locationFields, type RouteEnd } from './location-choice'
import { findLocationAt, searchLocations } from './measure.server'

export interface FoundLocation extends KnownLocation {
  /** Route of a stop of the school; null for any other location. */
  routeName: string | null
}

const maxStops = 5

/**
 * Finds locations that match a typed address: the school's own stops of this name first, then the results of the maps
 * service or the built-in table.
 */
export async function searchLocationsAndStops(
  scope: StudentScope,
  searchText: string,
  schoolMaps?: SchoolMaps,
): Promise<Found<FoundLocation[]>> {
  const maps = schoolMaps ?? (await findMaps(scope))
  const stops = await selectRows(
    {
      name: text('p.name'),
      place: textOrNull('p.place'),
      routeName: text('t.name'),
      latitude: text('p.latitude'),
      longitude: text('p.longitude'),
    },
    `FROM route_stops p JOIN transport_routes t ON t.id = p.route_id
     WHERE p.school_id = :schoolId AND t.is_active = 1 AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL
       AND ${contains('p.name', searchText, 'typed')}
     ORDER BY p.name, p.id LIMIT ${maxStops}`,
    { schoolId: scope.schoolId, typed: containing(searchText) },
  )
  const searchResult = await searchLocations(scope, searchText, maps)
  const ofSchool = stops.map(({ name, place, routeName, latitude, longitude }) => ({
    address: stopAddress(name, place),
    point: { latitude: Number(latitude), longitude: Number(longitude) },
    routeName,
  }))
  return {
    ...searchResult,
    value: [...ofSchool, ...searchResult.value.map((location) => ({ ...location, routeName: null }))],
  }
}

function stopAddress(name: string, place: string | null): string {
  return (place === null ? name : `${name}, ${place}`).slice(0, addressLength)
}

/**
 * Checks that the address of a point comes from the school's stops or the built-in table, not only from the submitted
 * form.
 */
async function isKnownSo(scope: StudentScope, address: string, point: KnownLocation['point']): Promise<boolean> {
  if (await isNamedInTable(address, point)) return true
  const stops = await selectRows(
    { name: text('p.name'), place: textOrNull('p.place') },
    `FROM route_stops p JOIN transport_routes t ON t.id = p.route_id
     WHERE p.school_id = :schoolId AND t.is_active = 1 AND p.latitude = :latitude AND p.longitude = :longitude`,
    { schoolId: scope.schoolId, latitude: point.latitude.toFixed(6), longitude: point.longitude.toFixed(6) },
  )
  return stops.some(({ name, place }) => stopAddress(name, place) === address)
}

/**
 * Saves a chosen location in the student's draft: the point, its address (the typed one, if any) and its name. The name
 * is the address if the school or the built-in table knows the point by this address, otherwise the nearest built-in
 * location. Refuses `outside-india` when no built-in location is near the point.
 */
export async function chooseLocation(
  scope: StudentScope,
  { kind, end }: { kind: ApplicationKind; end: RouteEnd },
  { point, address }: { point: KnownLocation['point']; address: string | null },
): Promise<Outcome<{ address: string }, 'outside-india'>> {
  const near = await builtInLocations.locationAt(point)
  if (!near.ok || !near.value) return refused('outside-india')
  const fullAddress = address === null ? (await findLocationAt(scope, point)).value?.address : address
  if (fullAddress === undefined) return refused('outside-india')
  const isKnown = address === null || (await isKnownSo(scope, address, point))
  const shortAddress = fullAddress.slice(0, addressLength)
  const names = locationFields[end]
  const draft = await findDraft(scope, kind)
  const fields: DraftFields = {
    ...draft?.fields,
    [names.address]: shortAddress,
    [names.latitude]: String(point.latitude),
    [names.longitude]: String(point.longitude),
    [names.place]: isKnown ? shortAddress : near.value.address,
  }
  await saveDraft(scope, kind, fields)
  return done({ address: shortAddress })
}
