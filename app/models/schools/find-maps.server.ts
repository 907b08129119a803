import { selectOne } from '~/database/database.server'
import type { Point } from '~/models/shared/geo'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { decrypt } from '~/services/secrets/secrets.server'

export interface SchoolMaps {
  schoolName: string
  address: string
  /** Where the school stands; null until the office has said so. */
  location: Point | null
  /** For questions of the server; null where there is none, or it cannot be read any more. */
  key: string | null
  /** For the map in a browser, which everybody who sees the page can read. */
  browserKey: string | null
}

/** What the maps of a school's pages need. */
export async function findMaps(scope: SchoolScope | StudentScope): Promise<SchoolMaps> {
  const row = await selectOne<{
    name: string
    address: string
    latitude: string | null
    longitude: string | null
    mapsKey: string | null
    mapsBrowserKey: string | null
  }>(
    `SELECT s.name, s.address, s.latitude, s.longitude, t.maps_key AS mapsKey, t.maps_browser_key AS mapsBrowserKey
     FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId },
  )
  if (!row) throw new Error('The school of a scope is gone')
  const isPlaced = row.latitude !== null && row.longitude !== null
  return {
    schoolName: row.name,
    address: row.address,
    location: isPlaced ? { latitude: Number(row.latitude), longitude: Number(row.longitude) } : null,
    key: opened(row.mapsKey, 'maps_key', scope.schoolId),
    browserKey: opened(row.mapsBrowserKey, 'maps_browser_key', scope.schoolId),
  }
}

/** Null where it was sealed with another APP_KEY: it must be entered again, and the built-in table answers meanwhile. */
function opened(sealed: string | null, column: string, schoolId: number): string | null {
  if (sealed === null) return null
  try {
    return decrypt(sealed, `school_settings.${column}:${schoolId}`)
  } catch {
    return null
  }
}
