import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { addressLength, conditionsLength, paymentPlans, phoneLength } from './options'

type Message = () => string

const publicId = (wrong: Message) => z.string({ error: wrong }).regex(/^[2-9b-z]{12}$/, { error: wrong })

/** A browser sends a line's end as two characters, and the limit counts it as one. */
const text = (longest: number) =>
  z
    .string()
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(longest, { error: () => m.students_too_long({ count: longest }) }))

const requiredText = (missing: Message, longest: number) =>
  z.string({ error: missing }).trim().min(1, { error: missing }).pipe(text(longest))

const optionalText = (longest: number) =>
  text(longest)
    .optional()
    .transform((typed) => typed || null)

/** What the school wants to know of everybody who rides, and how the fare is paid: of both forms. */
export const passengerFields = {
  payment_plan: z.enum(paymentPlans).catch('monthly'),
  emergency_contact: requiredText(() => m.room_emergency_required(), phoneLength).pipe(
    z.string().regex(/^\+?[\d\s()-]{7,}$/, { error: () => m.room_phone_wrong() }),
  ),
  medical_conditions: optionalText(conditionsLength),
  special_requirements: optionalText(conditionsLength),
}

const whereFields = {
  pickup_address: requiredText(() => m.transport_pickup_required(), addressLength),
  drop_address: text(addressLength).optional(),
  drop_same: z.literal('on').optional(),
}

const fareFields = {
  ...whereFields,
  fare_structure_id: publicId(() => m.transport_fare_required()),
  stop_id: publicId(() => m.transport_stop_required()).optional(),
}

/** Told with whatever else is wrong: the other fields may hold anything then. */
const atOnce = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const dropGiven = {
  check: ({ drop_address, drop_same }: { drop_address?: string | undefined; drop_same?: 'on' | undefined }) =>
    drop_same === 'on' || Boolean(drop_address),
  told: { path: ['drop_address'], error: () => m.transport_drop_required(), when: atOnce },
}

/** What a fare is calculated from. */
export const fareSchema = z.object(fareFields).refine(dropGiven.check, dropGiven.told)

/** The whole form. What it costs, and how far it is, is the server's to know. */
export const applicationSchema = z
  .object({
    ...fareFields,
    ...passengerFields,
    preferred_route_id: publicId(() => m.transport_route_gone()).optional(),
  })
  .refine(dropGiven.check, dropGiven.told)

/** In the order of the form, which what is wrong is told in. */
const vehicleFields = {
  vehicle_id: publicId(() => m.vehicles_choose()),
  route_id: publicId(() => m.vehicles_choose()).optional(),
  ...whereFields,
}

/** The route is asked for once a vehicle has been chosen. */
const routeChosen = {
  check: ({ vehicle_id, route_id }: { vehicle_id?: string | undefined; route_id?: string | undefined }) =>
    !vehicle_id || Boolean(route_id),
  told: { path: ['route_id'], error: () => m.vehicles_choose(), when: atOnce },
}

/** What the fee of a vehicle is calculated from. */
export const vehicleFeeSchema = z
  .object(vehicleFields)
  .refine(routeChosen.check, routeChosen.told)
  .refine(dropGiven.check, dropGiven.told)

/** The whole form for a vehicle. */
export const vehicleApplicationSchema = z
  .object({ ...vehicleFields, ...passengerFields })
  .refine(routeChosen.check, routeChosen.told)
  .refine(dropGiven.check, dropGiven.told)
