import { selectRow, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { decryptOrNull } from '~/services/secrets/secrets.server'
import { School } from './tables.server'

const maps = {
  ...columnsOf(School, 's', 'name', 'address', 'latitude', 'longitude'),
  mapsKey: textOrNull('t.maps_key'),
  mapsBrowserKey: textOrNull('t.maps_browser_key'),
}

export type SchoolMaps = Awaited<ReturnType<typeof findMaps>>

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
  const hasLocation = latitude !== null && longitude !== null
  return {
    schoolName,
    address,
    /** Location of the school; null until the office has set it. */
    location: hasLocation ? { latitude: Number(latitude), longitude: Number(longitude) } : null,
    /** Key for server requests; null if missing or no longer decryptable, and then the built-in table is used. */
    key: opened(mapsKey, 'maps_key'),
    /** Key for the map in a browser; visible to everyone who sees the page. */
    browserKey: opened(mapsBrowserKey, 'maps_browser_key'),
  }
}
