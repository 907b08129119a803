import { schoolPaths } from '~/addresses/school-paths'
import { redirectWithToast } from '~/http/route.server'
import type { Waits } from '~/models/people/second-person/ask.server'

/**
 * Redirects to the request that waits for a second person, with a toast that says so. If an earlier request about the
 * same record already waits (`isOther`), redirects to the earlier one, and the toast says that it stays as requested.
 */
export function toWaiting({ requestId, isOther }: Waits) {
  const toast = isOther
    ? ({
        type: 'error',
        title: 'A request about this is already waiting',
        message: 'It stays as requested. To request something else, withdraw it first.',
      } as const)
    : ({
        type: 'info',
        title: 'Waiting for a second person',
        message: 'Nothing happens until they agree. Do not pay out any money yet.',
      } as const)
  return redirectWithToast(schoolPaths.secondPersonRequest(requestId), toast)
}

export const waitsForSecondPerson = (outcome: { ok: boolean; reason?: string }): outcome is Waits =>
  !outcome.ok && outcome.reason === 'waits'
