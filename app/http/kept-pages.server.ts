import { createHash } from 'node:crypto'
import { isShown, noteReads } from '~/database/work.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { buildName } from '~/services/version.server'
import { findStudent } from './guards.server'
import { cacheControlOf, isPageHandle, pageVary } from './page'

/** Tables that visits of a page have read so far, by route id. Only grows: more tables make another validator. */
const tablesOf = new Map<string, Set<string>>()

export interface Visit {
  /** Headers of the 304 response. */
  headers: Record<string, string>
  /**
   * ETag for `If-None-Match`: unchanged while no table that the page ever showed is written, for one browser and day.
   */
  validator: string
  /** Returns, after rendering, whether the validator covers all tables that were read. */
  isCovered: () => boolean
}

/**
 * A visit of a page that the browser may keep (`isKept`, decision 38); null without a session or on a shared phone.
 * `context` is the loaders' context, where they find the session.
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
  // Read the version before the rows: the next visit then sees writes that happen in between.
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
