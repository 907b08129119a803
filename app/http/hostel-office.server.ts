import { randomUUID } from 'node:crypto'
import type { RoomPlace } from '~/models/hostels/lock-hostel.server'
import { findRoom } from '~/models/hostels/rooms.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { plainBreaks } from '~/models/shared/text'
import { foundOr404 } from './guards.server'

/** The room of an address below a hostel. @throws Response 404 where this hostel of the school has none such */
export async function requireRoom(scope: SchoolScope, { id, roomId }: { id?: string; roomId?: string }) {
  const place: RoomPlace = foundOr404(isPublicId(id) && isPublicId(roomId) ? { hostelId: id, roomId } : null)
  return { place, room: foundOr404(await findRoom(scope, place)) }
}

/** The once-only key of a form that makes something; a form without one is its own. */
export function formKeyOf(body: FormData): string {
  const key = String(body.get('form_key') ?? '')
  return /^[\w-]{8,40}$/.test(key) ? key : randomUUID()
}

/** The version that a form was opened with, and the one that its sender has seen since, where they ticked that (0 where not). */
export function versionsOf(body: FormData): { opened: number; seen: number } {
  const numberOf = (value: FormDataEntryValue | null) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : 0)
  return { opened: numberOf(body.get('version')), seen: numberOf(body.get('seen_version')) }
}

type Stored = Readonly<Record<string, string | boolean | readonly string[]>>

/** What is stored now where the form says something else: a sentence each, for whoever saves second. */
export function differences<Values extends Stored>(
  stored: Values,
  body: FormData,
  labels: Readonly<Record<keyof Values, string>>,
): string[] {
  return Object.entries(stored).flatMap(([name, value]) => {
    const label = labels[name as keyof Values]
    if (typeof value === 'boolean') {
      return value === (body.get(name) === 'on') ? [] : [`“${label}” is ${value ? 'ticked' : 'not ticked'} now`]
    }
    const now = typeof value === 'string' ? value : [...value].sort().join(', ')
    const typed =
      typeof value === 'string'
        ? plainBreaks(String(body.get(name) ?? '').trim())
        : body.getAll(name).map(String).sort().join(', ')
    return now === typed ? [] : [`${label} is ${now === '' ? 'empty' : `“${now}”`} now`]
  })
}
