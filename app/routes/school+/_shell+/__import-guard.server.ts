import type { Params } from '@remix-run/react'
import { foundOr404, refusePermission, requireStaff } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findImport } from '~/models/entry/imports/import-record.server'
import { type ImportKind, importKinds, importPermissions } from '~/models/entry/imports/options'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff, type StaffRole } from '~/models/people/accounts/staff/permissions'

export function kindsOfRole(role: StaffRole): ImportKind[] {
  return importKinds.filter((kind) => mayStaff(role, importPermissions[kind]))
}

/** Requires the permission to import this kind of file; 403 without it. */
export async function requireImporter(context: object, request: Request, kind: ImportKind) {
  const staff = await requireStaff(context, request, 'imports:run')
  return kindsOfRole(staff.role).includes(kind) ? staff : refusePermission(staff, importPermissions[kind])
}

/** Returns an import of a kind that the staff user may import, or null; 403 without the permission. */
export async function findOwnImport(staff: StaffSession, publicId: string) {
  const record = await findImport(staff.scope, { publicId })
  if (record && !kindsOfRole(staff.role).includes(record.kind))
    return refusePermission(staff, importPermissions[record.kind])
  return record
}

/** Returns the import of a URL, and the kinds that the staff user may import; 404 for an import of another school. */
export async function requireImport({
  context,
  request,
  params,
}: {
  context: object
  request: Request
  params: Params
}) {
  const staff = await requireStaff(context, request, 'imports:run')
  const record = foundOr404(isPublicId(params.id) ? await findOwnImport(staff, params.id) : null)
  return { scope: staff.scope, record, kinds: kindsOfRole(staff.role) }
}
