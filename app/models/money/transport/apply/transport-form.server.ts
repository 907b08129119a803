import { allOrNone, flag, number, type RowOf, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { routeIsDriven } from '~/models/money/vehicles/offered-sql.server'
import { TransportRoute } from '~/models/money/vehicles/tables.server'
import type { ApplicationKind } from '../options'
import { FareStructure } from '../tables.server'
import type { DraftFields } from './draft-options'

const formColumns = {
  isPlaced: flag('s.latitude IS NOT NULL AND s.longitude IS NOT NULL'),
  ...allOrNone({ formKey: text('d.form_key'), fields: text('d.fields') }),
  ...allOrNone({ liveId: text('a.public_id'), liveKind: wordOf<ApplicationKind>('a.kind') }),
}

/**
 * Reads the initial data of a form in one query: the draft, whether the school has a location (required to measure
 * distances), and the live application of either kind that blocks another.
 */
export async function findTransportForm(scope: StudentScope, kind: ApplicationKind) {
  const row = await selectRow<RowOf<typeof formColumns>>(
    formColumns,
    `FROM schools s
       LEFT JOIN transport_drafts d ON d.school_id = s.id AND d.student_id = :studentId AND d.kind = :kind
       LEFT JOIN transport_applications a ON a.school_id = s.id AND a.student_id = :studentId AND a.is_live = 1
     WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, kind },
  )
  if (!row) throw new Error('The school of a scope is gone')
  const fields: DraftFields = row.formKey === null ? {} : JSON.parse(row.fields)
  return {
    isPlaced: row.isPlaced,
    formKey: row.formKey,
    fields,
    live: row.liveId === null ? null : { publicId: row.liveId, kind: row.liveKind },
  }
}

const offeredFare = {
  ...columnsOf(FareStructure, 'f', 'publicId', 'name', 'basis', 'perKmPaise', 'isDefault'),
  /** Per month, in paise. */
  basePaise: number('f.base_fare_paise'),
}

export function listOfferedFares({ schoolId }: LedgerScope) {
  return selectRows(
    offeredFare,
    'FROM fare_structures f WHERE f.school_id = :schoolId AND f.is_active = 1 ORDER BY f.is_default DESC, f.name, f.id',
    { schoolId },
  )
}

export type OfferedFare = Awaited<ReturnType<typeof listOfferedFares>>[number]

export interface OfferedRoute {
  publicId: string
  name: string
  startLocation: string
  endLocation: string
  /** Stops that have a fare, in driving order. */
  stops: Array<{ publicId: string; name: string; farePaise: number }>
}

const routeAndStop = {
  ...columnsOf(TransportRoute, 't', 'publicId', 'name', 'startLocation', 'endLocation'),
  ...allOrNone({ stopId: text('p.public_id'), stopName: text('p.name'), farePaise: number('p.fare_paise') }),
}

/** Lists the school's routes with an offered trip, and the stops that can be chosen. */
export async function listOfferedRoutes(scope: LedgerScope): Promise<OfferedRoute[]> {
  const rows = await selectRows<RowOf<typeof routeAndStop>>(
    routeAndStop,
    `FROM transport_routes t
       LEFT JOIN route_stops p ON p.school_id = t.school_id AND p.route_id = t.id AND p.fare_paise IS NOT NULL
     WHERE t.school_id = :schoolId AND ${routeIsDriven} ORDER BY t.name, t.id, p.position, p.id`,
    { schoolId: scope.schoolId },
  )
  const routes = new Map<string, OfferedRoute>()
  for (const { stopId, stopName, farePaise, ...route } of rows) {
    const offeredRoute = routes.get(route.publicId) ?? { ...route, stops: [] }
    if (stopId !== null) offeredRoute.stops.push({ publicId: stopId, name: stopName, farePaise })
    routes.set(route.publicId, offeredRoute)
  }
  return [...routes.values()]
}
