import { execute, select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockVehicle } from './lock-rows.server'

/**
 * Deletes a vehicle with its runs, papers and picture. Refuses `not-found` and `applied-for`: a student rides in it or has applied for a
 * seat, and applications keep what they name. It can be set to inactive instead.
 */
export async function deleteVehicle(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'applied-for'>> {
  return inTransaction(
    async () => {
      const vehicle = await lockVehicle(scope, publicId)
      if (!vehicle) return refused('not-found')
      const values = { schoolId: scope.schoolId, id: vehicle.id }
      const papers = await select<{ fileId: number }>(
        `SELECT file_id AS fileId FROM vehicle_documents
         WHERE school_id = :schoolId AND vehicle_id = :id AND file_id IS NOT NULL`,
        values,
      )
      await execute('DELETE FROM vehicle_routes WHERE school_id = :schoolId AND vehicle_id = :id', values)
      await execute('DELETE FROM vehicle_documents WHERE school_id = :schoolId AND vehicle_id = :id', values)
      await execute('DELETE FROM vehicles WHERE school_id = :schoolId AND id = :id', values)
      const files = papers.map(({ fileId }) => fileId)
      if (vehicle.imageFileId !== null) files.push(vehicle.imageFileId)
      if (files.length > 0) await releaseFiles(scope, files)
      const details = { number: vehicle.vehicleNumber }
      await recordAudit(scope, { action: 'vehicle.deleted', subject: { kind: 'vehicle', id: vehicle.id }, details })
      return done()
    },
    {
      transport_applications_wanted: 'applied-for',
      transport_applications_run: 'applied-for',
    },
  )
}
