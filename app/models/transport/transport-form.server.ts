import { select, selectOne } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import type { StudentScope } from '~/models/shared/scope.server'
import { routeIsDriven } from '~/models/vehicles/offered-sql.server'
import type { Draft } from './draft.server'
import type { FareBasis } from './fare-fields'
import type { ApplicationKind } from './options'

export interface TransportForm {
  schoolName: string
  /** Whether the office has said where the school stands: without that no distance can be measured. */
  isPlaced: boolean
  draft: Draft | null
  /** The application that stands in the way of another, of either kind. */
  live: { publicId: string; kind: ApplicationKind } | null
}

/** What the form of a kind begins with: the school, what has been typed so far, and whether there is an application already. One read. */
export async function findTransportForm(scope: StudentScope, kind: ApplicationKind): Promise<TransportForm> {
  const row = await selectOne<
    {
      schoolName: string
      isPlaced: number
    } & Joined<{ formKey: string; fields: string }> &
      Joined<{ liveId: string; liveKind: ApplicationKind }>
  >(
    `SELECT s.name AS schoolName, s.latitude IS NOT NULL AND s.longitude IS NOT NULL AS isPlaced, d.form_key AS formKey,
       d.fields, a.public_id AS liveId, a.kind AS liveKind
     FROM schools s
       LEFT JOIN transport_drafts d ON d.school_id = s.id AND d.student_id = :studentId AND d.kind = :kind
       LEFT JOIN transport_applications a ON a.school_id = s.id AND a.student_id = :studentId AND a.is_live = 1
     WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, kind },
  )
  if (!row) throw new Error('The school of a scope is gone')
  return {
    schoolName: row.schoolName,
    isPlaced: row.isPlaced === 1,
    draft: row.formKey === null ? null : { formKey: row.formKey, fields: JSON.parse(row.fields) },
    live: row.liveId === null ? null : { publicId: row.liveId, kind: row.liveKind },
  }
}

export interface OfferedFare {
  publicId: string
  name: string
  basis: FareBasis
  /** Of a month, paise. */
  basePaise: number
  perKmPaise: number
  isDefault: boolean
}

/** The school's fares that can be chosen, the default first. */
export async function listOfferedFares(scope: StudentScope): Promise<OfferedFare[]> {
  const rows = await select<Omit<OfferedFare, 'isDefault'> & { isDefault: number }>(
    `SELECT public_id AS publicId, name, basis, base_fare_paise AS basePaise, per_km_paise AS perKmPaise,
       is_default AS isDefault
     FROM fare_structures WHERE school_id = :schoolId AND is_active = 1 ORDER BY is_default DESC, name, id`,
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => ({ ...row, isDefault: row.isDefault === 1 }))
}

export interface OfferedRoute {
  publicId: string
  name: string
  startLocation: string
  endLocation: string
  /** Its stops that have a fare of their own, in the order they are driven to. */
  stops: Array<{ publicId: string; name: string; farePaise: number }>
}

/** The school's routes that a vehicle drives on a run that is offered, with the stops that can be chosen. */
export async function listOfferedRoutes(scope: StudentScope): Promise<OfferedRoute[]> {
  const rows = await select<
    Omit<OfferedRoute, 'stops'> & Joined<{ stopId: string; stopName: string; farePaise: number }>
  >(
    `SELECT t.public_id AS publicId, t.name, t.start_location AS startLocation, t.end_location AS endLocation,
       p.public_id AS stopId, p.name AS stopName, p.fare_paise AS farePaise
     FROM transport_routes t
       LEFT JOIN route_stops p ON p.school_id = t.school_id AND p.route_id = t.id AND p.fare_paise IS NOT NULL
     WHERE t.school_id = :schoolId AND ${routeIsDriven} ORDER BY t.name, t.id, p.position, p.id`,
    { schoolId: scope.schoolId },
  )
  const routes = new Map<string, OfferedRoute>()
  for (const { stopId, stopName, farePaise, ...route } of rows) {
    const known = routes.get(route.publicId) ?? { ...route, stops: [] }
    if (stopId !== null) known.stops.push({ publicId: stopId, name: stopName, farePaise })
    routes.set(route.publicId, known)
  }
  return [...routes.values()]
}
