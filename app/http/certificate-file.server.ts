import { paths } from '~/addresses/paths'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { ensureCertificateFile, type RenderCertificate } from '~/models/learning/certificates/copies.server'
import { siteUrl } from '~/services/site.server'
import { fileStore } from '~/services/storage/file-store.server'
import { fileResponse } from './file-response.server'
import { foundOr404 } from './guards.server'

/**
 * Response with the PDF of one certificate copy, rendered now if the worker has not yet made it. The route passes the
 * renderer, since only routes may import documents.
 * @throws Response 404
 */
export async function certificateResponse(
  request: Request,
  scope: SchoolScope | StudentScope,
  publicId: string,
  render: RenderCertificate,
): Promise<Response> {
  const urlOf = (token: string) => siteUrl(paths.verify(token))
  const file = foundOr404(await ensureCertificateFile(scope, publicId, render, urlOf))
  return fileResponse(request, file, (key) => fileStore().get(key))
}
