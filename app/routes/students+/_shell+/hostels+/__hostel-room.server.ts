import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentHostel, StudentRoom } from '~/models/money/hostels/apply/student-hostels.server'
import { facilitiesOnACard } from '~/models/money/hostels/options'
import { mealPaise } from '~/models/money/hostels/rules'
import { facilityWord, monthly, roomTypeWord } from '~/models/money/hostels/words.server'

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

/** Texts of a room, for its card and its page, as this student sees them. */
export function roomView(hostel: StudentHostel, room: StudentRoom) {
  const meals = mealPaise(hostel, false)
  const whyNot = whyNotHere(hostel, room)
  const canWait = hostel.isForMe && !room.isFree && room.status === 'available'
  const words = room.facilities.map(facilityWord)
  return {
    id: room.publicId,
    number: room.roomNumber,
    isFree: room.isFree,
    type: roomTypeWord(room.roomType),
    floor: room.floorNumber,
    capacity: room.capacity,
    freeBeds: room.freeBeds,
    rent: rupees(room.rentPaise),
    /** Monthly charge for meals; null if they are not included. */
    meals: meals > 0 ? rupees(meals) : null,
    monthlyTotal: rupees(room.rentPaise + meals),
    /** Charge for meals that a student can book. */
    mealsOnRequest:
      !hostel.mealPlanIncluded && hostel.mealPlanFeePaise > 0
        ? m.hostels_meals_optional({ amount: rupees(hostel.mealPlanFeePaise) })
        : null,
    facilities: words.slice(0, facilitiesOnACard),
    moreFacilities: words.slice(facilitiesOnACard),
    whyNot,
    applyHref:
      whyNot === null || canWait
        ? paths.student.applyForHostel({ hostel: hostel.publicId, room: room.publicId })
        : null,
    applyWords: canWait ? m.hostels_apply_waiting() : m.hostels_apply(),
    picture: room.pictureKey && paths.file(room.pictureKey),
  }
}

/** Texts of a room for a card in a list, with some of its facilities and no picture. */
export function roomCard(hostel: StudentHostel, room: StudentRoom) {
  const { moreFacilities, picture: _picture, ...card } = roomView(hostel, room)
  return { ...card, moreCount: moreFacilities.length }
}

export type RoomCardView = ReturnType<typeof roomCard>

/** Reason why this student cannot apply for the room, or null. */
function whyNotHere(hostel: StudentHostel, room: StudentRoom): string | null {
  if (!hostel.isForMe) return hostel.genderType === 'boys' ? m.hostels_boys_only() : m.hostels_girls_only()
  if (room.isFree) return null
  return room.status === 'available' ? m.hostels_not_free() : m.hostels_not_offered()
}

export function mealPlanText(hostel: StudentHostel): string | null {
  return hostel.mealPlanIncluded ? monthly(hostel.mealPlanFeePaise) : null
}
