import { createHash } from 'node:crypto'
import { isShown, noteReads } from '~/database/work.server'
import { todayInIndia } from '~/models/shared/calendar'
import { buildName } from '~/services/version.server'
import { findStudent } from './guards.server'
import { cacheControlOf, isPageHandle, pageVary } from './page'

/** What visits of a page have read so far, by its route. It only grows: more tables are another validator. */
const tablesOf = new Map<string, Set<string>>()

export interface Visit {
  /** Of the answer that nothing has changed. */
  headers: Record<string, string>
  /** For `If-None-Match`: the same as long as nothing is written that the page has ever shown, by the same browser on the same day. */
  validator: string
  /** After the page was made: whether all that it read is in the validator. */
  isCovered: () => boolean
}

/**
 * A visit of a page that a browser may keep (`isKept`, decision 38), or null where it may not: nobody is signed in, or the phone is others'
 * too. `context` is that of the loaders, who find the session there.
 */
export async function visitKeptPage(
  { id, handle }: { id: string; handle: unknown },
  context: object,
  request: Request,
): Promise<Visit | null> {
  if (!isPageHandle(handle) || !handle.isKept) return null
  const known = tablesOf.get(id) ?? new Set()
  tablesOf.set(id, known)
  const read = noteReads()
  const shown = [...known].sort()
  // The version is read before the rows: what is written in between makes the next visit see them.
  const student = await findStudent(context, request, shown).catch(() => null)
  if (student?.stage !== 'full' || student.isOnSharedPhone) return null
  const headers = ['Cookie', 'Accept-Language', 'Save-Data'].map((name) => request.headers.get(name))
  const facts = [
    buildName(),
    shown,
    student.shownVersion,
    todayInIndia(new Date()),
    request.url,
    student.publicId,
    headers,
  ]
  const validator = `W/"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}"`
  return {
    validator,
    headers: { ETag: validator, 'Cache-Control': cacheControlOf(handle, false), Vary: pageVary },
    isCovered: () => {
      const isCovered = shown.length > 0 && [...read].every((table) => shown.includes(table))
      if ([...read].every(isShown)) for (const table of read) known.add(table)
      return isCovered
    },
  }
}
