import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { optionalText, phone, publicId, requiredText, text } from '~/models/subscriptions/apply-schema'
import { addressLength, conditionsLength, paymentPlans, phoneLength } from './options'

/** What the school wants to know of everybody who rides, and how the fare is paid: of both forms. */
export const passengerFields = {
  payment_plan: z.enum(paymentPlans).catch('monthly'),
  emergency_contact: phone(() => m.room_emergency_required(), phoneLength),
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
