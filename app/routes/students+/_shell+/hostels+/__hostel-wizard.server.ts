import { redirect } from '@remix-run/node'
import type { z } from 'zod'
import { paths } from '~/http/paths'
import { requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type ApplyRefusal, applyForRoom } from '~/models/money/hostels/apply/apply-for-room.server'
import {
  answersOf,
  firstUnfinished,
  guardianStepSchema,
  roomStepSchema,
} from '~/models/money/hostels/apply/apply-schema'
import type { RoomRequest } from '~/models/money/hostels/apply/check-eligibility.server'
import { type Draft, findDraft } from '~/models/money/hostels/apply/draft.server'
import {
  type DraftField,
  type DraftFields,
  stepFields,
  type WizardStep,
  wizardSteps,
} from '~/models/money/hostels/apply/draft-options'
import {
  type FreeRoom,
  findChosenRoom,
  listFreeRooms,
  listHostelsToChoose,
} from '~/models/money/hostels/apply/rooms-to-choose.server'
import { isRoomFree, isRoomFull, mealPaise, roomCost } from '~/models/money/hostels/rules'
import { monthly, roomTypeWord } from '~/models/money/hostels/words.server'
import { draftFieldLength } from '~/models/money/subscriptions/draft.server'
import { errorsFor } from '~/models/money/subscriptions/words'
import { yearStartsMonth } from '~/models/people/academics/queries.server'
import type { StudentSession } from '~/models/people/accounts/sign-in/sessions.server'

export const stepPaths: Record<WizardStep, string> = {
  room: paths.student.applyForHostel(),
  guardian: paths.student.hostelGuardian,
  details: paths.student.hostelDetails,
}

/**
 * Returns the student who applies. A student whose session has expired returns to the form after signing in: the draft
 * is kept.
 */
export function requireApplicant(context: object, request: Request): Promise<StudentSession> {
  return requireStudentInPerson(context, new Request(request.url, { headers: request.headers }))
}

/** Returns the draft for a later step. @throws a redirect to the first incomplete step, if it comes before `step` */
export async function draftFor(scope: StudentScope, step: WizardStep): Promise<Draft> {
  const [draft, startsMonth] = await Promise.all([findDraft(scope), yearStartsMonth(scope)])
  const first = firstUnfinished(draft?.fields ?? {}, todayInIndia(new Date()), startsMonth)
  if (!draft || wizardSteps.indexOf(first) < wizardSteps.indexOf(step)) throw redirect(stepPaths[first])
  return draft
}

/** Returns the input of a step, valid or not. Every field is included; an unticked box is an empty text. */
export function typedIn(form: FormData, step: WizardStep): DraftFields {
  return Object.fromEntries(
    stepFields[step].map((name) => [name, String(form.get(name) ?? '').slice(0, draftFieldLength)]),
  )
}

type MealsKind = 'included' | 'optional' | 'none'

/** Returns the chosen room with its price, or the rooms to choose from. */
export async function loadChoice(scope: StudentScope, choice: { hostelId: string; roomId: string; meals: boolean }) {
  const { hostelId, roomId } = choice
  const room = isPublicId(hostelId) && isPublicId(roomId) ? await findChosenRoom(scope, { hostelId, roomId }) : null
  if (!room) {
    const hostels = await listHostelsToChoose(scope)
    const rooms = hostels.some((one) => one.publicId === hostelId) ? await listFreeRooms(scope, hostelId) : null
    return { chosen: null, hostels, rooms: rooms?.map((one) => ({ ...roomView(one), hint: roomHint(one) })) ?? null }
  }
  const { rentPaise, depositPaise, hostelName } = room
  const cost = roomCost({ rentPaise, depositPaise, mealPaise: mealPaise(room, choice.meals) })
  const meals: MealsKind = room.mealPlanIncluded ? 'included' : room.mealPlanFeePaise > 0 ? 'optional' : 'none'
  const beds = { isFree: isRoomFree(room), isFull: isRoomFull(room), waiting: room.waiting }
  const chosenRoom = { ...roomView(room), hostelId, hostelName, ...beds, cost, meals }
  return { chosen: chosenRoom, hostels: [], rooms: null }
}

function roomView({ publicId, roomNumber, roomType, floorNumber }: FreeRoom) {
  return { publicId, roomNumber, roomType: roomTypeWord(roomType), floorNumber }
}

function roomHint({ rentPaise, floorNumber, freeBeds }: FreeRoom): string {
  return m.room_room_hint({ rent: monthly(rentPaise), floor: floorNumber, beds: freeBeds })
}

/** Converts the answers of step 1 for the use cases. */
export function wantedRoom(answers: z.output<ReturnType<typeof roomStepSchema>>): RoomRequest {
  return {
    hostelId: answers.hostel_id,
    roomId: answers.room_id,
    academicYear: answers.academic_year,
    semester: answers.semester,
    checkInDate: answers.check_in_date,
    checkOutDate: answers.check_out_date ?? null,
    mealPlanRequired: answers.meal_plan_required === 'on',
    forWaitingList: answers.waiting_list === 'on',
  }
}

/** Submits the application from the draft. @throws a redirect to the first step whose answers are not valid any more */
export async function sendDraft(
  scope: StudentScope,
  draft: Draft,
  last: { specialRequirements: string | null; seenFirstPaise: number },
) {
  const answers = answersOf(draft.fields)
  const room = roomStepSchema(todayInIndia(new Date()), await yearStartsMonth(scope)).safeParse(answers)
  if (!room.success) throw redirect(stepPaths.room)
  const guardian = guardianStepSchema.safeParse(answers)
  if (!guardian.success) throw redirect(stepPaths.guardian)
  return applyForRoom(scope, {
    ...wantedRoom(room.data),
    guardianName: guardian.data.guardian_name,
    guardianPhone: guardian.data.guardian_phone,
    guardianEmail: guardian.data.guardian_email,
    guardianAddress: guardian.data.guardian_address,
    emergencyContact: guardian.data.emergency_contact,
    ...last,
    formKey: draft.formKey,
  })
}

/** Error messages of a refused application, each with its field of step 1. */
export const roomTrouble = errorsFor<ApplyRefusal, DraftField>({
  'no-session': ['', m.room_no_session],
  'room-gone': ['room_id', m.room_room_gone],
  'room-full': ['room_id', m.hostels_not_free],
  'bed-free': ['room_id', m.room_bed_free],
  'not-for-you': ['room_id', m.room_not_for_you],
  'period-not-offered': ['semester', m.room_period_not_offered],
  'applied-already': ['semester', m.room_applied_already],
  'check-in-past': ['check_in_date', m.room_check_in_past],
  'check-in-outside-year': ['check_in_date', m.room_check_in_outside],
  'check-out-before': ['check_out_date', m.room_check_out_before],
  'price-changed': ['', m.room_price_changed],
  stale: ['', m.payments_form_stale],
})
