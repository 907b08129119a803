import { selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'

export interface Profile {
  name: string
  email: string
  phone: string
  address: string
  board: string | null
  affiliationNumber: string | null
  /** Decimal degrees as text, null until the school has said where it stands. */
  latitude: string | null
  longitude: string | null
  /** Key of the logo in the file store, or null. */
  logoKey: string | null
}

/** How the school is called and reached, and where it stands, as its settings show it. */
export function findProfile(scope: SchoolScope | StudentScope): Promise<Profile | null> {
  return selectOne<Profile>(
    `SELECT s.name, s.email, s.phone, s.address, s.board, s.affiliation_number AS affiliationNumber,
       CAST(s.latitude AS CHAR) AS latitude, CAST(s.longitude AS CHAR) AS longitude, f.storage_key AS logoKey
     FROM schools s LEFT JOIN files f ON f.id = s.logo_file_id WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId },
  )
}
