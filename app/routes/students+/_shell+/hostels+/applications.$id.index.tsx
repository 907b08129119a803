import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageTitle } from '~/http/page'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { duesToPay, roomPaymentStep } from '~/models/hostels/room-payment.server'
import { mayBeCancelled } from '~/models/hostels/rules'
import { genderWord, hostelTypeWord, roomTypeWord, semesterWord, statusWord } from '~/models/hostels/words.server'
import { dueName } from '~/models/ledger/due-words'
import { formatDay, formatInstant, todayInIndia } from '~/models/shared/calendar'
import { ApplicationDetails } from './__application-details'
import { declarationLines, refundLines, stateOf } from './__application-status.server'
import { requireOwnApplication } from './__own-hostel-application.server'

export const handle = pageTitle(() => m.room_application_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const found = await requireOwnApplication(scope, params.id)
  const language = currentLanguage()
  const day = (date: string | null) => date && formatDay(date, language)
  const { decidedAt, paidAt, paidPaise, cancelledBy } = found
  const toPay = new Set(duesToPay(found).map((charge) => charge.duePublicId))
  return {
    id: found.publicId,
    status: statusWord(found.status),
    stage: stateOf(found),
    refund: refundLines(found),
    remarks: found.adminRemarks,
    isOffered: found.offeredUntil !== null && found.status === 'waitlisted',
    declared: declarationLines(found),
    canPay: roomPaymentStep(found) === 'review',
    canCancel: mayBeCancelled(found),
    appliedOn: formatInstant(found.appliedAt, language),
    hostel: {
      name: found.hostelName,
      kind: `${genderWord(found.genderType)} · ${hostelTypeWord(found.hostelType)}`,
      address: found.hostelAddress,
      contactNumber: found.contactNumber,
      wardenName: found.wardenName,
      wardenEmail: found.wardenEmail,
    },
    room: `${found.roomNumber} · ${roomTypeWord(found.roomType)}`,
    floorNumber: found.floorNumber,
    stay: {
      academicYear: found.academicYear,
      semester: semesterWord(found.semester),
      checkIn: day(found.checkInDate),
      checkOut: day(found.checkOutDate),
      movedIn: day(found.checkedInOn),
      movedOut: day(found.checkedOutOn),
      countedFrom: day(found.startsOn),
    },
    decided: decidedAt && {
      label: cancelledBy === null ? m.room_decided_on() : m.room_cancelled_on(),
      day: formatDay(todayInIndia(decidedAt), language),
    },
    payment:
      paidAt && paidPaise > 0 ? { amountPaise: paidPaise, day: formatDay(todayInIndia(paidAt), language) } : null,
    guardian: {
      name: found.guardianName,
      phone: found.guardianPhone,
      email: found.guardianEmail,
      address: found.guardianAddress,
      emergency: found.emergencyContact,
    },
    hasMeals: found.mealPaise > 0,
    requirements: found.specialRequirements,
    dues: found.charges
      .filter((charge) => charge.state === 'open' || charge.paidPaise > 0)
      .map((charge) => ({
        id: charge.duePublicId,
        name: dueName({ kind: 'hostel', name: charge.name }),
        title: charge.title,
        dueOn: formatDay(charge.dueOn, language),
        amountPaise: charge.amountPaise,
        paidPaise: charge.paidPaise,
        canPay: toPay.has(charge.duePublicId),
      })),
  }
}

export default function HostelApplicationPage() {
  return <ApplicationDetails application={useLoaderData<typeof loader>()} />
}
