import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card, DefinitionList, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { pageOf } from '~/models/core/shared/paging'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findHostel, listRooms } from '~/models/money/hostels/apply/student-hostels.server'
import { roomPageSizes, standardRoomPageSize } from '~/models/money/hostels/options'
import { genderWord, hostelTypeWord, monthly } from '~/models/money/hostels/words.server'
import { sizeOf } from './__hostel-list.server'
import { HostelPicture } from './__hostel-picture'
import { mealPlanText, roomCard } from './__hostel-room.server'
import { PhoneLink } from './__phone-link'
import { RoomGallery } from './__room-gallery'

export const handle = pageTitle<{ name?: string }>((hostel) => hostel?.name ?? m.hostels_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const hostel = foundOr404(isPublicId(params.id) ? await findHostel(scope, params.id) : null)
  const query = new URL(request.url).searchParams
  const pageSize = sizeOf(query, 'rooms', roomPageSizes, standardRoomPageSize)
  const { rows, page, pages, total } = await listRooms(scope, hostel, { page: pageOf(query), pageSize })
  const from = (page - 1) * pageSize + 1
  return {
    id: hostel.publicId,
    name: hostel.name,
    type: hostel.hostelType,
    words: `${genderWord(hostel.genderType)} · ${hostelTypeWord(hostel.hostelType)}`,
    address: hostel.address,
    contactNumber: hostel.contactNumber,
    wardenName: hostel.wardenName,
    wardenEmail: hostel.wardenEmail,
    picture: hostel.pictureKey && paths.file(hostel.pictureKey),
    startingRent: hostel.minRentPaise === null ? null : monthly(hostel.minRentPaise),
    deposit: formatPaise(hostel.depositPaise, { style: 'short' }),
    mealPlan: mealPlanText(hostel),
    totalRooms: hostel.totalRooms,
    gallery: {
      page,
      pages,
      pageSize,
      showing: { from, to: from + rows.length - 1, total },
      rooms: rows.map((row) => roomCard(hostel, row)),
    },
  }
}

export default function HostelPage() {
  const hostel = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  const { wardenEmail } = hostel
  return (
    <>
      <PageHead title={hostel.name} context={hostel.words} />
      <div className="cols">
        <Card title={m.hostels_overview()} className="home">
          <HostelPicture type={hostel.type} picture={dataSaver ? null : hostel.picture} />
          <DefinitionList
            items={[
              { label: m.hostels_address(), value: hostel.address },
              { label: m.hostels_contact(), value: <PhoneLink number={hostel.contactNumber} /> },
              { label: m.hostels_warden(), value: hostel.wardenName },
              ...(wardenEmail
                ? [{ label: m.hostels_warden_email(), value: <a href={`mailto:${wardenEmail}`}>{wardenEmail}</a> }]
                : []),
            ]}
          />
        </Card>
        <Card title={m.hostels_pricing()} className="home">
          <DefinitionList
            items={[
              { label: m.hostels_starting_rent(), value: hostel.startingRent },
              { label: m.hostels_security_deposit(), value: hostel.deposit },
              { label: m.hostels_meal_fee(), value: hostel.mealPlan ?? m.hostels_not_included() },
              { label: m.hostels_total_rooms(), value: String(hostel.totalRooms) },
            ]}
          />
        </Card>
      </div>
      <RoomGallery hostelId={hostel.id} {...hostel.gallery} />
      <LinkParagraph href={`${paths.student.hostels}?load=1`} label={m.hostels_back()} />
    </>
  )
}
