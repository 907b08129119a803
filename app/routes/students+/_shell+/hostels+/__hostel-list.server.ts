import { paths } from '~/http/paths'
import { listViewOf } from '~/http/route.server'
import type { Option } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { longerPageSize, rentsToFilterBy } from '~/models/money/hostels/apply/browsing'
import { listOwnApplications, type OwnApplicationRow } from '~/models/money/hostels/apply/own-applications.server'
import { listHostels } from '~/models/money/hostels/apply/student-hostels.server'
import { applicationYears } from '~/models/money/hostels/decide/applications.server'
import {
  type ApplicationStatus,
  applicationStatuses,
  facilities,
  genderTypes,
  hostelTypes,
  pageSizes,
  standardPageSize,
} from '~/models/money/hostels/options'
import {
  facilityWord,
  feeStatusWord,
  genderWord,
  hostelTypeWord,
  monthly,
  roomTypeWord,
  semesterWord,
  statusTones,
  statusWord,
} from '~/models/money/hostels/words.server'
import { yearStartsMonth } from '~/models/people/academics/queries.server'

/** Returns the page size of the URL if it is one of `sizes`, otherwise `standard`. */
export function sizeOf<Size extends number>(
  query: URLSearchParams,
  name: string,
  sizes: readonly Size[],
  standard: Size,
): Size {
  return sizes.find((size) => query.get(name) === String(size)) ?? standard
}

/** Builds a URL with the chosen filters and leaves out empty ones. */
function addressWith(fixed: string, filters: Record<string, string | readonly string[]>): string {
  const query = new URLSearchParams(fixed)
  for (const [name, values] of Object.entries(filters)) {
    for (const value of [values].flat()) if (value !== '') query.append(name, value)
  }
  return `${paths.student.hostels}?${query}`
}

function choicesOf<Value extends string>(values: readonly Value[], wordOf: (value: Value) => string): Option[] {
  return values.map((value) => ({ value, label: wordOf(value) }))
}

const sizeText = (size: number) => (size === standardPageSize ? '' : String(size))

/** Content of the tab Available Hostels; null until the student has requested the list. */
export async function availableHostels(scope: StudentScope, request: Request) {
  const query = new URL(request.url).searchParams
  if (!query.has('load') && !query.has('page')) return null
  const { filters, page: asked } = listViewOf(request, {
    sorts: ['name'],
    filters: { gender: genderTypes, type: hostelTypes, price: rentsToFilterBy.map(String) },
  })
  const pageSize = sizeOf(query, 'per_page', pageSizes, standardPageSize)
  const selectedFacilities = facilities.filter((facility) => query.getAll('facilities').includes(facility))
  const hostels = await listHostels(scope, {
    gender: genderTypes.find((one) => one === filters.gender) ?? '',
    type: hostelTypes.find((one) => one === filters.type) ?? '',
    upToPaise: filters.price === '' ? null : Number(filters.price) * 100,
    facilities: selectedFacilities,
    page: asked,
    pageSize,
  })
  const { rows, total, page, pages } = hostels
  const narrowed = { ...filters, facilities: selectedFacilities }
  const from = (page - 1) * pageSize + 1
  const to = from + rows.length - 1
  const longer = to < total ? longerPageSize(to) : null
  return {
    hostels: rows.map(({ publicId, pictureKey, minRentPaise, ...hostel }) => ({
      id: publicId,
      name: hostel.name,
      type: hostel.hostelType,
      genderWord: genderWord(hostel.genderType),
      typeWord: hostelTypeWord(hostel.hostelType),
      hasRoom: hostel.availableRooms > 0,
      roomsWord: m.hostels_rooms_available({ count: hostel.availableRooms }),
      picture: pictureKey && paths.file(pictureKey),
      rent: minRentPaise === null ? null : monthly(minRentPaise),
      facts: [
        { label: m.hostels_address(), value: hostel.address },
        { label: m.hostels_warden(), value: hostel.wardenName },
        { label: m.hostels_contact(), value: hostel.contactNumber },
        { label: m.hostels_total_rooms(), value: String(hostel.totalRooms) },
        { label: m.hostels_available_rooms(), value: String(hostel.availableRooms) },
      ],
      features: hostel.facilities.map(facilityWord),
    })),
    page,
    pages,
    showing: { from, to, total },
    href: addressWith('load=1', { ...narrowed, per_page: sizeText(pageSize) }),
    moreHref: longer === null ? null : addressWith('load=1', { ...narrowed, per_page: sizeText(longer) }),
    filters: {
      chosen: {
        gender: filters.gender,
        type: filters.type,
        price: filters.price,
        facilities: selectedFacilities,
        pageSize,
      },
      choices: {
        genders: choicesOf(genderTypes, genderWord),
        types: choicesOf(hostelTypes, hostelTypeWord),
        prices: rentsToFilterBy.map((rupees) => ({
          value: String(rupees),
          label: m.hostels_price_up_to({ amount: formatPaise(rupees * 100, { style: 'short' }) }),
        })),
        facilities: choicesOf(facilities, facilityWord),
      },
      resetHref: Object.values(narrowed).some((value) => value.length > 0)
        ? addressWith('load=1', { per_page: sizeText(pageSize) })
        : undefined,
    },
  }
}

/**
 * Content of the tab My Applications. A guardian does not see which guardian an application names, since that may be
 * the other parent.
 */
export async function myApplications(scope: StudentScope, request: Request, isGuardian: boolean) {
  const years = applicationYears(todayInIndia(new Date()), await yearStartsMonth(scope))
  const view = listViewOf(request, {
    sorts: ['applied'],
    filters: { status: applicationStatuses, academic_year: years },
  })
  const pageSize = sizeOf(new URL(request.url).searchParams, 'per_page', pageSizes, standardPageSize)
  const status: ApplicationStatus | '' = applicationStatuses.find((one) => one === view.filters.status) ?? ''
  const input = { search: view.search, status, academicYear: view.filters.academic_year }
  const { rows, page, pages } = await listOwnApplications(scope, { ...input, page: view.page, pageSize })
  const language = currentLanguage()
  return {
    applications: rows.map((row) => ({
      id: row.publicId,
      hostelName: row.hostelName,
      status: statusWord(row.status),
      tone: statusTones[row.status],
      appliedOn: formatDay(todayInIndia(row.appliedAt), language),
      facts: factsOf(row, language, isGuardian),
      offer:
        row.status === 'waitlisted' && row.offeredUntil
          ? m.hostels_offer_until({ until: formatInstant(row.offeredUntil, language) })
          : null,
    })),
    page,
    pages,
    href: addressWith('tab=applications', { search: view.search, ...view.filters, per_page: sizeText(pageSize) }),
    chosen: { ...input, pageSize },
    isNarrowed: view.isNarrowed,
    statuses: choicesOf(applicationStatuses, statusWord),
    years,
    empty: { title: m.hostels_no_applications(), text: m.hostels_no_applications_text(), refresh: m.hostels_refresh() },
  }
}

function factsOf(row: OwnApplicationRow, language: Language, isGuardian: boolean) {
  const room = { number: row.roomNumber, type: roomTypeWord(row.roomType), floor: row.floorNumber }
  const { specialRequirements, adminRemarks } = row
  return [
    { label: m.hostels_applied_on(), value: formatDay(todayInIndia(row.appliedAt), language) },
    { label: m.hostels_academic_year(), value: row.academicYear },
    { label: m.hostels_period(), value: semesterWord(row.semester) },
    { label: m.hostels_check_in(), value: formatDay(row.checkInDate, language) },
    { label: m.hostels_room(), value: m.hostels_room_facts(room) },
    { label: m.hostels_rent(), value: monthly(row.rentPaise) },
    ...(isGuardian ? [] : [{ label: m.hostels_guardian(), value: `${row.guardianName}, ${row.guardianPhone}` }]),
    { label: m.hostels_fee_status(), value: feeStatusWord(row.feeStatus) },
    ...(specialRequirements ? [{ label: m.hostels_special(), value: specialRequirements }] : []),
    ...(adminRemarks ? [{ label: m.hostels_remarks(), value: adminRemarks }] : []),
  ]
}

/** Introduction before the list: three steps to a hostel bed. */
export function hostelGuide() {
  return {
    title: m.hostels_guide_title(),
    steps: [
      { title: m.hostels_guide_browse(), text: m.hostels_guide_browse_text() },
      { title: m.hostels_guide_room(), text: m.hostels_guide_room_text() },
      { title: m.hostels_guide_submit(), text: m.hostels_guide_submit_text() },
    ],
    load: m.hostels_load(),
  }
}
