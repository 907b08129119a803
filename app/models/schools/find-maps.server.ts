import { selectRow, textOrNull } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { decryptOrNull } from '~/services/secrets/secrets.server'
import { School } from './tables.server'

const maps = {
  ...columnsOf(School, 's', 'name', 'address', 'latitude', 'longitude'),
  mapsKey: textOrNull('t.maps_key'),
  mapsBrowserKey: textOrNull('t.maps_browser_key'),
}

export type SchoolMaps = Awaited<ReturnType<typeof findMaps>>

/** What the maps of a school's pages need. */
export async function findMaps({ schoolId }: SchoolScope | StudentScope) {
  const row = await selectRow(
    maps,
    'FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id WHERE s.id = :schoolId',
    { schoolId },
  )
  if (!row) throw new Error('The school of a scope is gone')
  const { name: schoolName, address, latitude, longitude, mapsKey, mapsBrowserKey } = row
  const opened = (sealed: string | null, column: string) =>
    sealed === null ? null : decryptOrNull(sealed, `school_settings.${column}:${schoolId}`)
  const isPlaced = latitude !== null && longitude !== null
  return {
    schoolName,
    address,
    /** Where the school stands; null until the office has said so. */
    location: isPlaced ? { latitude: Number(latitude), longitude: Number(longitude) } : null,
    /** For questions of the server; null where there is none, or it cannot be read any more: the built-in table answers then. */
    key: opened(mapsKey, 'maps_key'),
    /** For the map in a browser, which everybody who sees the page can read. */
    browserKey: opened(mapsBrowserKey, 'maps_browser_key'),
  }
}
