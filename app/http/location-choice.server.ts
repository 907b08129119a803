import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { m } from '~/language/paraglide/messages'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { type Point, readPoint } from '~/models/core/shared/geo'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { findDraft } from '~/models/money/transport/apply/draft.server'
import { locationValue } from '~/models/money/transport/apply/draft-options'
import { locationFields, pointOfDraft, type RouteEnd, routeEnds } from '~/models/money/transport/apply/location-choice'
import { chooseLocation, searchLocationsAndStops } from '~/models/money/transport/apply/location-choice.server'
import { type ApplicationKind, addressLength } from '~/models/money/transport/options'
import { pointWords } from '~/models/money/transport/words.server'
import { readForm } from './forms.server'
import { foundOr404, requireStudentInPerson } from './guards.server'
import { redirectWithToast, seeOther } from './toast.server'

/** Data of the location page: the search text (default: the draft's address) and the locations found for it. */
async function loadLocationChoice(
  scope: StudentScope,
  request: Request,
  { kind, path, locationPath }: Chosen,
  end: RouteEnd,
) {
  const { searchParams } = new URL(request.url)
  const [maps, draft] = await Promise.all([findMaps(scope), findDraft(scope, kind)])
  const address = draft?.fields[locationFields[end].address] ?? ''
  const searchText = (searchParams.get('q') ?? address).slice(0, addressLength).trim()
  const searchResult = searchText === '' ? null : await searchLocationsAndStops(scope, searchText, maps)
  const chosenPoint = draft && pointOfDraft(draft.fields, end)
  return {
    end,
    action: locationPath(end),
    backHref: path,
    typed: searchText,
    browserKey: maps.browserKey,
    marked: chosenPoint ? [{ label: address, point: chosenPoint }] : [],
    isFallback: searchResult?.isFallback ?? false,
    locations:
      searchResult?.value.map((location) => ({
        value: locationValue(location),
        address: location.address,
        stop: location.routeName === null ? null : m.maps_stop({ route: location.routeName }),
      })) ?? null,
  }
}

type Chosen = { kind: ApplicationKind; path: string; locationPath: (end: RouteEnd) => string }

export function locationPage(applicationForm: Chosen) {
  const endOr404 = (end: string | undefined) => foundOr404(routeEnds.find((one) => one === end))
  return {
    async loader({ context, request, params }: LoaderFunctionArgs) {
      const { scope } = await requireStudentInPerson(context, request)
      return loadLocationChoice(scope, request, applicationForm, endOr404(params.end))
    },
    async action({ context, request, params }: ActionFunctionArgs) {
      const { scope } = await requireStudentInPerson(context, request)
      const end = endOr404(params.end)
      return keepLocation(scope, await readForm(request), applicationForm, end)
    },
  }
}

type Typed = { latitude: string; longitude: string }

/**
 * Saves a location in the draft, then redirects to the form. The location was chosen from the list (`place`), typed as
 * coordinates, or found by the device (`intent` is `current`). Returns 422 for an invalid location or one outside
 * India.
 */
async function keepLocation(scope: StudentScope, form: FormData, { kind, path: to }: Chosen, end: RouteEnd) {
  const draftLocation = { kind, end }
  const locationText = form.get('place')
  if (typeof locationText === 'string') {
    const [, latitude = '', longitude = '', address = ''] = /^([^,\s]+),(\S+) (.+)$/s.exec(locationText) ?? []
    const read = readPoint(latitude, longitude)
    if ('refusal' in read) return refuse(pointWords(read.refusal), { latitude: '', longitude: '' })
    const outcome = await chooseLocation(scope, draftLocation, { point: read.point, address: address.trim() || null })
    return outcome.ok ? seeOther(to) : refuse(m.maps_outside_india(), { latitude: '', longitude: '' })
  }
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 40)
  const coordinates = { latitude: text('latitude'), longitude: text('longitude') }
  const isCurrent = form.get('intent') === 'current'
  const read = readPoint(coordinates.latitude, coordinates.longitude)
  return 'point' in read ? keep(read.point) : refuse(pointWords(read.refusal), coordinates)

  async function keep(point: Point) {
    const outcome = await chooseLocation(scope, draftLocation, { point, address: null })
    if (!outcome.ok) return refuse(isCurrent ? m.maps_location_failed() : m.maps_outside_india(), coordinates)
    return isCurrent ? redirectWithToast(to, { type: 'success', title: m.maps_location_set() }) : seeOther(to)
  }

  function refuse(message: string, values: Typed) {
    return data({ message, typed: values }, { status: 422 })
  }
}
