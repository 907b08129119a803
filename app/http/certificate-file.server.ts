import { ensureCertificateFile, type RenderCertificate } from '~/models/certificates/copies.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { siteUrl } from '~/services/site.server'
import { fileStore } from '~/services/storage/file-store.server'
import { fileResponse } from './file-response.server'
import { foundOr404 } from './guards.server'
import { paths } from './paths'

/**
 * The download of one paper of a certificate; made now where the worker has not made it yet. The route hands in how, since documents are the
 * routes' to know. @throws Response 404
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
