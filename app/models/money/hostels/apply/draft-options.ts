/** Fields of each wizard step, named as in the hostel specification. `waiting_list`: the room was shown as full. */
export const stepFields = {
  room: [
    'hostel_id',
    'room_id',
    'academic_year',
    'semester',
    'check_in_date',
    'check_out_date',
    'meal_plan_required',
    'waiting_list',
  ],
  guardian: ['guardian_name', 'guardian_phone', 'guardian_email', 'guardian_address', 'emergency_contact'],
  details: ['special_requirements'],
} as const

export const wizardSteps = ['room', 'guardian', 'details'] as const
export type WizardStep = (typeof wizardSteps)[number]

export const draftFields = [...stepFields.room, ...stepFields.guardian, ...stepFields.details] as const
export type DraftField = (typeof draftFields)[number]
export type DraftFields = Partial<Record<DraftField, string>>
