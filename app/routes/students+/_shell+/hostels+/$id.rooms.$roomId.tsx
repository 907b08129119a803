import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, DefinitionList, LinkParagraph, LoneLink, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findHostel, findRoom } from '~/models/money/hostels/apply/student-hostels.server'
import { mealPaise, roomCost } from '~/models/money/hostels/rules'
import { Chips } from './__chips'
import { roomView } from './__hostel-room.server'
import { RoomBadge, RoomFacts } from './__room-facts'

const titleOf = (number: string) => m.hostels_room_number({ number })

export const handle = pageTitle<{ room?: { number: string } }>((data) => titleOf(data?.room?.number ?? ''))

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const hostel = foundOr404(isPublicId(params.id) ? await findHostel(scope, params.id) : null)
  const room = foundOr404(isPublicId(params.roomId) ? await findRoom(scope, hostel, params.roomId) : null)
  const costWith = (mealPlanRequired: boolean) => {
    const { depositPaise } = hostel
    const cost = roomCost({ rentPaise: room.rentPaise, depositPaise, mealPaise: mealPaise(hostel, mealPlanRequired) })
    const text = (paise: number) => formatPaise(paise, { style: 'short' })
    return {
      rent: text(cost.rentPaise),
      deposit: text(cost.depositPaise),
      meals: cost.mealPaise > 0 ? text(cost.mealPaise) : null,
      fee: text(cost.feePaise),
      first: text(cost.firstPaise),
      monthly: text(cost.monthlyPaise),
    }
  }
  const isChoice = !hostel.mealPlanIncluded && hostel.mealPlanFeePaise > 0
  const standard = costWith(false)
  return {
    hostel: { id: hostel.publicId, name: hostel.name },
    room: roomView(hostel, room),
    // Shows one column when meals are not a choice.
    costs: isChoice ? [standard, costWith(true)] : [standard],
  }
}

export default function HostelRoomPage() {
  const { hostel, room, costs } = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  const title = titleOf(room.number)
  return (
    <>
      <PageHead
        title={title}
        context={<LoneLink href={paths.student.hostel(hostel.id)} label={hostel.name} />}
        action={
          room.applyHref ? <ButtonLink href={room.applyHref} variant="next" label={room.applyWords} /> : undefined
        }
      />
      <Card title={m.hostels_room_details()} aside={<RoomBadge isFree={room.isFree} />}>
        {room.picture === null ? null : dataSaver ? (
          <LinkParagraph href={room.picture} data-reload="" label={m.hostels_picture_show({ name: title })} />
        ) : (
          <img className="room-picture" src={room.picture} alt="" width="320" height="160" />
        )}
        <RoomFacts room={room} />
        <Chips label={m.hostels_filter_facilities()} chips={[...room.facilities, ...room.moreFacilities]} />
        {room.whyNot ? <p className="soft">{room.whyNot}</p> : null}
      </Card>
      <div className="cols room-costs">
        {costs.map((cost) => (
          <Card
            key={cost.first}
            title={cost.meals === null ? m.hostels_without_meals() : m.hostels_with_meals()}
            className="home"
          >
            <DefinitionList
              items={[
                { label: m.hostels_rent(), value: cost.rent },
                ...(cost.meals === null ? [] : [{ label: m.hostels_meals(), value: cost.meals }]),
                { label: m.hostels_security_deposit(), value: cost.deposit },
                { label: m.hostels_processing_fee(), value: cost.fee },
                { label: m.hostels_first_payment(), value: cost.first },
                { label: m.hostels_each_month(), value: cost.monthly },
              ]}
            />
          </Card>
        ))}
      </div>
    </>
  )
}
