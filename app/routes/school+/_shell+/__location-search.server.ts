import { data } from '@remix-run/node'
import type { z } from 'zod'
import { type FieldErrors, type ParsedForm, parseFields } from '~/http/route.server'
import type { Form } from '~/kit/forms/fields'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { isNearIndia } from '~/models/core/schools/near-india.server'
import { readPoint } from '~/models/core/shared/geo'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { searchLocations } from '~/models/money/transport/apply/measure.server'
import type { Location } from '~/models/money/vehicles/locations'

export interface FoundLocations {
  /** Name of the address field. */
  field: string
  asked: string
  choices: Array<{ value: string; label: string }>
  /** True when the school's maps service did not answer, so the choices come from the built-in table. */
  isFallback: boolean
}

function postedNames({ fields }: Form, { address, latitude, longitude }: Location): Location {
  const posted = (name: string) => fields[name]?.name ?? ''
  return { address: posted(address), latitude: posted(latitude), longitude: posted(longitude) }
}

/**
 * Handles the button “Find this place” of a form, and copies the chosen location into the form. Passed as `answer` to
 * `creating` and `editing`.
 */
export function searching(form: Form, locations: readonly Location[]) {
  const names = locations.map((location) => postedNames(form, location))
  return async (scope: SchoolScope, body: FormData) => {
    takeChosenLocations(body, names)
    return answerLocationSearch(scope, body, names)
  }
}

/** The school's own location, as default of a new form. */
export async function schoolAsLocation<Name extends string>(scope: SchoolScope, location: Location<Name>) {
  const { schoolName, address, location: point } = await findMaps(scope)
  if (!point) return {}
  return {
    [location.address]: (address || schoolName).replace(/\s+/g, ' ').slice(0, 200),
    [location.latitude]: String(point.latitude),
    [location.longitude]: String(point.longitude),
  } as Partial<Record<Name, string>>
}

/** Copies locations chosen from a list into the form, as if they had been typed. */
export function takeChosenLocations(body: FormData, locationFields: readonly Location[]): void {
  for (const { address, latitude, longitude } of locationFields) {
    const [, north, east, words] =
      /^(-?\d{1,3}\.\d{1,6}) (-?\d{1,3}\.\d{1,6}) (.+)$/.exec(String(body.get(`${address}_choice`) ?? '')) ?? []
    body.delete(`${address}_choice`)
    if (north === undefined || east === undefined || words === undefined) continue
    body.set(latitude, north)
    body.set(longitude, east)
    body.set(address, words.slice(0, 200))
  }
}

/**
 * Like `parseFields`, but also refuses a point outside India with an error beside its latitude: the schema checks only
 * the range of the coordinates.
 */
export async function parseLocations<Schema extends z.ZodType>(
  body: FormData,
  schema: Schema,
  locationFields: ReadonlyArray<Pick<Location, 'latitude' | 'longitude'>>,
): Promise<ParsedForm<z.output<Schema>>> {
  const form = parseFields(body, schema, {})
  if (!form.ok) return form
  const abroad: FieldErrors = {}
  for (const { latitude, longitude } of locationFields) {
    const read = readPoint(String(body.get(latitude) ?? ''), String(body.get(longitude) ?? ''))
    if ('point' in read && !(await isNearIndia(read.point))) abroad[latitude] = ['This place is not in India']
  }
  return Object.keys(abroad).length === 0
    ? form
    : { ok: false, posted: form.posted, reply: () => form.refuse(null, abroad) }
}

/** Answers the button “Find this place”: the form as typed, with a list of matches. Null for any other button. */
export async function answerLocationSearch(scope: SchoolScope, body: FormData, locationFields: readonly Location[]) {
  const intent = String(body.get('intent') ?? '')
  const location = locationFields.find(({ address }) => intent === `find ${address}`)
  if (!location) return null
  const typedAddress = String(body.get(location.address) ?? '')
    .trim()
    .slice(0, 200)
  const { value, isFallback } =
    typedAddress === '' ? { value: [], isFallback: false } : await searchLocations(scope, typedAddress)
  const matches: FoundLocations = {
    field: location.address,
    asked: typedAddress,
    choices: value.map(({ address, point }) => ({
      value: `${point.latitude.toFixed(6)} ${point.longitude.toFixed(6)} ${address}`,
      label: address,
    })),
    isFallback,
  }
  return data({ result: { initialValue: typedBack(body) }, conflict: null, found: matches })
}

function typedBack(body: FormData): Record<string, string> {
  return Object.fromEntries([...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
