import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { answerText, optionalText, phone, publicId, requiredText } from '~/models/money/subscriptions/apply-schema'
import { addressLength, conditionsLength, paymentPlans, phoneLength } from '../options'

/** Passenger details and payment plan: fields of both application forms. */
export const passengerFields = {
  payment_plan: z.enum(paymentPlans).catch('monthly'),
  emergency_contact: phone(() => m.room_emergency_required(), phoneLength),
  medical_conditions: optionalText(conditionsLength),
  special_requirements: optionalText(conditionsLength),
}

const whereFields = {
  pickup_address: requiredText(() => m.transport_pickup_required(), addressLength),
  drop_address: answerText(addressLength).optional(),
  drop_same: z.literal('on').optional(),
}

const fareFields = {
  ...whereFields,
  fare_structure_id: publicId(() => m.transport_fare_required()),
  stop_id: publicId(() => m.transport_stop_required()).optional(),
}

/** Zod option `when`: runs a check even if fields are invalid, so that all errors appear together. */
const withFieldErrors = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const dropRequired = {
  check: ({ drop_address, drop_same }: { drop_address?: string | undefined; drop_same?: 'on' | undefined }) =>
    drop_same === 'on' || Boolean(drop_address),
  told: { path: ['drop_address'], error: () => m.transport_drop_required(), when: withFieldErrors },
}

export const fareSchema = z.object(fareFields).refine(dropRequired.check, dropRequired.told)

/** Complete application form. The server computes distance and fare; the form cannot set them. */
export const applicationSchema = z
  .object({
    ...fareFields,
    ...passengerFields,
    preferred_route_id: publicId(() => m.transport_route_gone()).optional(),
  })
  .refine(dropRequired.check, dropRequired.told)

/** Fields in the order of the form, because errors are listed in this order. */
const vehicleFields = {
  vehicle_id: publicId(() => m.vehicles_choose()),
  route_id: publicId(() => m.vehicles_choose()).optional(),
  ...whereFields,
}

/** Requires the route only after a vehicle has been chosen. */
const routeChosen = {
  check: ({ vehicle_id, route_id }: { vehicle_id?: string | undefined; route_id?: string | undefined }) =>
    !vehicle_id || Boolean(route_id),
  told: { path: ['route_id'], error: () => m.vehicles_choose(), when: withFieldErrors },
}

export const vehicleFeeSchema = z
  .object(vehicleFields)
  .refine(routeChosen.check, routeChosen.told)
  .refine(dropRequired.check, dropRequired.told)

export const vehicleApplicationSchema = z
  .object({ ...vehicleFields, ...passengerFields })
  .refine(routeChosen.check, routeChosen.told)
  .refine(dropRequired.check, dropRequired.told)
