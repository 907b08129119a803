import { foundOr404, refusePermission, requireStaff } from '~/http/guards.server'
import { mayStaff, type StaffRole } from '~/models/accounts/permissions'
import { findImport, type ImportRecord } from '~/models/imports/import-record.server'
import { type ImportKind, importKinds, importPermissions } from '~/models/imports/options'
import { isPublicId } from '~/models/shared/public-id.server'

/** The kinds that a role may import. */
export function kindsOfRole(role: StaffRole): ImportKind[] {
  return importKinds.filter((kind) => mayStaff(role, importPermissions[kind]))
}

/** Who may import this kind of file; 403 for one who may not. */
export async function requireImporter(context: object, request: Request, kind: ImportKind) {
  const staff = await requireStaff(context, request, 'imports:run')
  if (!kindsOfRole(staff.role).includes(kind)) return refusePermission(staff, importPermissions[kind])
  return staff
}

/** The import of an address, of a kind that this person may import; 404 for another school's. */
export async function requireImport(
  context: object,
  request: Request,
  publicId: string | undefined,
): Promise<{ scope: Awaited<ReturnType<typeof requireStaff>>['scope']; record: ImportRecord }> {
  const staff = await requireStaff(context, request, 'imports:run')
  const record = foundOr404(isPublicId(publicId) ? await findImport(staff.scope, { publicId }) : null)
  if (!kindsOfRole(staff.role).includes(record.kind)) return refusePermission(staff, importPermissions[record.kind])
  return { scope: staff.scope, record }
}
