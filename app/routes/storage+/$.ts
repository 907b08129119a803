import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '~/http/file-response.server'
import { anyone, findStaff, findStudent, foundOr404, requireOwnFile } from '~/http/route.server'
import { findFile } from '~/models/core/files/find-file.server'
import { fileStore } from '~/services/storage/file-store.server'
import { isStorageKey } from '~/services/storage/key'

/** Serves a stored file to permitted users; for all others, signed in or not, it does not exist. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const key = foundOr404(isStorageKey(params['*']) ? params['*'] : null)
  const [student, staff] = await Promise.all([findStudent(context, request), findStaff(context, request)])
  // A student who must still choose a password sees no private file.
  const scopes = [student?.stage === 'full' ? student.scope : null, staff?.scope, anyone()]
  for (const scope of scopes) {
    const file = scope ? await findFile(scope, key) : null
    if (file && staff && scope === staff.scope && file.visibility !== 'public') await requireOwnFile(staff, key)
    if (file) return fileResponse(request, file, fileStore().get)
  }
  throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
}
